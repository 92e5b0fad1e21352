import { useEffect, useState } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import type { Recommendation } from '../../../../contract/recommendations.ts';
import { browserApi } from '../../api.ts';
import { notedCode, track } from '../../features/analytics/track.ts';
import { useBooking } from '../../features/bookings/use-booking.ts';
import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import { loadRecommendations, type Suggested } from '../../features/recommendations/load-recommendations.ts';
import { reasonsInWords } from '../../features/recommendations/reasons-in-words.ts';
import { sampleExperiences } from '../../features/scanning/sample-experiences.ts';
import { useSession } from '../../features/session/use-session.ts';
import { suggestions as words } from '../../messages/en/in-app.ts';
import { announce } from '../../ui/announce.ts';
import { Badge } from '../../ui/badge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useSaid } from '../../ui/use-said.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useCardBooking } from '../sign-in-prompt.tsx';
import { useFollowLink } from './follow-link.tsx';
import styles from './in-app.module.css';

/** What goes well with a booked experience, to swipe through; where it cannot be had, what is known instead, plainly listed. */
export function Suggestions({ experience }: { experience: Experience }) {
  const { user } = useSession();
  const [suggested, setSuggested] = useState<Suggested | null>(null);
  const { id, category } = experience;
  const userId = user?.id;
  useEffect(() => {
    let isGone = false;
    void loadRecommendations(browserApi, userId, { business_listing_id: id, category }).then((found) => {
      if (isGone) return;
      setSuggested(found);
      if (found.kind !== 'live' || found.recommendations.length === 0) return;
      announce(words.title);
      track('smart_suggestions_displayed', { original_category: category, source: 'booking' }, id);
    });
    return () => {
      isGone = true;
    };
  }, [userId, id, category]);

  useSaid(suggested?.kind === 'live' && suggested.recommendations.length === 0 ? words.none : null);
  if (!suggested) {
    return (
      <div className={styles.waiting}>
        <Spinner />
        {words.loading}
      </div>
    );
  }
  if (suggested.kind !== 'live') return <WithoutAnswer suggested={suggested} />;
  if (suggested.recommendations.length === 0) return <p>{words.none}</p>;
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <ul role="list" className={styles.row}>
        {suggested.recommendations.map((one) => (
          <li key={one.id}>
            <Suggestion recommendation={one} originalCategory={category} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Words that open below the edge would not be seen. */
const reveal = (words: HTMLElement | null) => words?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

function Suggestion({
  recommendation,
  originalCategory,
}: {
  recommendation: Recommendation;
  originalCategory: string;
}) {
  const { access, onBook } = useBooking(useSession());
  const { save } = useCardBooking();
  const follow = useFollowLink();
  const [isOpen, setOpen] = useState(false);
  const { id, name, category, recommendation_score, time_compatibility, distance_km } = recommendation;
  const show = () => {
    setOpen(!isOpen);
    if (isOpen) return;
    const scored = { recommendation_score, time_compatibility, distance: distance_km };
    track(
      'smart_suggestion_clicked',
      { listing_name: name, category, original_category: originalCategory, ...scored },
      id,
    );
  };
  return (
    <div className={styles.suggestion}>
      <ExperienceCard
        experience={recommendation}
        size="compact"
        note={reasonsInWords(recommendation)}
        access={access}
        save={save}
        onBook={(booked, event) => {
          onBook(booked, notedCode());
          follow('booking', booked, event, { recommendation, originalCategory });
        }}
      />
      <button type="button" className={styles.details} aria-expanded={isOpen} onClick={show}>
        {words.details}
        <VisuallyHidden>{words.detailsOf(name)}</VisuallyHidden>
      </button>
      {isOpen && (
        <p ref={reveal} className={styles.description}>
          {recommendation.description}
        </p>
      )}
    </div>
  );
}

/** The last real suggestions of this device, or the sample set, which says so; neither can be booked. */
function WithoutAnswer({ suggested }: { suggested: Exclude<Suggested, { kind: 'live' }> }) {
  const isSample = suggested.kind === 'sample';
  const listed: readonly Experience[] = isSample ? sampleExperiences : suggested.recommendations;
  const { save } = useCardBooking();
  return (
    <>
      <Notice tone="warn" title={words.failed}>
        {isSample ? (
          <p>
            <Badge tone="warn">{words.sample}</Badge> {words.sampleText}
          </p>
        ) : (
          <p>{words.kept(suggested.keptAt)}</p>
        )}
      </Notice>
      <ul role="list" className={styles.list}>
        {listed.map((one) => (
          <li key={one.id}>
            <ExperienceCard experience={one} size="compact" access="none" save={isSample ? undefined : save} />
          </li>
        ))}
      </ul>
    </>
  );
}
