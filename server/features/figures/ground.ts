import { type Db, readAtOnce } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { type FigureSpan, findChanged, findFirstMeasured, readSpan, type SpanRow } from '../analytics/analytics.ts';
import { type ComparedRange, measuredSince, type Sampled } from './compared.ts';

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

type Whose = Pick<FigureSpan, 'ownerId' | 'changed'>;
type Asked = Whose & Pick<FigureSpan, 'actions'>;

const whoseOf = async (db: Db, { ownerId }: NonNullable<Own>, { grain, before }: ComparedRange): Promise<Whose> => ({
  ownerId,
  changed: await findChanged(db, grain, before),
});

/** Reads all that figures of a range are added up from; a partner's behind its wall. */
export async function readGround(
  db: Db,
  own: Own,
  range: ComparedRange,
  asked: Pick<FigureSpan, 'actions'> = {},
): Promise<Ground> {
  if (!own) return await readBoth(db, asked, range);
  const of = await whoseOf(db, own, range);
  return await withTenant(db, { organisation: own.organisationId }, (tx) => readBoth(tx, { ...asked, ...of }, range));
}

/** Of all, and by platform. */
const dimensionsOf = ({ ownerId }: Whose) =>
  ownerId ? (['partner', 'partner_platform'] as const) : (['total', 'platform'] as const);

async function readBoth(db: Db, of: Asked, { from, until, before, grain }: ComparedRange): Promise<Ground> {
  const [all, byPlatform] = dimensionsOf(of);
  const [rows, rowsBefore, addedUp] = await readAtOnce(
    db,
    () => readSpan(db, [all, byPlatform], { from, until, grain, ...of }),
    () => readSpan(db, [all], { from: before, until: from, grain, ...of }),
    () => findFirstMeasured(db, { dimension: all, key: of.ownerId ?? '', grain }),
  );
  const now = rows.filter(({ dimension }) => dimension === all);
  return {
    now,
    before: rowsBefore,
    platforms: rows.filter(({ dimension }) => dimension === byPlatform),
    // What has not been rolled up yet is of these spans.
    since: measuredSince(addedUp, rowsBefore, now),
  };
}
