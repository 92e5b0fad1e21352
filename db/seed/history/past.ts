import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Logger } from 'pino';
import { createApp, type Deps } from '../../../server/app.ts';
import { drawListingPicture } from '../../../server/features/content/listing-pictures.ts';
import { type MailLanguages, mailLanguagesOf } from '../../../server/features/pages/mail-words.ts';
import { readViatorFeed } from '../../../server/features/platforms/viator-feed.ts';
import { longWorkKinds } from '../../../server/long-work-kinds.ts';
import { newsHandlersOf } from '../../../server/news-sources.ts';
import type { Clock, Services } from '../../../server/platform/context.ts';
import { afterCommit, type Database, type Tx } from '../../../server/platform/database/database.ts';
import { type JobData, type JobName, Jobs, type Mail } from '../../../server/platform/jobs/jobs.ts';
import { runLongWork } from '../../../server/platform/long-work/long-work.ts';
import { takeUpNews } from '../../../server/platform/news/news.ts';
import { sign } from '../../../server/platform/sessions/tokens.ts';
import { newVisitToken } from '../../../server/platform/sessions/visits.ts';
import { deriveKey, type Settings } from '../../../server/platform/settings.ts';
import type { Books, Sale } from '../../../simulators/books.ts';
import { startFeed } from '../../../simulators/feed.ts';
import { webhookOf } from '../../../simulators/news.ts';
import { withoutMail } from './no-mail.ts';

/** One thing that somebody does at a moment (milliseconds since 1970): one request, or a few that belong together. */
export interface Act {
  at: number;
  do: (past: Past) => Promise<unknown>;
}

/** What a past is made in. */
export interface Present {
  settings: Settings;
  database: Database;
  logger: Logger;
  /** Those of the simulated booking platforms. */
  books: Books;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each request knows what it asked for
  body: any;
  cookies: readonly { name: string; value: string }[];
}

/** What was asked for within a transaction, to be done at that very moment: the queues' workers live in the present. */
class JobsOfTheMoment extends Jobs {
  asked: { name: JobName; data: unknown }[] = [];

  override async send<N extends JobName>(tx: Tx, name: N, data: JobData[N]): Promise<void> {
    afterCommit(tx, Symbol(), () => void this.asked.push({ name, data }));
  }
}

/** What works beside requests in the past. */
type Worker = Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'> & MailLanguages;

/** As Viator asks for. */
const feedSeconds = 3_600;
/** Under which it is kept how far the past has read the feed: the present begins after it. */
const feedName = 'viator, of the past';

/** The secret that the booking platforms of the past know; the present is told none. */
const newsSecret = (key: string) => sign(deriveKey(key, 'demo-news'), 'demo').toString('base64url');

/**
 * The whole product at moments of the past: the same endpoints, rules and statements on the same database, with a clock that
 * is set. Nothing leaves it: mail is put where the one who waits for it reads it.
 */
export class Past implements Clock {
  /** Whether some of what is asked may have been done before a stop: what the product then refuses is no fault. */
  isRepeating = false;
  readonly #present: Present;
  readonly #jobs: JobsOfTheMoment;
  readonly #letters = new Map<string, Mail[]>();
  readonly #ended = new AbortController();
  #app!: FastifyInstance;
  #feed!: Awaited<ReturnType<typeof startFeed>>;
  #moment = 0;

  private constructor(present: Present) {
    const [key] = present.settings.secretKeys;
    const newsSecrets = [{ source: 'fareharbor', secret: newsSecret(key) } as const];
    const database = { ...present.database, db: withoutMail(present.database.db) };
    // Nobody invented comes near a limit, and to count each of their calls would take as long as all else.
    this.#present = { ...present, database, settings: { ...present.settings, newsSecrets, rateLimits: false } };
    this.#jobs = new JobsOfTheMoment(present.database.pool, () => {});
  }

