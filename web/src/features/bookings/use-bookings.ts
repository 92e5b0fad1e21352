import { useEffect, useMemo, useState } from 'react';
import type { Booking } from '../../../../contract/bookings.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { findKeptBookings, keepBookings } from './booking-cache.ts';
import { sampleBookings } from './sample-bookings.ts';

/** What asking for one's bookings came to. */
export type Asked =
  | { kind: 'live'; bookings: Booking[] }
  /** `status` of the answer, 0 where none came; `inBrowser` is false where the server's own page could not ask. */
  | { kind: 'failed'; status: number; inBrowser: boolean };

export type Source = { kind: 'live' } | { kind: 'kept'; lastSync: string } | { kind: 'sample' } | { kind: 'none' };

/** The bookings to show and where they come from: the live answer, the kept one, the sample set, or nothing. */
export function useBookings(asked: Asked, userId: string): { source: Source; bookings: Booking[]; keeps: boolean } {
  const [keeps, setKeeps] = useState(true);
  useEffect(() => {
    if (asked.kind !== 'live') return;
    const { userAgent } = navigator;
    const isKept = keepBookings(() => localStorage, userId, asked.bookings, { now: new Date(), userAgent });
    if (!isKept) console.warn(words.cacheUnavailable);
    setKeeps(isKept);
  }, [asked, userId]);
  const found = useMemo(() => fallBack(asked, userId), [asked, userId]);
  return { ...found, keeps };
}

function fallBack(asked: Asked, userId: string): { source: Source; bookings: Booking[] } {
  if (asked.kind === 'live') return { source: { kind: 'live' }, bookings: asked.bookings };
  if (!asked.inBrowser) return { source: { kind: 'none' }, bookings: [] };
  const kept = findKeptBookings(() => localStorage, userId, new Date());
  if (kept) return { source: { kind: 'kept', lastSync: kept.lastSync }, bookings: kept.bookings };
  if (asked.status > 0 && navigator.onLine) return { source: { kind: 'sample' }, bookings: [...sampleBookings] };
  return { source: { kind: 'none' }, bookings: [] };
}
