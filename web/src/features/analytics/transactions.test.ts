import { expect, it } from 'vitest';
import type { AnalyticsEvent } from '../../../../contract/analytics.ts';
import { createTransactions } from './transactions.ts';

const followed = Date.parse('2026-11-21T20:00:00Z');
const at = (milliseconds: number) => new Date(followed + milliseconds).toISOString();
const anEvent = (given: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  event_type: 'booking_initiated',
  user_id: 'u1',
  business_listing_id: 7,
  event_data: { platform: 'viator' },
  timestamp: at(1),
  ...given,
});

it('a user’s event about a followed link waits for its transaction, for five seconds at most', () => {
  const { isAwaited } = createTransactions();
  expect([1, 5_000, 5_001].map((later) => isAwaited(anEvent(), followed + later))).toEqual([true, true, false]);
});

it.each([
  ['of a guest', { user_id: undefined }],
  ['about no booking', { event_data: {} }],
  ['without a time', { timestamp: undefined }],
])('one %s does not', (_what, given) => {
  expect(createTransactions().isAwaited(anEvent(given), followed + 1)).toBe(false);
});

it('it gets the transaction of its own listing and link, and waits no more', () => {
  const { note, isAwaited, complete } = createTransactions();
  note({ listingId: 7, since: at(0), id: 'txn_7' });
  expect(complete(anEvent()).event_data).toEqual({ platform: 'viator', transaction_id: 'txn_7' });
  expect(isAwaited(anEvent(), followed + 1)).toBe(false);
  for (const other of [anEvent({ business_listing_id: 8 }), anEvent({ timestamp: at(-1) })]) {
    expect(complete(other)).toBe(other);
    expect(isAwaited(other, followed + 1)).toBe(true);
  }
});
