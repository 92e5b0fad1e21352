import { sql } from 'kysely';
import pg from 'pg';
import { hawaiiDayStart } from '../../contract/hawaii-time.ts';
import { loadGeneratedYear } from '../../db/seed/generated-year.ts';
import { countPartHours, rebuildRollups, rollUpClosedHours } from '../../server/features/analytics/analytics.ts';
import { appRole, clientConfig, type Db, openDatabase } from '../../server/platform/database/database.ts';
import { superuserRole } from '../../server/platform/embedded/postgres-roles.ts';
import { addUpMonths } from '../../server/platform/request-metrics/request-metrics.store.ts';
import type { Product } from '../product.ts';
import { fillCommissions } from './fill-commissions.ts';
import { fillMetrics } from './fill-metrics.ts';

/** Of a scan; the demo's visitors book more often. */
const bookingChance = 0.03;
const seed = 7;
/** Of so many completed bookings one was reviewed. */
const reviewedOf = 10;
const mostStatementSeconds = 3_600;

/**
 * Fills the database of a product, which has its guide, with a generated year of so many scans up to now, with what its bookings earn, with
 * reviews and with measured requests, and rolls it up as the product does.
 */
export async function fillYear(
  product: Product,
  owner: pg.Client,
  scans: number,
  say: (what: string) => void,
): Promise<void> {
  await owner.query('set statement_timeout = 0');
  const { db, close } = openDatabase(product.database, {
    max: 1,
    statementSeconds: mostStatementSeconds,
    onError: () => {},
  });
  const now = new Date();
  await withoutTriggers(product, db, async () => {
    const onProgress = (stored: number) => {
      if (stored % (scans / 10) < 2_000) say(`${stored.toLocaleString('en-US')} scans`);
    };
    await loadGeneratedYear(db, { scans, seed, until: now, bookingChance, onProgress });
  });
  // What the triggers would have kept.
  await owner.query(
    `insert into booking_sums as sums select status, 0, count(*), sum(amount_cents) from bookings where click_id is not null group by status
     on conflict (status, part) do update set bookings = sums.bookings + excluded.bookings, cents = sums.cents + excluded.cents`,
  );
  await owner.query(
    `insert into traveler_counts as counts select 0, count(*) - coalesce((select sum(travelers) from traveler_counts), 0)
       from profiles where role = 'traveler' and is_active
     on conflict (part) do update set travelers = counts.travelers + excluded.travelers`,
  );
  await owner.query('vacuum (analyze)');
  say('filled');
  await fillCommissions(db, owner, now);
  await owner.query(
    `insert into reviews (booking_id, listing_id, user_id, rating, created_at, updated_at)
     select id, listing_id, user_id, 3 + n % 3, booked_at + interval '3 hours', booked_at + interval '3 hours' from (
       select *, row_number() over (order by id) as n from bookings where status = 'completed' and click_id is not null
         and booked_at < now() - interval '3 hours'
     ) as done where n % $1::int = 0`,
    [reviewedOf],
  );
  await fillMetrics(owner, scans, hawaiiDayStart(now));
  await addUpMonths(db, now);
  await owner.query('analyze');
  say('its bookings are followed');
  await rebuildRollups(db, new Date(now.getTime() - 366 * 86_400_000), now);
  await rollUpClosedHours(db, now);
  await owner.query('vacuum (analyze)');
  say('rolled up');
  await close();
}

/** Foreign keys and all else that looks at each row take most of the time; what is generated needs none of it. */
async function withoutTriggers({ database }: Product, db: Db, work: () => Promise<void>): Promise<void> {
  const superuser = new pg.Client(clientConfig({ ...database, user: superuserRole }));
  await superuser.connect();
  await superuser.query(`grant set on parameter session_replication_role to ${appRole}`);
  await sql`set session_replication_role = replica`.execute(db);
  await work();
  await sql`reset session_replication_role`.execute(db);
  await superuser.query(`revoke set on parameter session_replication_role from ${appRole}`);
  await superuser.end();
}

/** Guests who have come since the last ones that are there, as those of the day before. */
export async function goOn(owner: pg.Client): Promise<void> {
  const since = (table: string, time: string, columns: string) =>
    owner.query(
      `insert into ${table} (${time}, ${columns}) select ${time} + interval '1 day', ${columns} from ${table}
       where ${time} > (select max(${time}) from ${table} where ${time} > now() - interval '3 days') - interval '1 day'
         and ${time} <= now() - interval '1 day' order by ${time}`,
    );
  await since(
    'scans',
    'scanned_at',
    'visit_id, qr_code_id, location_id, counted, source, partner_id, fetch_site, device_class',
  );
  await since(
    'events',
    'received_at',
    'event_type, audience, user_id, visit_id, listing_id, qr_code_id, data, location_id, partner_id',
  );
}

/**
 * Guests who have come since the year was generated: an hour that is open has as much as it would have, and what recurs is done, as the
 * product goes on doing it.
 */
export async function fillUpToNow({ database }: Product, owner: pg.Client): Promise<void> {
  await owner.query('set statement_timeout = 0');
  await goOn(owner);
  for (const table of ['scans', 'events']) await owner.query(`vacuum (analyze) ${table}`);
  const { db, close } = openDatabase(database, { max: 1, statementSeconds: mostStatementSeconds, onError: () => {} });
  await rollUpClosedHours(db, new Date());
  await countPartHours(db, new Date());
  await close();
}

/** Marks the last days before today as changed, in all their hours. */
export async function markDays(owner: pg.Client, days: number): Promise<void> {
  await owner.query(
    `insert into rollup_marks (hour, events)
     select $1::timestamptz - n * interval '1 hour', false from generate_series(1, $2::int * 24) as n
     except select hour, events from rollup_marks`,
    [hawaiiDayStart(new Date()), days],
  );
}
