import { afterEach, expect, test } from 'vitest';
import { aClickOut, claim } from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const rows = 40;
const references = Array.from({ length: rows }, (_, at) => String(51_000_100 + at));
const statusOf = (at: number) => (at % 5 === 0 ? 'Cancelled' : 'Booked');
const content = aTable([
  fareharborHeader,
  ...references.map((id, at) => aRow({ id, status: statusOf(at), total: `${50 + at}.00` })),
]);

/** A previewed statement, half of whose bookings travelers have claimed. */
async function aScene() {
  const world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  worlds.push(world);
  const user = await world.aUser();
  for (const id of references.filter((_, at) => at % 2 === 0))
    await claim(world, user, await aClickOut(world, { user_id: user.id }), id);
  const by = new Importer(world, await world.aUser({ role: 'admin' }));
  return { world, by, id: await by.preview(content) };
}

/** All that follows from it, without what differs from one world to the next. */
async function endOf({ database }: World) {
  const ask = async (text: string) => (await database.pool.query(text)).rows;
  return {
    bookings: await ask(
      'select claimed_reference, reference, status, amount_cents, estimated from bookings order by 1',
    ),
    told: await ask('select reference, status, amount_cents, state, match_kind from platform_bookings order by 1'),
    rows: await ask('select number, outcome, applied_at is not null as applied from statement_rows order by 1'),
    entries: await ask(`select b.claimed_reference, e.kind, e.cents, e.cause from ledger_entries e
      join bookings b on b.id = e.booking_id order by 1, e.id`),
    audited:
      await ask(`select action, count(*) from (select action from audit_entries union all select action from audit_inbox)
      all_of where action like 'booking_told%' or action = 'statement_applied' group by 1 order by 1`),
    balance: await ask('select coalesce(sum(cents), 0)::int as cents from ledger_balances'),
  };
}

/** Does the work, and lets the process stop after so many rows. */
async function stopAfter(
  { world, by }: Awaited<ReturnType<typeof aScene>>,
  work: string,
  count: number,
): Promise<void> {
  const stopping = new AbortController();
  const query = world.database.pool.query.bind(world.database.pool);
  const watch = setInterval(async () => {
    const { rows } = await query('select count(*)::int as done from statement_rows where applied_at is not null');
    if (rows[0].done >= count) stopping.abort();
  }, 1);
  await by.work(work, stopping.signal).catch(() => {});
  clearInterval(watch);
}

test('broken off at any row and taken up again, by two workers at once too, it ends as if it had gone through', {
  timeout: 120_000,
}, async () => {
  const whole = await aScene();
  await whole.by.apply(whole.id);
  const expected = await endOf(whole.world);
  expect(expected.rows.every(({ applied }) => applied)).toBe(true);
  expect(expected.balance).toEqual([{ cents: 0 }]);

  const broken = await aScene();
  const { body: work } = await broken.by.call(`POST /api/admin/statement-imports/${broken.id}/apply`, {
    reason: 'Monthly',
  });
  for (const count of [1, 7, 20]) {
    await stopAfter(broken, work.id, count);
    const { state, applied_rows } = await broken.by.get(broken.id);
    expect([state, applied_rows >= count && applied_rows < rows]).toEqual(['applying', true]);
  }
  await Promise.all([broken.by.work(work.id), broken.by.work(work.id).catch(() => {})]);
  expect(await endOf(broken.world)).toEqual(expected);
});

test('cancelled on its way it keeps what it has done, and goes on when it is asked for again', async () => {
  const scene = await aScene();
  const { by, id } = scene;
  const { body: work } = await by.call(`POST /api/admin/statement-imports/${id}/apply`, { reason: 'Monthly' });
  await stopAfter(scene, work.id, 5);
  await by.call(`POST /api/long-work/${work.id}/cancel`);
  await by.work(work.id);
  expect(await by.get(id)).toMatchObject({ state: 'applying' });
  expect((await by.apply(id)).status).toBe(201);
  expect(await by.get(id)).toMatchObject({ state: 'applied', applied_rows: rows });
});
