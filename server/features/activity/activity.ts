import type { ActivityEntry } from '../../../contract/activity.ts';
import type { Db } from '../../platform/database/database.ts';
import { countActivity, listTimeline, type Position, type TimelineRow } from './activity.store.ts';

const usualPage = 20;

/**
 * What a traveler has done: all of it counted, and one page of it, newest first.
 * @param before the `next` of the page before this one.
 */
export async function readActivity(db: Db, userId: string, before: string | undefined, limit = usualPage) {
  const counts = await countActivity(db, userId);
  // One more than asked for tells whether there is a next page.
  const rows = await listTimeline(db, userId, before ? readPosition(before) : undefined, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { counts, timeline: page.map(present), next: rows.length > limit && last ? writePosition(last) : null };
}

const writePosition = ({ at, kind, row }: Position) => `${at}~${kind}~${row}`;

function readPosition(text: string): Position {
  const [at = '', kind = '', row = ''] = text.split('~');
  return { at, kind, row };
}

const screens: Record<ActivityEntry['kind'], (target: number) => string> = {
  scan: (place) => `/location/${place}`,
  booking: () => '/bookings',
  saved: (listing) => `/saved#experience-${listing}`,
};

const present = ({ kind, at, title, detail, target }: TimelineRow): ActivityEntry => ({
  kind,
  at: new Date(at).toISOString(),
  title,
  detail,
  href: screens[kind](target),
});
