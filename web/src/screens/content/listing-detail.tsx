import type { ReactNode } from 'react';
import type { ListingWithHistory } from '../../../../contract/content.ts';
import { Detail } from '../../desk/detail.tsx';
import { UndoUntil } from '../../desk/undo-until.tsx';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ListingStatus } from './listing-columns.tsx';
import { ListingHistory } from './listing-history.tsx';
import { ListingPicture } from './listing-picture.tsx';

interface ListingDetailProps {
  listing: ListingWithHistory;
  /** The address of its editor. */
  editor: string;
  onDelete: () => void;
  onDone: (said: string) => void;
}

/** One listing: all that it holds, what can be done about it, and who changed what. */
export function ListingDetail({ listing, editor, onDelete, onDone }: ListingDetailProps) {
  const { columns, fields } = words;
  const { rating, latitude, longitude, deleted_at } = listing;
  const all: readonly (readonly [string, ReactNode])[] = [
    [columns.status, <ListingStatus key="status" status={listing.status} />],
    [fields.category, [listing.category, listing.subcategory].filter(Boolean).join(', ')],
    [fields.description, listing.description],
    [fields.name_ja, listing.name_ja && <span lang="ja">{listing.name_ja}</span>],
    [fields.description_ja, listing.description_ja && <span lang="ja">{listing.description_ja}</span>],
    [fields.address, listing.address],
    [fields.latitude, latitude !== null && String(latitude)],
    [fields.longitude, longitude !== null && String(longitude)],
    [fields.phone, listing.phone],
    [fields.website_url, listing.website_url],
    [fields.booking_url, listing.booking_url],
    ...listing.links.map((link) => [words.links.of[link.field], <LinkState key={link.field} link={link} />] as const),
    [fields.price_range, listing.price_range],
    [fields.commission_rate, words.percent(listing.commission_rate)],
    [fields.is_featured, listing.is_featured ? words.yesNo.yes : words.yesNo.no],
    [columns.rating, rating !== null && words.rating(rating)],
    [words.reviews, words.number(listing.review_count)],
    [columns.advertiser, listing.advertiser],
    [words.created, words.moment(listing.created_at)],
    [columns.updated, words.moment(listing.updated_at)],
    [words.deleted, deleted_at && words.moment(deleted_at)],
  ];
  return (
    <Detail label={words.detail} title={listing.name} facts={all.filter(([, value]) => value)}>
      {deleted_at ? (
        <UndoUntil
          until={listing.undo_until}
          tooLate={words.noUndo}
          send={(api) => api('POST /api/admin/listings/{id}/restore', { params: { id: String(listing.id) } })}
          onDone={() => onDone(words.said.restored(listing.name))}
        />
      ) : (
        <div className={page.actions}>
          <ButtonLink look="plain" to={editor}>
            {words.edit}
          </ButtonLink>
          <Button look="plain" onClick={onDelete}>
            {words.remove}
          </Button>
        </div>
      )}
      {!deleted_at && <ShareNotice listing={listing} />}
      {!deleted_at && <ListingPicture listing={listing} />}
      <ListingHistory history={listing.history} />
    </Detail>
  );
}

/** Says where a partner's share is more than its rate. */
export const ShareNotice = ({ listing: { shares_above } }: Pick<ListingDetailProps, 'listing'>) =>
  shares_above.length > 0 && <Notice tone="warn">{words.sharesAbove(shares_above)}</Notice>;

/** What is known of a link, since when. */
function LinkState({ link }: { link: ListingWithHistory['links'][number] }) {
  const { broken, failing, fine, told } = words.links;
  const isFailing = link.failing_since !== null;
  return (
    <>
      <StatusBadge look={link.broken ? 'bad' : isFailing ? 'asks' : 'ok'}>
        {link.broken ? broken : isFailing ? failing : fine}
      </StatusBadge>{' '}
      {told(link)}
    </>
  );
}
