import { Fragment, memo, type ReactNode } from 'react';
import type { Sponsored } from '../../../../contract/campaigns.ts';
import type { Experience } from '../../../../contract/listings.ts';
import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import { type CardBooking, ExploreBooking } from '../../features/listings/explore-booking.tsx';
import { countBefore, type ExploreQuery } from '../../features/search/load-explore.ts';
import { explore as words } from '../../messages/en/explore.ts';
import { messages } from '../../messages/index.ts';
import { sponsoredBooking } from '../../shell/sponsored-booking.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Motif } from '../../ui/motif.tsx';
import page from '../../ui/page.module.css';
import styles from './explore-list.module.css';
import { More } from './more.tsx';
import type { Found } from './use-found.ts';

interface ExploreListProps {
  query: ExploreQuery;
  found: Found;
  /** Whether the address asks for more than are here, and whether those are on their way. */
  isCut: boolean;
  isComing: boolean;
  booking: CardBooking;
  /** Stands between the two lists. */
  scan: ReactNode;
}

/** What is featured, to swipe through, and everything, a page at a time. */
export function ExploreList({ query, found, isCut, isComing, booking, scan }: ExploreListProps) {
  const { experiences, featured, sponsored, summary } = found;
  return (
    <>
      {featured.length > 0 && <Featured experiences={featured} booking={booking} />}
      {scan}
      <section className={page.section} aria-labelledby="all" aria-busy={isComing}>
        <div className={page.title}>
          <h2 id="all">{words.all}</h2>
          <Motif />
        </div>
        <div className={page.onward}>
          <ButtonLink to="/how-we-order" look="quiet">
            {messages.place.howOrdered}
          </ButtonLink>
        </div>
        <ul role="list" className={`${page.entries} ${styles.entries}`}>
          {experiences.map((one, index) => (
            <Fragment key={one.id}>
              <Entry experience={one} booking={booking} first={index === 0 && featured.length === 0} />
              {sponsored.map(
                (paid) =>
                  paid.after === index + 1 && <SponsoredEntry key={paid.campaign_id} {...paid} booking={booking} />,
              )}
            </Fragment>
          ))}
        </ul>
        {countBefore(query) + experiences.length < summary.count && (
          <More {...{ query, isCut, isComing }} shown={experiences.length} all={summary.count} />
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

const SponsoredEntry = memo(({ campaign_id, experience, booking }: Sponsored & Pick<EntryProps, 'booking'>) => {
  const { blockedAs: _, ...card } = sponsoredBooking(booking, campaign_id);
  const instead = <ExploreBooking experience={experience} booking={{ ...booking, ...card }} campaign={campaign_id} />;
  return (
    <li data-sponsored="">
      <ExperienceCard experience={experience} {...card} campaign={campaign_id} instead={instead} />
    </li>
  );
});

function Featured({ experiences, booking }: { experiences: readonly Experience[]; booking: CardBooking }) {
  const { blockedAs: _, ...card } = booking;
  return (
    <section className={page.section} aria-labelledby="featured">
      <h2 id="featured">{words.featured}</h2>
      <ul role="list" className={styles.row}>
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
