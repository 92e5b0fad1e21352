import type { CurrentUser } from '../../../../contract/accounts.ts';
import { browserApi, errorCode } from '../../api.ts';
import { apiContext, type LoaderContext, maySignedInContext } from '../../contexts.ts';
import { rememberedUser, rememberUser } from '../../device/own-device.ts';
import { messages } from '../../messages/index.ts';

/** Who is here; `pending` where there may be a session that nobody could tell about yet. */
export interface CurrentSession {
  user: CurrentUser | null;
  pending: boolean;
}

const asked = new WeakMap<LoaderContext, Promise<CurrentSession>>();

/** Asks who is here, once for all loaders of one page, and only where there may be a session: guests cause no call. */
export function currentSession(context: LoaderContext): Promise<CurrentSession> {
  const known = asked.get(context);
  if (known) return known;
  const answer = ask(context);
  asked.set(context, answer);
  return answer;
}

async function ask(context: LoaderContext): Promise<CurrentSession> {
  if (!context.get(maySignedInContext)) return { user: null, pending: false };
  const api = context.get(apiContext);
  const isBrowser = api === browserApi;
  try {
    const user = await api('GET /api/users/me');
    if (isBrowser) rememberUser(user);
    return { user, pending: false };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'unauthenticated') return { user: null, pending: false };
    // Without a network it is whoever was here last: the screens of their own show what the device has.
    const remembered = isBrowser && code === 'offline' ? rememberedUser() : null;
    if (remembered) return { user: remembered, pending: false };
    console.warn(messages.session.fetchFailed((error as { status?: number }).status ?? 0));
    return { user: null, pending: true };
  }
}
