import type { CurrentUser } from '../../../../contract/accounts.ts';
import { errorCode } from '../../api.ts';
import { apiContext, type LoaderContext, maySignedInContext } from '../../contexts.ts';
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
  try {
    return { user: await context.get(apiContext)('GET /api/users/me'), pending: false };
  } catch (error) {
    if (errorCode(error) === 'unauthenticated') return { user: null, pending: false };
    console.warn(messages.session.fetchFailed((error as { status?: number }).status ?? 0));
    return { user: null, pending: true };
  }
}
