import styles from './chart.module.css';

/** How much a figure is of the highest, beside the figure itself, which says it in words. */
export const ShareBar = ({ value, most }: { value: number; most: number }) => (
  <svg className={styles.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect width={most > 0 ? (100 * value) / most : 0} height={6} />
  </svg>
);