  static async open(present: Present): Promise<Past> {
    const past = new Past(present);
    const feedKey = past.keyOf('feed');
    past.#feed = await startFeed(present.books, feedKey, () => past.now());
    past.settings.viatorFeed = { url: past.#feed.url, key: feedKey, everySeconds: feedSeconds };
    const deps: Deps = { ...past.#present, jobs: past.#jobs, clock: past, opensCodes: true };
    past.#app = await createApp(deps);
    return past;
  }

  now(): Date {
    return new Date(this.#moment);
  }

  get settings(): Settings {
    return this.#present.settings;
  }

  get db(): Database['db'] {
    return this.#present.database.db;
  }

  /** Does something at its moment. @throws Error with what it was where the product answers otherwise than it should */
  async do(act: Act): Promise<void> {
    this.#moment = act.at;
    await act.do(this);
  }

  /** Asks the product for something now, and does at once what follows from it. */
  async ask(request: InjectOptions): Promise<Answer> {
    const response = await this.#app.inject(request);
    await this.#workOff();
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return { status: response.statusCode, body: isJson ? response.json() : response.body, cookies: response.cookies };
  }

  /** The newest mail to an address, which is read once. */
  takeLetter(to: string): Mail | undefined {
    const letters = this.#letters.get(to);
    this.#letters.delete(to);
    return letters?.at(-1);
  }

  /** An `Idempotency-Key` that is the same each time, and that nobody guesses. */
  keyOf(name: string): string {
    return sign(deriveKey(this.settings.secretKeys[0], 'demo-history'), name).toString('base64url');
  }

  /** The cookie of somebody's visit, the same each time. */
  visitOf(name: string): string {
    return newVisitToken(this.settings, Buffer.from(this.keyOf(`visit of ${name}`), 'base64url').subarray(0, 16)).token;
  }

  /** What the booking platforms of the past have sold. */
  get books(): Books {
    return this.#present.books;
  }

  /** FareHarbor tells of a booking after a change, and notes in its books how that was answered. */
  async bringWebhook(sale: Sale): Promise<void> {
    const status = await this.bringNews(JSON.stringify(webhookOf(sale)));
    this.books.noteTold({ id: sale.id, change: sale.change, at: this.now().toISOString(), status });
  }

  /** FareHarbor's server, or who takes itself for it, sends some bytes. */
  async bringNews(payload: string, secret = newsSecret(this.settings.secretKeys[0])): Promise<number> {
    const url = `/api/webhooks/fareharbor/${secret}`;
    const headers = { 'content-type': 'application/json', 'user-agent': 'simulated-fareharbor/1' };
    return (await this.ask({ method: 'POST', url, remoteAddress: '198.51.100.8', headers, payload })).status;
  }

  /** Does what a worker does, and what follows from it. */
  async work(does: (worker: Worker) => Promise<unknown>): Promise<void> {
    await does(this.#worker);
    await this.#workOff();
  }

  /** Reads what Viator's feed has that was not read yet. */
  readFeed(): Promise<void> {
    return this.work((worker) => readViatorFeed(worker, this.#present.logger, { name: feedName }));
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#app.close();
    await this.#feed.stop();
  }

  get #worker(): Worker {
    return { db: this.db, jobs: this.#jobs, clock: this, settings: this.settings, ...mailLanguagesOf(undefined) };
  }

  async #workOff(): Promise<void> {
    for (let job = this.#jobs.asked.shift(); job; job = this.#jobs.asked.shift()) {
      if (job.name === 'news') await this.takeUp((job.data as JobData['news']).id);
      else if (job.name === 'long-work') await this.runLongWork((job.data as JobData['long-work']).id);
      else if (job.name === 'listing-picture') await this.drawPicture((job.data as JobData['listing-picture']).id);
      else this.#deliver(job.data as Mail);
    }
  }

  #deliver(mail: Mail): void {
    this.#letters.set(mail.to, [...(this.#letters.get(mail.to) ?? []), mail]);
  }

  /** Does long work that was asked for. */
  async runLongWork(id: string): Promise<void> {
    await runLongWork(this.#worker, longWorkKinds, id, this.#ended.signal, this.#present.logger);
  }

  /** Draws a picture that was sent. */
  async drawPicture(id: string): Promise<void> {
    await drawListingPicture(this.#worker, id, this.#ended.signal);
  }

  /** Takes up news that stands in the inbox. */
  async takeUp(id: number): Promise<void> {
    await takeUpNews(this.db, this.now(), newsHandlersOf(this.settings), id, this.#present.logger);
  }
}
