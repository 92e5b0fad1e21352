import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import { reasonsInWords } from '../../features/recommendations/reasons-in-words.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { useCardBooking } from '../../shell/sign-in-prompt.tsx';
import page from '../../ui/page.module.css';
import styles from './bookings.module.css';
import type { SuggestedAfter } from './suggest-after.ts';

/** What goes well with the experience that was completed last, best first. */
export function Suggestions({ suggested }: { suggested: SuggestedAfter }) {
  const booking = useCardBooking();
  return (
    <section className={page.section} aria-labelledby="suggestions">
      <div className={page.head}>
        <h2 id="suggestions">{words.suggestions}</h2>
        <p className={page.lead}>{words.suggestionsText(suggested.booking.business_listing_name)}</p>
      </div>
      <ul role="list" className={styles.row}>
        {suggested.recommendations.map((one) => (
          <li key={one.id}>
            <ExperienceCard experience={one} {...booking} note={reasonsInWords(one)} size="compact" />
          </li>
        ))}
      </ul>
    </section>
  );
}
