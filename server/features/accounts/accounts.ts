import type { MailWords } from '../../../contract/mails.ts';
import { ownPath } from '../../../contract/paths.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { hashToken, isSame, isToken, newToken } from '../../platform/tokens.ts';
import { countRecentLinks, ensureTraveler, findLiveLink, replaceMagicLink, useLink } from './accounts.store.ts';
import { normalizeEmail } from './email-address.ts';
import { takePendingIdentity } from './identities.store.ts';
import { tieIdentity } from './identities.ts';
import { type Browser, type Circumstances, type SignIn, signInAs } from './sign-in.ts';

export { findCurrentUser } from './accounts.store.ts';

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
  await withTransaction(db, async (tx) => {
    await replaceMagicLink(tx, {
      email,
      tokenHash: hash,
      browserHash: browser.hash,
      visitHash: request.visitHash ?? null,
      network: request.network,
      redirect: ownPath(request.redirect),
      now,
      expiresAt: new Date(now.getTime() + magicLinkSeconds * 1000),
    });
    await jobs.send(tx, 'mail', { to: email, ...magicLinkMail(settings, words, token) });
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
  if (!isToken(request.token)) throw new Refusal('link_invalid');
  const link = await findLiveLink(db, hashToken(request.token), now);
  if (!link) throw new Refusal('link_invalid');
  const sameBrowser = isToken(request.browserToken) && isSame(hashToken(request.browserToken), link.browser_hash);
  if (!sameBrowser && !request.confirm) throw new Refusal('link_confirm');
  let redirect: string | null = null;
  const signIn = await signInAs(db, circumstances, browser, async (tx) => {
    const used = await useLink(tx, link.id, now);
    if (!used) throw new Refusal('link_invalid');
    redirect = used.redirect;
    const userId = await ensureTraveler(tx, used.email);
    if (sameBrowser && isToken(request.oauthToken)) {
      const pending = await takePendingIdentity(tx, hashToken(request.oauthToken), used.email, now);
      if (pending) await tieIdentity(tx, { ...pending, userId, now });
    }
    return { userId, otherVisit: used.visit_hash };
  });
  return { ...signIn, redirect };
}
