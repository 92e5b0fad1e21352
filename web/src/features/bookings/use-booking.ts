import { useEffect } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import type { Role } from '../../../../contract/roles.ts';
import { importInTime } from '../../import-in-time.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { holdsWhatWaits } from '../../waits-here.ts';
import { createConversionQueue, queueKey } from './conversion-queue.ts';
import type { browserSender, Recorded } from './conversion-sender.ts';

const queue = createConversionQueue(() => localStorage, Date.now);
holdsWhatWaits(() => !queue.keepUnsaved());
const told = new Set<Recorded>();
let sender: Promise<ReturnType<typeof browserSender>> | undefined;

/** The script that sends, which guests never need. Where it does not come, the next link or page tries again. */
function withSender(use: (sender: ReturnType<typeof browserSender>) => void): void {
  sender ??= importInTime(() => import('./conversion-sender.ts')).then(({ browserSender }) =>
    browserSender(queue, (transaction) => {
      for (const tell of told) tell(transaction);
    }),
  );
  sender.then(use, () => {
    sender = undefined;
  });
}

type Visitor = { user: { id: string } | null; role: Role | undefined };

/**
 * Sends what this user's followed links have left waiting on the device; the shell keeps it going.
 * @param onRecorded told what each link became.
 */
export function useConversionSending({ user, role }: Visitor, onRecorded: Recorded): void {
  useTold(onRecorded);
  const traveler = role === 'traveler' && user ? user.id : null;
  useEffect(() => {
    const tellIt = () => withSender(({ signedIn }) => signedIn(traveler));
    if (sender) tellIt();
    else if (traveler) return whenIdle(tellIt);
  }, [traveler]);
}

/** Calls back when a followed link has become a booking: in this tab, or in another one that no longer keeps it waiting. */
export function useOnRecorded(callback: () => void): void {
  useTold(callback);
  useEffect(() => {
    const onStored = ({ key }: StorageEvent) => key === queueKey && callback();
    addEventListener('storage', onStored);
    return () => removeEventListener('storage', onStored);
  }, [callback]);
}

/** Has a callback told what each link of this tab became, as long as its screen is there. */
function useTold(callback: Recorded): void {
  useEffect(() => {
    told.add(callback);
    return () => void told.delete(callback);
  }, [callback]);
}

/** What a visitor may do about booking, and what happens beside the link when a traveler follows it. */
export function useBooking({ user, role }: Visitor) {
  const access = !user ? ('sign-in' as const) : role === 'traveler' ? ('book' as const) : ('none' as const);
  const onBook = (experience: Experience, code: string | undefined) => {
    if (!user || access !== 'book') return;
    const { id, name, price_range, category, booking_url } = experience;
    queue.add({
      id: `${Date.now()}-${Math.random()}`,
      userId: user.id,
      body: {
        qr_code_id: code,
        business_listing_id: id,
        booking_url: booking_url ?? undefined,
        conversion_timestamp: new Date().toISOString(),
        booking_details: { experience_name: name, price_range, category },
      },
    });
    withSender(({ signedIn }) => signedIn(user.id));
  };
  return { access, onBook };
}
