import styles from './tiles.module.css';

/** A few figures side by side, each with its name under it. */
export function Tiles({ tiles }: { tiles: readonly (readonly [label: string, figure: string | number])[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(([label, figure]) => (
        <div key={label} className={styles.tile}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.figure}>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
