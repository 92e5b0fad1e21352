import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { type Connection, clientConfig } from '../server/platform/database/database.ts';
import { errorForLog } from '../server/platform/log-errors.ts';

/** What is written for people to read, or to answer somebody else with: no secret is in it. */
const tables = [
  ...['audit_details', 'error_reports', 'faults', 'idempotency_keys', 'security_alerts', 'security_events', 'upkeep'],
];
/** Our tokens have so many letters, and what is shorter could be anything. */
const tokenLength = 43;
const leastSetting = 16;
const secretSettings = /SECRET|TOKEN|PASSWORD|API_KEY|SMTP_URL/;
const secretCookies = /(?:^|[;\s])(session|visit|magic_link|oauth|device)=([^;\s]+)/g;
const longWords = /[\w-]{43,}/g;

/**
 * Knows the secrets that a world has given away: its settings', cookies, challenges, and what opens a link of its mails. Each of them is a
 * canary: found in the log, an address in it, a report or another table that people read, or an answer that anybody's cache may keep, it
 * is a leak. Of a process of its own (`chaos/product-process.ts`) what it says is looked through for the secrets of its settings, and of
 * one that browsers use (`e2e/product.ts`) for cookies and what mails open as well; what a browser keeps is looked through there too.
 */
export class CanaryWatch {
  /** All that is logged, at every level, comes by here. */
  readonly logger: Logger;
  readonly #settings = new Map<string, string>();
  readonly #tokens = new Map<string, string>();
  readonly #written = new Map<string, string>();
  readonly #leaks = new Set<string>();

  constructor(environment: Record<string, string>, level: string) {
    for (const [name, value] of Object.entries(environment))
      if (secretSettings.test(name))
        for (const part of value.split(/[,\s]+/)) if (part.length >= leastSetting) this.#settings.set(part, name);
    const sink = { write: (line: string) => this.wrote('the log', line) };
    const streams = [{ level: 'trace' as const, stream: sink }];
    const shown = level === 'silent' ? [] : [{ level: level as 'info', stream: process.stdout }];
    this.logger = pino(
      { level: 'trace', serializers: { err: errorForLog } },
      pino.multistream([...streams, ...shown], { dedupe: false }),
    );
  }

  /** Notes a secret. */
  keeps(what: string, text: string): void {
    for (const [word] of text.matchAll(longWords)) this.#tokens.set(word, what);
  }

  /** Notes those of a cookie header that are secrets. */
  keepsCookies(header: string): void {
    for (const [, name, value] of header.matchAll(secretCookies)) this.keeps(`the cookie ${name}`, value!);
  }

  /** Notes what was written somewhere; which of its words are secrets may be known later. */
  wrote(where: string, text: string): void {
    for (const [secret, name] of this.#settings) if (text.includes(secret)) this.#leaks.add(told(name, where, text));
    for (const [word] of text.matchAll(longWords))
      if (!this.#written.has(word)) this.#written.set(word, told('', where, text));
  }

  /** Has all that an app is asked, and answers, come by here. */
  watch(app: FastifyInstance): void {
    const inject = app.inject.bind(app) as (options: InjectOptions | string) => ReturnType<FastifyInstance['inject']>;
    const watched = async (options: InjectOptions | string) => {
      const answer = await inject(options);
      const asked = typeof options === 'string' ? { url: options } : options;
      this.keepsCookies(String(asked.headers?.cookie ?? ''));
      for (const { name, value } of answer.cookies) this.keeps(`the cookie ${name}`, value);
      for (const [, challenge] of answer.body.matchAll(/"challenge":"([\w-]+)"/g))
        this.keeps('a challenge', challenge!);
      const control = String(answer.headers['cache-control'] ?? '');
      if (/public|s-maxage/.test(control) && !control.includes('immutable'))
        this.wrote(
          `a public answer of ${String(asked.url).split('?')[0]}`,
          `${JSON.stringify(answer.headers)}${answer.body}`,
        );
      return answer;
    };
    app.inject = watched as FastifyInstance['inject'];
  }

  /** Looks through what stands in a database. */
  async look(connection: Connection): Promise<void> {
    const client = new pg.Client(clientConfig(connection));
    await client.connect();
    try {
      const mails = await client.query(
        `select data::text as mail from jobs.job where name in ('mail', 'sign-in-mail')`,
      );
      for (const { mail } of mails.rows) this.keeps('what a mail opens', mail);
      for (const table of tables) {
        const { rows } = await client.query(`select t::text as row from public.${table} t`);
        for (const { row } of rows) this.wrote(`table ${table}`, row);
      }
    } finally {
      await client.end();
    }
  }

  /** @throws Error that names each secret that was written, and where */
  end(): void {
    for (const [word, where] of this.#written)
      for (let at = 0; at + tokenLength <= word.length; at++) {
        const what = this.#tokens.get(word) ?? this.#tokens.get(word.slice(at, at + tokenLength));
        if (what) this.#leaks.add(what + where);
      }
    if (this.#leaks.size) throw new Error(`secrets were written down: ${[...this.#leaks].join('; ')}`);
  }
}

const told = (what: string, where: string, text: string) => `${what} stands in ${where}: ${text.slice(0, 300)}`;
