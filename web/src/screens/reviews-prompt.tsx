import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useOnDemand } from '../ui/use-on-demand.ts';

type Listing = { id: number; name: string };
const ReviewsContext = createContext<(listing: Listing) => void>(() => {});
const loadSheet = () =>
  import('../features/reviews/listing-reviews-sheet.tsx').then((module) => module.ListingReviewsSheet);

/** Lets any card show what travelers say of its experience, over the screen. */
export function ReviewsProvider({ children }: { children: ReactNode }) {
  const [listing, setListing] = useState<Listing | null>(null);
  const [Sheet, fetchSheet] = useOnDemand(loadSheet);
  const show = useCallback(
    (next: Listing) => {
      setListing(next);
      fetchSheet().catch(() => setListing(null));
    },
    [fetchSheet],
  );
  return (
    <ReviewsContext value={show}>
      {children}
      {listing && Sheet && <Sheet listing={listing} onClose={() => setListing(null)} />}
    </ReviewsContext>
  );
}

/** Shows the reviews of a listing. */
export const useReviews = () => useContext(ReviewsContext);
