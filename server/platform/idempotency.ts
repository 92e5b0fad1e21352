import { createHash } from 'node:crypto';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Context } from './context.ts';
import { type Db, withTransaction } from './database.ts';
import { GuardedJson } from './guarded-reply.ts';
import { deleteOldKeys, findReply, type KeyedCall, keepReply, takeKey } from './idempotency.store.ts';
import { Refusal } from './refusal.ts';
import { isSame } from './tokens.ts';

/** Keys are kept so long; a client that is offline longer sends what it has under the natural keys alone. */
const keptKeyDays = 30;

/** @throws Refusal `invalid_request` for an `Idempotency-Key` that is none; to be asked before the body is read. */
export function requireKeyForm(key: string | undefined): void {
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Refusal('invalid_request', { detail: 'Idempotency-Key: 1 to 255 printable characters' });
}

/**
 * Answers a creating call once per `Idempotency-Key`: the effect and what was answered are kept in one transaction, and the
 * same call sent again is answered from there. Without the header the call is answered as it is. A refusal keeps nothing, so
 * that a corrected call may use the key. Cookies are not kept: a repeat is answered without them.
 * @param work answers within the transaction of the context it is given.
 * @throws Refusal `idempotency_mismatch` for the same key with another body.
 */
export async function answerOnce(
  { method, path, keyAlone }: Pick<Endpoint, 'method' | 'path' | 'keyAlone'>,
  body: unknown,
  ctx: Context,
  work: (ctx: Context) => Promise<unknown>,
): Promise<unknown> {
  const key = ctx.idempotencyKey;
  if (key === undefined) return await work(ctx);
  const call: KeyedCall = {
    scope: keyAlone ? 'anyone' : (ctx.caller?.userId ?? ctx.visitHash?.toString('base64url') ?? ctx.network),
    endpoint: `${method} ${path}`,
    key,
    requestHash: createHash('sha256')
      .update(JSON.stringify(body ?? null))
      .digest(),
  };
  const answered = await withTransaction(ctx.db, async (tx) => {
    if (!(await takeKey(tx, call, ctx.clock.now()))) return undefined;
    let status = 0;
    const setStatus = (given: number) => {
      status = given;
      ctx.setStatus(given);
    };
    const reply = await work({ ...ctx, db: tx, setStatus });
    await keepReply(tx, call, status, reply instanceof GuardedJson ? reply.json : JSON.stringify(reply));
    return { reply };
  });
  if (answered) return answered.reply;
  const kept = await findReply(ctx.db, call);
  if (!kept?.reply) throw new Refusal('unavailable');
  if (!isSame(kept.request_hash, call.requestHash)) throw new Refusal('idempotency_mismatch');
  if (kept.status) ctx.setStatus(kept.status);
  ctx.setHeader('idempotent-replay', 'true');
  return JSON.parse(kept.reply);
}

/** Forgets the keys whose time is over. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await deleteOldKeys(db, new Date(now.getTime() - keptKeyDays * 86_400_000));
}
