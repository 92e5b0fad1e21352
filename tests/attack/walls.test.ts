import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countActivity } from '../../server/features/activity/activity.store.ts';
import { findBookings, lockBooking, updateBooking } from '../../server/features/bookings/bookings.store.ts';
import { findInquiries } from '../../server/features/bookings/inquiries.store.ts';
import { findInvitation, listInvitations, revoke } from '../../server/features/invitations/invitations.store.ts';
import { deleteMember, findMembers } from '../../server/features/organisations/organisations.store.ts';
import { findProfile, updateProfile } from '../../server/features/profiles/profiles.store.ts';
import { findReviewable, findReviews } from '../../server/features/reviews/reviews.store.ts';
import { deleteSavedRow, listSavedIds } from '../../server/features/saved/saved.store.ts';
import { clientConfig, type Tx, withTransaction } from '../../server/platform/database/database.ts';
import { type Tenant, tenantRole, withTenant } from '../../server/platform/database/tenants.store.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';
import { nobodysTables, ownedTables, tenantRights } from './walled-tables.ts';
import { aHouse, type House } from './walls-world.ts';

let world: World;
let owner: pg.Client;
let own: House;
let other: House;
beforeAll(async () => {
  world = await createWorld();
  owner = new pg.Client(clientConfig(await ownerOf(world)));
  await owner.connect();
  own = await aHouse(world);
  other = await aHouse(world);
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** Thrown to leave everything as it was. */
class Undone extends Error {}

/** Does something as a tenant, and undoes it. */
async function asTenant<T>(tenant: Tenant, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  await withTenant(world.db, tenant, async (tx) => {
    result = { value: await work(tx) };
    throw new Undone();
  }).catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });
  return result!.value;
}

const countOf = async (table: string, condition: string, { person, organisation }: Tenant): Promise<number> => {
  const { rows } = await owner.query(
    // Both are named, as each condition names one of them.
    `select count(*)::int as count from ${table} where (${condition}) and ($1::uuid is null or true) and ($2::uuid is null or true)`,
    [person ?? null, organisation ?? null],
  );
  return rows[0].count;
};

