import type { Experience } from '../../../../contract/discovery.ts';
import { decimal, percent } from '../../messages/format.ts';
import { messages } from '../../messages/index.ts';
import { StarIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './experience-facts.module.css';

const words = messages.experience;

/** Rating, price and, for an administrator, commission: the figures of an experience on one line. */
export function ExperienceFacts({ experience }: { experience: Experience }) {
  const rating = experience.rating != null && decimal(experience.rating);
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
      {experience.commission_rate !== undefined && <li>{words.commission(percent(experience.commission_rate))}</li>}
    </ul>
  );
}
