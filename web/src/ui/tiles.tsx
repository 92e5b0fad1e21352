import styles from './tiles.module.css';

/** A figure by its name, beside the same of the time before where there is one. */
export type Tile = readonly [label: string, figure: string | number, compared?: string | undefined];

/** A few figures side by side, each with its name under it. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(([label, figure, compared]) => (
        <div key={label} className={styles.tile}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.figure}>{figure}</dd>
          {compared && <dd className={styles.compared}>{compared}</dd>}
        </div>
      ))}
    </dl>
  );
}
