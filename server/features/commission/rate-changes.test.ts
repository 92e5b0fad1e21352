import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { startSession } from '../../platform/sessions/sessions.ts';

let world: World;
let admin: TestUser;
let other: TestUser;
/** Two administrators, signed in now: the first proposes. */
const anew = async () => {
  [admin, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
};
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  await anew();
});
afterAll(() => world.close());

const call = (request: `${string} ${string}`, by: TestUser, body?: object, key?: string) =>
  world.call(request, { cookie: by.cookie, body, ...(key && { headers: { 'idempotency-key': key } }) });
const dayIn = (days: number) => hawaiiDay(new Date(world.clock.now().getTime() + days * 86_400_000));
const propose = async (card: object = {}, by = admin) => {
  const usual = { tier: 'standard', partner_share: 0.2, effective_from: dayIn(1), reason: 'Agreed with all' };
  const reply = await call('POST /api/admin/rate-cards', by, { ...usual, ...card });
  expect(reply.status).toBe(201);
  return reply.body;
};
const terms = (organisation: string, given: object, by = admin) =>
  call(`PUT /api/admin/organisations/${organisation}/terms`, by, {
    ...{ tier: 'standard', minimum_payout: 75, reason: 'Agreed with them' },
    ...given,
  });
const confirm = (id: string, by = other, key?: string) =>
  call(`POST /api/admin/rate-changes/${id}/confirm`, by, {}, key);
const withdraw = (id: string, by = other) =>
  call(`POST /api/admin/rate-changes/${id}/withdraw`, by, { reason: 'Not what was agreed' });
const refusalOf = async (reply: ReturnType<typeof confirm>) => {
  const { status, body } = await reply;
  return [status, body.code];
};
const listed = async (by: TestUser, query = '') => (await call(`GET /api/admin/rate-changes${query}`, by)).body;
const waiting = async (by: TestUser, query = '') => (await listed(by, query)).rows;
const obstacleOf = async (id: string, by: TestUser) =>
  (await waiting(by)).find((one: { id: string }) => one.id === id)?.obstacle;
