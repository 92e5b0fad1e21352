import type { ReactNode } from 'react';
import type { OwnListing } from '../../../../contract/own-listings.ts';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import { ownListingsDesk as words } from '../../messages/en/own-listings-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { OwnListingState } from './own-listing-columns.tsx';
import { deedsOf, type OwnDoes } from './own-listing-deeds.ts';

interface OwnListingDetailProps {
  listing: OwnListing;
  /** The address of its editor. */
  editor: string;
  onAct: (does: OwnDoes) => void;
}

/** One of an advertiser's listings: all that it holds, what was decided about it, and what can be done. */
export function OwnListingDetail({ listing, editor, onAct }: OwnListingDetailProps) {
  const { columns, fields } = words;
  const { asked, latitude, longitude, meeting_latitude: north, meeting_longitude: east } = listing;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [columns.state, <OwnListingState key="state" {...listing} />],
    [fields.category, [listing.category, listing.subcategory].filter(Boolean).join(', ')],
    [fields.description, listing.description],
    [fields.name_ja, listing.name_ja && <span lang="ja">{listing.name_ja}</span>],
    [fields.description_ja, listing.description_ja && <span lang="ja">{listing.description_ja}</span>],
    [fields.booking_url, listing.booking_url],
    [fields.website_url, listing.website_url],
    [fields.price_range, listing.price_range],
    ...listing.instead.map(({ field, now }) => [words.untilThen(fields[field]), now ?? words.empty] as const),
    [fields.address, listing.address],
    [words.position, latitude !== null && `${latitude}, ${longitude}`],
    [fields.phone, listing.phone],
    [fields.open_months, words.monthsOf(listing.open_months)],
    ...(['steps', 'transfer', 'hearing', 'sensory'] as const).map(
      (fact) => [fields[fact], words.factOf(fact, listing[fact])] as const,
    ),
    [fields.meeting_point, [listing.meeting_point, north !== null && `${north}, ${east}`].filter(Boolean).join(', ')],
    [words.rating, listing.rating !== null && words.rated(listing.rating, listing.review_count)],
    [words.commission, words.percent(listing.commission_rate)],
    [columns.updated, words.moment(listing.updated_at)],
  ];
  return (
    <Detail label={words.detail} title={listing.name} facts={facts.filter(([, value]) => value)}>
      {asked?.state === 'declined' && (
        <Notice tone="warn">{words.declined(asked.is_new, asked.decision_reason)}</Notice>
      )}
      {asked?.state === 'submitted' && <Notice>{words.waits(asked.is_new)}</Notice>}
      {listing.state === 'hidden' && <Notice tone="warn">{words.hidden}</Notice>}
      <div className={page.actions}>
        <ButtonLink look="plain" to={editor}>
          {words.edit}
        </ButtonLink>
        {deedsOf(listing).map((does) => (
          <Button key={does} look={does === 'submit' ? 'primary' : 'plain'} onClick={() => onAct(does)}>
            {words.deeds[does]}
          </Button>
        ))}
      </div>
      {listing.history.length > 0 && (
        <DetailLines
          title={words.history}
          lines={listing.history.map((one) => ({
            key: one.id,
            line: words.askedLine(one),
            note: one.decision_reason,
          }))}
        />
      )}
    </Detail>
  );
}
