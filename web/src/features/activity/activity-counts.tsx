import styles from './activity-counts.module.css';

/** Figures side by side, each with its word. */
export function ActivityCounts({
  figures,
}: {
  figures: readonly (readonly [label: string, figure: string | number])[];
}) {
  return (
    <dl className={styles.counts}>
      {figures.map(([label, figure]) => (
        <div key={label} className={styles.count}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.figure}>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
