import { useEffect, useMemo, useRef, useState } from 'react';
import type { Booking } from '../../../../contract/bookings.ts';
import { isRemembered } from '../../device/own-device.ts';
import { bookings as words } from '../../messages/en/bookings.ts';
import { hasNetwork } from '../../network.ts';
import { findKeptBookings, keepBookings } from './booking-cache.ts';
import { sampleBookings } from './sample-bookings.ts';

/** What asking for one's bookings came to. */
export type Asked =
  | { kind: 'live'; bookings: Booking[] }
  /** `status` of the answer, 0 where none came; `inBrowser` is false where the server's own page could not ask. */
  | { kind: 'failed'; status: number; inBrowser: boolean };

export type Source =
  | { kind: 'live' }
  /** `isWhole` where it is all of them: a device keeps only those that matter on the way. */
  | { kind: 'kept'; lastSync: string; isWhole: boolean }
  | { kind: 'sample' }
  | { kind: 'none' };

/** The bookings to show and where they come from: the live answer, the kept one, the sample set, or nothing. */
export function useBookings(asked: Asked, userId: string): { source: Source; bookings: Booking[]; keeps: boolean } {
  const [keeps, setKeeps] = useState(true);
  // What the device refused lives as long as this page: a filter tapped without a network must not lose it.
  const unkept = useRef<Unkept>(null);
  useEffect(() => {
    if (asked.kind !== 'live') return;
    const { userAgent } = navigator;
    const now = new Date();
    const isKept = isRemembered(userId) && keepBookings(() => localStorage, userId, asked.bookings, { now, userAgent });
    unkept.current = isKept ? null : { userId, bookings: asked.bookings, lastSync: now.toISOString() };
    if (!isKept) console.warn(words.cacheUnavailable);
    setKeeps(isKept);
  }, [asked, userId]);
  const found = useMemo(() => fallBack(asked, userId, unkept.current), [asked, userId]);
  return { ...found, keeps };
}

type Unkept = { userId: string; bookings: Booking[]; lastSync: string } | null;

function fallBack(asked: Asked, userId: string, unkept: Unkept): { source: Source; bookings: Booking[] } {
  if (asked.kind === 'live') return { source: { kind: 'live' }, bookings: asked.bookings };
  if (!asked.inBrowser) return { source: { kind: 'none' }, bookings: [] };
  const isWhole = unkept?.userId === userId;
  const kept = isWhole ? unkept : findKeptBookings(() => localStorage, userId, new Date());
  if (kept) return { source: { kind: 'kept', lastSync: kept.lastSync, isWhole }, bookings: kept.bookings };
  if (asked.status > 0 && hasNetwork()) return { source: { kind: 'sample' }, bookings: [...sampleBookings] };
  return { source: { kind: 'none' }, bookings: [] };
}
