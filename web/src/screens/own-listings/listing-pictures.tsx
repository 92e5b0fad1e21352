import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { mostListingPictures } from '../../../../contract/own-listing-form.ts';
import type { OwnPictures } from '../../../../contract/own-pictures.ts';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { AddPicture, type PendingPicture } from './add-picture.tsx';
import { PictureOrder } from './picture-order.tsx';
import { countWaiting, useWaitingPictures } from './use-waiting-pictures.ts';

const words = ownListingsDesk.pictures;

interface ListingPicturesProps {
  listingId: number;
  given: OwnPictures;
  /** Holds the one that is being added, as long as it is not used. */
  pending: RefObject<PendingPicture | null>;
}

/** The pictures of a listing: added, put in order, worded and removed. */
export function ListingPictures({ listingId, given, pending }: ListingPicturesProps) {
  const { pictures, sent } = given;
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState<string | null>(null);
  // A field of its own for each picture that is added.
  const [turn, setTurn] = useState(0);
  // One that was begun stays, though a colleague's has filled the last room.
  const [isAdding, setAdding] = useState(false);
  const section = useRef<HTMLElement>(null);
  // The button that was pressed has gone with the field: the next picture is added where the last one was, unless its reader went on.
  useEffect(() => {
    if (turn > 0 && document.activeElement === document.body)
      section.current!.querySelector<HTMLElement>('input[type=file]')?.focus();
  }, [turn]);
  const waiting = countWaiting(given);
  const drawn = useArrived(pictures.length, waiting);
  const failed = sent.find(({ state }) => state === 'failed');
  useWaitingPictures(listingId, given);
  return (
    <section ref={section} className={page.section} aria-labelledby="pictures">
      <h2 id="pictures">{words.title}</h2>
      <p className={list.note}>{pictures.length > 0 ? words.first : words.none}</p>
      <Status>
        {waiting > 0 && <p className={list.note}>{words.waiting(waiting)}</p>}
        {drawn > 0 && <p className={list.note}>{words.drawn(drawn)}</p>}
        {failed && <Notice tone="bad">{words.failed(failed.problem)}</Notice>}
        {said && <Notice tone="ok">{said}</Notice>}
      </Status>
      {pictures.length > 0 && (
        <PictureOrder
          listingId={listingId}
          given={given}
          onSaved={(what) => {
            setSaid(what);
            void revalidate();
          }}
        />
      )}
      {pictures.length + waiting < mostListingPictures || isAdding ? (
        <AddPicture
          key={turn}
          listingId={listingId}
          pending={pending}
          onBegun={setAdding}
          onAdded={() => {
            setSaid(null);
            setTurn((now) => now + 1);
            void revalidate();
          }}
        />
      ) : (
        <p className={list.note}>{words.full}</p>
      )}
    </section>
  );
}

/** How many of those that were waited for last are there now; none while others still wait. */
function useArrived(count: number, waiting: number): number {
  const [{ since, isOver }, setLast] = useState({ since: count, isOver: true });
  if (waiting > 0 === isOver) setLast(isOver ? { since: count, isOver: false } : { since, isOver: true });
  return waiting > 0 ? 0 : Math.max(0, count - since);
}
