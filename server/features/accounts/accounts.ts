import type { CurrentUser } from '../../../contract/accounts.ts';
import type { MailWords } from '../../../contract/mails.ts';
import { ownPath } from '../../../contract/paths.ts';
import type { Caller, Context } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { mailboxOf, normalizeEmail } from '../../platform/email-address.ts';
import { siteOf } from '../../platform/http/networks.ts';
import { Refusal, type RefusalNote } from '../../platform/http/refusal.ts';
import { readDevice } from '../../platform/limits/known-device.ts';
import type { LimitName } from '../../platform/limits/limits.ts';
import { retention } from '../../platform/retention.ts';
import { endSessionBegunAt } from '../../platform/sessions/sessions.ts';
import { hashToken, isSame, isToken, keyOf, newToken, seal, unseal } from '../../platform/sessions/tokens.ts';
import type { Settings } from '../../platform/settings.ts';
import { ensureTraveler, findCurrentUser, isSuspended } from './accounts.store.ts';
import { deletePendingIdentitiesBefore, takePendingIdentity } from './identities.store.ts';
import { tieIdentity } from './identities.ts';
import {
  deleteLinksBefore,
  findLink,
  type Link,
  replaceMagicLink,
  takeLinkAgain,
  useLink,
} from './magic-links.store.ts';
import { type Browser, type Circumstances, type SignIn, signInAs } from './sign-in.ts';
import { deleteTransactionsBefore } from './sign-in-transactions.store.ts';

export { findCurrentUser } from './accounts.store.ts';
export { describeBrowser } from './browser-names.ts';

export const magicLinkSeconds = 15 * 60;

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

/**
 * Sends a sign-in link by mail, in the asking reader's language and in the transaction that keeps its hash. It ends the unused
 * link that the same browser asked for before: no other browser takes anybody's link away, behind whatever address. What is
 * live at a time is bounded by the limits. Of an account that is suspended the mail says that instead.
 * @returns the token of the asking browser's cookie.
 * @throws Refusal `invalid_email`; `link_limited`, after which earlier links work as before. Nothing depends on whether the
 * address has an account.
 */
export async function requestMagicLink(
  ctx: Pick<Context, 'db' | 'jobs' | 'settings' | 'mailsIn' | 'reader' | 'limits' | 'network' | 'visitHash' | 'cookie'>,
  now: Date,
  request: { email: string; redirect: string | undefined },
): Promise<string> {
  const { jobs, settings, network } = ctx;
  const email = normalizeEmail(request.email);
  if (!email) throw new Refusal('invalid_email');
  const { token, hash } = newToken();
  const browser = newToken();
  const words = await ctx.mailsIn(ctx.reader.language);
  const redirect = ownPath(request.redirect);
  const askedBefore = ctx.cookie('magicLink');
  await spendAsk(ctx, now, email);
  const expiresAt = new Date(now.getTime() + magicLinkSeconds * 1000);
  await withTransaction(ctx.db, async (tx) => {
    await replaceMagicLink(tx, {
      email,
      tokenHash: hash,
      browserHash: browser.hash,
      visitHash: ctx.visitHash ?? null,
      network,
      replacedBrowserHash: isToken(askedBefore) ? hashToken(askedBefore) : null,
      // It can hold an invitation's token; the key is in the mail alone.
      sealedRedirect: redirect ? seal(keyOf(token, 'redirect'), redirect) : null,
      now,
      expiresAt,
    });
    const isOver = await isSuspended(tx, email);
    const mail = { to: email, ...(isOver ? suspendedMail(settings, words) : magicLinkMail(settings, words, token)) };
    await jobs.send(tx, 'sign-in-mail', { ...mail, expiresAt: expiresAt.toISOString() });
  });
  return browser.token;
}

/**
 * Spends an ask, before anything is made of it. A device that has signed in to the address before has a share of its own, which
 * nobody else can use up; all others are strangers, known by their network. Of a network's links some are kept for those who have
 * scanned a code, since anybody can ask without a visit for addresses that they invent. Addresses that differ only in their
 * `+tag` share what one mailbox has. Who is over their own share takes nothing of what they share with others, and whose
 * network has none left takes nothing of the mailbox's.
 */
async function spendAsk(
  ctx: Pick<Context, 'limits' | 'network' | 'settings' | 'visitHash' | 'cookie'>,
  now: Date,
  email: string,
): Promise<void> {
  const { limits, network } = ctx;
  const spend = (limit: LimitName, key: string) => limits.spend({ limit, key }, now, linkLimited);
  const device = readDevice(ctx.settings, ctx.cookie('device'));
  const isKnown = device?.knows(email);
  const mailbox = mailboxOf(email);
  await spend('link-asker', `${mailbox} ${isKnown ? `device ${device!.id}` : `network ${network}`}`);
  if (isKnown) return;
  if (!(await spendsReserve(ctx, now))) await spend('link-network', network);
  if (!(await spendsAsNewcomer(ctx, now, mailbox))) await spend('link-strangers', mailbox);
}

