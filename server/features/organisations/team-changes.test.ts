import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultPermissions } from '../../../contract/permissions.ts';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { follow, scan } from '../../../tests/held-scene.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let hotel: PartnerScene;
let owner: TestUser;
let clerk: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  hotel = await aPartner(world);
  owner = hotel.owner;
  clerk = await aMember(world, hotel.organisation, ['qr_code_management']);
});

const withoutMoney = defaultPermissions.partner.filter((one) => one !== 'commission_tracking');
const leave = (by: TestUser) => world.call('POST /api/organisation/leave', { body: {}, cookie: by.cookie });
const handOver = (to: TestUser, { stays }: { stays: boolean }, by = owner) =>
  world.call('POST /api/organisation/hand-over', { body: { user_id: to.id, stays }, cookie: by.cookie });
const change = (of: TestUser, body: object, by = owner) =>
  world.call(`PATCH /api/organisation/members/${of.id}`, { body, cookie: by.cookie });
const remove = (of: TestUser, by = owner) => world.call(`DELETE /api/organisation/members/${of.id}`, by);
const organisation = async (by: { cookie: string }) => (await world.call('GET /api/organisation', by)).body;
const team = async () => {
  const members = world.db.selectFrom('members').select(['user_id', 'standing']).orderBy('standing');
  const rows = await members.where('organisation_id', '=', hotel.organisation).execute();
  return Object.fromEntries(rows.map(({ user_id, standing }) => [user_id, standing]));
};
const roleOf = async ({ id }: TestUser) =>
  (await world.db.selectFrom('profiles').select('role').where('user_id', '=', id).executeTakeFirstOrThrow()).role;
