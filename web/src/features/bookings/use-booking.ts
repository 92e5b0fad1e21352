import { useEffect } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import type { Role } from '../../../../contract/roles.ts';
import { forgetOthersBookings } from './forget-others.ts';
import { browserRecorder, type Recorded } from './record-conversion.ts';

let recorder: ReturnType<typeof browserRecorder> | undefined;
let tell: Recorded = () => {};
const pageRecorder = () => {
  recorder ??= browserRecorder((transaction) => tell(transaction));
  return recorder;
};

type Visitor = { user: { id: string } | null; role: Role | undefined };

/**
 * Sends what this user's followed links have left waiting on the device, and takes another's away; the shell keeps it going.
 * @param onRecorded told what each link became.
 */
export function useConversionSending({ user, role }: Visitor, onRecorded: Recorded): void {
  tell = onRecorded;
  const traveler = role === 'traveler' && user ? user.id : null;
  useEffect(() => {
    if (traveler || recorder) pageRecorder().signedIn(traveler);
  }, [traveler]);
  const id = user?.id;
  useEffect(() => {
    if (id) forgetOthersBookings(id);
  }, [id]);
}

/** What a visitor may do about booking, and what happens beside the link when a traveler follows it. */
export function useBooking({ user, role }: Visitor) {
  const access = !user ? ('sign-in' as const) : role === 'traveler' ? ('book' as const) : ('none' as const);
  const onBook = (experience: Experience) => {
    if (!user || access !== 'book') return;
    pageRecorder().record(user.id, {
      business_listing_id: experience.id,
      booking_url: experience.booking_url ?? undefined,
      conversion_timestamp: new Date().toISOString(),
      booking_details: {
        experience_name: experience.name,
        price_range: experience.price_range,
        category: experience.category,
      },
    });
  };
  return { access, onBook };
}
