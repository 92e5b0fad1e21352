import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPasskey } from '../../../tests/access-world.ts';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { dumpOf, foundIn } from '../../../tests/full-dump.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { aMarkedTraveler, type MarkedTraveler } from '../../../tests/marked-traveler.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { aFareharborBooking, bring, takeUp, webhookSecret } from '../../../tests/platform-news.ts';
import type { TestUser, World } from '../../../tests/world.ts';
import { recordAudit, verifyAuditChain } from '../../platform/audit/audit.ts';
import { anchorFileOf } from '../../platform/audit/audit-anchors.ts';
import { backUp } from '../../platform/backups/backup.store.ts';
import { finishErasures } from './privacy.ts';

let world: GoogleWorld;
let scene: { code: string; listing: number; other: number; review: string };
beforeAll(async () => {
  world = await createGoogleWorld({ FAREHARBOR_WEBHOOK_SECRETS: webhookSecret });
  world.answerAsGoogle();
  await world.aListing({ rating: 4 });
  const { id: review } = await world.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
  const { code } = await aPartner(world, { name: 'Hale Koa' });
  scene = { code, listing: await world.aListing(), other: await world.aListing(), review };
});
afterAll(() => world.close());

const body = { confirm: 'erase my account' };
const erase = (user: Pick<TestUser, 'cookie'>) => world.call('POST /api/users/me/erase', { cookie: user.cookie, body });
const erasuresOf = (user: TestUser) =>
  world.db
    .selectFrom('privacy_requests')
    .select(['state', 'asked_at', 'ended_at', 'sought'])
    .where('user_id', '=', user.id)
    .where('kind', '=', 'erasure')
    .execute();

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
    for (const one of people) expect((await erase(one)).status).toBe(200);
    await finishErasures(world);
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
    expect(await erasuresOf(people[0]!)).toEqual([
      { state: 'done', asked_at: expect.any(Date), ended_at: world.clock.now(), sought: null },
    ]);
  });

  test('a word that is left behind is found', async () => {
    await world.db.updateTable('users').set({ name: 'zzcanary5-left' }).where('id', '=', people[5]!.id).execute();
    expect(foundIn(await dumpOf(world), /zzcanary[\w-]*/g)).toEqual({ 'public.users': ['zzcanary5-left'] });
    await world.db.updateTable('users').set({ name: null }).where('id', '=', people[5]!.id).execute();
  });
});

test('whoever is erased is signed out everywhere, and signs in to nothing of theirs again', async () => {
  const user = await aMarkedTraveler(world, 'zzleaver', scene);
  const reply = await erase(user);
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
  await finishErasures(world);
  expect((await world.call('GET /api/users/me', { cookie })).body.email).toBe(user.email);
  expect((await world.call('GET /api/profiles', { cookie })).body.profile.display_name).toBe('Anew');
});

test('whoever signs in next with a browser of theirs has nothing of what they did there', async () => {
  const user = await aMarkedTraveler(world, 'zzlent', scene);
  await erase(user);
  await finishErasures(world);
  const next = { sub: 'zznext-of-browser', email: 'next.of.browser@gmail.com', email_verified: true };
  const { body: signedIn } = await world.signIn(next, {}, /visit=[^;]+/.exec(user.cookie)![0]);
  const { rows } =
    await sql`select from scans s join visits v on v.id = s.visit_id where v.user_id = ${signedIn.user.id}`.execute(
      world.db,
    );
  expect(rows).toHaveLength(0);
});

test('news of a platform that nobody has read yet is waited for, and goes once it was', async () => {
  const user = await aMarkedTraveler(world, 'zzwaiter', scene);
  await bring(world, { booking: { contact: { email: user.email } } });
  await erase(user);
  await finishErasures(world);
  expect(await erasuresOf(user)).toMatchObject([{ state: 'under_way', ended_at: null }]);
  await takeUp(world);
  await world.db.updateTable('inbox').set({ state: 'discarded' }).where('state', '=', 'unreadable').execute();
  await finishErasures(world);
  expect(await erasuresOf(user)).toMatchObject([{ state: 'done', sought: null }]);
  expect(foundIn(await dumpOf(world), /zzwaiter[\w-]*/g)).toEqual({});
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
  await erase(user);
  await finishErasures(world);
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
  await erase(short);
  await finishErasures(world);
  expect(await held()).toEqual(before);
  expect(foundIn(await dumpOf(world), /(?<!maria_)zzlee[\w-]*/g)).toEqual({});
});

