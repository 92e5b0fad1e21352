import type { FiguresQuery, getBusinessIntelligence } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { mostTop } from '../../../contract/platform-figures.ts';
import { fewestTold } from '../../../contract/portal-states.ts';
import type { TimeRange } from '../../../contract/time-ranges.ts';
import type { Db } from '../../platform/database/database.ts';
import { findSatisfaction, type Satisfaction } from '../analytics/analytics.ts';
import { readAdvertising } from '../campaigns/campaigns.ts';
import { readFigures } from '../performance/performance.ts';
import { findStakeholders } from '../platform-figures/platform-figures.ts';
import { type ComparedRange, comparing, partOf, rangeOf, totalOf } from './compared.ts';
import { type Own, readGround, seesMoney } from './ground.ts';
import { findNetworkSize } from './intelligence.store.ts';

type Intelligence = Answer<typeof getBusinessIntelligence>;
type Performers = Intelligence['stakeholder_insights']['distributor_performance'];

/** How far those came who scanned in a range, what they thought of it, who brought them, and how large it all is now. */
export async function readIntelligence(
  db: Db,
  now: Date,
  own: Own,
  { time_range }: FiguresQuery,
): Promise<Intelligence> {
  const range = rangeOf(time_range, now);
  const ground = await readGround(db, own, range);
  const of = comparing(ground, range, now);
  const { scans, openings, clicks, bookings, completed } = totalOf(ground.now);
  const before = { ...range, from: range.before, until: range.from };
  const satisfaction = await findSatisfaction(db, range, own?.organisationId ?? null);
  const satisfactionBefore = await findSatisfaction(db, before, own?.organisationId ?? null);
  return {
    ...{ time_range, from: range.from.toISOString(), until: range.until.toISOString() },
    conversion_funnel: {
      ...{ qr_scans: scans, openings, clicks, bookings, completed_bookings: completed },
      conversion_rates: {
        clicks: partOf(clicks, scans),
        bookings: partOf(bookings, scans),
        overall_conversion: partOf(completed, scans),
      },
      compared: {
        qr_scans: of.count('scans'),
        openings: of.count('openings'),
        clicks: of.count('clicks'),
        bookings: of.late(({ bookings }) => bookings, 'bookings'),
        completed_bookings: of.late(({ completed }) => completed, 'completed'),
        click_rate: of.rate('clicks', 'scans'),
        overall_conversion: of.late(({ completed, scans }) => partOf(completed, scans), 'completed', 'scans'),
      },
    },
    stakeholder_insights: {
      tourist_satisfaction: {
        ...tellSatisfaction(satisfaction, own, range.grain),
        average_before: tellSatisfaction(satisfactionBefore, own, range.grain).average,
      },
      distributor_performance: own ? await readPlaces(db, now, own, time_range) : await readPartners(db, range),
      advertiser_roi: own || time_range === '24h' ? null : await readBothAdvertising(db, range, before),
    },
    network_size: await findNetworkSize(db, now, own?.organisationId ?? null),
  };
}

/**
 * A partner knows its guests: what few of them gave is not told, of hours nothing, and where one star's are few none of the others, as the
 * mean beside them would tell it.
 */
function tellSatisfaction(
  { average, reviews, stars, guests, guests_in_all }: Satisfaction,
  own: Own,
  grain: ComparedRange['grain'],
): Omit<Intelligence['stakeholder_insights']['tourist_satisfaction'], 'average_before'> {
  const tells = (count: number) => !own || (grain === 'day' && count >= fewestTold);
  return {
    average: tells(guests_in_all) ? average : null,
    reviews,
    stars: tells(guests_in_all) && guests.every((count) => count === 0 || tells(count)) ? stars : null,
  };
}

async function readBothAdvertising(db: Db, range: ComparedRange, before: ComparedRange) {
  const advertising = await readAdvertising(db, range);
  return advertising && { ...advertising, before: await readAdvertising(db, before) };
}

async function readPartners(db: Db, range: ComparedRange): Promise<Performers> {
  const rows = await findStakeholders(db, 'partner', range, { booked: true, limit: mostTop });
  return rows.map(({ id, name, scans, bookings, revenue_cents }) => ({
    ...{ id, name, scans, bookings, conversion_rate: partOf(bookings, scans), revenue: revenue_cents / 100 },
  }));
}

/** A partner's places, as its portal tells of them: of hours nothing, as those of a day less an hour would tell of single guests. */
async function readPlaces(db: Db, now: Date, own: NonNullable<Own>, range: TimeRange): Promise<Performers> {
  if (range === '24h') return [];
  const { top_performing_locations: places } = await readFigures(db, now, own, range);
  return places.slice(0, mostTop).map(({ location_id, location_name, scans, bookings, revenue }) => ({
    ...{ id: String(location_id), name: location_name, scans, bookings },
    conversion_rate: typeof scans === 'number' && typeof bookings === 'number' ? partOf(bookings, scans) : null,
    revenue: seesMoney(own) ? revenue : null,
  }));
}
