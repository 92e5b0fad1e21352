import styles from './chart.module.css';

/** How much a figure is of the highest, beside the figure itself, which says it in words; nothing for one that is not told. */
export const ShareBar = ({ value, most }: { value: number | string; most: number }) =>
  typeof value === 'number' && (
    <svg className={styles.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={most > 0 ? (100 * value) / most : 0} height={6} />
    </svg>
  );

/** The highest of the figures that are told. */
export const mostOf = (figures: readonly (number | string)[]): number =>
  Math.max(0, ...figures.filter((figure) => typeof figure === 'number'));
