import type { LoaderFunctionArgs } from 'react-router';
import type { CurrentUser } from '../../../../contract/accounts.ts';
import { errorCode } from '../../api.ts';
import { apiContext, type LoaderContext, maySignedInContext, type Site, siteContext } from '../../contexts.ts';
import { messages } from '../../messages/index.ts';

export interface RootData {
  /** Null for a guest. */
  user: CurrentUser | null;
  site: Site;
}

/** Who is here, asked only where there may be a session: guests cause no call. A failure leaves the visitor a guest. */
export async function loadRoot({ context }: LoaderFunctionArgs<LoaderContext>): Promise<RootData> {
  const site = context.get(siteContext);
  if (!context.get(maySignedInContext)) return { user: null, site };
  try {
    return { user: await context.get(apiContext)('GET /api/users/me'), site };
  } catch (error) {
    if (errorCode(error) !== 'unauthenticated') {
      console.warn(messages.session.fetchFailed((error as { status?: number }).status ?? 0));
    }
    return { user: null, site };
  }
}
