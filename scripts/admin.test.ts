import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { aPasskey } from '../tests/access-world.ts';
import { createGoogleWorld, type GoogleWorld } from '../tests/google-flow.ts';

let world: GoogleWorld;
let databaseUrl: string;
beforeAll(async () => {
  world = await createGoogleWorld();
  const { rows } = await world.database.pool.query('select current_database() as name');
  const server = inject('databaseServer');
  const url = new URL('url' in server ? server.url : `postgres://${server.user}@localhost:${server.port}`);
  url.pathname = `/${rows[0].name}`;
  if ('socketDir' in server) url.searchParams.set('host', server.socketDir);
  databaseUrl = url.href;
});
afterAll(() => world.close());

const root = join(import.meta.dirname, '..');

/** Runs `npm run admin` with these words, as the operator does beside a running server. */
function admin(...words: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: world.settings.dataDir };
  return new Promise((settle) => {
    execFile(process.execPath, ['scripts/admin.ts', ...words], { cwd: root, env }, (error, stdout, stderr) =>
      settle({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr.replace(/^.*Warning.*\n/gm, '')}` }),
    );
  });
}
const auditOf = async (id: string) => {
  const entries = world.db.selectFrom('audit_entries').select(['action', 'actor_id']).where('subject_id', '=', id);
  return await entries.execute();
};
const eventsOf = async (id: string) => {
  const events = world.db.selectFrom('security_events').select(['event_type', 'severity', 'description']);
  return await events.where('user_id', '=', id).orderBy('id', 'desc').limit(1).execute();
};

test('grant gives a role, signs out everywhere, and is on record', async () => {
  const user = await world.aUser({ email: 'new-admin@example.com' });
  const done = await admin('grant', ' New-Admin@example.com', 'admin');
  expect(done).toEqual({
    code: 0,
    said: 'new-admin@example.com is admin now, was traveler, and is signed out everywhere.\n',
  });
  expect((await world.call('GET /api/users/me', { cookie: user.cookie })).status).toBe(401);
  const profile = await world.db.selectFrom('profiles').selectAll().where('user_id', '=', user.id).executeTakeFirst();
  expect(profile).toMatchObject({ role: 'admin', partner_type: null, permissions: null });
  expect(await auditOf(user.id)).toEqual([{ action: 'role_changed', actor_id: null }]);
  const description = 'npm run admin made traveler into admin.';
  expect(await eventsOf(user.id)).toEqual([{ event_type: 'role_changed', severity: 'medium', description }]);

  expect((await admin('grant', user.email, 'admin')).said).toBe(`${user.email} is admin already.\n`);
  expect(await auditOf(user.id)).toHaveLength(1);
});

test('reset-passkeys gives the sole admin a way back', async () => {
  const user = await world.aUser({ role: 'admin' });
  await aPasskey(world, user);
  const done = await admin('reset-passkeys', user.email);
  expect([done.code, done.said.split('\n')[0]]).toEqual([
    0,
    `Removed the passkeys of ${user.email} (1), who is signed out everywhere and told by mail.`,
  ]);
  expect((await world.call('GET /api/users/me', { cookie: user.cookie })).status).toBe(401);
  expect((await world.mail()).findLast((one) => one.to === user.email)?.subject).toContain('passkeys were removed');
  expect((await auditOf(user.id)).at(-1)).toEqual({ action: 'passkeys_reset', actor_id: null });
  expect((await eventsOf(user.id))[0]?.event_type).toBe('passkey');
});

test('a wrong command changes nothing and says how', async () => {
  for (const words of [
    [],
    ['grant'],
    ['grant', 'a@b.example'],
    ['grant', 'a@b.example', 'root'],
    ['reset-passkeys', 'x'],
  ]) {
    const { code, said } = await admin(...words);
    expect([code, said.split(':')[0]]).toEqual([1, 'Say what to do']);
  }
  const unknown = await admin('grant', 'nobody@example.com', 'admin');
  expect(unknown).toEqual({
    code: 1,
    said: 'Nobody has signed in as nobody@example.com yet: they do so once, and then this works.\n',
  });
});
