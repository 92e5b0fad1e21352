import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tables } from '../../../db/schema.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
import {
  eraseSecurityEventsOf,
  flushSecurityEvents,
  recordRefusal,
  recordSecurityEvent,
  type SecurityEvent,
  tidySecurityEvents,
} from './security-events.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  await flushSecurityEvents(world.db);
  await onServer(await ownerOf(world), 'truncate security_events');
  world.clock.advance(60);
});
afterAll(() => world.close());

const record = (given: Partial<SecurityEvent> = {}, times = 1) => {
  const event = {
    type: 'sign_in_failed',
    severity: 'medium',
    description: 'A link was used twice.',
    ...given,
  } as const;
  for (let time = 0; time < times; time++) recordSecurityEvent(world.db, world.clock.now(), event);
};
async function stored() {
  await flushSecurityEvents(world.db);
  return await world.db.selectFrom('security_events').selectAll().orderBy('id').execute();
}
const total = (rows: { occurrences: number }[]) => rows.reduce((sum, row) => sum + row.occurrences, 0);

describe('an event', () => {
  test('is stored as it was given', async () => {
    const userId = randomUUID();
    record({ type: 'export', severity: 'info', userId, address: '203.0.113.9', requestId: 'r-1' });
    expect(await stored()).toMatchObject([
      {
        event_type: 'export',
        severity: 'info',
        description: 'A link was used twice.',
        user_id: userId,
        ip_address: '203.0.113.9',
        request_id: 'r-1',
        occurred_at: world.clock.now(),
        occurrences: 1,
        resolved: false,
      },
    ]);
  });

  test('is written by itself within a second or so', async () => {
    record();
    await expect
      .poll(async () => await world.db.selectFrom('security_events').select('id').execute(), { timeout: 5_000 })
      .toHaveLength(1);
  });

  test('cannot break a line, a store or a screen, whatever was sent', async () => {
    const nasty = 'a\r\nb\u0000c\ud800d\u202ee\u2028f';
    record({ description: nasty, address: nasty.repeat(20), requestId: nasty.repeat(20), userId: `' or 1=1 --` });
    record({ description: 'x'.repeat(10_000), address: '' });
    const [first, second] = await stored();
    expect(first).toMatchObject({ description: 'a��b�c�d�e�f', user_id: null });
    expect(second?.description).toHaveLength(500);
  });

  test('is no part of a transaction', () => {
    const inside = () =>
      world.db.transaction().execute(async (tx) => {
        // @ts-expect-error it may be written after the transaction's end
        recordSecurityEvent(tx, world.clock.now(), { type: 'export', severity: 'info', description: '' });
      });
    expect(inside).toBeTypeOf('function');
  });
});

describe('a flood', () => {
  test('of one network is kept ten times a minute and counted in one row', async () => {
    record({ address: '203.0.113.9' }, 4_990);
    record({ address: '203.0.113.9', severity: 'high' }, 10);
    record({ address: '198.51.100.1' });
    record({ address: '203.0.113.9', type: 'rate_limited' });
    const rows = await stored();
    expect(rows).toHaveLength(13);
    expect(rows.at(-1)).toMatchObject({
      event_type: 'sign_in_failed',
      severity: 'high',
      description: '4990 more from one network, counted and not kept one by one.',
      ip_address: '203.0.113.9',
      occurrences: 4_990,
    });
    record({ address: '203.0.113.9' }, 5);
    expect((await stored()).slice(13)).toMatchObject([{ occurrences: 5 }]);
    world.clock.advance(60);
    record({ address: '203.0.113.9' }, 5);
    expect((await stored()).slice(14)).toHaveLength(5);
  });

  test('of many networks is bounded too, and hides no other type', async () => {
    for (let network = 0; network < 5_000; network++) record({ address: `2001:db8:${network.toString(16)}::1` }, 2);
    record({ type: 'role_changed', severity: 'high' });
    record({}, 3);
    const rows = await stored();
    expect(rows.length).toBeLessThan(130);
    expect(rows.filter((row) => row.event_type === 'role_changed')).toHaveLength(1);
    expect(total(rows)).toBe(10_004);
  });

  test('of more accounts than are counted adds few rows, and names those that have the most', async () => {
    const [program, other] = [randomUUID(), randomUUID()];
    for (let account = 0; account < 1_500; account++) record({ userId: randomUUID() }, 2);
    for (let turn = 0; turn < 200; turn++) {
      record({ userId: program, address: `203.0.113.${turn % 9}` });
      record({ userId: other });
      for (let account = 0; account < 9; account++) record({ userId: randomUUID() });
    }
    const rows = await stored();
    // Kept one by one, of accounts, and of all.
    expect(rows.length).toBeLessThanOrEqual(60 + 60 + 1);
    expect(total(rows)).toBe(3_000 + 200 * 11);
    const of = (userId: string) => total(rows.filter((row) => row.user_id === userId));
    expect([of(program), of(other)]).toEqual([200, 200]);
  });

  test('while the database cannot be reached is bounded in memory, and written afterwards', async () => {
    let isDown = true;
    const refused = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    const { pool } = world.database;
    const connect = async () => {
      if (isDown) throw refused;
      return await pool.connect();
    };
    const reachable: Db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: { connect, end: async () => {}, options: pool.options } }),
    });
    for (let minute = 0; minute < 60; minute++) {
      world.clock.advance(60);
      for (let one = 0; one < 100; one++) {
        const event = { type: 'access_denied', severity: 'info', description: 'x', address: `10.0.0.${one}` } as const;
        recordSecurityEvent(reachable, world.clock.now(), event);
      }
    }
    await flushSecurityEvents(reachable);
    expect(await stored()).toEqual([]);
    isDown = false;
    await flushSecurityEvents(reachable);
    const rows = await stored();
    expect(rows.length).toBeLessThan(1_100);
    expect(total(rows)).toBe(6_000);
  });
});

