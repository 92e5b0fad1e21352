import type { BrowserContext, Page } from '@playwright/test';
import { watchRoutes } from './faked-answers.ts';

/**
 * What a test brings about on purpose, as one line that names status and address: `409 /api/reviews`, `net::ERR_FAILED
 * /assets/menu-*.js`, `foreign https://fareharbor.com/*`, `console: RangeError: *`. `*` stands for anything. It must occur.
 */
export type ExpectedError = string;

const ofContext = new WeakMap<BrowserContext, ConsoleErrors>();

/** Says what the rest of this test brings about in this browser on purpose. */
export function expectErrors(page: Page, ...expected: ExpectedError[]): void {
  ofContext.get(page.context())!.expect(...expected);
}

/**
 * All that goes wrong in the browsers of one test. Besides what is expected by name, three things explain an error: the test
 * itself answered that request so, or ended it (faked-answers.ts), or it took the network away.
 */
export class ConsoleErrors {
  readonly #expected: { line: ExpectedError; pattern: RegExp; met: boolean }[] = [];
  readonly #served = new Set<string>();
  readonly #problems: string[] = [];
  readonly #errors: { line: string; wasOffline: boolean }[] = [];
  readonly #explained: ((line: string) => boolean)[] = [];
  readonly #now: () => number;

  /** @param now milliseconds since any time. */
  constructor(expected: readonly ExpectedError[] = [], now = () => performance.now()) {
    this.#now = now;
    this.expect(...expected);
  }

  expect(...expected: ExpectedError[]): void {
    for (const line of expected) {
      if (!/^((\d{3}|net::ERR_\w+) (\/|[a-z-]+:\/\/)|foreign https?:|console: |uncaught: )/.test(line))
        throw new Error(`"${line}" names no status and address`);
      this.#expected.push({ line, pattern: patternOf(line), met: false });
    }
  }

  /** What else explains an error, wherever its time and address cannot be told: a server that is stopped, a network that is spoiled. */
  explain(explains: (line: string) => boolean): void {
    this.#explained.push(explains);
  }

  /** Watches a browser of this test; its routes are watched as well. @param origin of the product it looks at. */
  watchContext(context: BrowserContext, origin: string): void {
    if (ofContext.has(context)) return;
    ofContext.set(context, this);
    const told = {
      served: (status: string, url: URL) => {
        for (const what of [status, 'foreign']) this.#served.add(`${what} ${addressOf(url, origin)}`);
      },
      wrong: (problem: string) => this.#problems.push(problem),
    };
    watchRoutes(context, origin, told);
    for (const page of context.pages()) watchRoutes(page, origin, told);
    context.on('page', (page) => watchRoutes(page, origin, told));
    const { setOffline } = context;
    Object.assign(context, {
      setOffline: async (offline: boolean) => {
        if (offline) excusedUntil.set(context, Number.POSITIVE_INFINITY);
        await setOffline.call(context, offline);
        if (!offline && excusedUntil.has(context)) excusedUntil.set(context, this.#now() + lateErrorMs);
      },
    });
  }

  /** Notes what a page logs as an error or throws, and whom it calls besides the product. */
  watchPage(page: Page, origin: string): void {
    this.watchContext(page.context(), origin);
    const note = (line: string) =>
      this.#errors.push({ line, wasOffline: this.#now() < (excusedUntil.get(page.context()) ?? 0) });
    page.on('console', (message) => {
      if (message.type() === 'error') note(lineOf(message.text(), message.location().url, origin));
    });
    page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== origin) note(`foreign ${addressOf(url, origin)}`);
    });
  }

  /** What nothing explains, and what was expected and did not occur. */
  problems(): string[] {
    const unexplained = this.#errors.filter(({ line, wasOffline }) => {
      const met = this.#expected.filter(({ pattern }) => pattern.test(line));
      for (const one of met) one.met = true;
      if (met.length || ofBrowser.test(line) || this.#served.has(line) || (wasOffline && ofNoNetwork.test(line)))
        return false;
      return !this.#explained.some((explains) => explains(line));
    });
    return [
      ...this.#problems,
      ...unexplained.map(({ line }) => line),
      ...this.#expected.filter(({ met }) => !met).map(({ line }) => `expected, and did not occur: ${line}`),
    ];
  }
}

/** What the browser asks another site for by itself, and a site of a test may not have. */
const ofBrowser = /^404 https?:\/\/[^/]+\/favicon\.ico$/;

/** Until when a browser's failed requests are explained by its network; without an end while that is away. */
const excusedUntil = new WeakMap<BrowserContext, number>();
/** What was asked for without a network is told this long after it came back. */
const lateErrorMs = 5_000;

/** What the browser says where a test took its network away: of requests, of those its worker makes, of the worker's script. */
const ofNoNetwork =
  /^net::ERR_(INTERNET_DISCONNECTED|FAILED) \/|^console: An unknown error occurred when fetching the script\./;

/** The path on our own site, all else whole but for its query. */
const addressOf = (url: URL, origin: string) =>
  url.origin === origin ? url.pathname : `${url.protocol}//${url.host}${url.pathname}`;

/** A failed request by its status and address, all else by its words. */
function lineOf(text: string, location: string, origin: string): string {
  const [, status, error] =
    text.match(/^Failed to load resource: (?:the server responded with a status of (\d+)|(net::\w+))/) ?? [];
  const failure = status ?? error;
  if (failure && URL.canParse(location)) return `${failure} ${addressOf(new URL(location), origin)}`;
  return `console: ${text.split('\n')[0]}`;
}

const patternOf = (line: string) => new RegExp(`^${line.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
