import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const profileOf = (userId: string) =>
  world.db.selectFrom('profiles').selectAll().where('user_id', '=', userId).executeTakeFirst();
const actionsOn = async (id: string) =>
  (await world.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).execute()).map(
    (entry) => entry.action,
  );
const post = (cookie: string, body: unknown) => world.call('POST /api/profiles', { cookie, body });
const put = (cookie: string, body: unknown) => world.call('PUT /api/profiles', { cookie, body });

describe('the onboarding', () => {
  const filled = {
    role: 'traveler',
    organizationName: '',
    phone: '+1 (808) 555-0134',
    location: 'Hilo',
    interests: ['Nightlife', 'Food & Dining', 'Nightlife'],
    preferences: { discovery_mode: 'qr_scan', booking_preference: 'instant', communication_method: 'email' },
  };

  test('makes a traveler of a newcomer, once, with an audit entry', async () => {
    const user = await world.aUser();
    const made = await post(user.cookie, filled);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      role: 'traveler',
      user_id: user.id,
      phone: '+1 (808) 555-0134',
      interests: ['Nightlife', 'Food & Dining'],
      preferences: { discovery_mode: 'qr_scan' },
      organization_name: null,
      permissions: [],
      onboarded: true,
    });
    expect((await post(user.cookie, filled)).body.code).toBe('profile_exists');
    expect(await actionsOn(user.id)).toEqual(['profile_created']);
  });

  test('asked for by 20 at the same time happens once', async () => {
    const user = await world.aUser();
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(user.cookie, filled)));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(19);
  });

  test.each([
    [{ role: 'partner' }, 'invalid_profile'],
    [{ role: 'admin' }, 'invalid_profile'],
    [{ interests: ['Gambling'] }, 'invalid_profile'],
    [{ phone: '0808 5550134' }, 'invalid_phone'],
    [{ phone: '+12345678901234567' }, 'invalid_phone'],
    [{ phone: 'aloha' }, 'invalid_phone'],
    [{ location: 'H' }, 'invalid_location'],
  ])('refuses %j, and leaves nothing', async (change, code) => {
    const user = await world.aUser();
    const reply = await post(user.cookie, { ...filled, ...change });
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect((await profileOf(user.id))?.onboarded_at).toBeNull();
  });

  test.each([
    { phone: '' },
    { phone: null },
    { phone: '(808)5550134' },
    { phone: '1234567890123456' },
    { location: '' },
    {},
  ])('takes %j', async (body) => {
    expect((await post((await world.aUser()).cookie, body)).status).toBe(201);
  });
});

describe('the words', () => {
  test.each([
    [{ role: 'admin' }, 'Invalid profile data. Please check your information and try again.'],
    [{ phone: 'x' }, 'Please enter a valid phone number'],
    [{ location: 'x' }, 'Location must be at least 2 characters'],
  ])('of %j are those of the specification', async (body, words) => {
    expect((await post((await world.aUser()).cookie, body)).body.error).toBe(words);
  });
});

describe('editing', () => {
  test('changes what is given, keeps the rest, clears what is empty', async () => {
    const user = await world.aUser();
    await put(user.cookie, { phone: '8085550134', location: 'Hilo', displayName: 'Leilani Kealoha' });
    const changed = await put(user.cookie, { phone: '', interests: ['Shopping'] });
    expect(changed.body).toMatchObject({ phone: null, location: 'Hilo', display_name: 'Leilani Kealoha' });
    expect((await world.call('GET /api/users/me', { cookie: user.cookie })).body.google_user_data.given_name).toBe(
      'Leilani',
    );
    expect(await actionsOn(user.id)).toEqual(['profile_changed', 'profile_changed']);
  });

  test('takes names without what stands around them, and what is so already changes nothing', async () => {
    const partner = await world.aUser({ role: 'partner' });
    const given = { displayName: ' Leilani  Kealoha\t', organizationName: '  Hale Kai ', phone: ' 8085550134 ' };
    for (let time = 0; time < 2; time++)
      expect((await put(partner.cookie, given)).body).toMatchObject({
        ...{ display_name: 'Leilani  Kealoha', organization_name: 'Hale Kai', phone: '8085550134' },
      });
    expect(await actionsOn(partner.id)).toEqual(['profile_changed']);
  });

  test("changes a partner's organization, which cannot be empty, and no traveler's", async () => {
    const partner = await world.aUser({ role: 'partner' });
    expect((await put(partner.cookie, { organizationName: 'Hale Kai' })).body.organization_name).toBe('Hale Kai');
    expect((await put(partner.cookie, { organizationName: ' ' })).body.code).toBe('invalid_profile');
    const traveler = await world.aUser();
    expect((await put(traveler.cookie, { organizationName: 'Hale Kai' })).body.organization_name).toBeNull();
  });
});

