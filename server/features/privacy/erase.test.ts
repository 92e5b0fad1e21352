import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPasskey } from '../../../tests/access-world.ts';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { anErasureScene, type ErasureScene, endErasures, erase } from '../../../tests/erasure-scene.ts';
import { dumpOf, foundIn } from '../../../tests/full-dump.ts';
import type { GoogleWorld } from '../../../tests/google-flow.ts';
import { aMarkedTraveler } from '../../../tests/marked-traveler.ts';
import { aFareharborBooking, bring, takeUp } from '../../../tests/platform-news.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { startSession } from '../../platform/sessions/sessions.ts';

let world: GoogleWorld;
let scene: ErasureScene;
beforeAll(async () => {
  ({ world, scene } = await anErasureScene());
});
afterAll(() => world.close());

test('whoever is erased is signed out everywhere, and signs in to nothing of theirs again', async () => {
  const user = await aMarkedTraveler(world, 'zzleaver', scene);
  const reply = await erase(world, user);
  expect(reply.body).toEqual({ erased: true });
  expect(reply.cookies).toMatchObject({ session: '', visit: '', device: '' });
  expect((await world.call('GET /api/users/me', { cookie: user.cookie })).status).toBe(401);
  const again = await world.signIn({ sub: 'zzleaver-subject', email: user.email, email_verified: true });
  expect(again.status).toBe(200);
  expect(again.body.user.id).not.toBe(user.id);
  const cookie = `session=${again.cookies.session}`;
  expect((await world.call('GET /api/bookings', { cookie })).body).toEqual([]);
  // What is still looked for is of the account that was, not of the one that is.
  await world.call('PUT /api/profiles', { cookie, body: { displayName: 'Anew' } });
  await endErasures(world);
  expect((await world.call('GET /api/users/me', { cookie })).body.email).toBe(user.email);
  expect((await world.call('GET /api/profiles', { cookie })).body.profile.display_name).toBe('Anew');
});

test('whoever signs in next with a browser of theirs has nothing of what they did there', async () => {
  const user = await aMarkedTraveler(world, 'zzlent', scene);
  await erase(world, user);
  await endErasures(world);
  const next = { sub: 'zznext-of-browser', email: 'next.of.browser@gmail.com', email_verified: true };
  const { body: signedIn } = await world.signIn(next, {}, /visit=[^;]+/.exec(user.cookie)![0]);
  const { rows } =
    await sql`select from scans s join visits v on v.id = s.visit_id where v.user_id = ${signedIn.user.id}`.execute(
      world.db,
    );
  expect(rows).toHaveLength(0);
});

test('whoever applied and was invited leaves no address in the audit log, nor what they called their house', async () => {
  const user = await aMarkedTraveler(world, 'zzinvited', scene);
  const admin = await world.aUser({ role: 'admin' });
  const { id } = await world.db
    .selectFrom('applications')
    .select('id')
    .where('email', '=', user.email)
    .executeTakeFirstOrThrow();
  const invited = await world.call(`POST /api/admin/applications/${id}/invite`, { cookie: admin.cookie });
  expect(invited.status, invited.raw).toBe(200);
  const invitation = await world.db
    .selectFrom('invitations')
    .select('id')
    .where('invited_email', '=', user.email)
    .executeTakeFirstOrThrow();
  expect(await auditContentOf(world, 'invitation_sent', invitation.id)).toEqual([
    {
      personId: null,
      after: {
        status: 'pending',
        stakeholder_type: 'partner',
        partner_type: expect.any(String),
        permissions: expect.any(Array),
      },
    },
  ]);
  // As entries were once made.
  const subject = { kind: 'invitation', id: invitation.id };
  const after = { invited_email: user.email, organization_name: 'zzinvited-house' };
  await world.db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, world.clock.now(), { action: 'invitation_sent', actorId: admin.id, subject, after }),
    );
  expect(Object.keys(foundIn(await dumpOf(world), /zzinvited[\w-]*/g))).toEqual(
    expect.arrayContaining(['public.audit_details', 'public.invitations']),
  );
  await erase(world, user);
  await endErasures(world);
  expect(foundIn(await dumpOf(world), /zzinvited[\w-]*/g)).toEqual({});
});

