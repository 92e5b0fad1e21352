import { setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledged } from './recount.ts';
import type { Subjects, Traveler } from './travelers.ts';
import { idOf, newWrite, send, type Write } from './writers.ts';

const kinds = ['scan', 'booking', 'read', 'page', 'readiness', 'health'] as const;
type Kind = (typeof kinds)[number];

export interface Answer {
  kind: Kind;
  begun: number;
  ended: number;
  /** 0 when there was none. */
  status: number;
  /** Of a 503: in the error shape, and with Retry-After. */
  isWellFormed: boolean;
}

/** Clients that read and write in turn, and note how each request was answered. */
export class Traffic {
  readonly kinds = kinds;
  readonly answers: Answer[] = [];
  readonly #acknowledged = { scans: [] as string[], bookings: [] as string[] };
  #unanswered: Write[] = [];
  readonly #url: string;
  readonly #travelers: readonly Traveler[];
  readonly #subjects: Subjects;
  #isStopping = false;
  #running: Promise<void>[] = [];

  /** One client for each traveler. */
  constructor(url: string, travelers: readonly Traveler[], subjects: Subjects) {
    this.#url = url;
    this.#travelers = travelers;
    this.#subjects = subjects;
  }

  get acknowledged(): Acknowledged {
    return this.#acknowledged;
  }

  latest(kind: Kind): Answer | undefined {
    return this.answers.findLast((answer) => answer.kind === kind);
  }

  /** Answers, well or not, to what was under way at an instant or begun later. */
  since(instant: number): Answer[] {
    return this.answers.filter((answer) => answer.ended >= instant);
  }

  start(): void {
    this.#isStopping = false;
    this.answers.length = 0;
    this.#running = this.#travelers.map(async (traveler, index) => {
      for (let turn = index; !this.#isStopping; turn++) {
        await this.#ask(kinds[turn % kinds.length]!, traveler);
        await sleep(50);
      }
    });
  }

  async finish(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }

  /** Sends once more, with the same keys, what was refused: it may have been kept, or not. @throws when it is refused now. */
  async repeatUnanswered(): Promise<void> {
    for (const write of this.#unanswered.splice(0)) {
      const reply = await send(this.#url, write);
      if (!reply.ok) throw new Error(`${write.kind} sent again: ${reply.status} ${await reply.text()}`);
      await this.#note(write, reply);
    }
  }

  async #ask(kind: Kind, traveler: Traveler): Promise<void> {
    const begun = performance.now();
    let answer: Pick<Answer, 'status' | 'isWellFormed'>;
    try {
      answer =
        kind === 'scan' || kind === 'booking' ? await this.#write(kind, traveler) : await this.#read(kind, traveler);
    } catch {
      answer = { status: 0, isWellFormed: false };
    }
    this.answers.push({ kind, begun, ended: performance.now(), ...answer });
  }

  async #write(kind: 'scan' | 'booking', traveler: Traveler) {
    const write = newWrite(kind, traveler, this.#subjects);
    const reply = await send(this.#url, write);
    if (reply.ok) {
      await this.#note(write, reply);
      return { status: reply.status, isWellFormed: true };
    }
    this.#unanswered.push(write);
    return { status: reply.status, isWellFormed: isError(kind, reply, (await reply.json()) as ErrorBody) };
  }

  async #read(kind: Exclude<Kind, 'scan' | 'booking'>, { session }: Traveler) {
    const paths = { read: '/api/bookings', page: '/location/1', readiness: '/readyz', health: '/healthz' };
    const headers: Record<string, string> = kind === 'read' ? { cookie: session } : {};
    const reply = await fetch(this.#url + paths[kind], { headers, signal: AbortSignal.timeout(10_000) });
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    const text = await reply.text();
    const body: ErrorBody = isJson ? JSON.parse(text) : {};
    return { status: reply.status, isWellFormed: reply.ok || isError(kind, reply, body) };
  }

  async #note(write: Write, reply: Response): Promise<void> {
    this.#acknowledged[write.kind === 'scan' ? 'scans' : 'bookings'].push(await idOf(write, reply));
  }
}

interface ErrorBody {
  error?: string;
  code?: string;
  request_id?: string;
  status?: string;
}

/** Readiness has a shape of its own, and a page is one for people. */
function isError(kind: Kind, reply: Response, body: ErrorBody): boolean {
  const isShaped = Boolean(body.error && body.code === 'unavailable' && body.request_id);
  const isOwnShape = kind === 'page' || (kind === 'readiness' && body.status === 'not ready');
  return Number(reply.headers.get('retry-after')) >= 1 && (isShaped || isOwnShape);
}
