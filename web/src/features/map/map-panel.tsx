import { useEffect, useRef, useState } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import type { MapListing } from '../../../../contract/map.ts';
import { map as words } from '../../messages/en/map.ts';
import { messages } from '../../messages/index.ts';
import { contentLanguage } from '../../messages/languages.ts';
import { Button, ButtonAway } from '../../ui/button.tsx';
import { ExperienceFacts } from '../listings/experience-facts.tsx';
import { type CardBooking, ExploreBooking } from '../listings/explore-booking.tsx';
import { useKinds } from '../listings/kinds.ts';
import type { MapEvent } from './map-events.ts';
import styles from './map-panel.module.css';

interface MapPanelProps {
  listing: MapListing;
  distanceKm: number | null;
  booking: CardBooking;
  loadListing: (id: number) => Promise<Experience>;
  onEvent: ((event: MapEvent) => void) | undefined;
  onClose: () => void;
  /** Told how much of the map's foot it covers. */
  onHeight: (height: number) => void;
}

/** The selected listing over the foot of the map; the way to book it arrives a moment later. */
export function MapPanel({ listing, distanceKm, booking, loadListing, onEvent, onClose, onHeight }: MapPanelProps) {
  const kindOf = useKinds();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [details, setDetails] = useState<Experience | 'failed' | null>(null);
  const load = () => {
    setDetails(null);
    loadListing(listing.id).then(setDetails, () => setDetails('failed'));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a panel is made anew for each listing
  useEffect(() => {
    load();
    heading.current!.focus({ preventScroll: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it grows as its buttons arrive
  useEffect(() => onHeight(panel.current!.offsetHeight), [details]);
  const noteBooking = (experience: Experience) =>
    onEvent?.({
      type: 'map_booking_initiated',
      business_listing_id: experience.id,
      listing_name: experience.name,
      category: experience.category,
      price_range: experience.price_range,
      booking_url: experience.booking_url,
    });
  const noted: CardBooking = {
    ...booking,
    onBook: (experience, event) => {
      noteBooking(experience);
      booking.onBook?.(experience, event);
    },
    ...(booking.onSignIn && {
      onSignIn: (wanted, event, experience) => {
        noteBooking(experience);
        booking.onSignIn?.(wanted, event, experience);
      },
    }),
  };
  return (
    <section
      ref={panel}
      className={styles.panel}
      aria-label={listing.name}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <p className={styles.kind}>
        <span>{kindOf(listing)}</span>
        {distanceKm !== null && <span>{words.away(words.distance(distanceKm))}</span>}
      </p>
      <h2 ref={heading} tabIndex={-1} className={styles.name} lang={listing.name_language ?? contentLanguage}>
        {listing.name}
      </h2>
      <ExperienceFacts experience={listing} />
      {details === 'failed' && <p role="alert">{words.detailsFailed}</p>}
      <div className={styles.actions}>
        {details === null && <Button disabled>{messages.experience.bookExperience}</Button>}
        {details === 'failed' && <Button onClick={load}>{words.again}</Button>}
        {details && details !== 'failed' && <ExploreBooking experience={details} booking={noted} />}
        {details && details !== 'failed' && details.website_url && (
          <ButtonAway
            look="plain"
            href={details.website_url}
            onClick={(event) => booking.onLearnMore?.(details, event)}
          >
            {messages.experience.learnMore}
          </ButtonAway>
        )}
        <Button look="plain" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </section>
  );
}
