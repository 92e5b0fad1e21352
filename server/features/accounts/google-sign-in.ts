import { ownPath } from '../../../contract/paths.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashToken, isToken, keyOf, newToken, seal, unseal } from '../../platform/sessions/tokens.ts';
import type { Settings } from '../../platform/settings.ts';
import { ensureTraveler, fillNames } from './accounts.store.ts';
import { findIdentityOwner, insertPendingIdentity, lockUser, touchIdentity } from './identities.store.ts';
import { isProven, tieIdentity } from './identities.ts';
import { authorizationUrl, exchangeCode, type FlowSecrets, type Person } from './identity-provider.ts';
import { useKnownEndpoints } from './provider-discovery.ts';
import { type Browser, type Circumstances, type SignIn, signInAs } from './sign-in.ts';
import { insertTransaction, takeTransaction } from './sign-in-transactions.store.ts';

/** A sign-in must come back from the provider within ten minutes; an address must be proven by a link within fifteen. */
export const transactionSeconds = 600;
export const pendingSeconds = 900;

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);
const redirectUriOf = ({ publicUrl }: Settings) => `${publicUrl}/auth/callback`;

/** All derived from the cookie's token, so that only the browser that began can come back, and nothing of it is stored. */
function secretsOf(token: string): FlowSecrets {
  const derive = (purpose: string) => keyOf(token, purpose).toString('base64url');
  return { verifier: derive('pkce'), state: derive('state'), nonce: derive('nonce') };
}

/**
 * Begins a sign-in with the identity provider.
 * @param way `usual`, or `fallback` after a failure: what is known of the provider is asked afresh.
 * @returns the token of the browser's cookie, and where to send the browser.
 * @throws Refusal `sign_in_unavailable`, `sign_in_misconfigured`, and `sign_in_all_failed` by the fallback.
 */
export async function beginSignIn(
  { db, settings, elsewhere }: Pick<Context, 'db' | 'settings' | 'elsewhere'>,
  now: Date,
  request: { invitation: string | undefined; redirect: string | undefined; way: 'usual' | 'fallback' },
): Promise<{ token: string; redirectUrl: string }> {
  const { token, hash } = newToken();
  const destination = { redirectUri: redirectUriOf(settings), secrets: secretsOf(token) };
  const go = (afresh: boolean) => elsewhere(() => authorizationUrl(settings.oidc, now, { ...destination, afresh }));
  const isFallback = request.way === 'fallback';
  const redirectUrl = await go(isFallback).catch((error: unknown) => {
    if (!isFallback || (error as Refusal).code !== 'sign_in_unavailable') throw error;
    if (useKnownEndpoints(settings.oidc, now)) return go(false);
    throw new Refusal('sign_in_all_failed');
  });
  const sealed = (purpose: string, text: string | null | undefined) =>
    text ? seal(keyOf(token, purpose), text) : null;
  await insertTransaction(db, {
    tokenHash: hash,
    sealedInvitation: sealed('invitation', request.invitation),
    // It can hold an invitation's token as well.
    sealedRedirect: sealed('redirect', ownPath(request.redirect)),
    now,
    expiresAt: later(now, transactionSeconds),
  });
  return { token, redirectUrl };
}

/**
 * Completes a sign-in. Its transaction is used up whatever the outcome.
 * @param request.token the cookie of the browser; `state` and `iss` are checked where given.
 * @throws Refusal `sign_in_failed`, `sign_in_unavailable`, `sign_in_misconfigured`, `email_link_first`, `account_deactivated`
 */
export async function completeSignIn(
  { db, settings, elsewhere }: Pick<Context, 'db' | 'settings' | 'elsewhere'>,
  circumstances: Circumstances,
  browser: Browser,
  request: { token: string | undefined; code: string; state: string | undefined; iss: string | undefined },
): Promise<SignIn & { redirect: string | null; invitation: string | null }> {
  const { token, code, state, iss } = request;
  const { now } = circumstances;
  const foreign = () => new Refusal('sign_in_failed').noting({ reason: 'not the one that this browser began' });
  if (!isToken(token)) throw foreign();
  const begun = await takeTransaction(db, hashToken(token), now);
  const secrets = secretsOf(token);
  if (!begun || (state ?? secrets.state) !== secrets.state) throw foreign();
  const answer = { code, iss, redirectUri: redirectUriOf(settings), secrets };
  const person = await elsewhere(() => exchangeCode(settings.oidc, now, answer));
  const { isDemo } = settings.oidc;
  await requireKnownOrProven(db, now, isDemo, person, hashToken(token));
  const signIn = await signInAs(db, circumstances, browser, async (tx) => {
    const known = await findIdentityOwner(tx, person.issuer, person.subject);
    const userId = known ?? (await tieByAddress(tx, now, isDemo, person));
    // The account before its identities, as everywhere, so that nobody waits for each other; meanwhile it may have been untied.
    await lockUser(tx, userId);
    if (!(await touchIdentity(tx, { ...person, userId, now }))) throw new Refusal('sign_in_failed');
    await fillNames(tx, userId, person);
    return { userId };
  });
  const opened = (purpose: string, sealed: Buffer | null) => sealed && unseal(keyOf(token, purpose), sealed);
  return {
    ...signIn,
    redirect: opened('redirect', begun.sealed_redirect),
    invitation: opened('invitation', begun.sealed_invitation),
  };
}

async function tieByAddress(tx: Tx, now: Date, isDemo: boolean, person: Person): Promise<string> {
  const { issuer, subject, email } = person;
  if (!email || !isProven(person, isDemo)) throw new Refusal('sign_in_failed');
  return await tieIdentity(tx, { issuer, subject, email, userId: await ensureTraveler(tx, email, now), now });
}

/** Somebody new whose address the provider does not prove is kept waiting for an e-mail link redeemed in the same browser. */
async function requireKnownOrProven(
  db: Db,
  now: Date,
  isDemo: boolean,
  person: Person,
  tokenHash: Buffer,
): Promise<void> {
  const { issuer, subject, email } = person;
  if (isProven(person, isDemo) || (await findIdentityOwner(db, issuer, subject))) return;
  if (!email) throw new Refusal('sign_in_failed');
  await insertPendingIdentity(db, { tokenHash, issuer, subject, email, now, expiresAt: later(now, pendingSeconds) });
  throw new Refusal('email_link_first', { email });
}
