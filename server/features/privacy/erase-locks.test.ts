import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { erase } from '../../../tests/erasure-scene.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import type { Reply, TestUser } from '../../../tests/world.ts';
import { clientConfig } from '../../platform/database/database.ts';
import { newToken } from '../../platform/sessions/tokens.ts';

let world: GoogleWorld;
let holder: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  world = await createGoogleWorld();
  [holder, watcher] = (await Promise.all(
    [0, 1].map(async () => new pg.Client(clientConfig(await ownerOf(world)))),
  )) as [pg.Client, pg.Client];
  for (const client of [holder, watcher]) await client.connect();
});
afterAll(async () => {
  for (const client of [holder, watcher]) await client.end();
  await world.close();
});

const found = async (sql: string): Promise<number> => (await watcher.query(sql)).rows[0].found;
const waiting = () =>
  found(`select count(*)::int as found from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
const deadlocks = () =>
  found('select deadlocks::int as found from pg_stat_database where datname = current_database()');

/** Holds a row until so many wait, which `ask` asks for one after the other. @returns how they are answered */
async function askWhileHeld(
  [row, of]: [row: string, of: string],
  ask: readonly (() => Promise<Reply>)[],
  meanwhile?: string,
): Promise<number[]> {
  const asked: Promise<Reply>[] = [];
  await holder.query('begin');
  await holder.query(`${row} for update`, [of]);
  for (const one of ask) {
    asked.push(one());
    await expect.poll(waiting, { interval: 10, timeout: 5_000 }).toBe(asked.length);
  }
  if (meanwhile) await holder.query(meanwhile, [of]);
  await holder.query('commit');
  return (await Promise.all(asked)).map(({ status }) => status);
}

/** Asks for something, and then for its account to be erased, while somebody else holds a row that both need: either has got as far as it gets. */
async function askBesideErasure(row: [string, string], user: TestUser, ask: () => Promise<Reply>): Promise<number[]> {
  const before = await deadlocks();
  const statuses = await askWhileHeld(row, [ask, () => erase(world, user)]);
  // One that was begun anew is answered well, and keeps others waiting all the same.
  expect((await deadlocks()) - before).toBe(0);
  return statuses;
}

const ofProfile = (user: TestUser): [string, string] => ['select from profiles where user_id = $1', user.id];
const save = ({ cookie }: TestUser) => world.call('PUT /api/profiles', { cookie, body: { displayName: 'zzsaved' } });

test('a profile that is saved beside the erasure of its account keeps it from nothing', async () => {
  const user = await world.aUser();
  expect(await askBesideErasure(ofProfile(user), user, () => save(user))).toEqual([200, 200]);
  const left = world.db.selectFrom('users').select(['name', 'email']).where('id', '=', user.id);
  expect(await left.execute()).toEqual([{ name: null, email: `${user.id}@erased.invalid` }]);
});

test('one that was on its way when the account was erased changes nothing of it', async () => {
  const user = await world.aUser();
  const ofAccount: [string, string] = ['select from users where id = $1', user.id];
  const erased = 'update users set erased_at = now() where id = $1';
  expect(await askWhileHeld(ofAccount, [() => save(user)], erased)).toEqual([401]);
  const left = world.db.selectFrom('users').select('name').where('id', '=', user.id);
  expect(await left.execute()).toEqual([{ name: null }]);
});

test('a sign-in beside it neither', async () => {
  const user = await world.aUser();
  const [link, browser, now] = [newToken(), newToken(), world.clock.now()];
  await world.db
    .insertInto('magic_links')
    .values({
      ...{ email: user.email, token_hash: link.hash, browser_hash: browser.hash, network: '127.0.0.1' },
      ...{ created_at: now, expires_at: new Date(now.getTime() + 900_000) },
    })
    .execute();
  const signIn = () =>
    world.call('POST /api/auth/magic-link/verify', {
      body: { token: link.token },
      cookie: `magic_link=${browser.token}`,
    });
  expect(await askBesideErasure(ofProfile(user), user, signIn)).toEqual([200, 200]);
});

test.each(['track', 'report'])('nor does what is told of an error (%s)', async (way) => {
  const user = await world.aUser();
  const told = (error_id: string) => {
    const body = { error_id, ...(way === 'track' ? { message: 'zz broke' } : { additional_context: 'zz broke' }) };
    return world.call(`POST /api/errors/${way}`, { cookie: user.cookie, body });
  };
  expect((await told(`${way}-first`)).status).toBe(202);
  const reports = world.db.selectFrom('error_reports').select('fault_id').where('error_id', '=', `${way}-first`);
  const { fault_id } = await reports.executeTakeFirstOrThrow();
  const ofFault: [string, string] = ['select from faults where id = $1', fault_id!];
  expect(await askBesideErasure(ofFault, user, () => told(`${way}-second`))).toEqual([202, 200]);
});
