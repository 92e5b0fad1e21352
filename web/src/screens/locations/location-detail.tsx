import type { ReactNode } from 'react';
import type { LocationWithHistory } from '../../../../contract/locations.ts';
import { ChangeHistory } from '../../desk/change-history.tsx';
import { Detail } from '../../desk/detail.tsx';
import { UndoUntil } from '../../desk/undo-until.tsx';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { PositionStatus } from './location-columns.tsx';

interface LocationDetailProps {
  place: LocationWithHistory;
  /** The address of its editor. */
  editor: string;
  onDelete: () => void;
  onDone: (said: string) => void;
}

/** One place: all that it holds, what can be done about it, and who changed what. */
export function LocationDetail({ place, editor, onDelete, onDone }: LocationDetailProps) {
  const { columns, fields } = words;
  const { latitude, longitude, deleted_at } = place;
  const all: readonly (readonly [string, ReactNode])[] = [
    [columns.position, <PositionStatus key="position" latitude={latitude} />],
    [fields.partner, place.partner?.name ?? words.noPartner],
    [fields.description, place.description],
    [fields.address, place.address],
    [columns.island, place.island],
    [fields.latitude, latitude !== null && String(latitude)],
    [fields.longitude, longitude !== null && String(longitude)],
    [columns.codes, words.number(place.codes)],
    [columns.listings, words.number(place.listings)],
    [columns.created, words.moment(place.created_at)],
    [words.deletedAt, deleted_at && words.moment(deleted_at)],
  ];
  return (
    <Detail label={words.detail} title={place.name} facts={all.filter(([, value]) => value)}>
      {deleted_at ? (
        <UndoUntil
          until={place.undo_until}
          tooLate={words.noUndo}
          send={(api) => api('POST /api/admin/locations/{id}/restore', { params: { id: String(place.id) } })}
          onDone={() => onDone(words.said.restored(place.name))}
        />
      ) : (
        <div className={page.actions}>
          <ButtonLink look="plain" to={editor}>
            {words.edit}
          </ButtonLink>
          <ButtonLink look="plain" to={`/location/${place.id}`}>
            {words.open}
          </ButtonLink>
          <Button look="plain" onClick={onDelete}>
            {words.remove}
          </Button>
        </div>
      )}
      <LocationHistory history={place.history} />
    </Detail>
  );
}

const isOfValues = (action: string) => ['place_changed', 'place_list_changed', 'place_arranged'].includes(action);

/** Who changed what of a place, newest first. */
export const LocationHistory = ({ history }: Pick<LocationWithHistory, 'history'>) => (
  <ChangeHistory
    title={words.history}
    entries={history}
    wordsOf={words.actionOf}
    changesOf={({ action, changes }) =>
      isOfValues(action) ? changes.map((one) => ({ field: one.field, words: words.changeOf(one) })) : []
    }
  />
);
