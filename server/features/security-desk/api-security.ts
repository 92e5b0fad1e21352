import { accessInWords } from '../../../contract/access-words.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { mayCall, type Role } from '../../../contract/roles.ts';
import type { ApiSecurity } from '../../../contract/security-desk.ts';
import type { Context } from '../../platform/context.ts';
import { type Limit, limits } from '../../platform/limits/limits.ts';
import { findUses } from '../../platform/limits/rate-limits.store.ts';

type Allowed = ApiSecurity['endpoints'][number]['guest'];

function allows(endpoint: Endpoint, role: Role): Allowed {
  if (!mayCall(endpoint.access, { role }) || endpoint.refuses?.includes(role)) return 'no';
  if (endpoint.shows) return 'conditional';
  if (role === 'admin') return endpoint.adminViews ? 'look' : 'yes';
  const isAsked = role === 'partner' || role === 'advertiser';
  return isAsked && (endpoint.standing || endpoint.permission) ? 'conditional' : 'yes';
}

function allowsGuest({ access, shows }: Endpoint): Allowed {
  if (!mayCall(access, undefined)) return 'no';
  return shows ? 'conditional' : 'yes';
}

/** The access matrix: what the guard before every endpoint reads, for each who may come. */
export const accessMatrix = (contract: readonly Endpoint[]): ApiSecurity['endpoints'] =>
  contract.map((endpoint) => ({
    method: endpoint.method,
    path: endpoint.path,
    guest: allowsGuest(endpoint),
    traveler: allows(endpoint, 'traveler'),
    partner: allows(endpoint, 'partner'),
    advertiser: allows(endpoint, 'advertiser'),
    admin: allows(endpoint, 'admin'),
    access: accessInWords(endpoint),
    limit: endpoint.limit ?? null,
  }));

/** Counted in the visit's own row, and not here. */
const countedElsewhere = 'scan-visit';

/** Every limit, with how much of it is spent now. */
export async function readLimits({ db }: Pick<Context, 'db'>, now: Date): Promise<ApiSecurity['limits']> {
  const uses = new Map((await findUses(db, now)).map((use) => [use.limit_name, use]));
  return Object.entries(limits).map(([name, { amount, seconds, key }]: [string, Limit]) => {
    const use = uses.get(name) ?? { counters: 0, most_spent: 0 };
    const isHere = name !== countedElsewhere;
    return {
      ...{ name, amount, seconds, key },
      unit: name.endsWith('-bytes') ? 'bytes' : 'calls',
      in_use: isHere ? use.counters : null,
      most_spent: isHere ? use.most_spent : null,
    };
  });
}