const aPartner = async () => (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;
const sharesOf = async (organisation: string) => {
  const id = await aCommission(world, organisation, 'Reef walk', { status: 'pending' });
  const row = world.db.selectFrom('commissions').select('partner_share').where('booking_id', '=', id);
  return (await row.executeTakeFirstOrThrow()).partner_share;
};
const signedInAnew = async (user: TestUser): Promise<TestUser> => {
  const given = { userId: user.id, role: user.role, now: world.clock.now(), userAgent: 'test', previous: undefined };
  return { ...user, cookie: `session=${(await startSession(world.db, given)).token}` };
};
const nextDay = async (days = 1) => {
  world.clock.advance(days * 86_400);
  await anew();
};
/** How many shown experiences pay less than a share. */
const belowOf = async (share: number) => {
  const below = world.db.selectFrom('listings').select('id').where('is_active', '=', true);
  return (await below.where('commission_rate', '<', share).execute()).length;
};
const cards = async () => (await call('GET /api/admin/rate-cards', admin)).body;

describe('a rate card that one administrator has proposed', () => {
  test('is stale where its day has passed and one for a later day holds by then', async () => {
    const old = await propose({ tier: 'passed', partner_share: 0.11 });
    const [first, newer] = [other, await propose({ tier: 'passed', effective_from: dayIn(3) })];
    expect((await confirm(newer.id)).status).toBe(200);
    expect(await obstacleOf(old.id, first)).toBeNull();
    await nextDay(4);
    const again = await signedInAnew(first);
    expect(await obstacleOf(old.id, again)).toBe('stale');
    expect(await refusalOf(confirm(old.id, again))).toEqual([409, 'rate_change_stale']);
    expect((await withdraw(old.id, again)).status).toBe(200);
  });

  test('earns nothing while it waits, and from the day after its confirmation where its own has passed', async () => {
    const partner = await aPartner();
    const before = await cards();
    const proposed = await propose({ partner_share: 0.21 });
    const [asked_from, by] = [dayIn(1), admin.email];
    expect(proposed).toMatchObject({ state: 'proposed', proposed_by: by, obstacle: 'same_admin', terms: null });
    const beside = {
      share_in_force: 0.15,
      holding_days: 14,
      holding_days_in_force: 14,
      listings_below: await belowOf(0.21),
    };
    expect(proposed.card).toEqual({ partner_share: 0.21, asked_from, effective_from: asked_from, id: null, ...beside });
    expect(await auditContentOf(world, 'rate_card_proposed', proposed.id)).toMatchObject([
      { after: { tier: 'standard' } },
    ]);
    const first = other;
    await nextDay(3);
    expect(await cards()).toEqual(before);
    expect(await sharesOf(partner)).toBe(0.15);
    // Who became an administrator since does not confirm it; who was one then has signed in anew.
    expect(await refusalOf(confirm(proposed.id))).toEqual([403, 'rate_change_late_admin']);
    const [waits] = await waiting(admin);
    expect(waits.card).toMatchObject({ asked_from, effective_from: dayIn(1) });
    const confirmed = await confirm(proposed.id, await signedInAnew(first));
    expect(confirmed.body).toMatchObject({ state: 'confirmed', settled_by: first.email, obstacle: null });
    expect(confirmed.body.card).toMatchObject({ asked_from, effective_from: dayIn(1) });
    // What is booked keeps its share, on the day of the confirmation as well.
    expect(await sharesOf(partner)).toBe(0.15);
    await nextDay();
    expect(await sharesOf(partner)).toBe(0.21);
    expect((await cards())[0]).toMatchObject({ in_force: true, created_by: by, confirmed_by: first.email });
  });

  test('is confirmed by another one once, and by nobody who proposed it', async () => {
    const { id } = await propose({ tier: 'hale' });
    expect(await refusalOf(confirm(id, admin))).toEqual([403, 'rate_change_same_admin']);
    expect([await obstacleOf(id, admin), await obstacleOf(id, other)]).toEqual(['same_admin', null]);
    const key = 'a-confirmation-0123456789';
    const first = await confirm(id, other, key);
    expect((await confirm(id, other, key)).body).toEqual(first.body);
    expect(await refusalOf(confirm(id))).toEqual([409, 'rate_change_settled']);
    expect(await refusalOf(withdraw(id))).toEqual([409, 'rate_change_settled']);
    expect((await cards()).filter(({ tier }: { tier: string }) => tier === 'hale')).toHaveLength(1);
    expect(await obstacleOf(id, other)).toBeUndefined();
    expect(await refusalOf(confirm('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'not_found']);
  });

  test('is made once where two confirm it at once', async () => {
    const third = await world.aUser({ role: 'admin' });
    const { id } = await propose({ tier: 'twice' });
    const replies = await Promise.all([confirm(id), confirm(id, third), confirm(id), withdraw(id, third)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const made = (await cards()).filter(({ tier }: { tier: string }) => tier === 'twice');
    const { state } = await world.db
      .selectFrom('rate_changes')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(made).toHaveLength(state === 'confirmed' ? 1 : 0);
  });

  test('is taken back with a reason, by whoever proposed it as well, and never holds', async () => {
    for (const by of [admin, other]) {
      const { id } = await propose({ tier: 'never' });
      const reply = await withdraw(id, by);
      expect(reply.body).toMatchObject({
        state: 'withdrawn',
        withdrawal_reason: 'Not what was agreed',
        settled_by: by.email,
      });
      expect(await auditContentOf(world, 'rate_change_withdrawn', id)).toMatchObject([
        { before: { state: 'proposed' }, after: { state: 'withdrawn', reason: 'Not what was agreed' } },
      ]);
      expect(await refusalOf(confirm(id))).toEqual([409, 'rate_change_settled']);
    }
    // A tier has a card once one is confirmed.
    const partner = await aPartner();
    const { id } = await propose({ tier: 'never' });
    expect(await refusalOf(terms(partner, { tier: 'never' }))).toEqual([409, 'rate_card_missing']);
    await confirm(id);
    expect((await terms(partner, { tier: 'never' })).status).toBe(200);
  });

  test('is not confirmed by who was made an administrator since, nor who was suspended then', async () => {
    const back = await world.aUser({ role: 'admin' });
    const set = (is_active: boolean) =>
      world.db.updateTable('profiles').set({ is_active }).where('user_id', '=', back.id).execute();
    await set(false);
    const { id } = await propose({ tier: 'late' });
    await set(true);
    for (const late of [back, await world.aUser({ role: 'admin' })]) {
      expect(await refusalOf(confirm(id, late))).toEqual([403, 'rate_change_late_admin']);
      expect(await obstacleOf(id, late)).toBe('late_admin');
    }
    expect((await confirm(id)).status).toBe(200);
  });
});

test('what was proposed is asked by its id, also once it is settled', async () => {
  const { id } = await propose({ tier: 'asked' });
  const one = (by = other) => call(`GET /api/admin/rate-changes/${id}`, by);
  expect((await one()).body).toMatchObject({ id, state: 'proposed', obstacle: null, card: { share_in_force: null } });
  expect((await one(admin)).body.obstacle).toBe('same_admin');
  const confirmed = await confirm(id);
  expect((await one()).body).toEqual(confirmed.body);
  const none = await call('GET /api/admin/rate-changes/00000000-0000-4000-8000-000000000000', admin);
  expect([none.status, none.body.code]).toEqual([404, 'not_found']);
});

test('beside a card that waits stands how many experiences pay less than it', async () => {
  await world.aListing({ commission_rate: 0.3 });
  const [low, high] = [await propose({ partner_share: 0.3 }), await propose({ partner_share: 0.3001 })];
  expect(low.card.listings_below).toBe(await belowOf(0.3));
  expect(high.card.listings_below).toBe(await belowOf(0.3001));
  expect(high.card.listings_below).toBeGreaterThan(low.card.listings_below);
  for (const { id } of [low, high]) await withdraw(id);
});

test('of more that wait than are told at once it is said how many there are', async () => {
  const { total: before } = await listed(admin);
  const { id } = await propose({ tier: 'many' });
  await sql`insert into rate_changes (tier, partner_share, effective_from, reason, proposed_by, proposed_at)
    select tier, partner_share, effective_from, reason, proposed_by, proposed_at from rate_changes, generate_series(1, 200)
      where id = ${id}`.execute(world.db);
  const { rows, total } = await listed(admin);
  expect([rows.length, total]).toEqual([200, before + 201]);
  expect(await listed(admin, `?organisation=${await aPartner()}`)).toEqual({ rows: [], total: 0 });
  await sql`update rate_changes set state = 'withdrawn', settled_by = proposed_by, settled_at = proposed_at, withdrawal_reason = 'Too many'
    where tier = 'many'`.execute(world.db);
});

describe("a partner's terms that one administrator has proposed", () => {
  const heldTerms = async (organisation: string) =>
    (await call(`GET /api/admin/organisations/${organisation}/terms`, admin)).body.terms;
  const usual = { tier: 'standard', minimum_payout: 50 };

  test('hold from the confirmation on; asked again they are the same proposal', async () => {
    const partner = await aPartner();
    const asked = await terms(partner, {});
    expect(asked.body).toMatchObject({ ...usual, waits: { state: 'proposed', card: null, obstacle: 'same_admin' } });
    expect(asked.body.waits.terms).toMatchObject({ organisation: { id: partner }, minimum_payout: 75, former: usual });
    expect((await terms(partner, {})).body).toEqual(asked.body);
    expect(await heldTerms(partner)).toEqual(usual);
    expect(await waiting(admin, `?organisation=${partner}`)).toEqual([asked.body.waits]);
    expect(await waiting(admin, `?organisation=${await aPartner()}`)).toEqual([]);
    expect(await refusalOf(confirm(asked.body.waits.id, admin))).toEqual([403, 'rate_change_same_admin']);
    expect((await confirm(asked.body.waits.id)).status).toBe(200);
    expect(await heldTerms(partner)).toEqual({ ...usual, minimum_payout: 75 });
    expect(await auditContentOf(world, 'organisation_terms_proposed', partner)).toHaveLength(1);
    expect(await auditContentOf(world, 'organisation_terms_set', partner)).toMatchObject([
      {
        before: { minimum_payout_cents: 5_000 },
        after: { minimum_payout_cents: 7_500, proposal: asked.body.waits.id, proposed_by: admin.id },
      },
    ]);
    expect((await terms(partner, {})).body).toEqual({ ...usual, minimum_payout: 75, waits: null });
  });

  test('asked again for another reason are the same proposal, for the newer one', async () => {
    const partner = await aPartner();
    const { id } = (await terms(partner, {})).body.waits;
    const again = (await terms(partner, { reason: 'Agreed by letter' })).body.waits;
    expect([again.id, again.reason]).toEqual([id, 'Agreed by letter']);
    expect(await waiting(admin, `?organisation=${partner}`)).toEqual([again]);
    expect(await auditContentOf(world, 'organisation_terms_proposed', partner)).toMatchObject([
      { after: { reason: 'Agreed with them' } },
      { before: { reason: 'Agreed with them' }, after: { reason: 'Agreed by letter' } },
    ]);
    await confirm(id);
    expect(await auditContentOf(world, 'organisation_terms_set', partner)).toMatchObject([
      { after: { reason: 'Agreed by letter' } },
    ]);
  });

  test('are not confirmed over others that came to hold meanwhile', async () => {
    const partner = await aPartner();
    const [first, later] = [await terms(partner, {}), await terms(partner, { minimum_payout: 20 }, other)];
    expect((await confirm(later.body.waits.id, admin)).status).toBe(200);
    const { id } = first.body.waits;
    expect(await obstacleOf(id, other)).toBe('stale');
    expect(await refusalOf(confirm(id))).toEqual([409, 'rate_change_stale']);
    expect(await heldTerms(partner)).toEqual({ ...usual, minimum_payout: 20 });
    expect((await withdraw(id)).body.state).toBe('withdrawn');
  });

  test('are decided by nobody who is of the partner', async () => {
    const partner = await aPartner();
    const own = await world.aUser({ role: 'admin' });
    const membership = { organisation_id: partner, kind: 'partner', standing: 'staff', permissions: [] };
    await world.db
      .insertInto('members')
      .values({ ...membership, user_id: own.id })
      .execute();
    const { id } = (await terms(partner, {})).body.waits;
    expect(await obstacleOf(id, own)).toBe('own_account');
    for (const deed of [confirm, withdraw]) expect(await refusalOf(deed(id, own))).toEqual([403, 'own_account']);
    expect(await refusalOf(terms(partner, {}, own))).toEqual([403, 'own_account']);
  });
});

describe('where there is one administrator alone', () => {
  const others = (set: { is_active?: boolean; role?: string; admin_until?: Date | null }) =>
    world.db.updateTable('profiles').set(set).where('user_id', '<>', admin.id).where('role', '<>', 'partner').execute();

  test('they confirm what they proposed; not where another one came, or went of late', async () => {
    await others({ is_active: false });
    const beside = await propose({ tier: 'alone' });
    expect(await refusalOf(confirm(beside.id, admin))).toEqual([403, 'rate_change_same_admin']);
    await others({ admin_until: new Date(world.clock.now().getTime() - 31 * 86_400_000) });
    // Nor later what was proposed then.
    expect(await refusalOf(confirm(beside.id, admin))).toEqual([403, 'rate_change_same_admin']);
    const alone = await propose({ tier: 'alone' });
    expect(alone.obstacle).toBeNull();
    const second = await propose({ tier: 'alone' });
    expect((await confirm(alone.id, admin)).body.state).toBe('confirmed');
    await world.aUser({ role: 'admin' });
    expect(await refusalOf(confirm(second.id, admin))).toEqual([403, 'rate_change_same_admin']);
  });
});
