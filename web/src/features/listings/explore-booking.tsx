import { useState } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import { explore as words } from '../../messages/en/explore.ts';
import { messages } from '../../messages/index.ts';
import { Button, ButtonAway } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { BookingButton, type CardProps } from './experience-card.tsx';
import styles from './explore-booking.module.css';

/** What booking, and all else on a card, means for this visitor. */
export type CardBooking = Pick<CardProps, 'access' | 'onBook' | 'onSignIn' | 'onLearnMore' | 'onReviews' | 'save'> & {
  /** The role, in words, of somebody signed in whom booking is not for. */
  blockedAs: string | null;
};

interface ExploreBookingProps {
  experience: Experience;
  booking: CardBooking;
  compact?: boolean;
  campaign?: string | undefined;
}

/** How to book in the whole guide: by role, and without a link by telephone or on the spot. */
export function ExploreBooking({ experience, booking, campaign, compact = false }: ExploreBookingProps) {
  const { blockedAs, access, onBook, onSignIn } = booking;
  const label = compact ? messages.experience.bookCompact : messages.experience.bookExperience;
  if (!experience.booking_url) return <Contact experience={experience} compact={compact} />;
  if (blockedAs) return <BlockedBooking name={experience.name} label={label} role={blockedAs} compact={compact} />;
  return <BookingButton {...{ experience, access, onBook, onSignIn, campaign, compact, label }} />;
}

/** Says why to those who are signed in for something else; nothing is opened and nothing recorded. */
function BlockedBooking({
  name,
  label,
  role,
  compact,
}: {
  name: string;
  label: string;
  role: string;
  compact: boolean;
}) {
  const [isTold, setTold] = useState(false);
  const block = () => {
    console.warn(words.unauthorized);
    setTold(true);
  };
  return (
    <div className={styles.blocked}>
      <Button look={compact ? 'plain' : 'primary'} onClick={block}>
        <span>
          {label}
          <VisuallyHidden>{messages.experience.about(name)}</VisuallyHidden>
        </span>
      </Button>
      {isTold && (
        <p role="alert" className={styles.note}>
          {words.travelersOnly(role)}
        </p>
      )}
    </div>
  );
}

function Contact({
  experience: { name, phone, website_url, address },
  compact,
}: {
  experience: Experience;
  compact: boolean;
}) {
  if (phone)
    return (
      <ButtonAway look="plain" target={undefined} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
        <span>
          {words.call(phone)}
          <VisuallyHidden>{messages.experience.about(name)}</VisuallyHidden>
        </span>
      </ButtonAway>
    );
  if (website_url || compact) return null;
  return <p className={styles.note}>{address ? words.goThere(address) : words.noLink}</p>;
}
