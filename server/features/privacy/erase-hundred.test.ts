import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { anErasureScene, type ErasureScene, endErasures, erase, erasuresOf } from '../../../tests/erasure-scene.ts';
import { dumpOf, foundIn } from '../../../tests/full-dump.ts';
import type { GoogleWorld } from '../../../tests/google-flow.ts';
import { aMarkedTraveler, type MarkedTraveler } from '../../../tests/marked-traveler.ts';
import { verifyAuditChain } from '../../platform/audit/audit.ts';
import { anchorFileOf } from '../../platform/audit/audit-anchors.ts';
import { backUp } from '../../platform/backups/backup.store.ts';

let world: GoogleWorld;
let scene: ErasureScene;
beforeAll(async () => {
  ({ world, scene } = await anErasureScene());
});
afterAll(() => world.close());

/** What the ledger holds, and whether each account's balance is what its entries come to. */
async function ledger() {
  const { rows } = await sql<{ entries: number; cents: number; sum: number; off: number }>`
    with moved as (
      select account, sum(cents) as cents from (select to_account as account, cents from ledger_entries
        union all select from_account, -cents from ledger_entries) each group by 1),
      kept as (select account_id, sum(cents) as cents from ledger_balances group by 1)
    select (select count(*) from ledger_entries) as entries, (select sum(cents) from ledger_entries) as cents,
      (select sum(cents) from kept) as sum,
      (select count(*) from moved full join kept on account_id = account where moved.cents is distinct from kept.cents) as off`.execute(
    world.db,
  );
  return rows[0]!;
}

describe('100 travelers with words in every field they can fill', () => {
  const people: MarkedTraveler[] = [];
  let before: Awaited<ReturnType<typeof ledger>>;
  let planted: Record<string, readonly string[]>;
  beforeAll(async () => {
    for (let number = 0; number < 100; number++) people.push(await aMarkedTraveler(world, `zzcanary${number}`, scene));
    before = await ledger();
    planted = foundIn(await dumpOf(world), /zzcanary\d+/g);
    for (const one of people) expect((await erase(world, one)).status).toBe(200);
    await endErasures(world);
  }, 600_000);

  test('stood in many tables before, each of the hundred', () => {
    console.info(`planted in ${Object.keys(planted).join(', ')}`);
    expect(Object.keys(planted).length).toBeGreaterThan(18);
    expect(new Set(Object.values(planted).flat()).size).toBe(100);
  });

  test('leave none of them in a full dump, nor in the next backup', async () => {
    expect(foundIn(await dumpOf(world), /zzcanary[\w-]*/g)).toEqual({});
    const file = join(world.settings.dataDir, 'a-backup');
    await backUp(await ownerOf(world), file, world.clock.now());
    const text = gunzipSync(await readFile(file)).toString('latin1');
    await rm(file);
    expect(text.length).toBeGreaterThan(100_000);
    expect(text.match(/zzcanary|7a7a63616e617279/g)).toBeNull();
  });

  test('leave the ledger as it was, and balanced', async () => {
    expect(before.entries).toBeGreaterThanOrEqual(100);
    expect(await ledger()).toEqual({ ...before, sum: 0, off: 0 });
  });

  test('leave the audit chain whole, with details that are gone', async () => {
    const report = await verifyAuditChain(world.db, anchorFileOf(world.settings));
    expect(report.damage).toBeUndefined();
    expect(report.erasedDetails).toBeGreaterThanOrEqual(500);
    const entries = world.db.selectFrom('audit_entries').select('actor_id').where('action', '=', 'account_erased');
    expect(new Set((await entries.execute()).map((one) => one.actor_id))).toEqual(new Set(people.map(({ id }) => id)));
  });

  test('leave bookings and links under an id that names nobody', async () => {
    const rows = await world.db
      .selectFrom('bookings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .select(['u.id', 'u.email', 'b.amount_cents', 'b.status'])
      .where(
        'b.id',
        'in',
        people.map(({ booking }) => booking),
      )
      .execute();
    expect(rows).toHaveLength(100);
    for (const row of rows)
      expect(row).toMatchObject({ email: `${row.id}@erased.invalid`, amount_cents: 12_342, status: 'confirmed' });
  });

  test('are requests that were done, with their time and nothing of the person', async () => {
    expect(await erasuresOf(world, people[0]!)).toEqual([
      { state: 'done', asked_at: expect.any(Date), ended_at: world.clock.now(), sought: null },
    ]);
  });

  test('a word that is left behind is found', async () => {
    await world.db.updateTable('users').set({ name: 'zzcanary5-left' }).where('id', '=', people[5]!.id).execute();
    expect(foundIn(await dumpOf(world), /zzcanary[\w-]*/g)).toEqual({ 'public.users': ['zzcanary5-left'] });
    await world.db.updateTable('users').set({ name: null }).where('id', '=', people[5]!.id).execute();
  });
});
