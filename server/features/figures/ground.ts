import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { type FigureSpan, findChanged, findFirstRolledUp, readSpan, type SpanRow } from '../analytics/analytics.ts';
import type { ComparedRange, Sampled } from './compared.ts';

/** The partner that is told of its own; undefined: an administrator, who is told of everything. */
export type Own = Pick<Membership, 'organisationId' | 'ownerId' | 'permissions'> | undefined;

/** Whether somebody is told of money: of a partner those who may see commission. */
export const seesMoney = (own: Own): boolean => !own || own.permissions.includes('commission_tracking');

/** What happened in a range and in the span before it, by day or hour, and in the range by platform as well. */
export interface Ground extends Sampled {
  now: readonly SpanRow[];
  before: readonly SpanRow[];
  platforms: readonly SpanRow[];
}

/**
 * Reads all that figures of a range are added up from; a partner's behind its wall.
 * @param options.events whether of events more than openings
 */
export async function readGround(db: Db, own: Own, range: ComparedRange, { events = false } = {}): Promise<Ground> {
  if (!own) return await readBoth(db, { events }, range);
  const { organisationId: organisation, ownerId } = own;
  const changed = await findChanged(db, range.grain);
  return await withTenant(db, { organisation }, (tx) => readBoth(tx, { ownerId, changed, events }, range));
}

async function readBoth(
  db: Db,
  of: Pick<FigureSpan, 'ownerId' | 'changed' | 'events'>,
  { from, until, before, grain }: ComparedRange,
) {
  const { ownerId } = of;
  const [all, byPlatform] = ownerId ? (['partner', 'partner_platform'] as const) : (['total', 'platform'] as const);
  const rows = await readSpan(db, [all, byPlatform], { from, until, grain, ...of });
  const rowsBefore = await readSpan(db, [all], { from: before, until: from, grain, ...of });
  const rolledUp = await findFirstRolledUp(db, all, ownerId ?? '');
  // What has not been rolled up yet is of these spans.
  const first = (rowsBefore[0] ?? rows[0])?.starts_at;
  return {
    now: rows.filter(({ dimension }) => dimension === all),
    before: rowsBefore,
    platforms: rows.filter(({ dimension }) => dimension === byPlatform),
    since: rolledUp && first ? new Date(Math.min(rolledUp.getTime(), first.getTime())) : (rolledUp ?? first),
  };
}
