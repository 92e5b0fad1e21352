import type { AnalyticsEvent, EventType } from '../../../../contract/analytics.ts';
import { asksForPrivacy } from '../../privacy.ts';
import { readKept, writeKept } from './kept-events.ts';

/** What an event tells about itself, as the contract names it. */
export type EventData = NonNullable<AnalyticsEvent['event_data']>;

/**
 * Notes what a visitor did, unless they ask for privacy. It is kept on the device at once and sent a few seconds later, with
 * others, exactly once. Returns at once and never throws.
 * @param listingId the experience it is about.
 */
export function track(event_type: EventType, event_data: EventData = {}, listingId?: number): void {
  if (asksForPrivacy()) return;
  const kept = readKept();
  const event = { event_type, event_data, business_listing_id: listingId, timestamp: new Date().toISOString() };
  writeKept({ ...kept, waiting: [...kept.waiting, event] });
  wake();
}

/** Sends what an earlier page left waiting on this device. */
export function sendKeptEvents(): void {
  const { waiting, batch } = readKept();
  if (batch || waiting.length) wake();
}

function wake(): void {
  // Without a network the script cannot come either; the next event or page tries again.
  import('./browser-sender.ts').then(({ wakeSender }) => wakeSender()).catch(() => {});
}
