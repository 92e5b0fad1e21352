import { useEffect, useState } from 'react';
import { clockOf, isShownAt } from '../../../../contract/list-rules.ts';
import type { Experience } from '../../../../contract/listings.ts';
import type { PlacedListing, PlaceList } from '../../../../contract/own-places.ts';
import { browserApi, errorCode } from '../../api.ts';
import { PlaceExperiences } from '../../features/places/place-experiences.tsx';
import { ownPlaces as words } from '../../messages/en/own-places-desk.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';

interface PreviewPlaceProps {
  place: PlaceList['place'];
  /** In the order that is to be looked at, saved or not. */
  rows: readonly PlacedListing[];
  onClose: () => void;
}

/** A place's list as guests would see it, with what is not saved yet. Nothing of it can be pressed. */
export function PreviewPlace({ place, rows, onClose }: PreviewPlaceProps) {
  const [found, setFound] = useState<readonly Experience[] | 'failed'>();
  useEffect(() => {
    let isGone = false;
    findShown(rows).then(
      (shown) => !isGone && setFound(shown),
      () => !isGone && setFound('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [rows]);
  return (
    <Sheet open onClose={onClose} title={words.previewOf(place.name)} closeLabel={words.closePreview}>
      {found === 'failed' ? (
        <Notice tone="warn">{words.previewFailed}</Notice>
      ) : !found ? (
        <Loading words={words.previewLoading} />
      ) : found.length === 0 ? (
        <p>{rows.every((row) => row.is_hidden) ? words.nothingShown : words.nothingNow}</p>
      ) : (
        <div inert>
          <PlaceExperiences experiences={found} access="sign-in" />
        </div>
      )}
    </Sheet>
  );
}

/** What guests would be shown now, in English and on their first day: what is hidden, or no longer offered, is left out. */
async function findShown(rows: readonly PlacedListing[]): Promise<Experience[]> {
  const moment = { ...clockOf(new Date()), language: 'en', stay: 1 };
  const shown = rows.filter(({ is_hidden, rules }) => !is_hidden && isShownAt(rules, moment));
  const found = await Promise.all(
    shown.map(({ id }) =>
      browserApi('GET /api/business-listings/{id}', { params: { id: String(id) } }).catch((failure) => {
        if (errorCode(failure) === 'not_found') return null;
        throw failure;
      }),
    ),
  );
  return found.filter((one) => one !== null);
}
