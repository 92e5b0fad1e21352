import type { AnalyticsEvent } from '../../../../contract/analytics.ts';

/** What the server made of a followed booking link. */
export interface Transaction {
  listingId: number;
  /** ISO instant at which the link was followed. */
  since: string;
  id: string;
}

/** The transactions of this page by listing, and events completed with them. */
export function createTransactions() {
  const known = new Map<number, Transaction>();
  return {
    note: (transaction: Transaction): void => void known.set(transaction.listingId, transaction),
    /** Events about the booking of a listing, which name its platform, with the transaction that it became. */
    complete: (event: AnalyticsEvent): AnalyticsEvent => {
      const { event_data, timestamp } = event;
      const transaction = known.get(event.business_listing_id ?? 0);
      if (!transaction || !event_data?.platform || (timestamp ?? '') < transaction.since) return event;
      return { ...event, event_data: { ...event_data, transaction_id: transaction.id } };
    },
  };
}
