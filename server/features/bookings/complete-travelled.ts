import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Services } from '../../platform/context.ts';
import { forEachOf } from '../commission/commission.ts';
import { newsKeysOf } from '../platforms/platforms.ts';
import { findTravelled, isTravelled, lockBooking } from './bookings.store.ts';
import { changeBooking } from './change-booking.ts';

/**
 * Completes confirmed bookings whose day of travel lies before today. One without a day, or that its platform has confirmed with a day
 * that its traveler alone has said, waits for the platform's news or an administrator.
 * @returns how many
 */
export async function completeTravelled(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const today = hawaiiDay(now);
  const { contacts } = newsKeysOf(settings);
  return await forEachOf(
    db,
    (after, limit) => findTravelled(db, today, after, limit),
    async (tx, id) => {
      const before = await lockBooking(tx, id);
      // Meanwhile it may have been cancelled, or moved to another day.
      if (!before || !(await isTravelled(tx, today, id))) return;
      await changeBooking(
        tx,
        now,
        before,
        { status: 'completed' },
        { action: 'booking_travelled', actor: null, contacts },
      );
    },
    signal,
  );
}
