import { cookieName } from '../../../server/platform/http/cookies.ts';
import type { Answer, Past } from './past.ts';

const hourMs = 3_600_000;
/** After so long without a request somebody signs in again, a little before the session would have ended. */
const signedInMs = { traveler: 6 * 24 * hourMs, desk: hourMs / 4 };

export interface Asked {
  body?: unknown;
  /** A file, sent by a form in place of a body. */
  file?: { name: string; content: string | Buffer };
  /** Names the call among those of this person, so that it has one effect. */
  key?: string;
  /** Answers that are meant to be, beside those below 400. */
  mayBe?: readonly number[];
  headers?: Record<string, string>;
}

/** The product answered somebody otherwise than it should. */
export class AnswerFault extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const boundary = 'a-form-of-the-past';
const formOf = ({ name, content }: NonNullable<Asked['file']>) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${typeof content === 'string' ? 'text/csv' : 'image/avif'}\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

/** Somebody invented, with a browser that keeps their cookies. */
export class Person {
  /** Tells them from all others, and is the same each time. */
  readonly name: string;
  readonly email: string;
  /** From which moment on they have an account. */
  memberFrom = Number.POSITIVE_INFINITY;
  readonly #browser: { address: string; userAgent: string; isPrivate?: boolean };
  readonly #kind: keyof typeof signedInMs;
  readonly #cookies = new Map<string, string>();
  #askedAt = 0;
  #isSignedIn = false;

  constructor(
    name: string,
    email: string,
    browser: { address: string; userAgent: string; isPrivate?: boolean },
    kind: keyof typeof signedInMs = 'traveler',
  ) {
    this.name = name;
    this.email = email;
    this.#browser = browser;
    this.#kind = kind;
  }

  /** Asks as a page of the product does. @throws Error where it is refused and is not meant to be */
  async ask(past: Past, request: `${string} ${string}`, asked: Asked = {}): Promise<Answer> {
    const answer = await this.#send(past, request, asked);
    const { status } = answer;
    if (status < 400 || asked.mayBe?.includes(status)) return answer;
    if (status === 401 && this.#isSignedIn) {
      // The present tidies sessions away that ended long ago, of which this is one.
      this.#isSignedIn = false;
      await this.signIn(past);
      return await this.ask(past, request, asked);
    }
    if (past.isRepeating && status < 500) return answer;
    const body = JSON.stringify(answer.body).slice(0, 300);
    throw new AnswerFault(`${this.name}: ${request} was answered ${status} ${body}`, status);
  }

  /** Signs in where they have an account by now: what they do is their own then. */
  async beThemselves(past: Past): Promise<void> {
    if (past.now().getTime() > this.memberFrom) await this.signIn(past);
  }

  /** Signs in by the link in a mail, unless they are. Whoever is new becomes a traveler. */
  async signIn(past: Past): Promise<void> {
    if (this.#isSignedIn && past.now().getTime() - this.#askedAt < signedInMs[this.#kind]) return;
    await this.ask(past, 'POST /api/auth/magic-link', { body: { email: this.email } });
    const token = past.takeLetter(this.email)?.text.match(/token=([\w-]{43})/)?.[1];
    await this.ask(past, 'POST /api/auth/magic-link/verify', { body: { token } });
    this.#isSignedIn = true;
  }

  async #send(past: Past, request: string, { body, file, key, headers }: Asked): Promise<Answer> {
    const [method, url] = request.split(' ') as ['GET', string];
    const { address, userAgent, isPrivate } = this.#browser;
    const visit = cookieName('visit', past.settings.publicUrl.startsWith('https:'));
    if (!this.#cookies.size) this.#cookies.set(visit, past.visitOf(this.name));
    const answer = await past.ask({
      method,
      url,
      remoteAddress: address,
      headers: {
        origin: past.settings.publicUrl,
        'sec-fetch-site': 'same-origin',
        'user-agent': userAgent,
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(isPrivate && { 'sec-gpc': '1' }),
        ...(key && { 'idempotency-key': past.keyOf(`${this.name} ${key}`) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file && { 'content-type': `multipart/form-data; boundary=${boundary}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...(file && { payload: formOf(file) }),
    });
    for (const { name, value } of answer.cookies) {
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    this.#askedAt = past.now().getTime();
    return answer;
  }
}
