import type { InjectOptions } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { contract } from '../../../contract/index.ts';
import { Random, Weighted } from '../../../db/seed/generated-random.ts';
import type { GoogleWorld } from '../../google-flow.ts';
import { type Answer, complaintsAbout, isFullDisk } from './civil.ts';
import { learn } from './learn.ts';
import { nextRequest, type Sent } from './requests.ts';
import { type Person, Stock } from './stock.ts';

/** Takes a request to the server and its answer back. */
export type Send = (sent: Sent) => Promise<Answer>;

export interface Findings {
  /** Each with the request, so that it can be sent again; the same one at most three times. */
  complaints: string[];
  /** How many answers there were of each status. */
  statuses: Map<number | 'full disk', number>;
  /** Share of the requests with nothing wrong that were answered well. */
  validShare: number;
  /** Answers to calls with a key: those sent again, and those whose key was another call's. */
  replays: number;
  mismatches: number;
  /** Endpoints that never did. */
  unanswered: string[];
  slowestMs: number;
}

const together = 8;

/** Into the server by its own door, without a network. */
export const injected =
  ({ app }: GoogleWorld): Send =>
  async ({ method, url, headers, body }) => {
    const begun = performance.now();
    const options = { method, url, headers, ...(body !== undefined && { payload: body }) } as InjectOptions;
    const { statusCode, headers: got, body: text } = await app.inject(options);
    return { status: statusCode, headers: got as Answer['headers'], text, milliseconds: performance.now() - begun };
  };

/** Whether a request is one to this endpoint. Dots as a segment of a path lead elsewhere, once a client has resolved them. */
function asksFor({ method }: Endpoint, sent: Pick<Sent, 'method' | 'url'>): boolean {
  const segments = (path: string) => path.split('/').length;
  const [path = ''] = sent.url.split('?');
  return sent.method === method && segments(new URL(path, 'http://localhost').pathname) === segments(path);
}

/** Requests with much that can be wrong come more often. */
const weightOf = ({ body, takes, params, query, method }: Endpoint) =>
  1 + (body || takes ? 4 : 0) + (params ? 2 : 0) + (query ? 1 : 0) + (method === 'GET' ? 0 : 1);

/**
 * Sends so many requests, a few at a time, and looks at every answer.
 * @param slowest milliseconds that an answer may take
 * @param endpoints all of the contract's unless told
 * @param fill brings more into the stock
 * @param look at what somebody was answered. @returns what is wrong with it
 */
export async function fuzz(
  world: GoogleWorld,
  given: {
    seed: number;
    requests: number;
    send: Send;
    slowest: number;
    endpoints?: readonly Endpoint[];
    fill?: (stock: Stock) => void;
    look?: (answer: Answer, person: Person, sent: Sent) => string | undefined;
  },
): Promise<Findings> {
  const random = new Random(given.seed);
  const asked = given.endpoints ?? contract;
  const stock = await Stock.fill(world);
  given.fill?.(stock);
  const endpoints = new Weighted<Endpoint>(asked, weightOf);
  const findings: Findings = {
    complaints: [],
    statuses: new Map(),
    validShare: 0,
    replays: 0,
    mismatches: 0,
    unanswered: [],
    slowestMs: 0,
  };
  const unanswered = new Set(asked.map(({ method, path }) => `${method} ${path}`));
  const valid = { sent: 0, well: 0 };
  const seen = new Map<string, number>();
  for (let done = 0; done < given.requests; done += together) {
    const batch: { sent: Sent; person: Person; endpoint: Endpoint }[] = [];
    for (let at = 0; at < Math.min(together, given.requests - done); at++) {
      const endpoint = endpoints.draw(random);
      const person = personFor(endpoint, stock, random);
      batch.push({ sent: await nextRequest(world, stock, random, endpoint, person), person, endpoint });
    }
    const answers = await Promise.all(batch.map(({ sent }) => given.send(sent)));
    for (const [at, answer] of answers.entries()) {
      const { sent, person, endpoint } = batch[at]!;
      const status = isFullDisk(endpoint, answer) ? 'full disk' : answer.status;
      findings.statuses.set(status, (findings.statuses.get(status) ?? 0) + 1);
      findings.slowestMs = Math.max(findings.slowestMs, answer.milliseconds);
      findings.replays += Number(answer.headers['idempotent-replay'] === 'true');
      findings.mismatches += Number(answer.status === 422 && answer.text.includes('"idempotency_mismatch"'));
      const isWell = answer.status < 400;
      if (isWell && sent.method === endpoint.method) unanswered.delete(sent.key as never);
      if (!sent.wrong) {
        valid.sent++;
        valid.well += Number(isWell);
      }
      const asDeclared = asksFor(endpoint, sent) ? endpoint : undefined;
      const { slowest } = given;
      const seenElse = given.look?.(answer, person, sent) ?? [];
      for (const complaint of complaintsAbout(answer, asDeclared, { method: sent.method, slowest }).concat(seenElse)) {
        const kind = `${sent.key} ${complaint.slice(0, 60)}`;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        if (seen.get(kind)! <= 3) findings.complaints.push(replayable(complaint, sent, answer, done + at));
      }
      await learn(world, stock, random, { sent, answer, person });
    }
    world.clock.advance(0.5);
  }
  findings.validShare = valid.well / valid.sent;
  findings.unanswered = [...unanswered];
  return findings;
}

/** Mostly somebody who may. */
function personFor({ access }: Endpoint, stock: Stock, random: Random): Person {
  const may = Array.isArray(access)
    ? stock.people.filter(({ user }) => user && access.includes(user.role))
    : stock.people.filter(({ user }) => access !== 'signed-in' || user);
  return random.chance(0.8) ? random.pick(may) : random.pick(stock.people);
}

function replayable(complaint: string, { body, ...sent }: Sent, answer: Answer, nth: number): string {
  const payload = Buffer.isBuffer(body) ? { base64: body.toString('base64').slice(0, 2_000) } : body?.slice(0, 2_000);
  return `#${nth} ${complaint}\n  ${JSON.stringify({ ...sent, body: payload })}\n  ${answer.status} ${answer.text.slice(0, 300)}`;
}

/** What was found, in a line. */
export const summary = (seed: number, { statuses, slowestMs, validShare, replays, mismatches, unanswered }: Findings) =>
  `fuzz: seed ${seed}, ${[...statuses.values()].reduce((sum, one) => sum + one, 0)} requests; ${[...statuses]
    .sort(([one], [other]) => String(one).localeCompare(String(other)))
    .map(([status, count]) => `${status}: ${count}`)
    .join(
      ', ',
    )}; ${replays} replays, ${mismatches} mismatches; slowest ${Math.round(slowestMs)} ms; ${Math.round(validShare * 100)} % of the valid ones answered well${unanswered.length ? `, but never ${unanswered.join(', ')}` : ''}`;
