import type { ReactNode } from 'react';
import type { LocationWithHistory } from '../../../../contract/locations.ts';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import { desk } from '../../messages/en/desk.ts';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';
import { PositionStatus } from './location-columns.tsx';
import styles from './locations.module.css';

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
        <Undo place={place} onDone={onDone} />
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

/** Who changed what of a place, newest first. */
export const LocationHistory = ({ history }: Pick<LocationWithHistory, 'history'>) => (
  <DetailLines
    title={words.history}
    lines={history.map((entry, index) => ({
      key: `${entry.at} ${index}`,
      line: words.actionOf(entry),
      note: (
        <>
          <p>{desk.entryBy(entry.at, entry.by)}</p>
          {entry.action === 'place_changed' && (
            <ul className={styles.changes}>
              {entry.changes.map((change) => (
                <li key={change.field}>{words.changeOf(change)}</li>
              ))}
            </ul>
          )}
        </>
      ),
    }))}
  />
);

function Undo({ place: { id, name, undo_until }, onDone }: Pick<LocationDetailProps, 'place' | 'onDone'>) {
  const undoing = useSubmit({
    send: (_given: null, api) => api('POST /api/admin/locations/{id}/restore', { params: { id: String(id) } }),
    done: () => onDone(words.said.restored(name)),
  });
  if (!undo_until) return <p className={list.note}>{words.noUndo}</p>;
  return (
    <>
      {undoing.problem && <Notice tone="bad">{undoing.problem}</Notice>}
      <div className={page.actions}>
        <Button look="plain" busy={undoing.busy} onClick={() => void undoing.submit(null)}>
          {undoing.busy ? words.undoing : words.undo}
        </Button>
      </div>
      <p className={list.note}>{words.undoUntil(undo_until)}</p>
    </>
  );
}
