import type { Answer } from '../../../contract/endpoint.ts';
import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { getPerformance } from '../../../contract/partner-performance.ts';
import type { PerformanceRange } from '../../../contract/portal-states.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { type Rollup, type RollupSum, readRollup, sumRollup } from '../analytics/analytics.ts';
import { hideFew, hideFewParts } from './hide-few.ts';
import { type Earned, findEarned, findFirstDay, findOwnCodes } from './performance.store.ts';
import { type DaySpan, spanOf } from './spans.ts';

type Performance = Answer<typeof getPerformance>;
type Own = Pick<Membership, 'organisationId' | 'ownerId' | 'permissions'>;

const mostPlaces = 10;

/** What one place or code has brought. */
interface Figures {
  scans: number;
  clicks: number;
  bookings: number;
  revenue: number;
  commission: number;
}

const nothing: Omit<RollupSum, 'key'> = {
  ...{ scans: 0, scansRaw: 0, clicks: 0, estimatedCents: 0, confirmedCents: 0, events: 0, impressions: 0, openings: 0 },
  ...{ botViews: 0, bookings: { pending: 0, confirmed: 0, completed: 0, cancelled: 0 } },
};

const booked = ({ bookings }: Pick<RollupSum, 'bookings'>) => bookings.confirmed + bookings.completed;

/** What a partner's codes have brought in a range, all of it read behind its wall. Money is for those alone who may see commission. */
export async function readPerformance(db: Db, now: Date, own: Own, range: PerformanceRange): Promise<Performance> {
  const seesMoney = own.permissions.includes('commission_tracking');
  const dollars = (cents: number) => (seesMoney ? cents / 100 : null);
  return await withTenant(db, { organisation: own.organisationId }, async (tx) => {
    const span = spanOf(range, now, (await findFirstDay(tx, own.ownerId)) ?? now);
    const partner = { dimension: 'partner', ids: [own.ownerId] } as const;
    const rows = await readRollup(tx, { ...partner, grain: 'day', from: span.from, to: span.until });
    const inAll = (of: (day: Rollup) => number) => rows.reduce((so, day) => so + of(day), 0);
    const earlier =
      span.before && (await sumRollup(tx, { ...partner, from: span.before.from, to: span.before.until }))[0];
    const earned = await findEarned(tx, own.organisationId, span.from, span.until);
    const { places, codes } = await readBreakdowns(tx, own, span, earned);
    const [scans, bookings, revenue] = [inAll((day) => day.scans), inAll(booked), inAll((day) => day.confirmedCents)];
    const byDay = new Map(rows.map((row) => [hawaiiDay(row.startsAt), row]));
    return {
      range,
      from: hawaiiDay(span.from),
      until: hawaiiDay(new Date(span.until.getTime() - 1)),
      total_scans: scans,
      total_bookings: bookings,
      total_revenue: dollars(revenue),
      commission_earned: dollars(earned.reduce((so, { cents }) => so + cents, 0)),
      average_booking: bookings > 0 ? dollars(Math.round(revenue / bookings)) : null,
      conversion_rate: scans > 0 ? bookings / scans : null,
      clicks: inAll((day) => day.clicks),
      openings: inAll((day) => day.openings),
      estimated_bookings: inAll((day) => day.bookings.pending),
      before: span.before && { total_scans: earlier?.scans ?? 0, total_bookings: earlier ? booked(earlier) : 0 },
      ...tell(places, codes, dollars),
      days: eachDay(span).map((day) => {
        const of = byDay.get(day) ?? nothing;
        return { day, scans: of.scans, clicks: of.clicks, bookings: booked(of) };
      }),
    };
  });
}

async function readBreakdowns(tx: Tx, own: Own, { from, until }: DaySpan, earned: readonly Earned[]) {
  const codes = await findOwnCodes(tx, own.organisationId);
  const within = { from, to: until };
  const places = [...new Map(codes.map((code) => [code.location_id, code.location_name]))];
  const byCode = await sumRollup(tx, { dimension: 'code', ids: codes.map(({ id }) => id), ...within });
  const byPlace = await sumRollup(tx, { dimension: 'place', ids: places.map(([id]) => id), ...within });
  const figures = (sums: readonly RollupSum[], id: number, of: (one: Earned) => number | null): Figures => {
    const sum = sums.find(({ key }) => key === String(id)) ?? nothing;
    const commission = earned.filter((one) => of(one) === id).reduce((so, { cents }) => so + cents, 0);
    return { scans: sum.scans, clicks: sum.clicks, bookings: booked(sum), revenue: sum.confirmedCents, commission };
  };
  return {
    codes: codes.map(({ id, code, label, location_id, location_name }) => ({
      ...{ qr_code_id: code, label, location_id, location_name },
      ...figures(byCode, id, ({ qr_code_id }) => qr_code_id),
    })),
    places: places.map(([location_id, location_name]) => ({
      ...{ location_id, location_name },
      ...figures(byPlace, location_id, (one) => one.location_id),
    })),
  };
}

const counts = ['scans', 'clicks', 'bookings'] as const;

/** Both breakdowns as they are told: nothing of fewer than five people, nor the money of so few bookings, also not by what is left. */
function tell<
  Place extends Figures & { location_id: number; location_name: string },
  Code extends Figures & { location_id: number },
>(places: readonly Place[], codes: readonly Code[], dollars: (cents: number) => number | null) {
  const ofPlaces = counts.map((name) => hideFew(places.map((place) => place[name])));
  const ofCodes = counts.map((name, which) => {
    const wholes = new Map(places.map(({ location_id }, at) => [location_id, ofPlaces[which]![at]!]));
    const parts = codes.map((code) => ({ whole: code.location_id, figure: code[name] }));
    return hideFewParts(parts, wholes);
  });
  const shown = <Row extends Figures>(rows: readonly Row[], [scans, clicks, bookings]: (number | null)[][]) =>
    rows.map((row, at) => ({
      ...row,
      scans: scans![at]!,
      clicks: clicks![at]!,
      bookings: bookings![at]!,
      revenue: bookings![at] === null ? null : dollars(row.revenue),
      commission: bookings![at] === null ? null : dollars(row.commission),
    }));
  const ranked = shown(places, ofPlaces).sort(
    (one, other) => (other.scans ?? 0) - (one.scans ?? 0) || one.location_name.localeCompare(other.location_name),
  );
  return { top_performing_locations: ranked.slice(0, mostPlaces), codes: shown(codes, ofCodes) };
}

function eachDay({ from, until }: DaySpan): string[] {
  const first = hawaiiDay(from);
  const count = Math.round((until.getTime() - from.getTime()) / 86_400_000);
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}