describe('every field that is not to be written', () => {
  const forbidden = {
    id: '00000000-0000-4000-8000-000000000000',
    user_id: '00000000-0000-4000-8000-000000000000',
    role: 'admin',
    partner_type: 'cafe',
    organization_name: 'Evil',
    permissions: ['revenue_analytics'],
    is_active: false,
    onboarded_at: null,
    onboarded: false,
    created_at: '2000-01-01T00:00:00Z',
    updated_at: '2000-01-01T00:00:00Z',
    email: 'evil@example.com',
    commission_tier: 'gold',
    __proto__x: { role: 'admin' },
  };

  test.each(Object.entries(forbidden))('%s has no effect', async (field, value) => {
    for (const role of ['traveler', 'partner'] as const) {
      const user = await world.aUser({ role });
      const before = await profileOf(user.id);
      expect((await put(user.cookie, { [field]: value })).status).toBe(200);
      await world.call('POST /api/profiles/migrate-role', { cookie: user.cookie, body: { [field]: value } });
      if (role === 'partner' || field !== 'role') await post(user.cookie, { [field]: value });
      const { updated_at: _, onboarded_at: __, ...after } = (await profileOf(user.id))!;
      expect(after).toEqual(expect.objectContaining({ ...after, id: before?.id, user_id: user.id, role }));
      for (const kept of ['partner_type', 'organization_name', 'permissions', 'is_active', 'created_at'] as const)
        expect(after[kept], `${role} ${kept}`).toEqual(before?.[kept]);
      const users = world.db.selectFrom('users').select('email').where('id', '=', user.id);
      expect((await users.executeTakeFirst())?.email).toBe(user.email);
    }
  });
});

describe('a role of an earlier system', () => {
  const withRole = async (role: string) => {
    const user = await world.aUser();
    await world.db.updateTable('profiles').set({ role }).where('user_id', '=', user.id).execute();
    return user;
  };
  const migrate = (cookie: string, body?: unknown) =>
    world.call('POST /api/profiles/migrate-role', { cookie, ...(body !== undefined && { body }) });

  test.each(['guide', 'distributor', 'superadmin', ''])(
    '%j becomes traveler, once, with an audit entry',
    async (role) => {
      const user = await withRole(role);
      const own = await world.call('GET /api/profiles', { cookie: user.cookie });
      expect(own.body).toMatchObject({ legacy_role: role, profile: { role } });
      expect((await migrate(user.cookie)).body.role).toBe('traveler');
      await migrate(user.cookie, { target_role: 'traveler' });
      expect(await actionsOn(user.id)).toEqual(['role_changed']);
      expect((await world.call('GET /api/profiles', { cookie: user.cookie })).body.legacy_role).toBeNull();
    },
  );

  test.each(['traveler', 'partner', 'advertiser', 'admin'])('%s is none, and stays', async (role) => {
    const user = await withRole(role);
    for (const body of [undefined, { target_role: 'traveler' }, { target_role: 'admin' }])
      expect((await migrate(user.cookie, body)).body.role).toBe(role);
    expect(await actionsOn(user.id)).toEqual([]);
  });

  test('is raised to nothing else', async () => {
    const user = await withRole('guide');
    expect((await migrate(user.cookie, { target_role: 'admin' })).body.role).toBe('traveler');
  });
});

test('a change of name alone is on record', async () => {
  const user = await world.aUser();
  await post(user.cookie, { role: 'traveler' });
  expect((await put(user.cookie, { displayName: 'Nāinoa' })).status).toBe(200);
  expect(await auditContentOf(world, 'profile_changed', user.id)).toMatchObject([
    { personId: user.id, before: { display_name: null }, after: { display_name: 'Nāinoa' } },
  ]);
});
