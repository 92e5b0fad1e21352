import type { Passkey } from '../../../contract/passkeys.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Caller, Context } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import {
  confirmSession,
  deletePasskey,
  findStanding,
  insertPasskey,
  listPasskeys,
  lockAndCountPasskeys,
  type PasskeyRow,
  putChallenge,
  recordUse,
  takeChallenge,
} from './passkeys.store.ts';
import {
  type ConfirmationResponse,
  checkConfirmation,
  checkRegistration,
  confirmationOptions,
  type RegistrationResponse,
  registrationOptions,
} from './webauthn.ts';

/** A confirmation holds so long, and a first passkey is registered within so long of signing in. */
export const confirmationSeconds = 10 * 60;
const challengeSeconds = 5 * 60;
const mostPasskeys = 20;
const tooMany = () => new Refusal('invalid_request', { detail: 'there are too many passkeys' });

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** What the guards look at; a request's context is one. */
export interface Guarded {
  db: Db;
  settings: Settings;
  clock: Context['clock'];
  caller: Caller | undefined;
}

/**
 * Asks for a passkey confirmation in this session within the last 10 minutes: before payouts, what an administrator decides about
 * bookings and what platforms told of them, changes of rates and roles, invitations and exports of personal data. Outside production an account without a passkey passes; in production it is
 * refused. The endpoint declares `step_up_required`.
 * @throws Refusal `unauthenticated`, `step_up_required`
 */
export async function requireStepUp(ctx: Guarded): Promise<void> {
  if (!ctx.caller) throw new Refusal('unauthenticated');
  if ((await readStanding(ctx, ctx.caller)).confirmationNeeded) throw new Refusal('step_up_required');
}

/**
 * Asks that this session is one of whoever was here within the last 10 minutes: by a passkey where the account has one, else by a sign-in.
 * @throws Refusal `unauthenticated`, `step_up_required`, `sign_in_again`
 */
export async function requireFreshSignIn(ctx: Guarded): Promise<void> {
  if (!ctx.caller) throw new Refusal('unauthenticated');
  const { hasPasskeys, confirmedUntil, isFresh } = await readStanding(ctx, ctx.caller);
  if (confirmedUntil) return;
  if (hasPasskeys) throw new Refusal('step_up_required');
  if (!isFresh) throw new Refusal('sign_in_again');
}

async function readStanding({ db, settings, clock }: Guarded, caller: Caller) {
  const standing = await findStanding(db, caller.sessionHash);
  if (!standing) throw new Refusal('unauthenticated');
  const now = clock.now();
  const until = standing.confirmed_until;
  const confirmedUntil = until && until > now ? until : null;
  const hasPasskeys = (standing.passkeys ?? 0) > 0;
  return {
    hasPasskeys,
    confirmedUntil,
    confirmationNeeded: !confirmedUntil && (settings.production || hasPasskeys),
    isFresh: later(standing.created_at, confirmationSeconds) > now,
  };
}

/** A stolen session must not register a key of the thief's: the first asks for a fresh sign-in, every other for an older key. */
async function requireMayRegister(ctx: Guarded, caller: Caller): Promise<void> {
  const { hasPasskeys, confirmedUntil, isFresh } = await readStanding(ctx, caller);
  if (hasPasskeys && !confirmedUntil) throw new Refusal('step_up_required');
  if (!hasPasskeys && !isFresh) throw new Refusal('sign_in_again');
}

/**
 * Begins a registration. @returns options for the browser, with a challenge that holds 5 minutes.
 * @throws Refusal `step_up_required`, `sign_in_again`
 */
export async function beginRegistration(ctx: Guarded, caller: Caller) {
  await requireMayRegister(ctx, caller);
  const known = await findOwn(ctx.db, caller);
  if (known.length >= mostPasskeys) throw tooMany();
  const options = await registrationOptions(ctx.settings, caller, known);
  await keepChallenge(ctx, caller, 'registration', options.challenge);
  return options;
}

/**
 * Registers a passkey. The challenge is used up whatever comes of it.
 * @throws Refusal `passkey_refused`, `step_up_required`, `sign_in_again`
 */
