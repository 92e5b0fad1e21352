import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { OwnPictures } from '../../../../contract/own-pictures.ts';
import { browserApi } from '../../api.ts';

/** A picture is drawn within seconds, unless many come before it, or nothing draws: that may last for hours. */
const [soonMs, rarelyMs, slower] = [1_500, 15_000, 1.5];

/** How many of them still wait to be drawn. */
export const countWaiting = ({ sent }: Pick<OwnPictures, 'sent'>): number =>
  sent.filter(({ state }) => state === 'waiting').length;

/**
 * While pictures of a listing wait to be drawn and the page is seen, asks what has become of them: soon at first, then ever more rarely.
 * What has changed is loaded with the rest of the screen.
 */
export function useWaitingPictures(listingId: number, given: OwnPictures): void {
  const { revalidate } = useRevalidator();
  const [isWaiting, known] = [countWaiting(given) > 0, JSON.stringify(given)];
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const next = (ms: number) => {
      timer = setTimeout(() => void ask(ms), ms);
    };
    const ask = async (waited: number) => {
      if (!document.hidden) {
        const params = { id: String(listingId) };
        const now = await browserApi('GET /api/own-listings/{id}/pictures', { params }).catch(() => null);
        if (isOver) return;
        if (now && JSON.stringify(now) !== known) await revalidate();
      }
      if (!isOver) next(Math.min(waited * slower, rarelyMs));
    };
    next(soonMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [listingId, isWaiting, known, revalidate]);
}
