import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import type { Experience } from '../../../../contract/discovery.ts';
import { ExperienceCard } from '../../features/discovery/experience-card.tsx';
import { type CardBooking, ExploreBooking } from '../../features/discovery/explore-booking.tsx';
import { addressOf, type ExploreQuery } from '../../features/discovery/load-explore.ts';
import { explore as words } from '../../messages/en/explore.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import styles from './explore-list.module.css';
import type { Found } from './use-found.ts';

interface ExploreListProps {
  query: ExploreQuery;
  found: Found;
  /** Whether pages are on their way that the address asks for. */
  isCut: boolean;
  booking: CardBooking;
  /** Stands between the two lists. */
  scan: ReactNode;
}

/** Most in the row to swipe through. */
const mostFeatured = 12;

/** What is featured, to swipe through, and everything, a page at a time. */
export function ExploreList({ query, found, isCut, booking, scan }: ExploreListProps) {
  const { experiences, summary } = found;
  const featured = query.search ? [] : experiences.filter((one) => one.is_featured).slice(0, mostFeatured);
  return (
    <>
      {featured.length > 0 && <Featured experiences={featured} booking={booking} />}
      {scan}
      <section className={page.section} aria-labelledby="all">
        <div className={page.title}>
          <h2 id="all">{words.all}</h2>
          <Motif />
        </div>
        <ul className={`${page.entries} ${styles.entries}`}>
          {experiences.map((one, index) => (
            <Entry key={one.id} experience={one} booking={booking} first={index === 0 && featured.length === 0} />
          ))}
        </ul>
        {experiences.length < summary.count && !isCut && (
          <More query={query} shown={experiences.length} all={summary.count} />
        )}
      </section>
    </>
  );
}

interface EntryProps {
  experience: Experience;
  booking: CardBooking;
  first: boolean;
}

/** Drawn once: a page that is added to hundreds leaves them alone. */
const Entry = memo(({ experience, booking, first }: EntryProps) => {
  const { blockedAs: _, ...card } = booking;
  const instead = <ExploreBooking experience={experience} booking={booking} />;
  return (
    <li>
      <ExperienceCard experience={experience} {...card} instead={instead} first={first} />
    </li>
  );
});

function Featured({ experiences, booking }: { experiences: readonly Experience[]; booking: CardBooking }) {
  const { blockedAs: _, ...card } = booking;
  return (
    <section className={page.section} aria-labelledby="featured">
      <h2 id="featured">{words.featured}</h2>
      <ul className={styles.row}>
        {experiences.map((one, index) => (
          <li key={one.id}>
            <ExperienceCard
              experience={one}
              {...card}
              instead={<ExploreBooking experience={one} booking={booking} compact />}
              size="compact"
              first={index === 0}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The next page, a link that is followed by itself as one comes near. */
function More({ query, shown, all }: { query: ExploreQuery; shown: number; all: number }) {
  const to = addressOf({ ...query, pages: query.pages + 1 });
  const end = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    if (!isIdle) return;
    // Several sightings may come at once; the last one holds.
    const near = new IntersectionObserver(
      (seen) => seen.at(-1)?.isIntersecting && navigate(to, { replace: true, preventScrollReset: true }),
      { rootMargin: '800px' },
    );
    near.observe(end.current!);
    return () => near.disconnect();
  }, [to, isIdle, navigate]);
  return (
    <div ref={end} className={styles.more}>
      <p className={page.lead}>{words.progress(shown, all)}</p>
      <ButtonLink to={to} look="plain" wide replace preventScrollReset>
        {words.more}
      </ButtonLink>
    </div>
  );
}
