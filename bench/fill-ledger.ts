import type pg from 'pg';
import type { Accounts } from './ledger.ts';

const perStatement = 250_000;

/** What a ledger is filled with. */
export interface Filling extends Accounts {
  partners: number;
  bookings: number;
  entries: number;
}

/**
 * Writes very many entries as the owner: without the keys and indexes beside the primary one, which are made anew and hold for every row
 * afterwards. Balances are added up by the trigger, as ever.
 */
export async function fillLedger(owner: pg.Client, filling: Filling): Promise<void> {
  await owner.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'`);
  await owner.query('begin');
  const again = await takeAway(owner);
  for (let done = 0; done < filling.entries; done += perStatement)
    await writeSome(owner, filling, done, Math.min(perStatement, filling.entries - done));
  for (const statement of again) await owner.query(statement);
  await owner.query('commit');
  await owner.query('vacuum (analyze) ledger_entries, ledger_balances');
  const { rows } = await owner.query<{ conname: string }>(
    `select conname from pg_constraint where conrelid = 'ledger_entries'::regclass and not convalidated`,
  );
  if (rows.length > 0) throw new Error(`not valid: ${rows.map(({ conname }) => conname).join(', ')}`);
}

/** Drops foreign keys, the unique keys that they need, and indexes. @returns what brings them back, in its order */
async function takeAway(owner: pg.Client): Promise<string[]> {
  const { rows: constraints } = await owner.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'ledger_entries'::regclass and contype in ('f', 'u') order by contype, conname`,
  );
  for (const { name } of constraints) await owner.query(`alter table ledger_entries drop constraint ${name}`);
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'ledger_entries'::regclass and not i.indisprimary order by 1`,
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  // A key that others refer to comes before them.
  return [
    ...constraints
      .toReversed()
      .map(({ name, definition }) => `alter table ledger_entries add constraint ${name} ${definition}`),
    ...indexes.map(({ definition }) => definition),
  ];
}

/** A booking's two entries, to its partner and to the house. */
async function writeSome(owner: pg.Client, filling: Filling, from: number, count: number): Promise<void> {
  const { platform, house, firstPartner, partners, bookings } = filling;
  await owner.query(
    `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause)
     select now() - (10000000 - n) * interval '1 second', 'confirm', $1::int,
       case when n % 2 = 0 then $6::int + (n / 2) % $2::int else $7::int end,
       case when n % 2 = 0 then 675 else 450 end, md5((1 + (n / 2) % $3::int)::text)::uuid, 'bench'
     from generate_series($4::int, $4::int + $5::int - 1) n`,
    [platform, partners, bookings, from, count, firstPartner, house],
  );
}
