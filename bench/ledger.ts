import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { findBalance, insertEntries } from '../server/features/commission/ledger.store.ts';
import { type Db, openDatabase, withTransaction } from '../server/platform/database/database.ts';
import { fillLedger } from './fill-ledger.ts';
import { measureFollowedBookings } from './followed-bookings.ts';
import { compilingSeconds, type Measured, median, ratioOf } from './measured.ts';
import { runPgbench } from './pgbench.ts';
import type { Product } from './product.ts';

const partners = 200;
const bookings = 20_000;
const clients = 16;
/** A booking's position is written as two. */
const perPosting = 2;
const askedBalances = 400;

/** Whom entries are between: the ids of the accounts. Those of partners were made one after the other. */
export interface Accounts {
  platform: number;
  house: number;
  firstPartner: number;
}

/**
 * Partners with an account each, the platform's and the house's, which the product may have made already, and bookings whose ids a pgbench
 * script can write too. They are cancelled, so that the product posts nothing of them meanwhile.
 */
async function loadLedger(owner: pg.Client): Promise<Accounts> {
  await owner.query(
    `insert into users (email) select 'partner-' || n || '@ledger.example' from generate_series(1, $1::int) n`,
    [partners],
  );
  await owner.query(
    `insert into profiles (user_id, role) select id, 'partner' from users where email like '%@ledger.example'`,
  );
  await owner.query(
    `insert into bookings (id, transaction_id, user_id, listing_id, platform, amount_cents, status, booked_at)
     select md5(n::text)::uuid, 'ledger-' || n, (select user_id from profiles limit 1), (select min(id) from listings), 'fareharbor',
       4500, 'cancelled', now() from generate_series(1, $1::int) n`,
    [bookings],
  );
  const accountOf = async (kind: string, platform: string | null) => {
    await owner.query(
      `insert into ledger_accounts (kind, platform, state) values ($1, $2, 'pending') on conflict do nothing`,
      [kind, platform],
    );
    const { rows } = await owner.query<{ id: number }>(
      `select id from ledger_accounts where kind = $1 and platform is not distinct from $2 and state = 'pending'`,
      [kind, platform],
    );
    return rows[0]!.id;
  };
  const [platform, house] = [await accountOf('platform', 'fareharbor'), await accountOf('house', null)];
  const { rows } = await owner.query<{ id: number }>(
    `insert into ledger_accounts (kind, organisation_id, state)
     select 'partner', o.id, 'pending' from organisations o join users u on u.id = o.owner_id
       where u.email like '%@ledger.example' order by o.id returning id`,
  );
  await owner.query('vacuum analyze');
  return { platform, house, firstPartner: Math.min(...rows.map(({ id }) => id)) };
}

/** Two entries of a booking, as `followBooking` posts them. */
const posting = ({ platform, house, firstPartner }: Accounts, partner: number, booking: number) =>
  [
    {
      posted_at: new Date(),
      booking_id: bookingIds[booking - 1]!,
      ...{ payout_id: null, rate_card_id: null, actor_id: null, cause: 'bench' },
    },
    [
      {
        kind: 'confirm',
        from_account: platform,
        to_account: firstPartner + partner,
        cents: 675,
        reverses: null,
        reason: null,
      },
      { kind: 'confirm', from_account: platform, to_account: house, cents: 450, reverses: null, reason: null },
    ],
  ] as const;
let bookingIds: string[] = [];

/** The very same under pgbench. */
const script = ({ platform, house, firstPartner }: Accounts) => `\\set partner random(0, ${partners - 1})
\\set booking random(1, ${bookings})
begin;
insert into ledger_entries (posted_at, booking_id, payout_id, rate_card_id, actor_id, cause, kind, from_account, to_account, cents,
  reverses, reason)
select now(), md5(:booking::int::text)::uuid, null::uuid, null::integer, null::uuid, 'bench', kind, from_account, to_account, cents,
  reverses, reason
from unnest(array['confirm', 'confirm'], array[${platform}, ${platform}], array[${firstPartner} + :partner::int, ${house}],
  array[675, 450]::bigint[], array[null, null]::bigint[], array[null, null]::text[])
  as entry (kind, from_account, to_account, cents, reverses, reason);
commit;
`;

async function post(db: Db, accounts: Accounts, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let posted = 0;
  const lane = async () => {
    while (performance.now() < until) {
      const given = posting(accounts, randomInt(partners), randomInt(1, bookings + 1));
      await withTransaction(db, (tx) => insertEntries(tx, ...given));
      posted += perPosting;
    }
  };
  await Promise.all(Array.from({ length: clients }, lane));
  return posted / seconds;
}

/**
 * In a ledger of so many entries: entries written as the product writes them against the same statement under pgbench, 16 connections
 * each, what is left of that where a booking changes for each posting, and how long any balance takes.
 */
export async function measureLedger(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
  entries: number,
): Promise<Measured[]> {
  const accounts = await loadLedger(owner);
  await fillLedger(owner, { ...accounts, partners, bookings, entries });
  const { rows } = await owner.query<{ id: string }>(
    'select md5(n::text)::uuid as id from generate_series(1, $1::int) n',
    [bookings],
  );
  bookingIds = rows.map(({ id }) => id);
  const { db, close } = openDatabase(product.database, { max: clients, onError: () => {} });
  const [ours, yardstick]: [number[], number[]] = [[], []];
  await post(db, accounts, compilingSeconds);
  for (let round = 0; round < rounds; round++) {
    ours.push(await post(db, accounts, seconds));
    yardstick.push((await runPgbench(product.database, script(accounts), { clients, seconds })) * perPosting);
  }
  const followed = await measureFollowedBookings(db, owner, { clients, rounds, seconds });
  const times = await timeBalances(db, accounts);
  await close();
  const { rows: counted } = await owner.query<{ count: number }>(
    'select count(*)::float8 as count from ledger_entries',
  );
  const size = `at ${Math.round(counted[0]!.count).toLocaleString('en-US')} entries`;
  return [
    ratioOf('entries of the ledger, of the same statement under pgbench', ours, yardstick, 0.6, 'a second'),
    {
      name: 'entries of the ledger a second',
      unit: '',
      figure: median(ours),
      spread: [Math.min(...ours), Math.max(...ours)],
      target: 1_000,
    },
    followed,
    {
      name: `the balance of any account ${size}, the slowest of ${times.length}`,
      unit: 'ms',
      figure: times.at(-1)!,
      spread: [times[0]!, times.at(-1)!],
      target: 10,
      atMost: true,
    },
  ];
}

/** Milliseconds that balances take, one after the other, the shortest first; the platform's and the house's have the most entries. */
async function timeBalances(db: Db, { platform, house, firstPartner }: Accounts): Promise<number[]> {
  const times: number[] = [];
  const all = [platform, house, ...Array.from({ length: partners }, (_, at) => firstPartner + at)];
  for (let asked = 0; asked < askedBalances; asked++) {
    const began = performance.now();
    await findBalance(db, all[asked % all.length]!);
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}
