import type { ReactNode } from 'react';
import type { OwnListing } from '../../../../contract/own-listings.ts';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import { ownListingsDesk as words } from '../../messages/en/own-listings-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toCampaignOf } from '../campaigns/campaigns-tabs.ts';
import content from '../content/content.module.css';
import { OwnListingState } from './own-listing-columns.tsx';
import { deedsOf, type OwnDoes } from './own-listing-deeds.ts';

const links = ['booking_url', 'website_url'] as const;

interface OwnListingDetailProps {
  listing: OwnListing;
  /** The address of its editor. */
  editor: string;
  /** Whether its reader may make campaigns. */
  mayAdvertise: boolean;
  onAct: (does: OwnDoes) => void;
}

/** One of an advertiser's listings: all that it holds, what was decided about it, and what can be done. */
export function OwnListingDetail({ listing, editor, mayAdvertise, onAct }: OwnListingDetailProps) {
  const { columns, fields } = words;
  const { asked, latitude, longitude, meeting_latitude: north, meeting_longitude: east } = listing;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [columns.state, <OwnListingState key="state" {...listing} />],
    [fields.category, [listing.category, listing.subcategory].filter(Boolean).join(', ')],
    [
      words.picture,
      listing.image_url && (
        <img className={content.picture} src={listing.image_url} alt="" width="360" height="240" loading="lazy" />
      ),
    ],
    [fields.description, listing.description],
    [fields.name_ja, listing.name_ja && <span lang="ja">{listing.name_ja}</span>],
    [fields.description_ja, listing.description_ja && <span lang="ja">{listing.description_ja}</span>],
    ...links.map((field) => [fields[field], linkOf(listing, field)] as const),
    [fields.price_range, listing.price_range],
    ...listing.instead.map(
      ({ field, now }) => [words.untilThen(fields[field]), untilThen(listing, field, now)] as const,
    ),
    [fields.address, listing.address],
    [words.position, latitude !== null && `${latitude}, ${longitude}`],
    [fields.phone, listing.phone],
    [fields.open_months, words.monthsOf(listing.open_months)],
    ...(['steps', 'transfer', 'hearing', 'sensory'] as const).map(
      (fact) => [fields[fact], words.factOf(fact, listing[fact])] as const,
    ),
    [fields.meeting_point, [listing.meeting_point, north !== null && `${north}, ${east}`].filter(Boolean).join(', ')],
    [words.rating, listing.rating !== null && words.rated(listing.rating, listing.review_count)],
    [words.commission, listing.commission_rate !== null && words.percent(listing.commission_rate)],
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
        {mayAdvertise && listing.state === 'live' && (
          <ButtonLink look="plain" to={toCampaignOf(listing.id)}>
            {words.advertise}
          </ButtonLink>
        )}
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

type Link = (typeof links)[number];

/** A link as its advertiser would have it, and whether it answers. */
const linkOf = (listing: OwnListing, field: Link): ReactNode => {
  const url = listing[field];
  return url && <LinkAnswer listing={listing} field={field} url={url} isAsked={isOther(listing, field)} />;
};

const isOther = ({ instead }: OwnListing, field: string) => instead.some((one) => one.field === field);

/** What guests have until another is approved; of a link, whether it answers. */
function untilThen(listing: OwnListing, field: OwnListing['instead'][number]['field'], now: string | null): ReactNode {
  if (now === null) return words.empty;
  return field === 'price_range' ? now : <LinkAnswer listing={listing} field={field} url={now} isAsked={false} />;
}

interface LinkAnswerProps {
  listing: OwnListing;
  field: Link;
  url: string;
  isAsked: boolean;
}

function LinkAnswer({ listing, field, url, isAsked }: LinkAnswerProps) {
  const told = listing.links.find((one) => one.field === field && one.is_asked === isAsked);
  return (
    <>
      {url}
      <br />
      {told ? (
        <>
          <StatusBadge look={told.fails ? 'bad' : 'ok'}>{told.fails ? words.fails : words.answers}</StatusBadge>{' '}
          {words.answered(told)}
        </>
      ) : (
        words.notAsked(listing.asks_links)
      )}
    </>
  );
}