const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('leaving', () => {
  test('is for staff at once: travelers from then on, whose other sessions see nothing any more', async () => {
    const reply = await leave(clerk);
    expect([reply.status, reply.body]).toEqual([200, { ok: true }]);
    expect(await team()).toEqual({ [owner.id]: 'owner' });
    expect(await roleOf(clerk)).toBe('traveler');
    const own = `GET /api/organisations/${hotel.organisation}/members` as const;
    expect((await world.call(own, clerk)).status).toBe(401);
    const renewed = { cookie: `session=${reply.cookies.session}` };
    const [members, codes] = [
      await world.call(own, renewed),
      await world.call(`GET /api/partner-portal/qr-codes/${owner.id}`, renewed),
    ];
    expect([members, codes].map(refusal)).toEqual(Array(2).fill([403, 'forbidden']));
    expect((await world.call('GET /api/users/me', renewed)).status).toBe(200);
    const was = { organisation: hotel.organisation, standing: 'staff', permissions: ['qr_code_management'] };
    expect(await auditContentOf(world, 'member_left', clerk.id)).toMatchObject([{ before: was }]);
  });

  test('is refused to the last owner, in words, and is for one of two', async () => {
    const refused = await leave(owner);
    expect(refusal(refused)).toEqual([409, 'last_owner']);
    expect(refused.body.error).toBe(
      'An organization needs an owner, and there is no other. Please make another member an owner first.',
    );
    expect((await change(clerk, { standing: 'owner' })).body).toMatchObject({
      standing: 'owner',
      permissions: defaultPermissions.partner,
    });
    expect((await leave(owner)).status).toBe(200);
    expect(await team()).toEqual({ [clerk.id]: 'owner' });
    expect((await organisation(clerk)).permissions).toEqual(defaultPermissions.partner);
  });

  test('counts no owner whose account is suspended', async () => {
    await change(clerk, { standing: 'owner' });
    await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', clerk.id).execute();
    expect(refusal(await leave(owner))).toEqual([409, 'last_owner']);
  });

  test('of both owners at once leaves one, however they meet', async () => {
    for (let round = 0; round < 5; round++) {
      const scene = await aPartner(world);
      const second = await aMember(world, scene.organisation);
      expect((await change(second, { standing: 'owner' }, scene.owner)).status).toBe(200);
      const replies = await Promise.all([leave(scene.owner), leave(second)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const left = await world.db
        .selectFrom('members')
        .select('standing')
        .where('organisation_id', '=', scene.organisation)
        .execute();
      expect(left).toEqual([{ standing: 'owner' }]);
    }
  });
});

describe('two owners', () => {
  beforeEach(async () => {
    expect((await change(clerk, { standing: 'owner' })).status).toBe(200);
  });

  test('who take each other out, or make staff of each other, at once leave one owner', async () => {
    for (const deed of [remove, (of: TestUser, by: TestUser) => change(of, { standing: 'staff' }, by)]) {
      const scene = await aPartner(world);
      const second = await aMember(world, scene.organisation);
      await change(second, { standing: 'owner' }, scene.owner);
      const replies = await Promise.all([deed(second, scene.owner), deed(scene.owner, second)]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const members = world.db.selectFrom('members').select('standing');
      const owners = members.where('organisation_id', '=', scene.organisation).where('standing', '=', 'owner');
      expect(await owners.execute()).toHaveLength(1);
    }
  });

  test('have the same name and permissions, whichever of them changes these', async () => {
    await world.call('PUT /api/profiles', { body: { organizationName: 'Hale Hou' }, cookie: clerk.cookie });
    expect((await organisation(owner)).name).toBe('Hale Hou');
    const permissions = ['commission_tracking'];
    await world.db.updateTable('profiles').set({ permissions }).where('user_id', '=', owner.id).execute();
    expect((await organisation(owner)).permissions).toEqual(permissions);
    expect((await organisation(clerk)).permissions).toEqual(permissions);
  });

  test('go on where the account of the first one is suspended', async () => {
    await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', owner.id).execute();
    expect(await organisation(clerk)).toMatchObject({ state: 'active', owner_id: owner.id });
  });

  test('make staff of one another, who see no money then', async () => {
    expect((await change(owner, { standing: 'staff' }, clerk)).body).toMatchObject({ permissions: withoutMoney });
    expect(await team()).toEqual({ [owner.id]: 'staff', [clerk.id]: 'owner' });
  });
});

test('the database itself lets no last owner go', async () => {
  const gone = world.db.deleteFrom('members').where('user_id', '=', owner.id).execute();
  await expect(gone).rejects.toThrow('the last owner');
  const moved = world.db.updateTable('members').set({ standing: 'staff' }).where('user_id', '=', owner.id).execute();
  await expect(moved).rejects.toThrow('the last owner');
});

describe('handing over', () => {
  test('makes the other the owner and the former one staff, told to both by mail, and audited', async () => {
    const { name } = await organisation(owner);
    expect((await handOver(clerk, { stays: true })).status).toBe(200);
    expect(await team()).toEqual({ [owner.id]: 'staff', [clerk.id]: 'owner' });
    expect(await organisation(owner)).toMatchObject({ standing: 'staff', permissions: withoutMoney });
    const content = await auditContentOf(world, 'organisation_handed_over', hotel.organisation);
    expect(content).toMatchObject([{ before: { owner: owner.id }, after: { owner: clerk.id, stays: true } }]);
    const mails = (await world.mail()).filter(({ to }) => to === owner.email || to === clerk.email);
    expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual(
      [
        [owner.email, `${name} has another owner`],
        [clerk.email, `${name} has another owner`],
      ].sort(),
    );
    const former = mails.find(({ to }) => to === owner.email)!.text;
    expect(former).toContain(`you handed ${name} over to ${clerk.email}, and are one of its staff now.`);
    expect(former).toContain('/auth?redirect=%2Fpartner-portal%2Fteam');
    expect(refusal(await handOver(clerk, { stays: true }))).toEqual([403, 'forbidden']);
  });

  test('changes no figure, code, commission or statement, and whose they are', async () => {
    const guest = await world.aUser();
    const listing = await world.aListing();
    await follow(world, await scan(world, guest, hotel.code), listing);
    const month = '2026-11';
    const seen = async (by: { cookie: string }) => {
      const paths = [
        `partner-portal/qr-codes/${owner.id}`,
        `partner-portal/qr-requests/${owner.id}`,
        'partner-portal/performance',
        'partner-portal/settings',
        ...['earnings', 'payouts', `statements/${month}`].map((one) => `organisations/${hotel.organisation}/${one}`),
      ];
      const replies = await Promise.all(paths.map((path) => world.call(`GET /api/${path}`, by)));
      expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200));
      return replies.map(({ body }) => body);
    };
    const before = await seen(owner);
    const [{ codes }, , , , earnings] = before;
    expect(codes).toMatchObject([{ scan_count: 1 }]);
    expect(earnings.balances.estimated).toBeGreaterThan(0);
    expect((await handOver(clerk, { stays: false })).status).toBe(200);
    const after = await seen(clerk);
    // The contact is whoever reads it; all else is the organisation's.
    after[3].user_profile = { ...after[3].user_profile, ...contactOf(before[3].user_profile) };
    expect(after).toEqual(before);
    // What is scanned and booked from now on is of the same partner.
    await follow(world, await scan(world, await world.aUser(), hotel.code), listing);
    const [now, , , , more] = await seen(clerk);
    expect(now.codes).toMatchObject([{ scan_count: 2 }]);
    expect(more.balances.estimated).toBeCloseTo(2 * earnings.balances.estimated);
  });

  test('and leaving makes a traveler of the former owner, who begins another organisation as anybody would', async () => {
    const reply = await handOver(clerk, { stays: false });
    expect(await team()).toEqual({ [clerk.id]: 'owner' });
    expect(await roleOf(owner)).toBe('traveler');
    const renewed = { cookie: `session=${reply.cookies.session}` };
    expect((await world.call('GET /api/organisation', renewed)).status).toBe(403);
    await world.db.updateTable('profiles').set({ role: 'partner' }).where('user_id', '=', owner.id).execute();
    const other = await organisationOf(world, owner.id);
    expect(other).not.toBe(hotel.organisation);
    const again = await organisation(renewed);
    expect(again).toMatchObject({ id: other, standing: 'owner' });
    expect(again.owner_id).not.toBe(owner.id);
    expect((await world.call(`GET /api/partner-portal/qr-codes/${again.owner_id}`, renewed)).body.codes).toEqual([]);
    expect((await world.call(`GET /api/partner-portal/qr-codes/${owner.id}`, renewed)).status).toBe(404);
  });

  test('is refused for who is no member, for oneself, and for an account that is suspended', async () => {
    const stranger = await aPartner(world);
    const elsewhere = await aMember(world, stranger.organisation);
    expect(refusal(await handOver(elsewhere, { stays: true }))).toEqual([404, 'not_found']);
    expect(refusal(await handOver(owner, { stays: false }))).toEqual([404, 'not_found']);
    await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', clerk.id).execute();
    expect(refusal(await handOver(clerk, { stays: true }))).toEqual([409, 'member_inactive']);
    expect(refusal(await change(clerk, { standing: 'owner' }))).toEqual([409, 'member_inactive']);
    expect(await team()).toEqual({ [owner.id]: 'owner', [clerk.id]: 'staff' });
  });

  test('to two at once makes one of them the owner in the end', async () => {
    const other = await aMember(world, hotel.organisation);
    const replies = await Promise.all([handOver(clerk, { stays: true }), handOver(other, { stays: false })]);
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)[0]).toBe(200);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(Object.values(await team()).filter((one) => one === 'owner')).toHaveLength(1);
  });
});

