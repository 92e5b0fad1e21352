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

it('an event of the moment of following is told with its transaction, one of before is not', () => {
  const { note, complete } = createTransactions();
  note({ listingId: 7, since: at(0), id: 'txn_7' });
  const idAt = (milliseconds: number) => complete(anEvent({ timestamp: at(milliseconds) })).event_data?.transaction_id;
  expect([-1, 0, 1].map(idAt)).toEqual([undefined, 'txn_7', 'txn_7']);
  expect(complete(anEvent({ timestamp: undefined })).event_data?.transaction_id).toBeUndefined();
});

it('what is followed again is another transaction, which takes no event from before', () => {
  const { note, complete } = createTransactions();
  note({ listingId: 7, since: at(0), id: 'txn_7' });
  note({ listingId: 7, since: at(300_000), id: 'txn_8' });
  expect(complete(anEvent({ timestamp: at(300_001) })).event_data?.transaction_id).toBe('txn_8');
  expect(complete(anEvent({ timestamp: at(299_999) })).event_data?.transaction_id).toBeUndefined();
});
