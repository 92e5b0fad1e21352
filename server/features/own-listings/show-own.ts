import { approvedFields, ownListingFields } from '../../../contract/own-listing-form.ts';
import type { ListedOwnListing, OwnListing, OwnListingContent } from '../../../contract/own-listings.ts';
import type { AskedRow, ListedOwnRow, OwnContent, OwnRow } from './own-listings.store.ts';
import { ownVersion } from './own-version.ts';

const iso = (instant: string) => new Date(instant).toISOString();

/** What was asked of the administrators, without what. */
export const showAsked = ({ content: _, was: __, ...asked }: AskedRow) => ({
  ...asked,
  submitted_at: iso(asked.submitted_at),
  decided_at: asked.decided_at && iso(asked.decided_at),
});

/** One as its list tells it. */
export const showListed = ({ id, name, state, category, price_range, image_url, asked, updated_at }: ListedOwnRow) =>
  ({
    ...{ id, name, state, category, price_range, image_url },
    asked: asked && showAsked(asked),
    updated_at: updated_at.toISOString(),
  }) satisfies ListedOwnListing;

/** What of it waits for a decision. */
export const waitingOf = ({ asked }: OwnRow) => (asked?.state === 'submitted' ? asked : null);

/** A published listing as its advertiser would have it: with the links and the price that wait. */
export function asWanted(row: OwnRow): OwnContent {
  const waiting = waitingOf(row);
  return { ...contentOf(row), ...(waiting && !waiting.is_new && (waiting.content as Partial<OwnContent>)) };
}

/** What of it its advertiser edits. */
export const contentOf = (row: OwnRow | OwnListingContent) =>
  Object.fromEntries(ownListingFields.map((field) => [field, row[field]])) as OwnContent;

interface Link {
  field: string;
  answer: string;
  failing_since: Date | null;
  checked_at: Date;
}

const showLink = (
  { field, answer, failing_since, checked_at }: Link,
  is_asked: boolean,
): OwnListing['links'][number] => ({
  ...{ field: field as 'booking_url' | 'website_url', is_asked, answer, fails: failing_since !== null },
  checked_at: checked_at.toISOString(),
});

/** One as its advertiser edits it, with what is known of the links that it has, and that wait for a decision. */
export function show(
  row: OwnRow,
  links: { live: readonly Link[]; asked: readonly Link[] },
  { seesMoney, asksLinks }: { seesMoney: boolean; asksLinks: boolean },
): OwnListing {
  const wanted = asWanted(row);
  const { rating, review_count, is_featured } = row;
  return {
    ...showListed(row),
    ...(wanted as unknown as OwnListingContent),
    instead: approvedFields
      .filter((field) => wanted[field] !== row[field])
      .map((field) => ({ field, now: row[field] })),
    ...{ rating, review_count, is_featured, commission_rate: seesMoney ? row.commission_rate : null },
    asks_links: asksLinks,
    links: [...links.live.map((one) => showLink(one, false)), ...links.asked.map((one) => showLink(one, true))],
    version: ownVersion(wanted),
    history: row.history.map(showAsked),
  };
}