describe('a refusal', () => {
  const from = { method: 'GET', path: '/api/things/{id}', address: '203.0.113.9', requestId: 'r-1' };
  test('that concerns security is recorded, without what was asked for', async () => {
    const now = world.clock.now();
    for (const code of ['unauthenticated', 'forbidden', 'cross_site', 'rate_limited', 'link_invalid'] as const)
      recordRefusal(world.db, now, new Refusal(code), from);
    for (const error of [new Refusal('not_found'), new Refusal('invalid_email'), new Error('ours'), undefined])
      recordRefusal(world.db, now, error, from);
    const rows = await stored();
    expect(rows.map((row) => row.event_type)).toEqual([
      'access_denied',
      'access_denied',
      'cross_site_request',
      'rate_limited',
      'sign_in_failed',
    ]);
    expect(rows[1]?.description).toBe('GET /api/things/{id} was refused (forbidden).');
  });
});

describe('what is personal', () => {
  test('goes with the account', async () => {
    const userId = randomUUID();
    record({ userId, address: '203.0.113.9', description: 'canary@example.com' });
    record({ userId: randomUUID(), address: '198.51.100.1' });
    await stored();
    expect(await eraseSecurityEventsOf(world.db, userId)).toBe(1);
    const [erased, other] = await stored();
    expect(erased).toMatchObject({ user_id: null, ip_address: null, description: 'Erased on request.' });
    expect(other?.ip_address).toBe('198.51.100.1');
  });

  test('goes with time: addresses after 90 days, events after 13 months', async () => {
    // Long ago by the database's clock too.
    const then = new Date('2020-03-01T20:00:00Z');
    const event = { type: 'sign_in', severity: 'info', description: 'x', address: '203.0.113.9' } as const;
    for (let n = 0; n < 12; n++) recordSecurityEvent(world.db, then, event);
    // As the version before says of many, which may run beside this one, or again.
    const description = '40 more from 203.0.113.9, counted and not kept one by one.';
    recordSecurityEvent(world.db, then, { ...event, type: 'rate_limited', description });
    await stored();
    const rowsAfter = async (days: number) => {
      await tidySecurityEvents(world.db, new Date(then.getTime() + days * 86_400_000));
      const rows = await stored();
      return [rows.length, JSON.stringify(rows).match(/203\.0\.113\.9/g)?.length ?? 0];
    };
    // Ten, one that stands for the others, and one that says the network twice.
    expect(await rowsAfter(90)).toEqual([12, 13]);
    expect(await rowsAfter(91)).toEqual([12, 0]);
    const words = '40 more from one network, counted and not kept one by one.';
    expect((await stored()).map((row) => row.description)).toContain(words);
    expect(await rowsAfter(396)).toEqual([12, 0]);
    expect(await rowsAfter(397)).toEqual([0, 0]);
  });

  test('can be taken out by the application, but what happened when cannot be changed', async () => {
    record();
    await stored();
    const change = world.db.updateTable('security_events').set({ severity: 'info' }).execute();
    await expect(change).rejects.toMatchObject({ code: '42501' });
    await world.db.updateTable('security_events').set({ resolved: true, resolved_at: world.clock.now() }).execute();
  });

  test('and is not deleted before its time, whatever the application takes that to be', async () => {
    recordSecurityEvent(world.db, new Date(), { type: 'sign_in', severity: 'high', description: 'x' });
    await stored();
    const inTenYears = new Date(Date.now() + 3_650 * 86_400_000);
    await expect(tidySecurityEvents(world.db, inTenYears)).rejects.toMatchObject({ code: '42501' });
    expect(await stored()).toHaveLength(1);
  });
});