test('a hundred that wait keep no later one from its end', async () => {
  const held = await aMarkedTraveler(world, 'zzheld', scene);
  await bring(world, { booking: { contact: { email: held.email } } });
  await erase(held);
  const later = await world.aUser();
  world.clock.advance(1);
  await erase(later);
  await sql`insert into privacy_requests (kind, user_id, asked_at, sought)
    select kind, user_id, asked_at, sought from privacy_requests, generate_series(1, 100)
    where kind = 'erasure' and user_id = ${held.id}`.execute(world.db);
  await finishErasures(world);
  expect(await erasuresOf(later)).toMatchObject([{ state: 'done' }]);
  expect((await erasuresOf(held)).filter(({ state }) => state === 'under_way')).toHaveLength(101);
  await world.db.updateTable('inbox').set({ state: 'discarded' }).where('state', '=', 'new').execute();
  await finishErasures(world);
  expect((await erasuresOf(held)).filter(({ state }) => state === 'done')).toHaveLength(101);
}, 60_000);

describe('one that fails', () => {
  const fault = (user: TestUser) => `create function refuse_visits() returns trigger language plpgsql as $$ begin
      if old.user_id = '${user.id}' then raise 'no visit can be changed'; end if; return new; end $$;
    create trigger refuse_visits before update on visits for each row execute function refuse_visits()`;
  let stuck: MarkedTraveler;
  beforeAll(async () => {
    stuck = await aMarkedTraveler(world, 'zzstuck', scene);
    await erase(stuck);
    await onServer(await ownerOf(world), fault(stuck));
  });
  afterAll(async () =>
    onServer(await ownerOf(world), 'drop trigger refuse_visits on visits; drop function refuse_visits'),
  );

  test('is told, and keeps no other from its end', async () => {
    const next = await aMarkedTraveler(world, 'zznext', scene);
    await erase(next);
    await expect(finishErasures(world)).rejects.toThrow(/not finished/);
    expect(await erasuresOf(stuck)).toMatchObject([{ state: 'under_way' }]);
    expect(await erasuresOf(next)).toMatchObject([{ state: 'done' }]);
  });

  test('keeps no backup from being taken', async () => {
    const folder = join(world.settings.dataDir, 'backups');
    const backups = { folder, everyMs: 86_400_000, keep: 2 };
    const lines: string[] = [];
    const stop = await startWork({ ...world, settings: { ...world.settings, backups } } as World, {
      write: (line) => void lines.push(line),
    });
    try {
      await expect
        .poll(async () => (await readdir(folder).catch(() => [])).filter((one) => one.endsWith('.backup')).length, {
          timeout: 20_000,
        })
        .toBe(1);
      expect(lines.join('')).toContain('erasures are not finished');
    } finally {
      await stop();
    }
  });
});

describe('is refused', () => {
  test('to partners, their staff, advertisers and administrators, who hand over first', async () => {
    const owner = await world.aUser({ role: 'partner' });
    const staff = await aMember(world, (await organisationOf(world, owner.id))!);
    const others = [await world.aUser({ role: 'advertiser' }), await world.aUser({ role: 'admin' })];
    for (const user of [owner, staff, ...others]) {
      const { status, body: refused } = await erase(user);
      expect([status, refused.code]).toEqual([409, 'account_has_duties']);
      expect((await world.call('GET /api/users/me', { cookie: user.cookie })).body.email).toBe(user.email);
    }
    const left = await world.call('POST /api/organisation/leave', { cookie: staff.cookie, body: {} });
    expect(left.status, left.raw).toBe(200);
    const cookie = left.cookies.session ? `session=${left.cookies.session}` : staff.cookie;
    expect((await erase({ cookie })).status).toBe(200);
  });

  test('to a session that is older than ten minutes, unless a passkey confirms it', async () => {
    const user = await world.aUser();
    const later = await world.aUser();
    const key = await aPasskey(world, later);
    world.clock.advance(601);
    expect((await erase(user)).body.code).toBe('sign_in_again');
    expect((await erase(later)).body.code).toBe('step_up_required');
    const options = await world.call('POST /api/passkeys/confirmation-options', { cookie: later.cookie });
    const credential = key.key.confirm(options.body);
    await world.call('POST /api/passkeys/confirm', { cookie: later.cookie, body: { credential } });
    expect((await erase(later)).status).toBe(200);
  });

  test('without the words that say so', async () => {
    const user = await world.aUser();
    const reply = await world.call('POST /api/users/me/erase', { cookie: user.cookie, body: { confirm: 'yes' } });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
  });

  test('to an administrator who would bring the account back', async () => {
    const [user, admin] = [await world.aUser(), await world.aUser({ role: 'admin' })];
    await erase(user);
    const as = (request: `${string} ${string}`, given: object) =>
      world.call(request, { cookie: admin.cookie, body: given });
    const back = await as(`PUT /api/admin/users/${user.id}/state`, { state: 'active', reason: 'Asked' });
    const raised = await as(`PUT /api/admin/users/${user.id}/role`, { role: 'partner', reason: 'Asked' });
    expect([back.status, raised.status]).toEqual([404, 404]);
  });
});
