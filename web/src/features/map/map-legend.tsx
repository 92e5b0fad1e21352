import { map as words } from '../../messages/en/map.ts';
import icons from './map-icons.module.css';
import { dotShape, pinShape, starShape } from './map-icons.ts';
import styles from './map-legend.module.css';

const Pin = ({ mark }: { mark: string }) => (
  <svg className={styles.pin} viewBox="0 0 36 44" aria-hidden="true">
    <path className={icons.body} d={pinShape} />
    <path className={icons.mark} d={mark} />
  </svg>
);

/** What the signs on the map mean. */
export function MapLegend() {
  return (
    <section aria-label={words.legend}>
      <ul role="list" className={styles.legend}>
        <li>
          <Pin mark={dotShape} />
          {words.legendPin}
        </li>
        <li>
          <Pin mark={starShape} />
          {words.legendFeatured}
        </li>
        <li>
          <span className={styles.cluster} aria-hidden="true">
            3
          </span>
          {words.legendCluster}
        </li>
        <li>
          <span className={styles.here} aria-hidden="true" />
          {words.here}
        </li>
      </ul>
    </section>
  );
}