/** Columns that the tenants' role may change; none where it may change nothing. */
async function changeable(table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attidentity <> 'a' and has_column_privilege($2, attrelid, attname, 'update')`,
    [table, tenantRole],
  );
  return rows.map(({ name }) => name);
}

/** What a tenant reaches of a table by statements without a `where`. */
async function reach(table: string, tenant: Tenant) {
  const name = sql.table(table);
  const touched = async (statement: ReturnType<typeof sql>) =>
    await asTenant(tenant, async (tx) => Number((await statement.execute(tx)).numAffectedRows));
  const sees = await asTenant(tenant, async (tx) => (await sql`select from ${name}`.execute(tx)).rows.length);
  const [column] = await changeable(table);
  const updates = column ? await touched(sql`update ${name} set ${sql.ref(column)} = ${sql.ref(column)}`) : 0;
  const { rows } = await owner.query(`select has_table_privilege($1, $2, 'delete') as may`, [tenantRole, table]);
  const deletes = rows[0].may ? await touched(sql`delete from ${name}`) : 0;
  return { sees, updates, deletes };
}

/** The tables of which somebody reaches more or less than is theirs. */
async function leaks(tables: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const { sees, changes = sees } = ownedTables[table]!;
    for (const [who, tenant] of Object.entries(own.tenants)) {
      const reached = await reach(table, tenant);
      const seen = await countOf(table, sees, tenant);
      const changed = await countOf(table, changes, tenant);
      if (reached.sees !== seen) found.push(`${who} sees ${reached.sees} rows of ${table} instead of ${seen}`);
      const most = { updates: changed, deletes: changed };
      for (const act of ['updates', 'deletes'] as const)
        if (reached[act] !== 0 && reached[act] !== most[act])
          found.push(`${who} ${act} ${reached[act]} rows of ${table} instead of ${most[act]}`);
    }
  }
  return found;
}

describe('every table', () => {
  test("is somebody's, or nobody's for a reason", async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const listed = [...Object.keys(ownedTables), ...Object.keys(nobodysTables)].sort();
    expect(rows.map(({ name }) => name)).toEqual(listed);
  });

  test("gives the tenants' role what its work needs and no more", async () => {
    const { rows } = await owner.query<{ name: string; rights: string }>(
      `with acl as (
        select c.oid, null as attname, c.relacl as acl from pg_class c
        union all select a.attrelid, a.attname, a.attacl from pg_attribute a where a.attacl is not null
      )
      select c.oid::regclass::text as name,
        string_agg(distinct lower(g.privilege_type) || coalesce(' (' || attname || ')', ''), ', ') as rights
      from pg_class c join acl on acl.oid = c.oid, aclexplode(acl.acl) g
      where g.grantee = $1::regrole group by 1`,
      [tenantRole],
    );
    expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(tenantRights);
  });

  test("that is somebody's has rows of both houses, and shows somebody theirs", async () => {
    for (const [table, { sees }] of Object.entries(ownedTables)) {
      const all = await countOf(table, 'true', {});
      const seen: number[] = [];
      for (const tenant of Object.values(own.tenants)) seen.push(await countOf(table, sees, tenant));
      expect(Math.max(...seen), table).toBeGreaterThan(0);
      if (sees !== 'true') expect(Math.max(...seen), table).toBeLessThan(all);
    }
  });
});

test.each(Object.keys(ownedTables))(
  "without a `where` nobody sees, changes or deletes what is another's of %s",
  async (table) => {
    expect(await leaks([table])).toEqual([]);
  },
);

test('what an experience pays, and whose it is, is there for its organisation alone', async () => {
  const seenBy = (tenant: Tenant) =>
    asTenant(tenant, (tx) =>
      tx.selectFrom('listings').select(['organisation_id', 'advertiser_id', 'commission_rate']).execute(),
    );
  const nobodys = { organisation_id: null, advertiser_id: null, commission_rate: null };
  for (const [who, tenant] of Object.entries(own.tenants)) {
    const told = (await seenBy(tenant)).filter((row) => Object.values(row).some((value) => value !== null));
    const ofAgency = await countOf('listings', 'organisation_id = $2', tenant);
    expect(told.length, who).toBe(ofAgency);
    for (const row of told) expect(row).not.toMatchObject(nobodys);
    expect(new Set(told.map((row) => row.organisation_id)), who).toEqual(new Set(ofAgency ? [own.agency] : []));
  }
});

test('a wall that is taken away is noticed', async () => {
  const { rows } = await owner.query(`select pg_get_viewdef('walled.listings') as shown`);
  const { shown } = rows[0];
  const planted: [table: string, fault: string, mended: string][] = [
    [
      'saved_listings',
      'alter table saved_listings disable row level security',
      'alter table saved_listings enable row level security',
    ],
    [
      'bookings',
      'create policy leak on bookings for select to holoholo_tenant using (true)',
      'drop policy leak on bookings',
    ],
    [
      'clicks',
      'alter policy own on clicks using (false)',
      'alter policy own on clicks using (user_id = (select tenant_person()))',
    ],
    [
      'ledger_entries',
      'create policy leak on ledger_entries for select to holoholo_tenant using (true)',
      'drop policy leak on ledger_entries',
    ],
    [
      'listings',
      `create or replace view walled.listings as ${shown.replace(/WHERE .*/s, '')}`,
      `create or replace view walled.listings as ${shown}`,
    ],
    [
      'listings',
      'alter table listings disable trigger listings_walled',
      'alter table listings enable trigger listings_walled',
    ],
  ];
  for (const [table, fault, mended] of planted) {
    await owner.query(fault);
    const found = await leaks([table]);
    await owner.query(mended);
    expect(found.length, fault).toBeGreaterThan(0);
    expect(await leaks([table])).toEqual([]);
  }
}, 60_000);

describe('nothing can be put with somebody else', () => {
  const now = () => world.clock.now();
  const traveler = () => ({ tenant: own.tenants.traveler, id: own.traveler.id });
  test.each<[string, () => Tenant, (tx: Tx) => Promise<unknown>]>([
    [
      'a saved place',
      () => traveler().tenant,
      (tx) =>
        tx
          .insertInto('saved_listings')
          .values({ user_id: other.traveler.id, listing_id: own.listing, saved_at: now() })
          .execute(),
    ],
    [
      'a review of their booking',
      () => traveler().tenant,
      (tx) =>
        tx
          .insertInto('reviews')
          .values({
            booking_id: other.booking,
            user_id: own.traveler.id,
            listing_id: own.listing,
            rating: 1,
            created_at: now(),
            updated_at: now(),
          })
          .execute(),
    ],
    [
      'an inquiry',
      () => traveler().tenant,
      (tx) =>
        tx
          .insertInto('booking_inquiries')
          .values({ user_id: other.traveler.id, listing_text: 'x', platform: 'viator', created_at: now() })
          .execute(),
    ],
    [
      'a code of their place',
      () => own.tenants.partner,
      (tx) => tx.insertInto('qr_codes').values({ code: '0000-0000-0000-0000', location_id: other.place }).execute(),
    ],
    [
      'a listing in their place',
      () => own.tenants.partner,
      (tx) =>
        tx
          .insertInto('curated_listings')
          .values({ location_id: other.place, listing_id: own.listing, position: 9 })
          .execute(),
    ],
    [
      'a listing',
      () => own.tenants.advertiser,
      (tx) =>
        sql`insert into public.listings (name, description, category, price_range, organisation_id)
          values ('Reef', repeat('x', 100), 'Shopping', '$', ${other.agency})`.execute(tx),
    ],
    [
      'a listing without an organisation',
      () => own.tenants.nobody,
      (tx) =>
        sql`insert into public.listings (name, description, category, price_range)
          values ('Reef', repeat('x', 100), 'Shopping', '$')`.execute(tx),
    ],
    [
      'an upload',
      () => own.tenants.staff,
      (tx) =>
        sql`insert into uploads (id, purpose, user_id, organisation_id, name, bytes, media_type, sha256, created_at, expires_at)
          values (gen_random_uuid(), 'picture', ${own.staff.id}, ${other.hotel}, 'x', 1, 'image/png', sha256('x'), now(), now())`.execute(
          tx,
        ),
    ],
    [
      "an organisation's own place",
      () => own.tenants.partner,
      (tx) => tx.updateTable('locations').set({ organisation_id: other.hotel }).execute(),
    ],
    [
      'a profile of more weight',
      () => own.tenants.traveler,
      (tx) => tx.updateTable('profiles').set({ role: 'admin' }).execute(),
    ],
    [
      "what is no tenant's",
      () => own.tenants.partner,
      (tx) => tx.selectFrom('passkey_challenges').selectAll().execute(),
    ],
  ])('%s', async (_what, tenant, work) => {
    await expect(asTenant(tenant(), work)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('an advertiser', () => {
  const asAgency = <T>(work: (tx: Tx) => Promise<T>) => asTenant(own.tenants.advertiser, work);
  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    [
      'makes no campaign of which something was counted',
      (tx) =>
        sql`insert into campaigns (organisation_id, listing_id, name, pricing, budget_cents, most_impressions, first_day, last_day,
          created_at, updated_at, credited_cents, charged_cents) values (${own.agency}, ${own.listing}, 'x', 'fixed', 100, 10,
          '2026-11-21', '2026-11-21', now(), now(), 100, 100)`.execute(tx),
    ],
    [
      'makes no campaign of a listing of another, whether or not guests find it',
      (tx) =>
        sql`insert into campaigns (organisation_id, listing_id, name, pricing, budget_cents, most_impressions, first_day, last_day,
          created_at, updated_at) values (${own.agency}, ${other.listing}, 'x', 'fixed', 100, 10, '2026-11-21', '2026-11-21', now(),
          now())`.execute(tx),
    ],
    [
      'approves nothing that it asked for',
      (tx) => sql`update listing_proposals set state = 'approved', decided_at = now()`.execute(tx),
    ],
    ['starts nothing that is held', (tx) => sql`update campaigns set state = 'running'`.execute(tx)],
    ['releases nothing that is held', (tx) => sql`update campaigns set held = false`.execute(tx)],
    [
      'asks for nothing that is approved',
      (tx) =>
        sql`insert into listing_proposals (organisation_id, listing_id, is_new, content, state, submitted_at)
          values (${own.agency}, ${own.listing}, false, '{}', 'declined', now())`.execute(tx),
    ],
  ])('%s', async (_what, work) => {
    await expect(asAgency(work)).rejects.toMatchObject({ code: '42501' });
  });

  test('takes away drafts alone, and leaves what was decided', async () => {
    const left = await asAgency(async (tx) => {
      await sql`update campaigns set state = 'paused'`.execute(tx);
      const { numAffectedRows: begun } = await sql`delete from campaigns`.execute(tx);
      await sql`update campaigns set state = 'draft'`.execute(tx);
      const { numAffectedRows: drafts } = await sql`delete from campaigns`.execute(tx);
      const back = sql`update listing_proposals set state = 'withdrawn', decided_at = now()`;
      return [begun, drafts, (await back.execute(tx)).numAffectedRows, (await back.execute(tx)).numAffectedRows];
    });
    expect(left.map(Number)).toEqual([0, 1, 1, 0]);
  });
});

test("costs the application's own statements nothing", async () => {
  for (const table of Object.keys(ownedTables)) {
    const { rows } = await sql<Record<string, string>>`explain (costs off) select from ${sql.table(table)}`.execute(
      world.db,
    );
    // Of a table in parts each part is read so.
    const steps = rows.map((row) => Object.values(row)[0]).filter((step) => step !== 'Append');
    for (const step of steps) expect(step).toMatch(/^( *-> +)?(Seq|Index Only) Scan /);
    expect(steps.length > 1).toBe(table === 'events');
  }
});

describe('where the application forgets to ask whose a row is', () => {
  test('a traveler finds nothing of another', async () => {
    const { id } = other.traveler;
    const found = await asTenant(own.tenants.traveler, async (tx) => ({
      bookings: (await findBookings(tx, {})).map((one) => one.id),
      theirs: await findBookings(tx, { userId: id }),
      booking: await lockBooking(tx, other.booking),
      changed: await updateBooking(tx, other.booking, { guest_count: 9 }),
      reviewable: await findReviewable(tx, other.booking),
      reviews: (await findReviews(tx, {})).map((one) => one.user_id),
      inquiries: (await findInquiries(tx, {})).map((one) => one.id),
      saved: await listSavedIds(tx, id),
      removed: await deleteSavedRow(tx, id, other.listing),
      activity: await countActivity(tx, id),
      profile: await findProfile(tx, id),
      renamed: await updateProfile(tx, id, { phone: '0' }, world.clock.now()),
    }));
    expect(found).toEqual({
      bookings: [own.booking],
      theirs: [],
      booking: undefined,
      changed: true,
      reviewable: undefined,
      reviews: [own.traveler.id],
      inquiries: [own.inquiry],
      saved: [],
      removed: false,
      activity: { scanned: 0, booked: 0, saved: 0 },
      profile: undefined,
      renamed: undefined,
    });
    const guests = world.db.selectFrom('bookings').select('guest_count').where('id', '=', other.booking);
    expect(await guests.executeTakeFirst()).toEqual({ guest_count: null });
  });

  test('an organisation finds nothing of another', async () => {
    const found = await asTenant(own.tenants.staff, async (tx) => ({
      members: await findMembers(tx, other.hotel),
      removed: await deleteMember(tx, other.hotel, other.staff.id),
      invitation: await findInvitation(tx, { id: other.invitation }),
      invitations: await listInvitations(tx, other.hotel, 9),
      revoked: await revoke(tx, other.hotel, other.invitation, world.clock.now()),
    }));
    const nothing = { members: [], removed: undefined, invitation: undefined, invitations: [], revoked: undefined };
    expect(found).toEqual(nothing);
  });
});

test('a place that changes hands leaves its past with whom it was earned', async () => {
  const [before, after] = [await aHouse(world), await aHouse(world)];
  const [place, heir] = [before.place, after.partner.id];
  await world.db.updateTable('locations').set({ partner_id: heir }).where('id', '=', place).execute();
  for (const table of ['scans', 'clicks', 'bookings'] as const) {
    const seenBy = (tenant: Tenant) =>
      asTenant(tenant, (tx) => tx.selectFrom(table).select('partner_id').where('location_id', '=', place).execute());
    expect(await seenBy(after.tenants.staff), table).toEqual([]);
    expect(await seenBy({ organisation: before.hotel }), table).toEqual([{ partner_id: before.partner.id }]);
    expect(await seenBy(before.tenants.advertiser), table).toHaveLength(table === 'scans' ? 0 : 1);
    expect(await leaks([table])).toEqual([]);
  }
}, 60_000);

describe('a transaction', () => {
  const standing = async (db: World['db'] | Tx) =>
    (
      await sql<Record<string, string | null>>`select current_user as role,
        nullif(current_setting('holoholo.person', true), '') as person,
        nullif(current_setting('holoholo.organisation', true), '') as organisation`.execute(db)
    ).rows[0];
  const itself = { role: 'holoholo_app', person: null, organisation: null };

  test('works for its tenant alone, and its connection for nobody afterwards', async () => {
    const tenant = own.tenants.partner;
    expect(await withTenant(world.db, tenant, standing)).toEqual({ role: tenantRole, ...tenant });
    const connections = Array.from({ length: 4 }, () => withTransaction(world.db, standing));
    expect(await Promise.all(connections)).toEqual(Array(4).fill(itself));
  });

  test.each([false, true])('that goes on after it is its own again, also after a refusal: %j', async (refused) => {
    const work = async (tx: Tx) => {
      await withTenant(tx, own.tenants.traveler, async () => {
        if (refused) throw new Undone();
      }).catch(() => {});
      return await standing(tx);
    };
    expect(await withTransaction(world.db, work)).toEqual(itself);
  });

  test('of one tenant takes in no work for another', async () => {
    const within = (tenant: Tenant) =>
      withTenant(world.db, own.tenants.traveler, (tx) => withTenant(tx, tenant, () => Promise.resolve('done')));
    await expect(within(other.tenants.traveler)).rejects.toThrow('one tenant at a time');
    expect(await within(own.tenants.traveler)).toBe('done');
  });
});
