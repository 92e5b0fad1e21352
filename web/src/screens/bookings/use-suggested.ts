import { useEffect, useRef, useState } from 'react';
import { browserApi } from '../../api.ts';
import type { OwnData } from './load-bookings.ts';
import { type SuggestedAfter, suggestAfter } from './suggest-after.ts';

/**
 * What to suggest, asked for when the bookings are not those that it was asked for last. What is on screen stays until another
 * answer is there: bookings come anew every half minute, and mostly as they were.
 */
export function useSuggested({ asked, suggested }: OwnData, userId: string): SuggestedAfter | null {
  const [shown, setShown] = useState(suggested ?? null);
  const bookings = asked.kind === 'live' ? asked.bookings : undefined;
  const askedFor = useRef(suggested === undefined ? undefined : JSON.stringify(bookings));
  useEffect(() => {
    const these = JSON.stringify(bookings);
    if (!bookings || these === askedFor.current) return;
    askedFor.current = these;
    void suggestAfter(browserApi, userId, bookings).then((came) => {
      if (askedFor.current !== these) return;
      if (came !== undefined) setShown(came);
      // The next poll asks again.
      else askedFor.current = undefined;
    });
  }, [bookings, userId]);
  return shown;
}
