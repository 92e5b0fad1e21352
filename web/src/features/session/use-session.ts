import { useRouteLoaderData } from 'react-router';
import type { CurrentUser } from '../../../../contract/accounts.ts';
import type { Role } from '../../../../contract/roles.ts';
import { noSite, type Site } from '../../contexts.ts';
import { knownRole } from './access.ts';
import type { RootData } from './load-root.ts';

export interface Session {
  user: CurrentUser | null;
  /** Undefined for a guest. A user without a profile counts as a traveler. */
  role: Role | undefined;
  /** Whether who is here could not be told yet. */
  pending: boolean;
  /** Whether that is so as nobody answered. */
  unreached?: boolean | undefined;
  site: Site;
  /** Listings on a traveler's list as the server told them; null where it did not. */
  saved: readonly number[] | null;
}

/** Who is here, and on which installation. Holds also where the root loader could not answer. */
export function useSession(): Session {
  const data = useRouteLoaderData<RootData>('root');
  const { user = null, pending = false, unreached, saved = null, site = noSite } = data ?? {};
  const role = user ? (knownRole(user.profile?.role) ?? 'traveler') : undefined;
  return { user, pending, unreached, saved, role, site };
}
