import type { Experience } from '../../../../contract/discovery.ts';
import { explore as words } from '../../messages/en/explore.ts';
import { decimal, number } from '../../messages/format.ts';
import styles from './explore-stats.module.css';

/** What is on screen, in three figures: how many, how they are rated on average, how many are featured. */
export function ExploreStats({ experiences }: { experiences: readonly Experience[] }) {
  const tiles = [
    [words.countTile, number(experiences.length)],
    [words.ratingTile, averageRating(experiences) ?? words.noRating],
    [words.featuredTile, number(experiences.filter((one) => one.is_featured).length)],
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

/** The mean of those that are rated, one decimal; null if none is. */
export function averageRating(experiences: readonly Pick<Experience, 'rating'>[]): string | null {
  const ratings = experiences.flatMap(({ rating }) => rating ?? []);
  if (ratings.length === 0) return null;
  return decimal(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length);
}
