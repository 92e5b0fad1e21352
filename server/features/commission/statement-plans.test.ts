import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { findStatementLines, sumStatement } from './statements.store.ts';

const bookings = 30_000;
let world: World;
let organisation: string;
beforeAll(async () => {
  world = await createWorld();
  const partner = await world.aUser({ role: 'partner' });
  organisation = (await organisationOf(world, partner.id))!;
  const listing = await world.aListing();
  const hidden = await world.aListing({ is_active: false });
  // A booking every six hours until now, which became payable as it was made; each tenth of an experience that is shown no longer.
  await onServer(
    await ownerOf(world),
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at)
       select gen_random_uuid(), '${partner.id}', case when n % 10 = 0 then ${hidden} else ${listing} end, 'external', 4500,
         timestamptz '2026-11-21' - n * interval '6 hours' from generate_series(1, ${bookings}) n;
     insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at)
       select id, '${organisation}', (select min(id) from rate_cards), 0.15, 0.12, listing_id, booked_at from bookings;
     insert into ledger_accounts (kind, organisation_id, platform, state)
       values ('partner', '${organisation}', null, 'payable'), ('platform', null, 'external', 'earned') on conflict do nothing;
     insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause)
       select booked_at, 'earn', (select id from ledger_accounts where platform = 'external' and state = 'earned'),
         (select id from ledger_accounts where organisation_id = '${organisation}' and state = 'payable'), 81, id, 'test' from bookings;
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

test("the lines of a partner's month read that month alone, however long the partner has been here", async () => {
  const span = { from: new Date('2026-10-01T10:00:00Z'), until: new Date('2026-11-01T10:00:00Z') };
  const explaining = new Explaining({ analyze: true });
  const lines = await withTenant(world.db, { organisation }, async (tx) => {
    await findStatementLines(tx.withPlugin(explaining) as Db, organisation, span, 500);
    return await findStatementLines(tx, organisation, span, 500);
  });
  expect(lines).toHaveLength(31 * 4);
  const read = rowsReadBy(explaining.plans.map(({ plan }) => plan));
  expect(read.ledger_entries).toBeLessThan(300);
  expect(read.commissions).toBeLessThan(600);
});

test('what was owed before a month is what the last final statement came to, and nothing before that is read', async () => {
  const span = { from: new Date('2026-10-01T10:00:00Z'), until: new Date('2026-11-01T10:00:00Z') };
  const sum = () => withTenant(world.db, { organisation }, (tx) => sumStatement(tx, organisation, span));
  const before = await sum();
  const { opening } = before;
  expect(opening).toBeGreaterThan(0);
  await onServer(
    await ownerOf(world),
    `insert into statement_months (month, closed_at, done_at) values ('2026-08-01', now(), now()), ('2026-09-01', now(), now());
     insert into partner_statements (organisation_id, month, name, opening_cents, earned_cents, clawed_back_cents, paid_cents, line_count,
       made_at) values ('${organisation}', '2026-08-01', 'Reef', ${opening - 30 * 4 * 81}, 0, 0, 0, 0, now());
     analyze`,
  );
  expect(await sum()).toEqual(before);
  const read = await withTenant(world.db, { organisation }, async (tx) => {
    // What a connection has read before is told a second later, and until then is among what it reads now.
    const counted = async () => {
      const { rows } = await sql<{ entries: string }>`select seq_tup_read + idx_tup_fetch as entries
        from pg_stat_xact_user_tables where relname = 'ledger_entries'`.execute(tx);
      return Number(rows[0]!.entries);
    };
    const earlier = await counted();
    await sumStatement(tx, organisation, span);
    return (await counted()) - earlier;
  });
  expect(read).toBeGreaterThan(200);
  expect(read).toBeLessThan(600);
});
