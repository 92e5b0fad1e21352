import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { sayErased } from '../../../scripts/erase-accounts.ts';
import { aPasskey } from '../../../tests/access-world.ts';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { connectionUrl, ownerOf } from '../../../tests/attack/owner.ts';
import { inDatabase, onServer } from '../../../tests/database-setup.ts';
import { anErasureScene, erase } from '../../../tests/erasure-scene.ts';
import { dumpOf, foundIn } from '../../../tests/full-dump.ts';
import type { GoogleWorld } from '../../../tests/google-flow.ts';
import { aMarkedTraveler, type MarkedTraveler } from '../../../tests/marked-traveler.ts';
import type { TestUser } from '../../../tests/world.ts';
import { verifyAuditChain } from '../../platform/audit/audit.ts';
import { anchorFileOf } from '../../platform/audit/audit-anchors.ts';
import { backUp } from '../../platform/backups/backup.store.ts';
import { asApplication, type Connection, type Database, openDatabase } from '../../platform/database/database.ts';
import { eraseAccount, finishErasures } from './privacy.ts';

let world: GoogleWorld;
let gone: MarkedTraveler;
let house: TestUser;
let file: string;
let restored: Connection;
let database: Database;
const name = `restored_${randomBytes(6).toString('hex')}`;
beforeAll(async () => {
  const made = await anErasureScene();
  world = made.world;
  gone = await aMarkedTraveler(world, 'zzgone', made.scene);
  house = await world.aUser({ role: 'partner' });
  file = join(world.settings.dataDir, 'before');
  expect((await world.call('POST /api/auth/magic-link', { body: { email: house.email } })).status).toBeLessThan(300);
  await backUp(await ownerOf(world), file, world.clock.now());
  await erase(world, gone);
  await onServer(inject('databaseServer'), `create database ${name}`);
  restored = inDatabase(inject('databaseServer'), name);
  database = openDatabase(asApplication(restored), { max: 2, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await rm(file, { force: true });
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
  await world.close();
});

const db = (...words: string[]) => dbOn(restored, ...words);

function dbOn(connection: Connection, ...words: string[]): Promise<{ code: number; said: string }> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: world.settings.dataDir, DATABASE_URL: connectionUrl(connection) };
  const cwd = join(import.meta.dirname, '../../..');
  return new Promise((settle) => {
    execFile(process.execPath, ['scripts/db.ts', ...words], { cwd, env }, (error, stdout) =>
      settle({ code: error ? Number(error.code) : 0, said: stdout }),
    );
  });
}

/** What `db -- erased` says on the database that was lost, without the seconds that a process of its own takes to start. */
async function erased(...words: string[]): Promise<string> {
  const lost = openDatabase(await ownerOf(world), { max: 1, onError: () => {} });
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await sayErased(lost, words);
    return written.mock.calls.map(([text]) => text).join('');
  } finally {
    written.mockRestore();
    await lost.close();
  }
}

test('whoever a restored backup brings back is erased again, by an id that the operator names', async () => {
  const { said } = await db('restore', file);
  expect(said).toContain('The audit chain is whole');
  expect(said).toMatch(/is there again.* npm run db -- erased SINCE .* npm run db -- erase ID/);
  expect(foundIn(await dumpOf({ database }), /zzgone/g)).toHaveProperty(['public.users']);
  // Who ended their sessions since, or lost what they could sign in with, would have them again.
  expect(said).toContain('Everybody signs in anew');
  for (const table of ['sessions', 'magic_links'] as const) {
    expect((await world.db.selectFrom(table).selectAll().execute()).length, table).toBeGreaterThan(0);
    expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }

  const done = await db('erase', gone.id, gone.id);
  expect(done).toEqual({
    code: 0,
    said: `Erased ${gone.id}.\n${gone.id} was erased before.\nWhat takes time to find goes within minutes, once the server runs.\n`,
  });
  const now = new Date(Date.now() + 121_000);
  await finishErasures({ db: database.db, settings: world.settings, clock: { now: () => now } });
  expect(foundIn(await dumpOf({ database }), /zzgone[\w-]*/g)).toEqual({});
  const entries = database.db.selectFrom('audit_entries').select(['actor_id', 'subject_id']);
  expect(await entries.where('action', '=', 'account_erased').execute()).toEqual([
    { actor_id: null, subject_id: gone.id },
  ]);
  expect((await verifyAuditChain(database.db, anchorFileOf(world.settings))).damage).toBeUndefined();
}, 60_000);

