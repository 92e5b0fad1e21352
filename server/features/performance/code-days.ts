import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { getCodeDays } from '../../../contract/partner-performance.ts';
import { mostCodesByDay, type PerformanceRange } from '../../../contract/portal-states.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { readCodeDays as readDays } from '../analytics/analytics.ts';
import { requireOwn } from '../codes/codes.ts';
import { rankOf } from './breakdowns.ts';
import { hideFewDays } from './hide-grid.ts';
import { findOwnCodes } from './performance.store.ts';
import { type Own, readFigures } from './performance.ts';
import { spanBetween } from './spans.ts';

/**
 * The scans of the codes that lead to one of an organisation's places, day by day beside each other: those with the most in the range.
 * @throws Refusal `not_found`
 */
export async function readCodeDays(
  db: Db,
  now: Date,
  own: Own,
  place: number,
  range: PerformanceRange,
): Promise<Answer<typeof getCodeDays>> {
  await requireOwn(db, own, { place });
  const figures = await readFigures(db, now, own, range);
  const { codes } = figures;
  const { from, until } = spanBetween(figures.from, figures.until);
  const { ids, read } = await withTenant(db, { organisation: own.organisationId }, async (tx) => {
    const ids = new Map((await findOwnCodes(tx, own.organisationId)).map(({ id, code }) => [code, id]));
    const wanted = codes.flatMap(({ qr_code_id }) => ids.get(qr_code_id) ?? []);
    return { ids, read: await readDays(tx, { ownerId: own.ownerId, codes: wanted, from, to: until }) };
  });
  const nameOf = (id: number | undefined, day: string) => `${id} ${day}`;
  const counted = new Map(
    read.map(({ key, starts_at, scans, visits }) => [
      nameOf(Number(key), hawaiiDay(starts_at)),
      { figure: scans, visits },
    ]),
  );
  const days = figures.days.map(({ day }) => day);
  // Of all codes at once: those of another place, whose days are told as well, say what is left of a day.
  const told = hideFewDays(
    codes.map(({ qr_code_id }) =>
      days.map((day) => counted.get(nameOf(ids.get(qr_code_id), day)) ?? { figure: 0, visits: 0 }),
    ),
    codes.map(({ scans }) => scans),
  );
  const lines = codes.flatMap(({ qr_code_id, label, location_id, scans }, at) =>
    location_id === place ? [{ qr_code_id, label, total: scans, scans: told[at]! }] : [],
  );
  const ranked = lines.toSorted((one, other) => rankOf(other.total) - rankOf(one.total));
  return { range, days, codes: ranked.slice(0, mostCodesByDay) };
}
