import { useEffect, useState } from 'react';
import { sizeOf } from '../../device/in-words.ts';
import { keepPlace } from '../../device/kept-lists.ts';
import { findPack, type KeptPack, packFetch } from '../../device/packs.ts';
import { keepShownPictures } from '../../device/shown-pictures.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { messages } from '../../messages/index.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SameRoom } from '../../ui/same-room.tsx';
import { Status } from '../../ui/status.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import { KeptLine, KeptNotice, UpToDate } from './kept-notice.tsx';
import type { PlaceData } from './load-place.ts';

const loadSheet = () => import('./pack-sheet.tsx').then((module) => module.PackSheet);

/** Keeps the place that is shown, says how old it is where the device had to stand in, and offers the pack. */
export function PlaceOnDevice({ place, experiences, keptAt, live }: PlaceData) {
  const [pack, setPack] = useState<KeptPack>();
  const [isOpen, setOpen] = useState(false);
  const [PackSheet, fetchSheet] = useOnDemand(loadSheet);
  const [hasFailed, setFailed] = useState(false);
  const open = () => {
    setFailed(false);
    setOpen(true);
    fetchSheet().catch(() => {
      setOpen(false);
      setFailed(true);
    });
  };
  useEffect(() => {
    void findPack(place.id).then(setPack);
    // It may have been begun here before the reader went elsewhere; its failure is the sheet's to tell.
    void packFetch(place.id)?.done.then(setPack, () => {});
  }, [place.id]);
  useEffect(() => {
    if (keptAt) return;
    void keepPlace(place, experiences);
    void keepShownPictures();
    navigator.serviceWorker?.addEventListener('controllerchange', keepShownPictures);
    return () => navigator.serviceWorker?.removeEventListener('controllerchange', keepShownPictures);
  }, [place, experiences, keptAt]);
  // Until the reader goes elsewhere, what is new takes the room of what was said before.
  const [keptBefore, setKeptBefore] = useState(keptAt);
  if (keptAt && keptAt !== keptBefore) setKeptBefore(keptAt);
  // It comes with the page: a region that comes with its words is passed over by some screen readers.
  useEffect(() => {
    if (keptAt) announce(words.placeKept(keptAt));
  }, [keptAt]);
  if (!('caches' in self)) return null;
  return (
    <>
      {keptAt && <KeptNotice keptAt={keptAt} isComing={live !== undefined} />}
      <Status>
        {!keptAt && keptBefore && (
          <SameRoom as={<KeptLine keptAt={keptBefore} />}>
            <UpToDate />
          </SameRoom>
        )}
      </Status>
      <Button look="quiet" busy={isOpen && !PackSheet} onClick={open}>
        {pack ? words.kept(sizeOf(pack.bytes)) : messages.place.keep}
      </Button>
      {hasFailed && <Notice tone="bad">{words.failed}</Notice>}
      {isOpen && PackSheet && (
        <PackSheet placeId={place.id} pack={pack} onChange={setPack} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
