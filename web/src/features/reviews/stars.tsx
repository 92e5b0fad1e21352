import { reviews as words } from '../../messages/en/reviews.ts';
import { StarIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './reviews.module.css';

const five = [1, 2, 3, 4, 5];

/** A rating as stars, said in words to those who do not see them. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={styles.stars}>
      <VisuallyHidden>{words.rated(rating)}</VisuallyHidden>
      {five.map((one) => (
        <span key={one} className={one <= Math.round(rating) ? styles.full : styles.empty}>
          <StarIcon />
        </span>
      ))}
    </span>
  );
}