/**
 * Spends the first ask of a site for a mailbox, where it is that: who floods one from a few networks leaves room for
 * its owner in another. @returns whether it did.
 */
async function spendsAsNewcomer(
  { limits, network }: Pick<Context, 'limits' | 'network'>,
  now: Date,
  mailbox: string,
): Promise<boolean> {
  return (
    (await limits.trySpend({ limit: 'link-newcomer', key: `${mailbox} ${siteOf(network)}` }, now)) &&
    (await limits.trySpend({ limit: 'link-newcomers', key: mailbox }, now))
  );
}

/** Spends one of the links that a network has for visits, where this is one and has not had too many. @returns whether it did. */
async function spendsReserve(
  { limits, network, visitHash }: Pick<Context, 'limits' | 'network' | 'visitHash'>,
  now: Date,
): Promise<boolean> {
  if (!visitHash) return false;
  const visit = { limit: 'link-visit', key: visitHash.toString('base64url') } as const;
  return (
    (await limits.trySpend(visit, now)) &&
    (await limits.trySpend({ limit: 'link-visitors-network', key: network }, now))
  );
}

function linkLimited(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  return new Refusal('link_limited', { wait: minutes === 1 ? '1 minute' : `${minutes} minutes` }, seconds);
}

function magicLinkMail({ productName, publicUrl }: Settings, { signIn: words }: MailWords, token: string) {
  const link = `${publicUrl}/auth/magic-link?token=${token}`;
  return { subject: words.subject(productName), text: words.text(productName, link) };
}

function suspendedMail({ productName }: Settings, { suspended: words }: MailWords) {
  return { subject: words.subject(productName), text: words.text(productName) };
}

/**
 * Redeems a sign-in link. The browser that asked signs in at once; another must confirm first, so that a mail scanner that
 * opens links uses nothing up. An account at an identity provider that this browser was refused with until the address is
 * proven (see google-sign-in.ts) is tied to it now; never from another browser, whose link somebody else may have asked for.
 * The answer may be lost on its way, and with it the session. The browser that asked, and no other, has proof of that: an answer
 * would have taken its cookie back. It may redeem the link once more within a minute, which ends the session made first.
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
  const refusal = new Refusal('link_invalid').noting({ ...why });
  if (!link) throw refusal;
  const sameBrowser = isToken(request.browserToken) && isSame(hashToken(request.browserToken), link.browser_hash);
  // Whether that is just now, and the first time, is settled by the row below.
  if (why && !(sameBrowser && link.used_at)) throw refusal;
  if (!sameBrowser && !request.confirm) throw new Refusal('link_confirm');
  const signIn = await signInAs(db, circumstances, browser, async (tx) => {
    const fresh = await useLink(tx, link.id, now, sameBrowser);
    const again = fresh || !sameBrowser ? undefined : await takeLinkAgain(tx, link.id, now);
    const used = fresh ?? again;
    const usedBefore = new Refusal('link_invalid').noting({ reason: 'used before', userId: link.userId ?? undefined });
    if (!used) throw usedBefore;
    const userId = await ensureTraveler(tx, used.email, now);
    // One that has ended since was had: its answer came.
    if (again && !(await endSessionBegunAt(tx, userId, again.used_at!))) throw usedBefore;
    if (sameBrowser && isToken(request.oauthToken)) {
      const pending = await takePendingIdentity(tx, hashToken(request.oauthToken), used.email, now);
      if (pending) await tieIdentity(tx, { ...pending, userId, now });
    }
    return { userId, otherVisit: used.visit_hash };
  });
  const { sealed_redirect: sealed } = link;
  return { ...signIn, redirect: sealed && unseal(keyOf(request.token, 'redirect'), sealed) };
}

/** Whoever is signed in, where this is a link to their account that was used: a second tap on it leads on, and makes nothing. */
export async function findOwnerOfUsed(
  db: Db,
  token: string,
  caller: Caller | undefined,
): Promise<CurrentUser | undefined> {
  if (!caller || !isToken(token)) return undefined;
  const link = await findLink(db, hashToken(token));
  return link?.used_at && link.userId === caller.userId ? await findCurrentUser(db, caller.userId) : undefined;
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

/** Forgets links a day after their end. To be run daily. */
export async function forgetOldLinks(db: Db, now: Date): Promise<void> {
  await deleteLinksBefore(db, before(now, retention.signInLinkDays * 86_400));
}

/** Forgets sign-ins that never came back from the identity provider, and its accounts that were never proven. */
export async function forgetEndedSignIns(db: Db, now: Date): Promise<void> {
  // Begun by anybody, with an address to return to: nothing of them is worth keeping longer than they last.
  await deleteTransactionsBefore(db, now);
  await deletePendingIdentitiesBefore(db, before(now, retention.endedSignInDays * 86_400));
}
