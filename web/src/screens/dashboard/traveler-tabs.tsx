import { Link } from 'react-router';
import type { Experience } from '../../../../contract/listings.ts';
import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import { SearchForm } from '../../features/search/search-form.tsx';
import { dashboard as words } from '../../messages/en/dashboard.ts';
import { titles } from '../../messages/en/screens.ts';
import { useCardBooking } from '../../shell/sign-in-prompt.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CompassIcon, HeartIcon, ScanIcon } from '../../ui/icons.tsx';
import { TicketIcon } from '../../ui/more-icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import styles from './dashboard.module.css';

const quickActions = [
  { to: '/scan', label: words.scan, Icon: ScanIcon },
  { to: '/explore', label: words.exploreActivities, Icon: CompassIcon },
  { to: '/bookings', label: words.bookings, Icon: TicketIcon },
  { to: '/saved', label: titles.saved, Icon: HeartIcon },
];
const mostFeatured = 2;
const mostListed = 8;

/** What a traveler does next, and two entries worth a look. */
export function TravelerOverview({ experiences }: { experiences: Experience[] }) {
  const featured = experiences.filter((one) => one.is_featured).slice(0, mostFeatured);
  return (
    <>
      <section aria-labelledby="quick">
        <h2 id="quick" className="visually-hidden">
          {words.quick}
        </h2>
        <div className={styles.actions}>
          {quickActions.map(({ to, label, Icon }) => (
            <Link key={to} to={to} className={styles.action}>
              <Icon />
              {label}
            </Link>
          ))}
        </div>
      </section>
      {featured.length > 0 && <Entries id="featured" title={words.featured} experiences={featured} />}
    </>
  );
}

/** The guide, to search through, from one's home. */
export function TravelerExplore({ experiences }: { experiences: Experience[] }) {
  return (
    <>
      <SearchForm simple />
      <Entries id="explore" title={words.searchTitle} experiences={experiences.slice(0, mostListed)} />
      <ButtonLink to="/explore" look="plain" wide>
        {words.seeAll}
      </ButtonLink>
    </>
  );
}

function Entries({ id, title, experiences }: { id: string; title: string; experiences: Experience[] }) {
  const booking = useCardBooking();
  return (
    <section className={page.section} aria-labelledby={id}>
      <div className={page.title}>
        <h2 id={id}>{title}</h2>
        <Motif />
      </div>
      <ul role="list" className={page.entries}>
        {experiences.map((one) => (
          <li key={one.id}>
            <ExperienceCard experience={one} {...booking} />
          </li>
        ))}
      </ul>
    </section>
  );
}