export async function registerPasskey(
  ctx: Guarded & { requestId: string },
  caller: Caller,
  { name, credential }: { name?: string; credential: RegistrationResponse },
): Promise<Passkey> {
  const now = ctx.clock.now();
  await requireMayRegister(ctx, caller);
  const challenge = await takeChallenge(ctx.db, caller.sessionHash, 'registration', now);
  const checked = challenge && (await checkRegistration(ctx.settings, challenge, credential));
  if (!checked) throw new Refusal('passkey_refused');
  return await withTransaction(ctx.db, async (tx) => {
    // Whoever has just used the key has confirmed with it. First, so that no session registers one that is being ended.
    if (!(await confirmSession(tx, caller.sessionHash, later(now, confirmationSeconds))))
      throw new Refusal('unauthenticated');
    if ((await lockAndCountPasskeys(tx, caller.userId)) >= mostPasskeys) throw tooMany();
    const row = await insertPasskey(tx, {
      ...checked,
      user_id: caller.userId,
      name: name || 'Passkey',
      created_at: now,
    });
    if (!row) throw new Refusal('passkey_refused');
    await audit(tx, now, caller, 'passkey_registered', row.id, ctx.requestId);
    return show(row);
  });
}

const findOwn = (db: Db, { userId }: Caller) => withTenant(db, { person: userId }, (tx) => listPasskeys(tx, userId));

/** The caller's passkeys and whether a guarded action would be let through. */
export async function findPasskeys(ctx: Guarded, caller: Caller) {
  const { confirmedUntil, confirmationNeeded } = await readStanding(ctx, caller);
  return {
    passkeys: (await findOwn(ctx.db, caller)).map(show),
    confirmed_until: confirmedUntil?.toISOString() ?? null,
    confirmation_needed: confirmationNeeded,
  };
}

/**
 * Removes a passkey of the caller's own. @throws Refusal `not_found`, `step_up_required`
 */
export async function removePasskey(ctx: Guarded & { requestId: string }, caller: Caller, id: string): Promise<void> {
  const own = await findOwn(ctx.db, caller);
  if (!own.some((one) => one.id === id)) throw new Refusal('not_found');
  await requireStepUp(ctx);
  await withTenant(ctx.db, { person: caller.userId }, async (tx) => {
    if (!(await deletePasskey(tx, caller.userId, id))) throw new Refusal('not_found');
    await audit(tx, ctx.clock.now(), caller, 'passkey_removed', id, ctx.requestId);
  });
}

/** Begins a confirmation. @throws Refusal `passkey_missing` */
export async function beginConfirmation(ctx: Guarded, caller: Caller) {
  const known = await findOwn(ctx.db, caller);
  if (known.length === 0) throw new Refusal('passkey_missing');
  const options = await confirmationOptions(ctx.settings, known);
  await keepChallenge(ctx, caller, 'confirmation', options.challenge);
  return options;
}

/**
 * Confirms the session with one of the caller's passkeys. The challenge is used up whatever comes of it.
 * @returns until when the confirmation holds. @throws Refusal `passkey_refused`
 */
export async function confirm(ctx: Guarded, caller: Caller, credential: ConfirmationResponse): Promise<Date> {
  const now = ctx.clock.now();
  const challenge = await takeChallenge(ctx.db, caller.sessionHash, 'confirmation', now);
  const passkey = (await findOwn(ctx.db, caller)).find((one) => one.credential_id === credential.id);
  const counter = challenge && passkey && (await checkConfirmation(ctx.settings, challenge, credential, passkey));
  if (typeof counter !== 'number') throw new Refusal('passkey_refused');
  const until = later(now, confirmationSeconds);
  await withTransaction(ctx.db, async (tx) => {
    // The session first, as everywhere: in the other order this and a reset would each wait for what the other holds.
    if (!(await confirmSession(tx, caller.sessionHash, until))) throw new Refusal('unauthenticated');
    if (!(await recordUse(tx, passkey!.id, counter, now))) throw new Refusal('passkey_refused');
  });
  return until;
}

async function keepChallenge(ctx: Guarded, caller: Caller, purpose: 'registration' | 'confirmation', value: string) {
  const expiresAt = later(ctx.clock.now(), challengeSeconds);
  const given = { sessionHash: caller.sessionHash, purpose, challenge: value, expiresAt };
  if (!(await putChallenge(ctx.db, given))) throw new Refusal('unauthenticated');
}

const show = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  backed_up: row.backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

async function audit(
  tx: Parameters<typeof recordAudit>[0],
  now: Date,
  caller: Caller,
  action: string,
  id: string,
  requestId: string,
) {
  await recordAudit(tx, now, { action, actorId: caller.userId, subject: { kind: 'passkey', id }, requestId });
}
