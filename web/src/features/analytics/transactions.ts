import type { AnalyticsEvent } from '../../../../contract/analytics.ts';

/** What the server made of a followed booking link. */
export interface Transaction {
  listingId: number;
  /** ISO instant at which the link was followed. */
  since: string;
  id: string;
}

/** The server tells the transaction of a followed link within so many milliseconds, or the events about it go without. */
const awaitedMs = 5_000;

/** The transactions of this page by listing, and events completed with them. */
export function createTransactions() {
  const known = new Map<number, Transaction>();
  const find = ({ business_listing_id, timestamp }: AnalyticsEvent) => {
    const transaction = known.get(business_listing_id ?? 0);
    return transaction && (timestamp ?? '') >= transaction.since ? transaction : undefined;
  };
  return {
    note: (transaction: Transaction): void => void known.set(transaction.listingId, transaction),
    /** Events about the booking of a listing, which name its platform, with the transaction that it became. */
    complete: (event: AnalyticsEvent): AnalyticsEvent => {
      const transaction = event.event_data?.platform && find(event);
      return transaction ? { ...event, event_data: { ...event.event_data, transaction_id: transaction.id } } : event;
    },
    /** Whether an event is about a link that a user followed just now, and what it became is not known yet. */
    isAwaited: (event: AnalyticsEvent, now: number): boolean =>
      Boolean(event.user_id && event.event_data?.platform) &&
      now - Date.parse(event.timestamp ?? '') < awaitedMs &&
      !find(event),
  };
}
