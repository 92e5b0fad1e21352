import { loadGeneratedYear } from '../db/seed/generated-year.ts';
import { rollUpClosedHours } from '../server/features/analytics/analytics.ts';
import { withClient } from '../server/platform/database/database-client.ts';
import type { ReachedDatabase } from './reach-database.ts';

const linesOfProgress = 20;
const number = (value: number) => value.toLocaleString('en-US');

/**
 * Fills a database that has places and codes with a generated year and rolls it up, saying how far it is.
 * @param now hours before this are rolled up.
 * @returns false when the year of this seed was there already.
 */
export async function generate(
  { db, connection }: Pick<ReachedDatabase, 'db' | 'connection'>,
  year: { scans: number; seed: number; until: Date },
  now: Date,
  say: (line: string) => void,
): Promise<boolean> {
  const begun = performance.now();
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  let told = 0;
  const onProgress = (stored: number) => {
    const line = Math.floor((stored * linesOfProgress) / year.scans);
    if (line > told) say(`${number(stored)} of ${number(year.scans)} scans, ${seconds()}`);
    told = line;
  };
  if (!(await loadGeneratedYear(db, { ...year, onProgress }))) return false;
  await updateStatistics(connection);
  let days = 0;
  const onDay = () => {
    days += 1;
    if (days % 30 === 0) say(`${days} days rolled up, ${seconds()}`);
  };
  await rollUpClosedHours(db, now, { onDay });
  say(`A year of ${number(year.scans)} scans in ${seconds()}.`);
  return true;
}

/** So many new rows change which way of reading them is short. */
async function updateStatistics(connection: ReachedDatabase['connection']): Promise<void> {
  await withClient(connection, {}, (owner) => owner.query('analyze'));
}
