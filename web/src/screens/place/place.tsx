import { useLoaderData } from 'react-router';
import type { Sponsored } from '../../../../contract/campaigns.ts';
import { ExperienceCard } from '../../features/listings/experience-card.tsx';
import type { PlaceData } from '../../features/places/load-place.ts';
import { OnDevice } from '../../features/places/on-device.tsx';
import { PlaceExperiences } from '../../features/places/place-experiences.tsx';
import { messages } from '../../messages/index.ts';
import { contentLanguage } from '../../messages/languages.ts';
import { useCardBooking } from '../../shell/sign-in-prompt.tsx';
import { sponsoredBooking } from '../../shell/sponsored-booking.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PinIcon, ScanIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Picture } from '../../ui/picture.tsx';
import { useLiveOr } from '../../use-live-or.ts';
import styles from './place.module.css';

const words = messages.place;

/** A place and what its people recommend, in their order: what a printed code opens. */
export function PlaceScreen() {
  const data = useLiveOr(useLoaderData<PlaceData>());
  const { place, experiences, sponsored, arrival } = data;
  const booking = useCardBooking();
  return (
    <div className={page.page}>
      {arrival?.notice && <Notice tone="warn">{arrival.notice}</Notice>}
      <div className={page.head}>
        <Picture src={place.image_url} color={place.image_color} first />
        <p className={styles.island}>{words.islands[place.island] ?? place.island}</p>
        <h1 lang={contentLanguage}>{place.name}</h1>
        <p className={styles.address} lang={contentLanguage}>
          <PinIcon />
          {place.address}
        </p>
        <p className={styles.description} lang={contentLanguage}>
          {place.description}
        </p>
        <OnDevice {...data} />
      </div>
      {experiences.length === 0 ? (
        <EmptyState title={words.none} action={<ButtonLink to="/explore">{words.explore}</ButtonLink>}>
          {words.noneText}
        </EmptyState>
      ) : (
        <PlaceExperiences
          experiences={experiences}
          {...booking}
          after={(count) =>
            sponsored?.map(
              (one) => one.after === count && <SponsoredCard key={one.campaign_id} {...one} booking={booking} />,
            )
          }
        />
      )}
      <ButtonLink to="/scan" look="plain" wide>
        <ScanIcon />
        {words.scanAnother}
      </ButtonLink>
      <ButtonLink to="/how-we-order" look="quiet" wide>
        {words.howOrdered}
      </ButtonLink>
    </div>
  );
}

function SponsoredCard({
  campaign_id,
  experience,
  booking,
}: Sponsored & { booking: ReturnType<typeof useCardBooking> }) {
  return (
    <li data-sponsored="">
      <ExperienceCard experience={experience} campaign={campaign_id} {...sponsoredBooking(booking, campaign_id)} />
    </li>
  );
}
