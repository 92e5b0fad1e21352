import { type Ref, useCallback, useEffect, useState } from 'react';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { listListingReviews, ShownReview } from '../../../../contract/reviews.ts';
import { browserApi } from '../../api.ts';
import { reviews as words } from '../../messages/en/reviews.ts';
import { decimal } from '../../messages/format.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useFocusHandedOn } from '../../ui/use-focus-handed-on.ts';
import { ReviewReport } from './review-report.tsx';
import styles from './reviews.module.css';
import { Stars } from './stars.tsx';

const pageSize = 20;

/** What travelers say of a listing, newest first, a page at a time. */
export function ListingReviewsSheet({
  listing,
  onClose,
}: {
  listing: { id: number; name: string };
  onClose: () => void;
}) {
  const [loaded, setLoaded] = useState<Answer<typeof listListingReviews> | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const load = useCallback(
    async (before: ShownReview[]) => {
      setState('loading');
      try {
        const answer = await browserApi('GET /api/business-listings/{id}/reviews', {
          params: { id: String(listing.id) },
          query: { limit: String(pageSize), offset: String(before.length) },
        });
        const known = new Set(before.map((one) => one.id));
        setLoaded({ ...answer, reviews: [...before, ...answer.reviews.filter((one) => !known.has(one.id))] });
        setState('ready');
      } catch {
        setState('failed');
      }
    },
    [listing.id],
  );
  useEffect(() => void load([]), [load]);
  const shown = loaded?.reviews ?? [];
  const { heir, handOn } = useFocusHandedOn<HTMLLIElement>(loaded);
  const [before, setBefore] = useState<number | null>(null);
  const loadMore = () => {
    setBefore(shown.length);
    handOn();
    void load(shown);
  };
  const isMore = loaded !== null && shown.length < loaded.review_count;
  // The same button all the while that it waits and is pressed again: it keeps the focus.
  const isAsked = state === 'failed' || isMore || (state === 'loading' && before !== null);
  return (
    <Sheet open onClose={onClose} title={words.title(listing.name)} closeLabel={words.close}>
      {loaded?.rating != null && (
        <p className={styles.summary}>
          <span className={styles.mean}>{decimal(loaded.rating)}</span>
          <Stars rating={loaded.rating} />
          <span className={styles.count}>{words.count(loaded.review_count)}</span>
        </p>
      )}
      {loaded && shown.length === 0 && <p>{words.none}</p>}
      <ul role="list" className={styles.list}>
        {shown.map((review, at) => (
          <Review key={review.id} review={review} entry={at === before ? heir : undefined} />
        ))}
      </ul>
      {state === 'loading' && <Loading className={styles.summary} words={words.loading} />}
      {state === 'failed' && (
        <Notice tone="bad" intoView>
          {words.failed}
        </Notice>
      )}
      {isAsked && (
        <Button look="plain" wide busy={state === 'loading'} onClick={loadMore}>
          {state === 'failed' || !loaded ? words.retry : words.more}
        </Button>
      )}
    </Sheet>
  );
}

function Review({ review, entry }: { review: ShownReview; entry: Ref<HTMLLIElement> | undefined }) {
  return (
    <li ref={entry} tabIndex={-1} className={styles.review}>
      <Stars rating={review.rating} />
      {review.words && <p className={styles.words}>{review.words}</p>}
      <p className={styles.who}>{words.by(review.name, review.created_at)}</p>
      <ReviewReport id={review.id} author={words.by(review.name, review.created_at)} />
    </li>
  );
}
