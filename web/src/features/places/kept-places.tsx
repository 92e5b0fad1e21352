import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ageOf } from '../../device/in-words.ts';
import { type KeptPlace, listKeptPlaces } from '../../device/kept-lists.ts';
import { listPacks } from '../../device/packs.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { messages } from '../../messages/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PinIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import styles from './kept-places.module.css';

/** The places this device has, to be opened without a network. */
export function KeptPlaces() {
  const [places, setPlaces] = useState<readonly KeptPlace[]>();
  const [packed, setPacked] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    void listKeptPlaces().then(setPlaces);
    void listPacks().then((ids) => setPacked(new Set(ids)));
  }, []);
  if (!places) return null;
  if (places.length === 0) return <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>;
  return (
    <ul role="list" className={list.links}>
      {places.map(({ place, keptAt }) => (
        <li key={place.id}>
          <Link className={list.link} to={`/location/${place.id}`}>
            <PinIcon />
            <span>
              {place.name}
              <span className={styles.note}>
                {messages.place.islands[place.island] ?? place.island} · {words.seen(ageOf(keptAt))}
              </span>
            </span>
            {packed.has(place.id) && <Badge tone="ok">{words.packed}</Badge>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
