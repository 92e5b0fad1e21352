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
import { packProblem } from './pack-problem.ts';

const loadSheet = () => import('./pack-sheet.tsx').then((module) => module.PackSheet);

/** Keeps the place that is shown, says how old it is where the device had to stand in, and offers the pack. */
export function PlaceOnDevice({ place, experiences, keptAt, live }: PlaceData) {
  const [pack, setPack] = useState<KeptPack>();
  const [isOpen, setOpen] = useState(false);
  const [PackSheet, fetchSheet] = useOnDemand(loadSheet);
  const [problem, setProblem] = useState<string>();
  const [isFetching, setFetching] = useState(false);
  const open = () => {
    setProblem(undefined);
    setOpen(true);
    fetchSheet().catch(() => {
      setOpen(false);
      setProblem(words.failed);
    });
  };
  useEffect(() => {
    void findPack(place.id).then(setPack);
  }, [place.id]);
  // Behind a sheet that is closed, or before the reader went elsewhere, one may have been begun that goes on.
  useEffect(() => {
    const fetching = isOpen ? undefined : packFetch(place.id);
    setFetching(fetching !== undefined);
    if (!fetching) return;
    let isLeft = false;
    fetching.done
      .then(setPack, (error) => {
        if (!isLeft) setProblem(packProblem(error));
      })
      .finally(() => {
        if (!isLeft) setFetching(false);
      });
    return () => {
      isLeft = true;
    };
  }, [place.id, isOpen]);
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
  const label = pack ? words.kept(sizeOf(pack.bytes)) : messages.place.keep;
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
        {isFetching ? words.fetching : label}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {isOpen && PackSheet && (
        <PackSheet placeId={place.id} pack={pack} onChange={setPack} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
