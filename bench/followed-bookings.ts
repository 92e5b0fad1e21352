import type pg from 'pg';
import { lockBooking } from '../server/features/bookings/bookings.store.ts';
import { changeBooking } from '../server/features/bookings/change-booking.ts';
import { type Db, withTransaction } from '../server/platform/database/database.ts';
import { compilingSeconds, type Measured, median } from './measured.ts';

/** Of each client: it changes one after the other. */
const bookingsOfClient = 250;

/** Confirmed bookings of a traveler each, credited to the partners whom the ledger was loaded with. @returns their ids */
async function loadBookings(owner: pg.Client, count: number): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `with travelers as (insert into users (email) select 'traveler-' || n || '@ledger.example' from generate_series(1, $1::int) n
         returning id),
       numbered as (select id, row_number() over () as n from travelers),
       credited as (select id, row_number() over (order by id) - 1 as at, count(*) over () as partners
         from users where email like 'partner-%@ledger.example')
     insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at, check_in_date, partner_id)
     select 'followed-' || n, t.id, (select min(id) from listings), 'fareharbor', 4500, false, 'confirmed', now(),
       current_date + 20, p.id
     from numbered t join credited p on p.at = t.n % p.partners returning id`,
    [count],
  );
  await owner.query('vacuum analyze bookings');
  return rows.map(({ id }) => id);
}

/** Cancels a booking or confirms it again, as the news of its platform does: its row, its audit entry, its commission, the rules that hold. */
async function change(db: Db, id: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const before = (await lockBooking(tx, id))!;
    const status = before.status === 'confirmed' ? 'cancelled' : 'confirmed';
    await changeBooking(tx, new Date(), before, { status }, { action: 'booking_told_of', actor: null });
  });
}

async function changeAll(db: Db, lanes: readonly (readonly string[])[], seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const lane = async (ids: readonly string[]) => {
    for (let done = 0; performance.now() < until; done++) await change(db, ids[done % ids.length]!);
  };
  await Promise.all(lanes.map(lane));
}

/** Entries a second where each is the outcome of a booking that changes, all that a change does included; counted in the ledger. */
export async function measureFollowedBookings(
  db: Db,
  owner: pg.Client,
  { clients, rounds, seconds }: { clients: number; rounds: number; seconds: number },
): Promise<Measured> {
  const ids = await loadBookings(owner, clients * bookingsOfClient);
  const lanes = Array.from({ length: clients }, (_, at) =>
    ids.slice(at * bookingsOfClient, (at + 1) * bookingsOfClient),
  );
  const newest = async () =>
    (await owner.query<{ id: string }>('select coalesce(max(id), 0) as id from ledger_entries')).rows[0]!.id;
  const perSecond: number[] = [];
  await changeAll(db, lanes, compilingSeconds);
  for (let round = 0; round < rounds; round++) {
    const before = await newest();
    await changeAll(db, lanes, seconds);
    const counted = await owner.query<{ n: number }>('select count(*)::int as n from ledger_entries where id > $1', [
      before,
    ]);
    perSecond.push(counted.rows[0]!.n / seconds);
  }
  return {
    name: 'entries of the ledger a second, each by a booking that is confirmed or cancelled',
    unit: '',
    figure: median(perSecond),
    spread: [Math.min(...perSecond), Math.max(...perSecond)],
    target: 200,
  };
}
