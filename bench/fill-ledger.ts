import type pg from 'pg';
import { fillTable } from './fill-table.ts';
import type { Accounts } from './ledger.ts';

const perStatement = 250_000;

/** What a ledger is filled with. */
export interface Filling extends Accounts {
  partners: number;
  bookings: number;
  entries: number;
}

/** Writes very many entries as the owner. Balances are added up by the trigger, as ever. */
export async function fillLedger(owner: pg.Client, filling: Filling): Promise<void> {
  await fillTable(owner, 'ledger_entries', async () => {
    for (let done = 0; done < filling.entries; done += perStatement)
      await writeSome(owner, filling, done, Math.min(perStatement, filling.entries - done));
  });
  await owner.query('vacuum (analyze) ledger_balances');
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