test('whose address or booking is called nearly the same loses nothing', async () => {
  const long = await aMarkedTraveler(world, 'maria_zzlee', scene);
  const short = await aMarkedTraveler(world, 'zzlee', scene);
  const { reference } = await world.db
    .selectFrom('platform_bookings')
    .select('reference')
    .where('booking_id', '=', short.booking)
    .executeTakeFirstOrThrow();
  await bring(world, { booking: aFareharborBooking({ pk: Number(`${reference}9`) }) });
  await takeUp(world);
  const held = async () => {
    const dump = await dumpOf(world);
    const count = (table: string, words: string) => dump.get(table)!.split(words).length - 1;
    const [news, others] = [count('public.inbox', long.email), count('public.inbox', `:${reference}9,`)];
    return { news, others, mails: count('jobs.job_common', `""to"": ""${long.email}""`) };
  };
  const before = await held();
  expect(before).toMatchObject({ news: expect.any(Number), others: 1, mails: expect.any(Number) });
  expect(Math.min(...Object.values(before))).toBeGreaterThan(0);
  await erase(world, short);
  await endErasures(world);
  expect(await held()).toEqual(before);
  expect(foundIn(await dumpOf(world), /(?<!maria_)zzlee[\w-]*/g)).toEqual({});
});

describe('is refused', () => {
  test('to partners, their staff, advertisers and administrators, who hand over first', async () => {
    const owner = await world.aUser({ role: 'partner' });
    const staff = await aMember(world, (await organisationOf(world, owner.id))!);
    const others = [await world.aUser({ role: 'advertiser' }), await world.aUser({ role: 'admin' })];
    for (const user of [owner, staff, ...others]) {
      const { status, body: refused } = await erase(world, user);
      expect([status, refused.code]).toEqual([409, 'account_has_duties']);
      expect((await world.call('GET /api/users/me', { cookie: user.cookie })).body.email).toBe(user.email);
    }
    const left = await world.call('POST /api/organisation/leave', { cookie: staff.cookie, body: {} });
    expect(left.status, left.raw).toBe(200);
    const cookie = left.cookies.session ? `session=${left.cookies.session}` : staff.cookie;
    expect((await erase(world, { cookie })).status).toBe(200);
  });

  test('to an owner who is alone in the house, until an administrator has taken the role', async () => {
    const [owner, admin] = [await world.aUser({ role: 'partner' }), await world.aUser({ role: 'admin' })];
    expect((await erase(world, owner)).body.code).toBe('account_has_duties');
    const body = { role: 'traveler', reason: 'Closes the house' };
    expect((await world.call(`PUT /api/admin/users/${owner.id}/role`, { cookie: admin.cookie, body })).status).toBe(
      200,
    );
    const { token } = await startSession(world.db, {
      ...{ userId: owner.id, role: 'traveler', now: world.clock.now(), userAgent: 'test', previous: undefined },
    });
    expect((await erase(world, { cookie: `session=${token}` })).status).toBe(200);
  });

  test('to a session that is older than ten minutes, unless a passkey confirms it', async () => {
    const user = await world.aUser();
    const later = await world.aUser();
    const key = await aPasskey(world, later);
    world.clock.advance(601);
    expect((await erase(world, user)).body.code).toBe('sign_in_again');
    expect((await erase(world, later)).body.code).toBe('step_up_required');
    const options = await world.call('POST /api/passkeys/confirmation-options', { cookie: later.cookie });
    const credential = key.key.confirm(options.body);
    await world.call('POST /api/passkeys/confirm', { cookie: later.cookie, body: { credential } });
    expect((await erase(world, later)).status).toBe(200);
  });

  test('without the words that say so', async () => {
    const user = await world.aUser();
    const reply = await world.call('POST /api/users/me/erase', { cookie: user.cookie, body: { confirm: 'yes' } });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
  });

  test('to an administrator who would bring the account back', async () => {
    const [user, admin] = [await world.aUser(), await world.aUser({ role: 'admin' })];
    await erase(world, user);
    const as = (request: `${string} ${string}`, given: object) =>
      world.call(request, { cookie: admin.cookie, body: given });
    const back = await as(`PUT /api/admin/users/${user.id}/state`, { state: 'active', reason: 'Asked' });
    const raised = await as(`PUT /api/admin/users/${user.id}/role`, { role: 'partner', reason: 'Asked' });
    expect([back.status, raised.status]).toEqual([404, 404]);
  });
});
