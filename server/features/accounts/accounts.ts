import type { MailWords } from '../../../contract/mails.ts';
import { ownPath } from '../../../contract/paths.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database.ts';
import { Refusal, type RefusalNote } from '../../platform/refusal.ts';
import { retention } from '../../platform/retention.ts';
import type { Settings } from '../../platform/settings.ts';
import { hashToken, isSame, isToken, keyOf, newToken, seal, unseal } from '../../platform/tokens.ts';
import { ensureTraveler } from './accounts.store.ts';
import { normalizeEmail } from './email-address.ts';
import { deletePendingIdentitiesBefore, takePendingIdentity } from './identities.store.ts';
import { tieIdentity } from './identities.ts';
import {
  countRecentLinks,
  deleteLinksBefore,
  findLink,
  type Link,
  replaceMagicLink,
  useLink,
} from './magic-links.store.ts';
import { type Browser, type Circumstances, type SignIn, signInAs } from './sign-in.ts';
import { deleteTransactionsBefore } from './sign-in-transactions.store.ts';

export { findCurrentUser } from './accounts.store.ts';
export { normalizeEmail } from './email-address.ts';

export const magicLinkSeconds = 15 * 60;

/** At most so many links: per address in 15 minutes, and per network in an hour. */
export const magicLinkLimits = { perAddress: 5, addressSeconds: 900, perNetwork: 20, networkSeconds: 3_600 };

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/**
 * Sends a sign-in link by mail, in the asking reader's language and in the transaction that keeps its hash. Beyond the limits nothing is sent and the answer is
 * the same, so that nobody learns who has an account or is being written to.
 * @returns the token of the asking browser's cookie.
 * @throws Refusal `invalid_email`
 */
export async function requestMagicLink(
  { db, jobs, settings, mailsIn, reader }: Pick<Context, 'db' | 'jobs' | 'settings' | 'mailsIn' | 'reader'>,
  now: Date,
  request: { email: string; redirect: string | undefined; network: string; visitHash: Buffer | undefined },
): Promise<string> {
  const email = normalizeEmail(request.email);
  if (!email) throw new Refusal('invalid_email');
  const { token, hash } = newToken();
  const browser = newToken();
  const limits = magicLinkLimits;
  const recent = await countRecentLinks(
    db,
    email,
    request.network,
    before(now, limits.addressSeconds),
    before(now, limits.networkSeconds),
  );
  if (settings.rateLimits && (recent.by_email >= limits.perAddress || recent.by_network >= limits.perNetwork)) {
    return browser.token;
  }
  const words = await mailsIn(reader.language);
  const redirect = ownPath(request.redirect);
  const expiresAt = new Date(now.getTime() + magicLinkSeconds * 1000);
  await withTransaction(db, async (tx) => {
    await replaceMagicLink(tx, {
      email,
      tokenHash: hash,
      browserHash: browser.hash,
      visitHash: request.visitHash ?? null,
      network: request.network,
      // It can hold an invitation's token; the key is in the mail alone.
      sealedRedirect: redirect ? seal(keyOf(token, 'redirect'), redirect) : null,
      now,
      expiresAt,
    });
    const mail = { to: email, ...magicLinkMail(settings, words, token) };
    await jobs.send(tx, 'sign-in-mail', { ...mail, expiresAt: expiresAt.toISOString() });
  });
  return browser.token;
}

function magicLinkMail({ productName, publicUrl }: Settings, { signIn: words }: MailWords, token: string) {
  const link = `${publicUrl}/auth/magic-link?token=${token}`;
  return { subject: words.subject(productName), text: words.text(productName, link) };
}

/**
 * Redeems a sign-in link. The browser that asked signs in at once; another must confirm first, so that a mail scanner that
 * opens links uses nothing up. An account at an identity provider that this browser was refused with until the address is
 * proven (see google-sign-in.ts) is tied to it now; never from another browser, whose link somebody else may have asked for.
 * @throws Refusal `link_invalid`, `link_confirm`, `account_deactivated`
 */
export async function redeemMagicLink(
  db: Db,
  circumstances: Circumstances,
  browser: Browser,
  request: { token: string; browserToken: string | undefined; oauthToken: string | undefined; confirm: boolean },
): Promise<SignIn & { redirect: string | null }> {
  const { now } = circumstances;
  const link = isToken(request.token) ? await findLink(db, hashToken(request.token)) : undefined;
  const why = whyRefused(link, now);
  if (!link || why) throw new Refusal('link_invalid').noting({ ...why });
  const sameBrowser = isToken(request.browserToken) && isSame(hashToken(request.browserToken), link.browser_hash);
  if (!sameBrowser && !request.confirm) throw new Refusal('link_confirm');
  const signIn = await signInAs(db, circumstances, browser, async (tx) => {
    const used = await useLink(tx, link.id, now);
    if (!used) throw new Refusal('link_invalid').noting({ reason: 'used before' });
    const userId = await ensureTraveler(tx, used.email);
    if (sameBrowser && isToken(request.oauthToken)) {
      const pending = await takePendingIdentity(tx, hashToken(request.oauthToken), used.email, now);
      if (pending) await tieIdentity(tx, { ...pending, userId, now });
    }
    return { userId, otherVisit: used.visit_hash };
  });
  const { sealed_redirect: sealed } = link;
  return { ...signIn, redirect: sealed && unseal(keyOf(request.token, 'redirect'), sealed) };
}

/**
 * Why a link is refused, for administrators alone: everybody else is told the same. An old one is clicked, an unknown one is
 * guessed.
 */
function whyRefused(link: Link | undefined, now: Date): RefusalNote | undefined {
  if (!link) return { reason: 'unknown' };
  const userId = link.userId ?? undefined;
  if (link.used_at) return { reason: 'used before', userId };
  if (link.voided_at) return { reason: 'replaced by a newer one', severity: 'info', userId };
  return link.expires_at <= now ? { reason: 'expired', severity: 'info', userId } : undefined;
}

/** Forgets links a day after their end, when no limit counts them any more. To be run daily. */
export async function forgetOldLinks(db: Db, now: Date): Promise<void> {
  await deleteLinksBefore(db, before(now, retention.signInLinkDays * 86_400));
}

/** Forgets sign-ins that never came back from the identity provider, and its accounts that were never proven. */
export async function forgetEndedSignIns(db: Db, now: Date): Promise<void> {
  const ended = before(now, retention.endedSignInDays * 86_400);
  await deleteTransactionsBefore(db, ended);
  await deletePendingIdentitiesBefore(db, ended);
}
