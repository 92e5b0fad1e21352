import { type BookingPlatform, bookingPlatforms } from '../../../../contract/booking-states.ts';
import { addDays, hawaiiDay } from '../../../../contract/hawaii-time.ts';
import type { Revenue } from './load-desk.ts';

/** Dollars added up in cents; of what nobody has told there are none. */
const sum = (rows: Revenue['daily_revenue']) =>
  rows.reduce((cents, { revenue }) => cents + Math.round((revenue ?? 0) * 100), 0) / 100;

type Daily = Pick<Revenue, 'daily_revenue' | 'from' | 'until'>;

/** Every day of a range with what all platforms brought on it. */
export function revenueByDay({ daily_revenue, from, until }: Daily): (readonly [day: string, revenue: number])[] {
  const first = hawaiiDay(new Date(from));
  const last = hawaiiDay(new Date(Date.parse(until) - 1));
  const days: (readonly [string, number])[] = [];
  for (let day = first; day <= last; day = addDays(day, 1))
    days.push([day, sum(daily_revenue.filter(({ date }) => date === day))]);
  return days;
}

/** What each platform brought, of those that brought anything. */
export const revenueByPlatform = ({
  daily_revenue,
}: Daily): (readonly [platform: BookingPlatform, revenue: number])[] =>
  bookingPlatforms
    .map((platform) => [platform, sum(daily_revenue.filter((day) => day.booking_platform === platform))] as const)
    .filter(([, revenue]) => revenue > 0);
