import type { Experience } from '../../../../contract/listings.ts';
import { explore as words } from '../../messages/en/explore.ts';
import { decimal, number } from '../../messages/format.ts';
import styles from './explore-stats.module.css';
import type { ExploreSummary } from './load-list.ts';

/** What is shown, in three figures: how many, how they are rated on average, how many are featured. */
export function ExploreStats({ count, average_rating, featured }: ExploreSummary) {
  const tiles = [
    [words.countTile, number(count)],
    [words.ratingTile, average_rating === null ? words.noRating : decimal(average_rating)],
    [words.featuredTile, number(featured)],
  ] as const;
  return (
    <dl className={styles.stats}>
      {tiles.map(([label, figure]) => (
        <div key={label} className={styles.tile}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.figure}>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same figures of listings that no server has counted. The mean is exact: ratings have one decimal. */
export function summarize(experiences: readonly Experience[]): ExploreSummary {
  const tenths = experiences.flatMap(({ rating }) => (rating === null ? [] : Math.round(rating * 10)));
  const mean = tenths.reduce((sum, one) => sum + one, 0) / tenths.length;
  return {
    count: experiences.length,
    featured: experiences.filter((one) => one.is_featured).length,
    average_rating: tenths.length ? Math.round(mean) / 10 : null,
  };
}
