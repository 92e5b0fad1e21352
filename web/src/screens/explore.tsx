import { useLoaderData, useNavigation } from 'react-router';
import type { Experience } from '../../../contract/discovery.ts';
import { ExperienceCard } from '../features/discovery/experience-card.tsx';
import { ExploreOnDevice } from '../features/discovery/explore-on-device.tsx';
import { ExploreStats } from '../features/discovery/explore-stats.tsx';
import type { ExploreData } from '../features/discovery/load-explore.ts';
import { SearchForm } from '../features/discovery/search-form.tsx';
import { explore as words } from '../messages/en/explore.ts';
import { messages } from '../messages/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ScanIcon } from '../ui/icons.tsx';
import { Motif } from '../ui/motif.tsx';
import page from '../ui/page.module.css';
import styles from './explore.module.css';
import { useCardBooking } from './sign-in-prompt.tsx';

/** Everything in the guide, to search through. The list on screen stays until the next one is there. */
export function ExploreScreen() {
  const data = useLoaderData<ExploreData>();
  const { experiences, search, category } = data;
  const booking = useCardBooking();
  const changing = useNavigation().location?.pathname === '/explore';
  const featured = search || category ? [] : experiences.filter((one) => one.is_featured);
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{messages.titles.explore}</h1>
        <p className={page.lead}>{words.lead}</p>
      </div>
      <ExploreOnDevice {...data} />
      <SearchForm search={search} category={category} />
      <p role="status" className="visually-hidden">
        {words.found(experiences.length)}
      </p>
      {experiences.length === 0 ? (
        <EmptyState
          title={words.empty}
          action={
            <ButtonLink to="/explore" look="plain">
              {words.clear}
            </ButtonLink>
          }
        >
          {words.emptyText}
        </EmptyState>
      ) : (
        <div className={styles.results} aria-busy={changing}>
          <ExploreStats experiences={experiences} />
          {featured.length > 0 && <Featured experiences={featured} {...booking} />}
          <ScanCard />
          <section className={page.section} aria-labelledby="all">
            <div className={page.title}>
              <h2 id="all">{words.all}</h2>
              <Motif />
            </div>
            <ul className={page.entries}>
              {experiences.map((one, index) => (
                <li key={one.id}>
                  <ExperienceCard
                    experience={one}
                    {...booking}
                    bookLabel={messages.experience.bookExperience}
                    first={index === 0 && featured.length === 0}
                  />
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </div>
  );
}

type Booking = ReturnType<typeof useCardBooking>;

/** A row to swipe through. */
function Featured({ experiences, ...booking }: { experiences: Experience[] } & Booking) {
  return (
    <section className={page.section} aria-labelledby="featured">
      <h2 id="featured">{words.featured}</h2>
      <ul className={styles.row}>
        {experiences.map((one, index) => (
          <li key={one.id}>
            <ExperienceCard experience={one} {...booking} size="compact" first={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ScanCard() {
  return (
    <section className={styles.scan} aria-labelledby="scan">
      <ScanIcon />
      <div className={styles.scanWords}>
        <h2 id="scan">{words.scanTitle}</h2>
        <p>{words.scanText}</p>
        <ButtonLink to="/scan" look="plain">
          {words.scan}
        </ButtonLink>
      </div>
    </section>
  );
}
