import { expect, test } from 'vitest';
import type { AnalyticsEvent } from '../../../../contract/analytics.ts';
import { createTransactions } from './transactions.ts';

const followedAt = '2026-11-21T20:00:00.000Z';
const transaction = { listingId: 7, since: followedAt, id: 'click-1' };
const event = (timestamp: string | undefined, more: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  event_type: 'booking_initiated',
  business_listing_id: 7,
  event_data: { platform: 'viator' },
  timestamp,
  ...more,
});
const idOf = (completed: AnalyticsEvent) => completed.event_data?.transaction_id;

test('an event of the followed link, or later, is told with its transaction; an earlier one belongs to another', () => {
  const transactions = createTransactions();
  transactions.note(transaction);
  expect(idOf(transactions.complete(event(followedAt)))).toBe('click-1');
  expect(idOf(transactions.complete(event('2026-11-21T20:00:00.001Z')))).toBe('click-1');
  const earlier = event('2026-11-21T19:59:59.999Z');
  expect(transactions.complete(earlier)).toEqual(earlier);
  expect(idOf(transactions.complete(event(undefined)))).toBeUndefined();
});

test('what is followed again is another transaction, which takes no event from before', () => {
  const transactions = createTransactions();
  transactions.note(transaction);
  transactions.note({ ...transaction, since: '2026-11-21T20:05:00.000Z', id: 'click-2' });
  expect(idOf(transactions.complete(event('2026-11-21T20:05:01.000Z')))).toBe('click-2');
  expect(idOf(transactions.complete(event('2026-11-21T20:04:59.000Z')))).toBeUndefined();
});

test('an event of another listing, of none, or that names no platform is left as it is', () => {
  const transactions = createTransactions();
  transactions.note(transaction);
  for (const other of [
    event(followedAt, { business_listing_id: 8 }),
    event(followedAt, { business_listing_id: undefined }),
    event(followedAt, { event_data: { zoom_level: 3 } }),
    event(followedAt, { event_data: undefined }),
  ])
    expect(transactions.complete(other)).toEqual(other);
});