test('where another restored it, the operator ends all sessions and links by a command', async () => {
  await onServer(
    restored,
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, idle_expires_at, expires_at)
      select t::bytea, '${house.id}', now(), now(), now() + interval '1 day', now() + interval '1 day'
      from unnest('{\\x01,\\x02}'::text[]) t;
    insert into magic_links (token_hash, browser_hash, email, network, created_at, expires_at)
      values ('\\x01', '\\x01', '${house.email}', '203.0.113.0', now(), now() + interval '10 minutes')`,
  );
  const ended = (count: number) => ({
    code: 0,
    said: `Ended ${count} sessions, and every sign-in link: everybody signs in anew.\n`,
  });
  expect(await db('end-sessions')).toEqual(ended(2));
  for (const table of ['sessions', 'magic_links'] as const)
    expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  expect(await db('end-sessions')).toEqual(ended(0));
}, 60_000);

test('the database that was lost names who was erased, and what is to be typed', async () => {
  const lost = await ownerOf(world);
  const named = `${gone.id} was erased on 2026-11-21T20:00:00.000Z.\nnpm run db -- erase ${gone.id}\n`;
  expect(await dbOn(lost, 'erased')).toEqual({ code: 0, said: named });
  expect(await erased()).toBe(named);
  // The moment of what was restored is one that it may have.
  expect(await erased('2026-11-21T10:00:00-10:00')).toBe(named);
  // As a backup has it in its name; and who was erased just before, which may have been kept after that moment.
  expect(await erased('2026-11-21T20-10-00Z')).toBe(named);
  const since = '2026-11-21T20:10:00.001Z';
  expect(await erased(since)).toBe(`Nobody was erased since ${since}.\n`);
  const usage = 'db -- erased 2026-';
  for (const wrong of ['yesterday', '2026-11-21', '2026-11-21T20-10-00', '2026-11-21T25-10-00Z'])
    await expect(erased(wrong)).rejects.toThrow(usage);
  expect(await dbOn(lost, 'erased', 'yesterday')).toEqual({ code: 1, said: expect.stringContaining(usage) });
}, 60_000);

test('the database that was lost names from whom access was taken away since, and by whom, and nobody who was given some', async () => {
  world.clock.advance(3_600);
  const at = world.clock.now().toISOString();
  const [admin, other, former, raised] = await Promise.all(
    (['admin', undefined, 'advertiser', undefined] as const).map((role) => world.aUser(role && { role })),
  );
  const organisation = (await organisationOf(world, house.id))!;
  const clerk = await aMember(world, organisation, ['qr_code_management', 'performance_analytics']);
  const does = async (who: TestUser, request: `${string} ${string}`, body: object) => {
    const reply = await world.call(request, { ...who, body });
    expect(reply.status, reply.raw).toBeLessThan(300);
    return reply.body;
  };
  const reason = 'Asked for by mail';
  await does(admin!, `PUT /api/admin/users/${other!.id}/state`, { state: 'suspended', replaces: 'active', reason });
  await does(admin!, `PUT /api/admin/users/${former!.id}/role`, { role: 'traveler', replaces: 'advertiser', reason });
  await does(admin!, `PUT /api/admin/users/${raised!.id}/role`, { role: 'advertiser', replaces: 'traveler', reason });
  const permits = (permissions: string[]) =>
    does(house, `PATCH /api/organisation/members/${clerk.id}`, { permissions });
  await permits(['performance_analytics']);
  await permits(['qr_code_management', 'performance_analytics']);
  const invited = 'clerk@hotel.example';
  const { id } = await does(house, 'POST /api/organisation/invitations', { invited_email: invited, permissions: [] });
  await does(house, `POST /api/organisation/invitations/${id}/revoke`, {});
  const said = await erased('2026-11-21T20:30:00Z');
  const lines = said.trim().split('\n');
  expect(lines[0]).toBe('Nobody was erased since 2026-11-21T20:30:00Z.');
  expect(lines.filter((line) => line.startsWith('2026-'))).toEqual([
    `${at} account_suspended user ${other!.id} ${other!.email}: by ${admin!.email}`,
    `${at} role_changed user ${former!.id} ${former!.email}: advertiser, then traveler: by ${admin!.email}`,
    `${at} member_changed user ${clerk.id} ${clerk.email}: qr_code_management performance_analytics; then performance_analytics: by ${house.email}`,
    `${at} invitation_revoked invitation ${id} ${invited}: by ${house.email}`,
  ]);
  expect(lines.at(-1)).toContain('/security/access');
  // Also of just before the moment of what was restored, which may have been kept after it.
  const until = (second: string) => erased(`2026-11-21T21:10:${second}Z`);
  expect((await until('00')).split('\n').slice(1)).toEqual(said.split('\n').slice(1));
  expect(await until('00.001')).toBe('Nobody was erased since 2026-11-21T21:10:00.001Z.\n');
}, 60_000);

test('who left or was removed, whose organisation was suspended and who lost passkeys are named as well', async () => {
  world.clock.advance(3_600);
  const at = world.clock.now().toISOString();
  const [admin, owner, other] = await Promise.all([
    world.aUser({ role: 'admin' }),
    world.aUser({ role: 'partner' }),
    world.aUser(),
  ]);
  const organisation = (await organisationOf(world, owner.id))!;
  const [removed, leaver] = [await aMember(world, organisation), await aMember(world, organisation)];
  const { id: passkey } = await aPasskey(world, other);
  const does = async ({ cookie }: TestUser, request: `${string} ${string}`, body?: object) => {
    const reply = await world.call(request, { cookie, ...(body && { body }) });
    expect(reply.status, reply.raw).toBeLessThan(300);
  };
  await does(owner, `DELETE /api/organisation/members/${removed.id}`);
  await does(leaver, 'POST /api/organisation/leave', {});
  const suspended = { state: 'suspended', replaces: 'active', reason: 'Asked for by mail' };
  await does(admin, `PATCH /api/organisations/${organisation}`, suspended);
  await does(other, `DELETE /api/passkeys/${passkey}`);
  await aPasskey(world, other);
  await does(admin, `DELETE /api/admin/users/${other.id}/passkeys`, { reason: 'Asked for by mail' });
  const said = await erased('2026-11-21T22:00:00Z');
  // Who is of no organisation any more has another role as well.
  const named = said.split('\n').filter((line) => line.startsWith(at) && !line.includes('role_changed'));
  expect(named).toEqual([
    `${at} member_removed user ${removed.id} ${removed.email}: by ${owner.email}`,
    `${at} member_left user ${leaver.id} ${leaver.email}`,
    expect.stringMatching(`^${at} organisation_suspended organisation ${organisation} .*: by ${admin.email}$`),
    `${at} passkey_removed passkey ${passkey}: by ${other.email}`,
    `${at} passkeys_reset user ${other.id} ${other.email}: by ${admin.email}`,
  ]);
}, 60_000);

test('who is not there, or is depended on, is named, and keeps nobody else from it', async () => {
  const other = '00000000-0000-4000-8000-000000000000';
  const { code, said } = await db('erase', other, house.id);
  expect(said).toContain(`${other} is no account.`);
  expect(said).not.toContain('goes within minutes');
  expect(said).toMatch(new RegExp(`${house.id} was not erased: Others depend on this account`));
  expect(code).toBe(1);
  const wrong = await db('erase', 'somebody@example.com');
  expect(wrong).toEqual({ code: 1, said: expect.stringMatching(/^[^\n]*npm run db -- erase ID[^\n]*\n$/) });
  expect((await db('erase')).code).toBe(1);
}, 60_000);

test('who is an owner no more is named whatever else they keep, and whose details were erased is named without them', async () => {
  world.clock.advance(3_600);
  const at = world.clock.now().toISOString();
  const owner = await world.aUser({ role: 'partner' });
  const organisation = (await organisationOf(world, owner.id))!;
  // Staff lose what is about money: of the owner's permissions none is.
  const kept = ['qr_code_management'];
  await world.db.updateTable('members').set({ permissions: kept }).where('user_id', '=', owner.id).execute();
  const [heir, clerk] = [await aMember(world, organisation, kept), await aMember(world, organisation, kept)];
  const does = async (request: `${string} ${string}`, body?: object) => {
    const reply = await world.call(request, { cookie: owner.cookie, ...(body && { body }) });
    expect(reply.status, reply.raw).toBeLessThan(300);
  };
  await does(`PATCH /api/organisation/members/${clerk.id}`, { permissions: [] });
  await does(`DELETE /api/organisation/members/${clerk.id}`);
  await does('POST /api/organisation/hand-over', { user_id: heir.id, stays: true });
  await eraseAccount(world.db, world.clock.now(), world.settings, clerk.id, { actorId: null });
  const lines = (await erased('2026-11-21T23:00:00Z')).split('\n').filter((line) => line.startsWith(at));
  const erasedClerk = `user ${clerk.id} ${clerk.id}@erased.invalid: by ${owner.email}`;
  const same = 'with qr_code_management';
  expect(lines).toEqual([
    `${at} member_changed ${erasedClerk}`,
    `${at} role_changed ${erasedClerk}`,
    `${at} member_removed ${erasedClerk}`,
    `${at} member_changed user ${owner.id} ${owner.email}: owner ${same}; then staff ${same}`,
  ]);
});
