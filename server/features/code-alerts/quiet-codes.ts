import type { Db } from '../../platform/database/database.ts';
import { readRollup } from '../analytics/analytics.ts';
import { findSilent, type OpenAlert, type Silent, type Watched } from './code-alerts.store.ts';
import { type Hour, isQuiet, isQuietAnywhere, rhythm } from './rhythm.ts';

const weekMs = 7 * 86_400_000;
/** Codes whose hours are read at once. */
const perBatch = 100;

type Quiet = Watched & { since: Date };

/** Codes that have gone quiet, and places that have with all of their codes; of those of which an alert goes on these alone that are new. */
export async function findQuiet(
  db: Db,
  now: Date,
  open: readonly OpenAlert[],
  signal?: AbortSignal,
): Promise<{ places: Quiet[]; codes: Quiet[] }> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const silent = await findSilent(db, now, {
    after: before(rhythm.mostSilenceMs),
    before: before(rhythm.leastSilenceMs),
    ledForMs: rhythm.leastWeeks * weekMs,
  });
  const told = new Map(open.filter(({ kind }) => kind === 'quiet').map((one) => [keyOf(one), one]));
  const places = new Set([...told.values()].flatMap((one) => (one.qr_code_id === null ? [one.location_id] : [])));
  const isTold = (one: Silent) => told.has(keyOf({ ...one, qr_code_id: one.id }));
  const fresh = await judge(
    db,
    now,
    silent.filter((one) => !places.has(one.location_id) && !isTold(one)),
    signal,
  );
  if (fresh.length === 0) return { places: [], codes: [] };
  const quiet = [...fresh, ...silent.filter(isTold)];
  const whole = new Map<number, Date>();
  for (const { location_id, last_of_place: last } of fresh) {
    const here = quiet.filter((one) => one.location_id === location_id);
    // Where another code of the place was scanned after the last of these, somebody does scan there.
    if (here.length > 1 && here.some((one) => one.last.getTime() === last.getTime())) whole.set(location_id, last);
  }
  return {
    places: [...whole].map(([location_id, since]) => ({ location_id, qr_code_id: null, since })),
    codes: fresh
      .filter(({ location_id }) => !whole.has(location_id))
      .map(({ location_id, id, last }) => ({ location_id, qr_code_id: id, since: last })),
  };
}

const keyOf = ({ location_id, qr_code_id }: Watched) => `${location_id} ${qr_code_id}`;

/** Those of silent codes whose silence is longer than chance would have it, and not everybody's. */
async function judge(db: Db, now: Date, silent: readonly Silent[], signal?: AbortSignal): Promise<Silent[]> {
  const [first] = silent;
  if (!first) return [];
  const from = new Date(first.last.getTime() - rhythm.mostWeeks * weekMs);
  const range = { from, to: now, grain: 'hour' } as const;
  const silenceOf = ({ last }: Silent) => ({ from: last, until: now });
  const all = await readRollup(db, { ...range, dimension: 'total' });
  const judged = silent.filter((one) => !isQuietAnywhere(all, silenceOf(one)));
  const found: Silent[] = [];
  for (let at = 0; at < judged.length; at += perBatch) {
    signal?.throwIfAborted();
    const batch = judged.slice(at, at + perBatch);
    const hours = Map.groupBy(
      await readRollup(db, { ...range, dimension: 'code', ids: batch.map(({ id }) => id) }),
      ({ key }) => Number(key),
    );
    for (const one of batch) {
      const own: Hour[] = hours.get(one.id) ?? [];
      if (isQuiet(own, silenceOf(one), one.since, all)) found.push(one);
    }
  }
  return found;
}
