import type { Experience } from '../../../../contract/discovery.ts';
import { messages } from '../../messages/index.ts';
import { StarIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './experience-facts.module.css';

const words = messages.experience;

type Facts = Pick<Experience, 'rating' | 'review_count' | 'price_range' | 'commission_rate'>;

/** Rating, price and, for an administrator, commission: the figures of an experience on one line. */
export function ExperienceFacts({ experience }: { experience: Facts }) {
  const rating = experience.rating?.toFixed(1);
  return (
    <ul className={styles.facts}>
      {rating && (
        <li className={styles.rating}>
          <StarIcon />
          <VisuallyHidden>{words.rated(rating)}</VisuallyHidden>
          <span aria-hidden="true">{rating}</span>
          {experience.review_count > 0 && (
            <span className={styles.reviews}>{words.reviews(experience.review_count)}</span>
          )}
        </li>
      )}
      <li>
        <VisuallyHidden>{words.price} </VisuallyHidden>
        {experience.price_range}
      </li>
      {experience.commission_rate !== undefined && (
        <li>{words.commission(`${(experience.commission_rate * 100).toFixed(1)}%`)}</li>
      )}
    </ul>
  );
}