test('a change of a member is either of permissions or of what they are', async () => {
  for (const body of [{}, { permissions: [], standing: 'owner' }])
    expect(refusal(await change(clerk, body))).toEqual([400, 'invalid_request']);
});

test('an invitation as an owner makes one, and says so on its page and in its mail', async () => {
  const friend = await world.aUser();
  const invite = (body: object) => world.call('POST /api/organisation/invitations', { body, cookie: owner.cookie });
  const chosen = { invited_email: friend.email, standing: 'owner', permissions: ['qr_code_management'] };
  expect(refusal(await invite(chosen))).toEqual([400, 'invalid_request']);
  const invited = await invite({ invited_email: friend.email, standing: 'owner' });
  expect(invited.body).toMatchObject({ standing: 'owner', permissions: defaultPermissions.partner });
  const mail = (await world.mail()).findLast(({ to }) => to === friend.email)!;
  expect(mail.text).toContain(', as an owner.');
  const token = mail.text.match(/\/invite\/([\w-]+)/)![1];
  const offer = await world.call(`GET /api/stakeholder/validate/${token}`);
  expect(offer.body).toMatchObject({ standing: 'owner', joins: true });
  const accepted = await world.call(`POST /api/stakeholder/accept/${token}`, { body: {}, cookie: friend.cookie });
  expect(accepted.status).toBe(200);
  expect(await organisation({ cookie: `session=${accepted.cookies.session}` })).toMatchObject({
    id: hotel.organisation,
    owner_id: owner.id,
    standing: 'owner',
    permissions: defaultPermissions.partner,
  });
  expect((await leave(owner)).status).toBe(200);
});

const contactOf = ({ email, phone, location }: Record<string, unknown>) => ({ email, phone, location });
