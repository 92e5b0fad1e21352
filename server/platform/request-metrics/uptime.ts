import type { Db } from '../database/database.ts';
import { findUpMinutes } from './read-metrics.store.ts';

const minuteMs = 60_000;

export interface Uptime {
  /** The first minute that was measured; null before there was one. */
  measured_since: string | null;
  /** Of the minutes of the span since then, the part in which a process was up; null where there are none. */
  uptime: number | null;
}

/** How much of a span a server process was up. The minute that has begun counts, as far as it goes; what comes after it does not. */
export async function readUptime(
  db: Db,
  now: Date,
  { from, until }: Readonly<Record<'from' | 'until', Date>>,
): Promise<Uptime> {
  const thisMinute = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs;
  const end = new Date(Math.min(thisMinute, until.getTime()));
  const { first, up } = await findUpMinutes(db, { from, until: end });
  const minutes = first ? (end.getTime() - Math.max(first.getTime(), from.getTime())) / minuteMs : 0;
  return { measured_since: first?.toISOString() ?? null, uptime: minutes > 0 ? up / minutes : null };
}
