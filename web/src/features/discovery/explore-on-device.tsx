import { useEffect } from 'react';
import { keepList } from '../../device/kept-lists.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { KeptNotice } from './kept-notice.tsx';
import type { ExploreData } from './load-explore.ts';

/** Keeps the whole list for a day without a network, and says how old it is on such a day. */
export function ExploreOnDevice({ experiences, search, category, keptAt }: ExploreData) {
  const isWhole = !search && !category && !keptAt;
  useEffect(() => {
    if (isWhole) void keepList(experiences);
  }, [isWhole, experiences]);
  return keptAt ? <KeptNotice keptAt={keptAt} about={words.listAge} /> : null;
}
