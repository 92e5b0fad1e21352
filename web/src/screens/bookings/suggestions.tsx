import type { Booking } from '../../../../contract/bookings.ts';
import type { Experience } from '../../../../contract/discovery.ts';
import { lastCompleted } from '../../features/bookings/suggest.ts';
import { ExperienceCard } from '../../features/discovery/experience-card.tsx';
import { bookings as words } from '../../messages/en/bookings.ts';
import page from '../../ui/page.module.css';
import { useCardBooking } from '../sign-in-prompt.tsx';
import styles from './bookings.module.css';

/** Up to two experiences like the one that was completed last. */
export function Suggestions({ bookings, experiences }: { bookings: Booking[]; experiences: Experience[] }) {
  const booking = useCardBooking();
  const completed = lastCompleted(bookings);
  return (
    <section className={page.section} aria-labelledby="suggestions">
      <div className={page.head}>
        <h2 id="suggestions">{words.suggestions}</h2>
        {completed && <p className={page.lead}>{words.suggestionsText(completed.business_listing_name)}</p>}
      </div>
      <ul className={styles.row}>
        {experiences.map((one) => (
          <li key={one.id}>
            <ExperienceCard experience={one} {...booking} size="compact" />
          </li>
        ))}
      </ul>
    </section>
  );
}
