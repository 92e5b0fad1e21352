import { hash } from 'node:crypto';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Context } from './context.ts';
import { afterCommit, type Db, type Tx, withTransaction } from './database/database.ts';
import { Refusal } from './http/refusal.ts';
import { deleteOldKeys, findKey, keepReference, takeKey } from './idempotency.store.ts';
import { isSame } from './sessions/tokens.ts';

/** Keys are kept so long; a client that is offline longer sends what it has under the natural keys alone. */
export const keptKeyDays = 30;

/**
 * To be asked before the body is read.
 * @throws Refusal `invalid_request` for an `Idempotency-Key` that is none. A short one could be guessed, and others' calls with it.
 */
export function requireKeyForm(key: string | undefined): void {
  if (key !== undefined && !/^[\x21-\x7e]{16,255}$/.test(key))
    throw new Refusal('invalid_request', { detail: 'Idempotency-Key: 16 to 255 printable characters' });
}

/** Of calls that anyone may make the key alone names the call, whoever repeats it, from wherever. */
export const anyonesScope = 'anyone';

/** One call by its `Idempotency-Key`. */
export interface KeyedCall {
  /** Whose key it is: a user's, or anyone's. */
  scope: string;
  /** Method and path; where the path has parameters, or there is a query, with a hash of their values, which may be secret. */
  endpoint: string;
  key: string;
  /** SHA-256 of the body. */
  requestHash: Buffer;
}

/** What is kept of an answered call. */
export interface Made {
  /** What the handler told `ctx.made`; empty where it told nothing. */
  reference: string;
  /** The status that the handler set; null where it was the endpoint's own. */
  status: number | null;
}

/** Names a call by its key; nothing where it has none. */
export function nameCall(
  { method, path, access, params, query }: Endpoint,
  raw: { params?: unknown; query?: unknown; body?: unknown },
  { idempotencyKey: key, caller }: Context,
): KeyedCall | undefined {
  if (key === undefined) return undefined;
  const given = [params && raw.params, query && raw.query].filter((part) => part !== undefined);
  return {
    scope: access === 'anyone' || !caller ? anyonesScope : caller.userId,
    endpoint: `${method} ${path}${given.length ? ` ${hashOf(given).toString('base64url')}` : ''}`,
    key,
    requestHash: hashOf(raw.body ?? null),
  };
}

const hashOf = (value: unknown) => hash('sha256', JSON.stringify(value), 'buffer');

/**
 * Answers a creating call once: its effect and a reference to what it made are kept in one transaction, and the same call sent
 * again is answered from the reference with what is there by then. A refusal keeps nothing, so that a corrected call may use
 * the key. Cookies are not kept: a repeat is answered without them.
 * @param work answers within the transaction of the context it is given.
 * @param again answers a repeat.
 * @throws Refusal `idempotency_mismatch` for the same key with another body.
 */
export async function answerOnce(
  call: KeyedCall,
  ctx: Context,
  work: (ctx: Context) => Promise<unknown>,
  again: (made: Made) => Promise<unknown>,
): Promise<unknown> {
  const answerFirst = async (tx: Tx) => {
    if (!(await takeKey(tx, call, ctx.clock.now()))) return undefined;
    const made: Made = { reference: '', status: null };
    const reply = await work(within(ctx, tx, made));
    if (made.status !== null || made.reference) await keepReference(tx, call, made);
    return { reply };
  };
  // Limits are spent as it goes: a call that another got in the way of is for its client to repeat, with its key.
  const answered = await withTransaction(ctx.db, answerFirst, { attempts: 1 });
  return answered ? answered.reply : await answerRepeat(call, ctx, again);
}

/**
 * The context of a call within its transaction. What cannot be rolled back waits for the commit: events, cookies, headers and the
 * status.
 */
export function within(ctx: Context, tx: Tx, made: Made = { reference: '', status: null }): Context {
  const later =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) =>
      afterCommit(tx, Symbol(), () => act(...given));
  return {
    ...ctx,
    db: tx,
    recordEvent: later(ctx.recordEvent),
    setCookie: later(ctx.setCookie),
    setHeader: later(ctx.setHeader),
    setStatus: (status) => {
      made.status = status;
      afterCommit(tx, 'status', () => ctx.setStatus(status));
    },
    made: (reference) => {
      made.reference = reference;
    },
  };
}

/**
 * Answers a call whose key was found taken, from what is kept of the first.
 * @throws Refusal `idempotency_mismatch` for the same key with another body; `unavailable` where the first gave its key back meanwhile.
 */
export async function answerRepeat<Reply>(
  call: KeyedCall,
  ctx: Pick<Context, 'db' | 'setHeader' | 'setStatus'>,
  again: (made: Made) => Reply | Promise<Reply>,
): Promise<Reply> {
  const kept = await findRepeated(ctx.db, call);
  if (!kept) throw new Refusal('unavailable');
  ctx.setHeader('idempotent-replay', 'true');
  if (kept.status) ctx.setStatus(kept.status);
  if (kept.reply !== null) return JSON.parse(kept.reply);
  return await again({ reference: kept.reference ?? '', status: kept.status });
}

/**
 * What is kept of a call that was answered before; nothing where there is no such call.
 * @throws Refusal `idempotency_mismatch` for the same key with another body.
 */
export async function findRepeated(db: Db, call: KeyedCall) {
  const kept = await findKey(db, call);
  if (!kept) return undefined;
  if (!isSame(kept.request_hash, call.requestHash)) throw new Refusal('idempotency_mismatch');
  return kept;
}

/** Keeps what a call itself has counted, and what it says of it, for a repeat. */
export function counted<Counts extends object>(ctx: Pick<Context, 'made'>, counts: Counts): Counts {
  ctx.made(JSON.stringify(counts));
  return counts;
}

/** Answers a repeat of a call that has kept what it counted. */
export const countedBefore = <Counts extends object>(
  _input: unknown,
  _ctx: unknown,
  { reference }: Pick<Made, 'reference'>,
): Counts => JSON.parse(reference);

/** Answers a repeat of a call that says no more than that it was done. */
export const doneBefore = () => ({ ok: true as const });

/** Forgets the keys whose time is over. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await deleteOldKeys(db, new Date(now.getTime() - keptKeyDays * 86_400_000));
}
