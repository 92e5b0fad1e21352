import type { Answer } from '../../../contract/endpoint.ts';
import type * as endpoints from '../../../contract/partner-view.ts';
import { placesOfSeveral } from '../../../contract/places-of-several.ts';
import type { PerformanceRange } from '../../../contract/portal-states.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { knownPermissions, type Membership } from '../../platform/organisations/memberships.ts';
import { listQrCodes, listQrRequests, readFirstSteps } from '../codes/codes.ts';
import { getEarnings } from '../commission/commission.ts';
import { readSettings } from '../partner-settings/partner-settings.ts';
import { readCodeDays, readPerformance } from '../performance/performance.ts';
import type { Look } from '../places/places.ts';
import { findViewed, findViewedByOwner, type ViewedRow } from './partner-view.store.ts';

// All of it is what the partner's own endpoints read, one after the other: they share one connection, in one transaction.

/** A partner as its owner works for it. */
interface Viewed {
  own: Membership;
  /** One of its owners; null while it has none. */
  owner: string | null;
  /** What each answer says of it. */
  said: Pick<Answer<typeof endpoints.viewOverview>, 'organisation' | 'permissions'>;
}

function asOwner({ granted, owner, ...row }: ViewedRow): Viewed {
  const permissions = knownPermissions('partner', granted, 'owner');
  const own = { ...row, kind: 'partner', standing: 'owner', permissions } as const;
  return { own, owner, said: { organisation: { id: row.organisationId, name: row.name }, permissions } };
}

async function openPortal(db: Db, id: string): Promise<Viewed> {
  const row = await findViewed(db, id);
  if (!row) throw new Refusal('not_found');
  return asOwner(row);
}

/** A partner by the user id that it is known by. @throws Refusal `not_found` */
export async function findPartnerOf(db: Db, ownerId: string): Promise<{ id: string; name: string; ownerId: string }> {
  const row = await findViewedByOwner(db, ownerId);
  if (!row) throw new Refusal('not_found');
  return { id: row.organisationId, name: row.name, ownerId: row.ownerId };
}

/** @throws Refusal `not_found` */
export async function viewOverview(db: Db, look: Look, id: string): Promise<Answer<typeof endpoints.viewOverview>> {
  const { own, said } = await openPortal(db, id);
  const { permissions } = own;
  return {
    ...said,
    figures: permissions.includes('performance_analytics') ? await readPerformance(db, look.now, own, 'month') : null,
    earnings: permissions.includes('commission_tracking') ? await getEarnings(db, id, id) : null,
    first_steps: permissions.includes('qr_code_management') ? await readFirstSteps(db, look, own) : null,
  };
}

/** @throws Refusal `not_found` */
export async function viewCodes(db: Db, look: Look, id: string): Promise<Answer<typeof endpoints.viewCodes>> {
  const { own, said } = await openPortal(db, id);
  if (!own.permissions.includes('qr_code_management')) return { ...said, codes: null, requests: null };
  return { ...said, codes: await listQrCodes(db, look, own), requests: await listQrRequests(db, own) };
}

/** @throws Refusal `not_found` */
export async function viewPerformance(
  db: Db,
  now: Date,
  id: string,
  { range, place: wanted }: { range: PerformanceRange; place?: number | undefined },
): Promise<Answer<typeof endpoints.viewPerformance>> {
  const { own, said } = await openPortal(db, id);
  if (!own.permissions.includes('performance_analytics')) return { ...said, figures: null, code_days: null };
  const figures = await readPerformance(db, now, own, range);
  const places = placesOfSeveral(figures.codes);
  const place = (places.find((one) => one.id === wanted) ?? places[0])?.id;
  return {
    ...{ ...said, figures },
    code_days: place === undefined ? null : { place, days: await readCodeDays(db, now, own, place, range) },
  };
}

/** The settings of the owner that it is known by. @throws Refusal `not_found` */
export async function viewSettings(
  db: Db,
  requestId: string,
  id: string,
): Promise<Answer<typeof endpoints.viewSettings>> {
  const { own, owner, said } = await openPortal(db, id);
  const isShown = owner !== null && own.permissions.includes('partner_portal_access');
  return { ...said, settings: isShown ? await readSettings(db, { userId: owner, requestId }, own) : null };
}
