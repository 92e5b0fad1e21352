import type { Endpoint } from './endpoint.ts';
import { permissionsFor } from './permissions.ts';
import type { Role } from './roles.ts';

const plural: Record<Role, string> = {
  traveler: 'travelers',
  partner: 'partners',
  advertiser: 'advertisers',
  admin: 'admins',
};

/** Who may call an endpoint, in words. */
export function accessInWords(endpoint: Endpoint): string {
  const { shows, refuses = [] } = endpoint;
  const refused = refuses.map((role) => plural[role]);
  return [
    callersInWords(endpoint) + (shows ? ` with ${shows}` : ''),
    ...(refused.length > 0 ? [`but for ${[...refused.slice(0, -2), refused.slice(-2).join(' and ')].join(', ')}`] : []),
  ].join(', ');
}

function callersInWords({ access, standing, permission, adminViews }: Endpoint): string {
  if (access === 'anyone') return 'anyone';
  if (access === 'signed-in') return 'whoever is signed in';
  if (access === 'demo') return 'anyone, in a demo';
  const others = access.filter((role) => role !== 'admin' || !adminViews);
  const [only] = others;
  const whom = others.length === 1 && only ? `${plural[only]} only` : others.map((role) => plural[role]).join(' and ');
  const byKind = typeof permission === 'object' && 'partner' in permission ? permission : undefined;
  const ofAll = byKind ? [] : permissionsFor(permission, 'partner');
  return [
    whom + (standing === 'owner' ? ' who own their organisation' : ''),
    ...ofAll.map((one) => `with the permission ${one}`),
    ...Object.entries(byKind ?? {}).map(([kind, one]) => `${plural[kind as Role]} with the permission ${one}`),
    ...(adminViews ? ['an admin, read-only, noted in the audit log'] : []),
  ].join('; ');
}
