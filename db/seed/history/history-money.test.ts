import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeTravelled } from '../../../server/features/bookings/bookings.ts';
import { followMarked, releasePayable } from '../../../server/features/commission/commission.ts';
import { codeKeys } from '../../../server/features/scanning/scanning.ts';
import { Books } from '../../../simulators/books.ts';
import { platforms } from '../../../simulators/platforms.ts';
import { monthsOf, statementOf } from '../../../simulators/statements.ts';
import {
  moneyDifferences,
  paidByPayouts,
  partnersByBooks,
  partnersByLedger,
  type Sums,
  sumBooks,
  sumLedger,
  sumStatement,
} from '../../../tests/money-recount.ts';
import { allMonths, Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { loadSeed } from '../load.ts';
import { seed } from '../world.ts';
import { passHistory } from './history.ts';

let world: World;
let books: Books;
let file: string;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  file = join(world.settings.dataDir, 'books.jsonl');
  books = Books.open(file);
  const { db, settings, database, clock } = world;
  await loadSeed(db, seed, codeKeys(settings)[0]!, clock.now());
  const present = { settings, database, books, logger: pino({ level: 'silent' }) };
  expect(await passHistory(present, clock.now(), new AbortController().signal)).toBe(true);
  // As the first night of the present has it.
  await followMarked(world, clock.now());
  await releasePayable(world, clock.now());
  by = new Importer(world, await world.aUser({ role: 'admin' }));
}, 600_000);
afterAll(() => world.close());

/** The months whose statements were imported in the past: all that were over by the sixth of November. */
const isStated = (key: string) => key.slice(-7) < '2026-11';

/** What all statements say that the platforms give out now, by their months. */
function statements(): Sums {
  const sums: Sums = new Map();
  for (const { name } of platforms) {
    const ofIt = books.sales.filter(({ platform }) => platform === name);
    for (const month of monthsOf(ofIt)) sumStatement(sums, name, month, statementOf(name, books.sales, month));
  }
  return sums;
}
const all = async () => ({ statements: statements(), books: sumBooks(file), ledger: await sumLedger(world) });

test('of the months that are over, statements, books and ledger are the same to the cent', async () => {
  const told = await all();
  expect(moneyDifferences(told, isStated)).toEqual([]);
  const stated = [...told.books.keys()].filter(isStated);
  expect(stated.length).toBeGreaterThan(8);
  expect(new Set(stated.map((key) => key.split(' ')[0])).size).toBe(4);
  const months = await allMonths(by);
  const over = months.filter(({ month }) => String(month) < '2026-11');
  expect(over.length).toBeGreaterThan(8);
  expect(over.filter(({ differences, difference }) => differences !== 0 || difference !== 0)).toEqual([]);
  // By day of leaving, where the traveler has said it: a stay may be of another month than it began in.
  const ofLedger = over.reduce((sum, { ledger }) => sum + Math.round(Number(ledger) * 100), 0);
  const recounted = stated.reduce((sum, key) => sum + told.ledger.get(key)!.commission, 0);
  expect(ofLedger).toBe(recounted);
});

