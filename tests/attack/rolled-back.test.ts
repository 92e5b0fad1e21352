import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { flushSecurityEvents } from '../../server/platform/security-events/security-events.ts';
import { inDatabase } from '../database-setup.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await createWorld();
  const name = (await world.database.pool.query('select current_database() as name')).rows[0].name;
  owner = new pg.Client(clientConfig(inDatabase(inject('databaseServer'), name)));
  await owner.connect();
  await owner.query(`create function refuse_commit() returns trigger language plpgsql as $$
    begin raise exception 'could not serialize access' using errcode = '40001'; end $$`);
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** All statements of a call succeed meanwhile, and its commit does not. */
async function whileCommitsFail<T>(work: () => Promise<T>): Promise<T> {
  await owner.query(`create constraint trigger refuse_commit after insert on idempotency_keys
    deferrable initially deferred for each row execute function refuse_commit()`);
  return await work().finally(() => owner.query('drop trigger refuse_commit on idempotency_keys'));
}

test('an event of a call whose commit fails is not recorded, and that of its repeat once', async () => {
  const admin = await world.aUser({ role: 'admin' });
  const body = { invited_email: 'once@hale.example', stakeholder_type: 'partner', organization_name: 'Hale Kai' };
  const headers = { 'idempotency-key': randomUUID() };
  const invite = () => world.call('POST /api/stakeholder/invite', { cookie: admin.cookie, body, headers });
  const recorded = async () => {
    await flushSecurityEvents(world.db);
    const events = world.db.selectFrom('security_events').select('description').where('event_type', '=', 'invitation');
    return (await events.execute()).length;
  };
  const failed = await whileCommitsFail(invite);
  expect([failed.status, failed.headers['retry-after']]).toEqual([503, '1']);
  expect(await recorded()).toBe(0);
  expect((await invite()).status).toBe(201);
  expect(await recorded()).toBe(1);
  expect(await invite()).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
  expect(await recorded()).toBe(1);
});

test('the browser gets no cookie of a call whose commit fails', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const ask = () => world.call('POST /api/auth/magic-link', { body: { email: 'guest@example.com' }, headers });
  const failed = await whileCommitsFail(ask);
  expect([failed.status, failed.cookies]).toEqual([503, {}]);
  const mails = async () => (await world.mail()).filter(({ to }) => to === 'guest@example.com').length;
  expect(await mails()).toBe(0);
  expect(Object.keys((await ask()).cookies)).toEqual(['magic_link']);
  expect(await mails()).toBe(1);
});
