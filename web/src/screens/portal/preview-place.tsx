import { useEffect, useState } from 'react';
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
        <p>{words.nothingShown}</p>
      ) : (
        <div inert>
          <PlaceExperiences experiences={found} access="sign-in" />
        </div>
      )}
    </Sheet>
  );
}

/** What guests would be shown: what is hidden, or is no longer offered, is left out. */
async function findShown(rows: readonly PlacedListing[]): Promise<Experience[]> {
  const shown = rows.filter(({ is_hidden }) => !is_hidden);
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
