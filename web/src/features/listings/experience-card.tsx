import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { ListingFacts } from '../../../../contract/listing-facts-form.ts';
import type { Experience } from '../../../../contract/listings.ts';
import { messages } from '../../messages/index.ts';
import { contentLanguage, language } from '../../messages/languages.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonAway, ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { withQuery } from '../../with-query.ts';
import { CardDescription } from './card-description.tsx';
import styles from './experience-card.module.css';
import { ExperienceFacts } from './experience-facts.tsx';
import { useKinds } from './kinds.ts';

const words = messages.experience;

/** Whom a booking button serves: travelers follow the link, guests sign in first, all others have none. */
export type BookingAccess = 'book' | 'sign-in' | 'none';

export interface CardProps {
  experience: Experience;
  access: BookingAccess;
  /** Told when the booking link is followed; never holds the link up. */
  onBook?: ((experience: Experience, event: MouseEvent) => void) | undefined;
  /** Told when the operator's own page is followed, which may be shown inside the guide. */
  onLearnMore?: (experience: Experience, event: MouseEvent) => void;
  /** Asks for a sign-in over the page, instead of following the link to it. */
  onSignIn?: (wanted: { activity: string; returnTo: string }, event: MouseEvent, experience: Experience) => void;
  /** Shows what travelers say of it, from its rating. */
  onReviews?: (experience: Experience) => void;
  /** `entry` is a full entry of the guide, `compact` one of a row to swipe through. */
  size?: 'entry' | 'compact';
  /** Words of the booking button of a full entry. */
  bookLabel?: string;
  /** Path of the page that shows this experience, where it is another than the current one: sign-in returns there. */
  returnTo?: string | undefined;
  /** Stands in place of the booking button. */
  instead?: ReactNode;
  /** Draws the heart on its picture, where it can be saved. */
  save?: ((experience: Experience) => ReactNode) | undefined;
  /** Why it is shown here, in a few words under its facts. */
  note?: string;
  /** Its picture is among the first seen. */
  first?: boolean;
  /** The campaign that it is shown for, where somebody pays for that. */
  campaign?: string | undefined;
  /** What is known already of what follows its words. */
  facts?: ListingFacts | undefined;
  /** Told when all of its words are asked for. */
  onOpen?: (experience: Experience) => void;
}

/** One experience as the guide prints it: picture, name, facts, words, and what can be done next. */
export function ExperienceCard({
  size = 'entry',
  bookLabel,
  first,
  instead,
  note,
  facts,
  save,
  onReviews,
  onLearnMore,
  onOpen,
  ...booking
}: CardProps) {
  const { experience, campaign } = booking;
  const kindOf = useKinds();
  const compact = size === 'compact';
  return (
    <article
      id={compact || campaign ? undefined : anchorOf(experience)}
      data-listing={experience.id}
      data-campaign={campaign}
      className={compact ? styles.compact : styles.card}
    >
      <Picture
        src={experience.image_url}
        widths={experience.image_widths}
        color={experience.image_color}
        alt={experience.image_words}
        lang={experience.image_words && contentLanguage}
        first={first}
      />
      {save?.(experience)}
      <div className={styles.head}>
        {!compact && (
          <p className={styles.kind}>
            {kindOf(experience)}
            {campaign && (
              <Link to="/how-we-order" className={styles.sponsored}>
                <Badge>{words.sponsored}</Badge>
                <VisuallyHidden>{words.about(messages.place.howOrdered)}</VisuallyHidden>
              </Link>
            )}
            {!campaign && experience.is_featured && <Badge tone="accent">{words.featured}</Badge>}
          </p>
        )}
        <h3 className={styles.name} lang={experience.name_language ?? contentLanguage}>
          {campaign && (
            <span className="visually-hidden" lang={language}>
              {words.sponsored + words.about('')}
            </span>
          )}
          {experience.name}
        </h3>
        <ExperienceFacts experience={experience} onReviews={onReviews && (() => onReviews(experience))} />
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {!compact && (
        <CardDescription
          name={experience.name}
          language={experience.description_language}
          onOpen={onOpen && (() => onOpen(experience))}
          detailsOf={experience.has_details && experience.id}
          facts={facts}
        >
          {experience.description}
        </CardDescription>
      )}
      <div className={styles.actions}>
        {instead ?? (
          <BookingButton
            {...booking}
            compact={compact}
            label={compact ? words.bookCompact : (bookLabel ?? words.bookNow)}
          />
        )}
        {!compact && experience.website_url && (
          <ButtonAway look="quiet" href={experience.website_url} onClick={(event) => onLearnMore?.(experience, event)}>
            <span>
              {words.learnMore}
              <VisuallyHidden>{words.about(experience.name)}</VisuallyHidden>
            </span>
          </ButtonAway>
        )}
      </div>
    </article>
  );
}

/** The name of a card in its page. What is sponsored has none: its list may come to the same experience further down. */
const anchorOf = ({ id }: Experience) => `experience-${id}`;

/** Where an experience is found whatever is sponsored by then: who signs in from such a card comes back to it there. */
const searchFor = ({ name }: Experience) => withQuery('/explore', new URLSearchParams({ search: name }));

type BookingProps = Pick<CardProps, 'experience' | 'access' | 'onBook' | 'onSignIn' | 'returnTo' | 'campaign'> & {
  compact: boolean;
  label: string;
};

/** Leads to the booking platform, or to signing in first. */
export function BookingButton({
  experience,
  access,
  onBook,
  onSignIn,
  returnTo,
  campaign,
  compact,
  label,
}: BookingProps) {
  const here = useLocation();
  if (!experience.booking_url || access === 'none') return null;
  const name = <VisuallyHidden>{words.about(experience.name)}</VisuallyHidden>;
  if (access === 'sign-in') {
    const shownAt = campaign ? searchFor(experience) : (returnTo ?? here.pathname + here.search);
    const back = `${shownAt}#${anchorOf(experience)}`;
    return (
      <ButtonLink
        look={compact ? 'plain' : 'primary'}
        to={`/auth?redirect=${encodeURIComponent(back)}`}
        onClick={(event) => onSignIn?.({ activity: experience.name, returnTo: back }, event, experience)}
      >
        <span>
          {compact ? words.signInCompact : words.signInToBook}
          {name}
        </span>
      </ButtonLink>
    );
  }
  return (
    <ButtonAway
      look={compact ? 'plain' : 'primary'}
      href={experience.booking_url}
      onClick={(event) => onBook?.(experience, event)}
    >
      <span>
        {label}
        {name}
      </span>
    </ButtonAway>
  );
}
