import type { Experience } from '../../../../contract/listings.ts';
import { decimal, percent } from '../../messages/format.ts';
import { messages } from '../../messages/index.ts';
import { StarIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './experience-facts.module.css';

const words = messages.experience;

interface FactsProps {
  experience: Pick<
    Experience,
    'name' | 'rating' | 'review_count' | 'price_range' | 'commission_rate' | 'closed_this_month'
  >;
  onReviews?: (() => void) | undefined;
}

/** Rating, price, whether it is closed this month and, for an administrator, commission: an experience's facts on one line. */
export function ExperienceFacts({ experience, onReviews }: FactsProps) {
  const rating = experience.rating != null && decimal(experience.rating);
  const count = experience.review_count;
  const rated = (
    <>
      <StarIcon />
      <VisuallyHidden>{words.rated(rating || '')}</VisuallyHidden>
      <span aria-hidden="true">{rating}</span>
      {count > 0 && <span className={styles.reviews}>{words.reviews(count)}</span>}
    </>
  );
  return (
    <ul role="list" className={styles.facts}>
      {rating && (
        <li>
          {count > 0 && onReviews ? (
            <button type="button" className={styles.rating} onClick={() => onReviews()}>
              {rated}
              <VisuallyHidden>{words.about(experience.name)}</VisuallyHidden>
            </button>
          ) : (
            <span className={styles.rating}>{rated}</span>
          )}
        </li>
      )}
      <li>
        <VisuallyHidden>{words.price} </VisuallyHidden>
        {experience.price_range}
      </li>
      {experience.closed_this_month && <li className={styles.closed}>{words.closed}</li>}
      {experience.commission_rate !== undefined && <li>{words.commission(percent(experience.commission_rate))}</li>}
    </ul>
  );
}
