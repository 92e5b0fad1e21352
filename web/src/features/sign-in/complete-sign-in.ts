import type { CurrentUser } from '../../../../contract/accounts.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { acceptInvitation } from '../../../../contract/invitations.ts';
import { ownPath } from '../../../../contract/paths.ts';
import { browserApi, errorCode } from '../../api.ts';
import { callback as words } from '../../messages/en/callback.ts';
import { limitWords, refusalWords } from '../../refusal-words.ts';
import { noteSignedIn } from '../../signed-in-here.ts';
import { type Before, noteBefore, signedInAfterAll } from './signed-in-after-all.ts';

type Accepted = Answer<typeof acceptInvitation>;

/** What came of a return from the identity provider, and where it leads. */
export type Outcome =
  | { kind: 'signedIn'; userId: string; next: string }
  | {
      kind: 'invited';
      userId: string;
      next: string;
      stakeholder: { type: Accepted['stakeholder_type']; partnerType: Accepted['partner_type'] };
    }
  | { kind: 'email-first'; words: string }
  /** Refused before the code was looked at: it can be tried again. */
  | { kind: 'limited'; words: string }
  /** With the code of a refusal, where there was one. */
  | { kind: 'failed'; reason?: string | undefined };

const tries = 10;
const pauseMs = 500;

let attempt: Promise<Outcome> | undefined;

/**
 * Completes a sign-in, at most once per page load: whoever asks again is given the same attempt, unless a limit refused it.
 * @param userId of whoever is here already.
 * @param onInvitation told when an invitation is about to be accepted.
 */
export function completeSignIn(
  query: URLSearchParams,
  userId: string | undefined,
  onInvitation: () => void,
): Promise<Outcome> {
  attempt ??= complete(query, noteBefore(userId), onInvitation).then((outcome) => {
    if (outcome.kind === 'limited') attempt = undefined;
    return outcome;
  });
  return attempt;
}

/** Where somebody begins who came from nowhere in particular. */
const home = (role: string | undefined) => (role === 'partner' ? '/partner-portal' : '/dashboard');

async function complete(query: URLSearchParams, before: Before, onInvitation: () => void): Promise<Outcome> {
  let begun: { redirect: string | null; invitation: string | null };
  try {
    begun = await exchange(query);
  } catch (error) {
    console.warn(words.exchangeFailed, error);
    const limited = limitWords(error);
    if (limited) return { kind: 'limited', words: limited };
    if (errorCode(error) === 'email_link_first') return { kind: 'email-first', words: refusalWords(error) };
    const isIn = errorCode(error) === 'offline' && (await signedInAfterAll(before));
    if (!isIn) return { kind: 'failed', reason: errorCode(error) };
    begun = { redirect: null, invitation: null };
  }
  const user = await waitForUser();
  if (!user) return { kind: 'failed' };
  const userId = user.id;
  const next = ownPath(begun.redirect) ?? home(user.profile?.role);
  noteSignedIn({ userId, next });
  const invitation = begun.invitation ?? query.get('invitation');
  if (invitation) {
    onInvitation();
    try {
      const accepted = await browserApi('POST /api/stakeholder/accept/{token}', {
        params: { token: invitation },
        body: { user_id: userId },
      });
      const stakeholder = { type: accepted.stakeholder_type, partnerType: accepted.partner_type };
      return { kind: 'invited', userId, next: home(accepted.assigned_role), stakeholder };
    } catch {
      // The invitation page says what is wrong with it, whenever it is opened again.
      return { kind: 'signedIn', userId, next: '/dashboard' };
    }
  }
  return { kind: 'signedIn', userId, next };
}

async function exchange(query: URLSearchParams) {
  const code = query.get('code');
  if (!code) throw new Error(words.noCode);
  const body = { code, state: query.get('state') ?? undefined, iss: query.get('iss') ?? undefined };
  return await browserApi('POST /api/sessions', { body });
}

/** The signed-in user, asked for until there is one. */
async function waitForUser(): Promise<CurrentUser | null> {
  for (let left = tries; left > 0; left -= 1) {
    const user = await browserApi('GET /api/users/me').catch(() => null);
    if (user) return user;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return null;
}
