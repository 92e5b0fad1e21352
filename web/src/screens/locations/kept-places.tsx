import { Link } from 'react-router';
import type { KeptPlace } from '../../../../contract/locations.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';

/** Places that were not deleted with others, the first of them. */
export interface Kept {
  count: number;
  places: readonly KeptPlace[];
}

/** What long work says that it has kept (server/features/locations/location-changes.ts). */
export const keptBy = ({ parameters }: LongWork): Kept | undefined => parameters.kept as Kept | undefined;

/** Tells place by place why it is still there. */
export function KeptPlaces({ kept }: { kept: Kept | undefined }) {
  const address = useTableAddress();
  const { count = 0, places = [] } = kept ?? {};
  return (
    <Status>
      {count > 0 && (
        <Notice tone="warn" title={words.kept(count)}>
          <ul>
            {places.map((place) => (
              <li key={place.id}>
                <Link to={address.to({ open: String(place.id) })}>{place.name}</Link>: {words.keptFor(place)}
              </li>
            ))}
          </ul>
          {count > places.length && <p>{words.keptBesides(count - places.length)}</p>}
        </Notice>
      )}
    </Status>
  );
}
