import { useRouteLoaderData } from 'react-router';
import type { CurrentUser } from '../../../../contract/accounts.ts';
import type { Role } from '../../../../contract/roles.ts';
import type { Site } from '../../contexts.ts';
import type { RootData } from './load-root.ts';

export interface Session {
  user: CurrentUser | null;
  /** Undefined for a guest. A user without a profile counts as a traveler. */
  role: Role | undefined;
  site: Site;
}

/** Who is here, and on which installation. Holds also where the root loader could not answer. */
export function useSession(): Session {
  const { user = null, site = { productName: '', publicUrl: '' } } = useRouteLoaderData<RootData>('root') ?? {};
  return { user, role: user ? (user.profile?.role ?? 'traveler') : undefined, site };
}
