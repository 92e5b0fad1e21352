import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { messages } from '../messages/index.ts';
import { useOnDemand } from '../use-on-demand.ts';
import styles from './shell.module.css';

type Listing = { id: number; name: string };
const ReviewsContext = createContext<(listing: Listing) => void>(() => {});
const loadSheet = () =>
  import('../features/reviews/listing-reviews-sheet.tsx').then((module) => module.ListingReviewsSheet);

/** Lets any card show what travelers say of its experience, over the screen. */
export function ReviewsProvider({ children }: { children: ReactNode }) {
  const [listing, setListing] = useState<Listing | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [Sheet, fetchSheet] = useOnDemand(loadSheet);
  const show = useCallback(
    (next: Listing) => {
      setFailed(false);
      setListing(next);
      fetchSheet().catch(() => {
        setListing(null);
        setFailed(true);
      });
    },
    [fetchSheet],
  );
  return (
    <ReviewsContext value={show}>
      {hasFailed && (
        <p role="alert" className={`${styles.banner} ${styles.low}`}>
          {messages.experience.reviewsFailed}
        </p>
      )}
      {children}
      {listing && Sheet && <Sheet listing={listing} onClose={() => setListing(null)} />}
    </ReviewsContext>
  );
}

/** Shows the reviews of a listing. */
export const useReviews = () => useContext(ReviewsContext);
