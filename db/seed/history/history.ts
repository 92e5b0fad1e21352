import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { makeEventMonths } from '../../../server/features/analytics/analytics.store.ts';
import { rollUpClosedHours } from '../../../server/features/analytics/analytics.ts';
import { advisoryLocks } from '../../../server/platform/database/advisory-locks.ts';
import { Random } from '../generated-random.ts';
import { campaignsOf } from './campaign-plans.ts';
import { monthEnds } from './campaign-stories.ts';
import { kenjisDays, mayasDays } from './demo-travelers.ts';
import { administratorsDays, partnersDays } from './desks.ts';
import { type Guide, readGuide } from './guide.ts';
import { type Act, Past, type Present } from './past.ts';
import {
  endHistory,
  findDueHistory,
  findLastScan,
  findUnfinishedWork,
  findUnsettledNews,
  findWaitingPictures,
  openedFor,
} from './progress.ts';
import { dayMs, historyDays, momentOf, visitorsOn } from './rhythm.ts';
import { completeDay } from './sold.ts';
import { stay } from './stay.ts';

const seedOfHistory = 1893;
/** After midnight, as the present's work of each day. */
const nightlyMs = 20 * 60_000;

/** Everything that anybody does in the ninety days of Hawaiʻi up to an instant, in the order of time; the same each time. */
export function planHistory(guide: Guide, until: Date): Act[] {
  const random = new Random(seedOfHistory);
  const first = hawaiiDayStart(until).getTime() - (historyDays - 1) * dayMs;
  const campaigns = campaignsOf(guide, until);
  const acts = [
    ...mayasDays(guide, until),
    ...kenjisDays(guide, until),
    ...partnersDays(guide, until),
    ...administratorsDays(guide, until, campaigns),
    ...monthEnds(until),
  ];
  let visitors = 0;
  for (let day = 0; day < historyDays; day++) {
    const start = first + day * dayMs;
    acts.push(completeDay(start + nightlyMs));
    for (const place of guide.places)
      for (let come = visitorsOn(random, place, day, start); come > 0; come--)
        acts.push(...stay(random, { guide, campaigns }, place, momentOf(random, place.kind, start), visitors++));
  }
  return acts.filter(({ at }) => at < until.getTime()).sort((one, other) => one.at - other.at);
}

/**
 * Lets the demo's ninety days pass, where the world was loaded and they have not: invented people ask the product, at its moments, for
 * all that they do. What a stop breaks off goes on from the last scan with the next call; once they have passed they never do again.
 * @param signal ends it between two requests.
 * @param onBegin told when there is something to do.
 * @returns whether they have passed now; false as well where a stop or another process came between, or there was nothing to do
 */
export async function passHistory(
  present: Present,
  now: Date,
  signal: AbortSignal,
  onBegin = () => {},
): Promise<boolean> {
  const { db, pool } = present.database;
  // Held by the connection as long as it takes: the history passes once, however many processes have a clock.
  const holder = await pool.connect();
  try {
    const { rows } = await holder.query('select pg_try_advisory_lock($1) as mine', [advisoryLocks.demoHistory]);
    const until = rows[0].mine ? await findDueHistory(db) : undefined;
    if (!until) return false;
    onBegin();
    await makeEventMonths(db, openedFor(until), Math.ceil(historyDays / 28) + 1);
    await pass(present, until, signal);
    if (signal.aborted) return false;
    await rollUpClosedHours(db, now);
    await endHistory(db, until);
    return true;
  } finally {
    await holder.query('select pg_advisory_unlock_all()').then(
      () => holder.release(),
      () => holder.release(true),
    );
  }
}

async function pass(present: Present, until: Date, signal: AbortSignal): Promise<void> {
  const { db } = present.database;
  const plan = planHistory(await readGuide(db), until);
  const last = (await findLastScan(db, until))?.getTime();
  const past = await Past.open(present);
  try {
    if (last !== undefined) {
      for (const id of await findUnsettledNews(db, until)) await past.do({ at: last, do: () => past.takeUp(id) });
      for (const id of await findUnfinishedWork(db, until)) await past.do({ at: last, do: () => past.runLongWork(id) });
      for (const id of await findWaitingPictures(db, until))
        await past.do({ at: last, do: () => past.drawPicture(id) });
    } else if (past.books.changes.some(({ changedAt }) => Date.parse(changedAt) < until.getTime())) {
      // Kept beside another database.
      past.books.beginAnew();
    }
    for (const act of plan) {
      if (signal.aborted) return;
      if (last !== undefined && act.at <= last) continue;
      // What was done after the last scan is asked for again.
      past.isRepeating = last !== undefined && act.at < last + dayMs;
      await past.do(act);
    }
  } finally {
    await past.close();
  }
}
