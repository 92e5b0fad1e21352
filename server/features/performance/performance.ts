import type { Answer } from '../../../contract/endpoint.ts';
import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { getPerformance } from '../../../contract/partner-performance.ts';
import type { PerformanceRange } from '../../../contract/portal-states.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import {
  findChangedDays,
  type PartnerFigures,
  type PartnerSum,
  type PartSum,
  readPartnerFigures,
} from '../analytics/analytics.ts';
import { findNamedPlaces } from '../codes/codes.ts';
import { type Figures, tellFigures } from './breakdowns.ts';
import { type Earned, findEarned, findFirstDay, findOwnCodes, type OwnCode } from './performance.store.ts';
import { type ComparedSpan, type DaySpan, spanOf } from './spans.ts';

export { readCodeDays } from './code-days.ts';
export { spanBetween } from './spans.ts';

type Performance = Answer<typeof getPerformance>;
export type PartnerTotals = Omit<Performance, 'range'>;
export type Own = Pick<Membership, 'organisationId' | 'ownerId' | 'permissions'>;

/** Of a screen; a file has all of them. */
const mostPlaces = 10;

const booked = ({ bookings }: Pick<PartnerSum, 'bookings'>) => bookings.confirmed + bookings.completed;

/** What a partner's codes have brought in a range, all of it read behind its wall. */
export async function readPerformance(db: Db, now: Date, own: Own, range: PerformanceRange): Promise<Performance> {
  const figures = await readFigures(db, now, own, range);
  return { range, ...figures, top_performing_locations: figures.top_performing_locations.slice(0, mostPlaces) };
}

/**
 * A partner's figures of a span: each screen, report and file of them has these. Money is for those alone who may see commission.
 * @param days a range up to now, or the days themselves
 */
export async function readFigures(
  db: Db,
  now: Date,
  own: Own,
  days: PerformanceRange | ComparedSpan,
): Promise<PartnerTotals> {
  const seesMoney = own.permissions.includes('commission_tracking');
  const dollars = (cents: number) => (seesMoney ? cents / 100 : null);
  const places = await findNamedPlaces(db, own.organisationId);
  const changed = await findChangedDays(db);
  return await withTenant(db, { organisation: own.organisationId }, async (tx) => {
    const span = typeof days === 'string' ? spanOf(days, now, (await findFirstDay(tx, own.ownerId)) ?? now) : days;
    const codes = await findOwnCodes(tx, own.organisationId);
    const read = await readPartnerFigures(tx, {
      ownerId: own.ownerId,
      codes: codes.map(({ id }) => id),
      places: places.map(({ id }) => id),
      ...{ since: (span.before ?? span).from, from: span.from, to: span.until, changed },
    });
    const earned = await findEarned(tx, own.organisationId, { ...span, changed });
    const earnedBefore = span.before ? await findEarned(tx, own.organisationId, { ...span.before, changed }) : [];
    const told = within(read.days, span);
    const total = addUp(told);
    const before = span.before && addUp(within(read.days, span.before));
    const compared = (sum: ReturnType<typeof addUp>, of: readonly Earned[]) => ({
      total_scans: sum.scans,
      total_bookings: sum.bookings,
      total_revenue: dollars(sum.cents),
      commission_earned: dollars(sumOf(of, 'cents')),
      average_booking: sumOf(of, 'told') > 0 ? dollars(Math.round(sumOf(of, 'told_cents') / sumOf(of, 'told'))) : null,
      conversion_rate: sum.scans > 0 ? sum.bookings / sum.scans : null,
      clicks: sum.clicks,
    });
    const byDay = new Map(told.map((day) => [hawaiiDay(day.startsAt), day]));
    return {
      from: hawaiiDay(span.from),
      until: hawaiiDay(new Date(span.until.getTime() - 1)),
      ...compared(total, earned),
      earning_bookings: seesMoney ? sumOf(earned, 'earning') : null,
      openings: total.openings,
      estimated_bookings: total.pending,
      before: before && compared(before, earnedBefore),
      ...tellFigures(...breakDown(codes, places, read, earned), dollars),
      days: eachDay(span).map((day) => {
        const of = byDay.get(day);
        return { day, scans: of?.scans ?? 0, clicks: of?.clicks ?? 0, bookings: of ? booked(of) : 0 };
      }),
    };
  });
}

/** What a partner has earned by the bookings of a span whose amount is told, by itself: how many they are, and what was paid for them. */
export async function readOwnEarned(db: Db, organisation: string, span: DaySpan & { grain: 'hour' | 'day' }) {
  const { from, until, grain } = span;
  const changed = grain === 'day' ? await findChangedDays(db) : undefined;
  const earned = await withTenant(db, { organisation }, (tx) => findEarned(tx, organisation, { from, until, changed }));
  return {
    told: sumOf(earned, 'told'),
    told_cents: sumOf(earned, 'told_cents'),
    commission: sumOf(earned, 'cents'),
  };
}

const within = (days: PartnerFigures['days'], { from, until }: DaySpan) =>
  days.filter(({ startsAt }) => startsAt >= from && startsAt < until);

function addUp(days: readonly PartnerSum[]) {
  const total = { scans: 0, clicks: 0, openings: 0, bookings: 0, pending: 0, cents: 0 };
  for (const day of days) {
    total.scans += day.scans;
    total.clicks += day.clicks;
    total.openings += day.openings;
    total.bookings += booked(day);
    total.pending += day.bookings.pending;
    total.cents += day.confirmedCents;
  }
  return total;
}

/** By place and by code, what came of each. */
function breakDown(
  codes: readonly OwnCode[],
  places: readonly { id: number; name: string }[],
  read: Pick<PartnerFigures, 'places' | 'codes'>,
  earned: readonly Earned[],
) {
  const byCode = sumBy(earned, ({ qr_code_id }) => qr_code_id);
  const byPlace = sumBy(earned, ({ location_id }) => location_id);
  const ofPlaces = places.map(({ id, name }) => ({
    ...{ location_id: id, location_name: name },
    ...figuresOf(read.places.get(id), byPlace.get(id)),
  }));
  const ofCodes = codes.map(({ id, code, label, location_id, location_name }) => ({
    ...{ qr_code_id: code, label, location_id, location_name },
    ...figuresOf(read.codes.get(id), byCode.get(id)),
  }));
  return [ofPlaces, ofCodes] as const;
}

const sumOf = (earned: readonly Earned[], figure: 'cents' | 'earning' | 'told' | 'told_cents') =>
  earned.reduce((so, one) => so + one[figure], 0);

/** Cents by whatever they are of. */
function sumBy(earned: readonly Earned[], of: (one: Earned) => number | null): Map<number | null, number> {
  const sums = new Map<number | null, number>();
  for (const one of earned) sums.set(of(one), (sums.get(of(one)) ?? 0) + one.cents);
  return sums;
}

const figuresOf = (sum: PartSum | undefined, commission = 0): Figures => ({
  ...{
    scans: sum?.scans ?? 0,
    clicks: sum?.clicks ?? 0,
    openings: sum?.openings ?? 0,
    bookings: sum ? booked(sum) : 0,
  },
  ...{ revenue: sum?.confirmedCents ?? 0, commission, visits: sum?.visits ?? 0 },
});

function eachDay({ from, until }: DaySpan): string[] {
  const first = hawaiiDay(from);
  const count = Math.round((until.getTime() - from.getTime()) / 86_400_000);
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}
