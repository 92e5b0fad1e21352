import type { AnalyticsEvent, recordEvents } from '../../../contract/analytics.ts';
import { normalizeCode } from '../../../contract/code-form.ts';
import type { Input } from '../../../contract/endpoint.ts';
import type { Context } from '../../platform/context.ts';
import { isBot } from '../../platform/http/request-origin.ts';
import type { Audience, EventRow } from './analytics.store.ts';

export { startAnalyticsJobs } from './analytics.jobs.ts';
export { findChanged, findChangedDays } from './changed-days.store.ts';
export { type Earned, partnerEarned, sumEarned } from './earned-days.store.ts';
export { type KeySum, partsOfSpan, rowsOfSums, sumByKey } from './key-sums.store.ts';
export { type PartnerFigures, type PartSum, readPartnerFigures } from './partner-figures.ts';
export { readCodeDays, sumCodeScans } from './partner-rollups.store.ts';
export { type ComparedRange, rangeOf, rangeOfDays } from './ranges.ts';
export { findSatisfaction, type Satisfaction } from './review-days.store.ts';
export {
  countPartHours,
  type PartnerSum,
  type Rollup,
  type RollupQuery,
  readListingDays,
  readRollup,
  rebuildRollups,
  rollUpClosedHours,
} from './rollups.ts';
export {
  booked,
  type FigureSpan,
  findFirstMeasured,
  hourOfDay,
  type Measured,
  type MeasuredSince,
  readSpan,
  type SpanFigures,
  type SpanRow,
  spanFigures,
} from './span-figures.store.ts';

/**
 * Who an event is of: a program by its own word, or because it leaves out what every browser that we support says
 * of a request over https; staff by their role; else a visitor.
 */
export function audienceOf({ userAgent, headers, caller, settings }: Asking): Audience {
  const saysNothing = settings.publicUrl.startsWith('https:') && headers['sec-fetch-site'] === undefined;
  if (isBot(userAgent) || saysNothing) return 'bot';
  return caller === undefined || caller.role === 'traveler' ? 'visitor' : 'staff';
}
type Asking = Pick<Context, 'userAgent' | 'headers' | 'caller' | 'settings'>;

type Sender = Pick<EventRow, 'receivedAt' | 'audience' | 'userId' | 'visitHash' | 'language' | 'network' | 'stayDay'>;

/** The events of one call as rows; whose they are is the session's word, never the payload's. */
export function eventRows(body: Input<typeof recordEvents>['body'], sender: Sender): EventRow[] {
  const events = body.events ?? [body as AnalyticsEvent];
  return events.map((event) => ({
    ...sender,
    occurredAt: plausibleTime(event.timestamp, sender.receivedAt),
    eventType: event.event_type,
    listingId: event.business_listing_id ?? null,
    code: event.qr_code_id ? normalizeCode(event.qr_code_id) : null,
    data: event.event_data ?? null,
  }));
}

/** A phone's clock is noted, as it was sent, where it can be right: an event may wait a month on a phone that is offline. */
function plausibleTime(timestamp: string | null | undefined, receivedAt: Date): string | null {
  if (!timestamp) return null;
  const ageMs = receivedAt.getTime() - Date.parse(timestamp);
  return ageMs > -86_400_000 && ageMs < 31 * 86_400_000 ? timestamp : null;
}
