import type { MapListing } from '../../../../contract/map.ts';
import { map as words } from '../../messages/en/map.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { useKinds } from '../listings/kinds.ts';
import { type Cluster, zoomLimits } from './geometry.ts';
import type { Shown } from './island-map.ts';
import styles from './shown-list.module.css';
import { clusterName } from './use-island-map.ts';

interface ShownListProps {
  shown: Shown & { zoom: number };
  selected: MapListing | null;
  hasListings: boolean;
  distanceOf: (listing: MapListing) => number | null;
  onOpen: (listing: MapListing) => void;
  onCluster: (cluster: Cluster<MapListing>) => void;
  onNearest: () => void;
}

/** Everything the map shows, in words: to read, to hear, and to tap where pins are small. */
export function ShownList({ shown, selected, hasListings, distanceOf, onOpen, onCluster, onNearest }: ShownListProps) {
  const kindOf = useKinds();
  const limited = shown.zoom < zoomLimits.max ? words.limited : words.limitedHere;
  const isEmpty = shown.pins.length + shown.clusters.length === 0;
  return (
    <section className={styles.shown} aria-labelledby="shown">
      <h2 id="shown">{words.shown}</h2>
      {shown.single > shown.pins.length && <p className={styles.note}>{limited(shown.pins.length, shown.single)}</p>}
      <Status>{isEmpty && <p className={styles.note}>{words.nothingHere}</p>}</Status>
      {isEmpty && hasListings && (
        <Button look="plain" onClick={onNearest}>
          {words.toNearest}
        </Button>
      )}
      <ul role="list" className={styles.rows}>
        {shown.pins.map((one) => {
          const km = distanceOf(one);
          return (
            <li key={one.id}>
              <button
                type="button"
                className={styles.row}
                aria-pressed={one.id === selected?.id}
                onClick={() => onOpen(one)}
              >
                <span className={styles.name}>{one.name}</span>
                <span className={styles.note}>
                  {kindOf(one)}
                  {km !== null && ` · ${words.away(words.distance(km))}`}
                </span>
              </button>
            </li>
          );
        })}
        {shown.clusters.map((cluster) => (
          <li key={cluster.id}>
            <button type="button" className={styles.row} onClick={() => onCluster(cluster)}>
              <span className={styles.name}>{clusterName(cluster)}</span>
              <span className={styles.note}>{words.zoomTo}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
