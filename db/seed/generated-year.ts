import { sql } from 'kysely';
import { advisoryLocks } from '../../server/platform/database/advisory-locks.ts';
import { type Db, withTransaction } from '../../server/platform/database/database.ts';
import { Random } from './generated-random.ts';
import { spreadOverYear, timesOfDay } from './generated-rhythm.ts';
import { newRows, storeRows } from './generated-rows.ts';
import { Visitors } from './generated-visitors.ts';
import { readWorld } from './generated-world.ts';
import { waitForLock } from './wait-for-lock.ts';

export interface GeneratedYear {
  /** How many scans; visits, bookings and events follow from them. */
  scans: number;
  /** A whole number: the same seed and number of scans on the same world give the same rows. */
  seed: number;
  /** The first instant after the year. */
  until: Date;
  /** How likely somebody follows a booking link after a scan; as in the demo where it is missing. */
  bookingChance?: number;
  /** Told of the scans stored so far. */
  onProgress?: (scans: number) => void;
}

const scansPerStatement = 2_000;

/**
 * Loads a year of scans, clicks, bookings and events of invented visitors, with the rhythms of Hawaiʻi, all or nothing.
 * Rollups are left to the job, or to `rollUpClosedHours`.
 * @returns false when the year of this seed is there already; then nothing happens.
 * @throws Error when there is no active code to scan.
 */
export async function loadGeneratedYear(
  db: Db,
  { scans, seed, until, bookingChance, onProgress }: GeneratedYear,
): Promise<boolean> {
  const random = new Random(seed);
  const days = spreadOverYear(random, scans, until);
  // Outside the transaction: making months locks the table that takes events without one.
  await sql`select make_event_months(${days[0]!.start}, 13)`.execute(db);
  return await withTransaction(db, async (tx) => {
    await waitForLock(tx, advisoryLocks.generatedYear);
    if (await isLoaded(tx, seed)) return false;
    const visitors = new Visitors(random, await readWorld(tx, random), until, bookingChance);
    let stored = 0;
    const store = async () => {
      await storeRows(tx, seed, visitors.rows);
      stored += visitors.rows.scans.length;
      visitors.rows = newRows();
      onProgress?.(stored);
    };
    for (const day of days) {
      for (const at of timesOfDay(random, day, until)) {
        visitors.scan(at);
        if (visitors.rows.scans.length === scansPerStatement) await store();
      }
    }
    await store();
    return true;
  });
}

async function isLoaded(db: Db, seed: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from visits where token_hash = sha256(convert_to('generated visit ' || ${seed}::bigint || ' 0', 'UTF8'))`.execute(
    db,
  );
  return rows.length > 0;
}
