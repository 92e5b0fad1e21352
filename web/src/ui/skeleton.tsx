import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The shape of listing cards to come, with words for those who do not see it. */
export function CardSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <div className={styles.list}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike
        <div key={index} className={styles.card}>
          <div className={styles.picture} />
          <div className={styles.title} />
          <div className={styles.line} />
          <div className={styles.short} />
        </div>
      ))}
    </div>
  );
}
