import type { CurrentUser } from '../../../../contract/accounts.ts';
import { answerInTime, beginningDeadlineMs, deadlineMs, liveAnswerTimeoutMs } from '../../answer-in-time.ts';
import { errorCode } from '../../api.ts';
import {
  apiOf,
  inBrowser,
  keptFirstContext,
  type LoaderArgs,
  type LoaderContext,
  maySignedInContext,
} from '../../contexts.ts';
import { hasSession, rememberedUser, rememberUser } from '../../device/own-device.ts';
import { isAway } from '../../kept-or-live.ts';
import { messages } from '../../messages/index.ts';

/** Who is here; `pending` where there may be a session that nobody could tell about yet. */
export interface CurrentSession {
  user: CurrentUser | null;
  pending: boolean;
  /** Pending as nobody answered. */
  unreached?: boolean;
  /** The server has not said so now: it is whoever was here last. */
  remembered?: boolean;
}

const asked = new WeakMap<LoaderContext, Promise<CurrentSession>>();

/** Asks who is here, once for all loaders of one page, and only where there may be a session: guests cause no call. */
export function currentSession(args: LoaderArgs): Promise<CurrentSession> {
  const known = asked.get(args.context);
  if (known) return known;
  const answer = ask(args);
  asked.set(args.context, answer);
  return answer;
}

async function ask(args: LoaderArgs): Promise<CurrentSession> {
  const { context, request } = args;
  if (!context.get(maySignedInContext)) return { user: null, pending: false };
  // Without a network it is whoever was here last: the screens of their own show what the device has.
  const last = inBrowser ? rememberedUser() : null;
  const remembered = last && { user: last, pending: false, remembered: true };
  const keptFirst = context.get(keptFirstContext);
  if (remembered && keptFirst) return remembered;
  try {
    const answer = apiOf(args)('GET /api/users/me');
    if (!inBrowser) return { user: await answer, pending: false };
    const late = keptFirst ? beginningDeadlineMs - performance.now() : deadlineMs;
    const wait = remembered ? liveAnswerTimeoutMs : late;
    const user = await answerInTime(answer, wait);
    if (!user) return remembered ?? { user: null, pending: true, unreached: true };
    // They may have signed out in another tab since.
    if (!hasSession()) return { user: null, pending: false };
    rememberUser(user, last);
    return { user, pending: false };
  } catch (error) {
    request.signal.throwIfAborted();
    if (errorCode(error) === 'unauthenticated') return { user: null, pending: false };
    if (remembered && isAway(error)) return remembered;
    console.warn(messages.session.fetchFailed((error as { status?: number }).status ?? 0));
    return { user: null, pending: true, unreached: errorCode(error) === 'offline' };
  }
}