test('a cent that is planted in the books, in a statement or in the ledger is found, in its month alone', async () => {
  const told = await all();
  const planted = join(world.settings.dataDir, 'planted.jsonl');
  const sale = books.sales.find(
    ({ status, day, platform }) => platform === 'viator' && status === 'booked' && day < '2026-11',
  )!;
  const key = `viator ${sale.day.slice(0, 7)}`;
  writeFileSync(
    planted,
    `${readFileSync(file, 'utf8')}${JSON.stringify({ sale: { ...sale, cents: sale.cents + 1 } })}\n`,
  );
  const found = (differences: string[]) => differences.map((line) => line.split(':')[0]);
  expect(found(moneyDifferences({ ...told, books: sumBooks(planted) }, isStated))).toEqual([key]);
  const month = sale.day.slice(0, 7);
  const sums: Sums = new Map([...told.statements].filter(([one]) => one !== key));
  const more = statementOf('viator', [{ ...sale, cents: sale.cents + 1 }], month).split('\r\n')[1];
  const rest = statementOf(
    'viator',
    books.sales.filter(({ id }) => id !== sale.id),
    month,
  );
  sumStatement(sums, 'viator', month, `${rest}${more}\r\n`);
  expect(found(moneyDifferences({ ...told, statements: sums }, isStated))).toEqual([key]);
  await expect(
    world.database.pool.query('update ledger_entries set cents = cents + 1 where booking_id is not null'),
  ).rejects.toThrow();
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause)
      select posted_at, 'correction', from_account, to_account, 1, booking_id, 'a planted cent' from ledger_entries e
      where reverses is null and kind in ('confirm', 'earn') and booking_id = (select booking_id from platform_bookings where reference = $1)
        and from_account in (select id from ledger_accounts where kind = 'platform') order by id desc limit 1`,
      [sale.reference],
    );
    const inside = { ...world, database: { ...world.database, pool: client } } as unknown as World;
    expect(found(moneyDifferences({ ...told, ledger: await sumLedger(inside) }, isStated))).toEqual([key]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('so are those of all months, once what each platform states of the rest is imported', async () => {
  const rest = platforms.flatMap(({ name }) =>
    monthsOf(books.sales.filter(({ platform }) => platform === name))
      .filter((month) => month >= '2026-11')
      .map((month) => statementOf(name, books.sales, month)),
  );
  expect(rest.length).toBeGreaterThan(3);
  world.clock.advance(60);
  for (const text of rest) {
    const reply = await by.apply(await by.preview(text));
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  }
  expect(moneyDifferences(await all())).toEqual([]);
  const months = await allMonths(by);
  expect(months.filter(({ differences }) => differences > 0)).toEqual([]);
});

test('and there is nothing in the ledger that is not in the books', async () => {
  const { rows } = await world.database.pool.query<{ cents: number }>(
    `select sum(case when a.id = e.from_account then e.cents else -e.cents end)::int as cents
    from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
    where a.kind = 'platform' and a.state <> 'estimated'`,
  );
  const ofBooks = [...sumBooks(file).values()].reduce((sum, { commission }) => sum + commission, 0);
  expect(rows[0]!.cents).toBe(ofBooks);
});

test('each partner’s statements are what the ledger and the books say to the cent', async () => {
  const { clock } = world;
  await completeTravelled(world, clock.now());
  await releasePayable(world, clock.now());
  const books = await partnersByBooks(world, file);
  const [ledger, payouts] = [await partnersByLedger(world), await paidByPayouts(world)];
  const owners = [...new Set(ledger.map(({ owner }) => owner))];
  expect(owners.length).toBeGreaterThan(3);
  expect([...books.keys()].sort()).toEqual(owners.toSorted());
  const cents = (dollars: number) => Math.round(dollars * 100);
  for (const owner of owners) {
    const ours = ledger.filter((row) => row.owner === owner);
    let [closing, paid] = [0, 0];
    for (const month of ['2026-08', '2026-09', '2026-10', '2026-11']) {
      const { body } = await by.call(`GET /api/organisations/${owner}/statements/${month}`);
      const moved = ours.find((row) => row.month === month) ?? { owed: 0, paid: 0 };
      const released = payouts.find((row) => row.owner === owner && row.month === month)?.paid ?? 0;
      const inLines = (of: 'earned' | 'clawed_back' | 'paid') =>
        (body.lines as Record<typeof of, number>[]).reduce((sum, line) => sum + cents(line[of]), 0);
      expect({
        ...{ month, opening: cents(body.opening), closing: cents(body.closing), paid: [moved.paid, cents(body.paid)] },
        ...{ earned: inLines('earned') - inLines('clawed_back'), paidInLines: inLines('paid') },
      }).toEqual({
        ...{ month, opening: closing, closing: closing + moved.owed, paid: [released, released] },
        ...{ earned: moved.owed + moved.paid, paidInLines: released },
      });
      closing += moved.owed;
      paid += moved.paid;
    }
    const all = ours.reduce((sum, row) => sum + row.all, 0);
    expect({ all, payable: closing + paid }).toEqual(books.get(owner));
    expect(paid).toBeGreaterThan(0);
  }
});

test('each payout is what became payable in its bookings by its moment, and no payout before had', async () => {
  const { rows } = await world.database.pool.query<{
    state: string;
    cents: number;
    by_entries: number;
    due: number;
    left: number;
  }>(
    `select p.state, p.cents::int,
      (select sum(case when a.state = 'in_payout' then e.cents else -e.cents end)::int from ledger_entries e
        join ledger_accounts a on a.id = e.to_account where e.payout_id = p.id and e.kind = 'payout') as by_entries,
      (select sum(case when a.id = e.to_account then e.cents else -e.cents end)::int from ledger_entries e
        join ledger_accounts a on a.id in (e.from_account, e.to_account) where a.organisation_id = p.organisation_id
        and a.state = 'payable' and e.posted_at < p.prepared_at) as due,
      (select sum(case when a.id = e.to_account then e.cents else -e.cents end)::int from ledger_entries e
        join ledger_accounts a on a.id in (e.from_account, e.to_account) where e.payout_id = p.id and a.state = 'in_payout') as left
    from payouts p order by p.prepared_at, p.cents`,
  );
  for (const { state, cents, by_entries, due, left } of rows)
    expect([state, by_entries, due, left]).toEqual([state, cents, cents, state === 'prepared' ? cents : 0]);
  // October's are paid, November's wait but for one; before, nothing was due.
  expect(rows.map(({ state }) => state)).toEqual([
    ...Array(5).fill('released'),
    'withdrawn',
    ...Array(3).fill('prepared'),
  ]);
  expect(Math.min(...rows.map(({ cents }) => cents))).toBeGreaterThanOrEqual(5_000);
});

test('what rules have held is voided, released and waiting, and the ledger has it so', async () => {
  const { rows } = await world.database.pool.query<Record<string, unknown>>(
    `select string_agg(h.rule || ' ' || h.state, ', ' order by h.rule) as holds, u.email, c.state, round(b.amount_cents * 0.15)::int as share,
      (select coalesce(sum(case when a.id = e.to_account then e.cents else -e.cents end) filter (where a.state = 'held'), 0)::int
        from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
        where e.booking_id = b.id and a.kind = 'partner') as held,
      (select coalesce(sum(case when a.id = e.to_account then e.cents else -e.cents end), 0)::int
        from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
        where e.booking_id = b.id and a.kind = 'partner') as theirs
    from commission_holds h join bookings b on b.id = h.booking_id join users u on u.id = b.user_id join commissions c on c.booking_id = b.id
    group by b.id, u.email, c.state order by min(h.opened_at)`,
  );
  const shares = rows.map(({ share }) => share as number);
  expect(Math.min(...shares)).toBeGreaterThan(0);
  const waiting = 'own_account open, own_device open, own_email open';
  expect(rows).toEqual(
    [
      ...[['paid_traffic voided', 'brooke.tanner@example.com', 'voided', 0, 0]],
      ...[['impossible_travel released', 'celia.moreno@example.com', 'payable', 0, shares[1]]],
      ...[[waiting, 'ikaika.concierge@example.com', 'held', shares[2], shares[2]]],
    ].map(([holds, email, state, held, theirs], at) => ({ holds, email, state, share: shares[at], held, theirs })),
  );
});
