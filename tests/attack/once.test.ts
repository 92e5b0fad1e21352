import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSecondApp } from '../second-app.ts';
import { untilServed } from '../until-served.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
const secret = 'the-first-secret-key-of-this-test-000000';
beforeAll(async () => {
  world = await createWorld({ environment: { SECRET_KEY: secret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
async function aSecond(environment: Record<string, string> = {}): Promise<FastifyInstance> {
  const second = await openSecondApp(world, { SECRET_KEY: secret, RATE_LIMITS: 'off', ...environment });
  opened.push(second);
  return second.app;
}

interface Sent {
  key?: string;
  cookie?: string;
  from?: string;
  app?: FastifyInstance;
  device?: 'mobile' | 'desktop';
}

/** Sends a scan from a network, to one of the servers. */
async function scan(
  code: string,
  { key, cookie, from = '203.0.113.7', app = world.app, device = 'mobile' }: Sent = {},
) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/qr/scan',
    remoteAddress: from,
    headers: {
      origin: world.settings.publicUrl,
      ...(key && { 'idempotency-key': key }),
      ...(cookie && { cookie }),
    },
    payload: { qr_code_id: code, device_info: { type: device } },
  });
  const visit = reply.cookies.find((one) => one.name === 'visit')?.value;
  return {
    status: reply.statusCode,
    body: reply.json(),
    visit,
    isReplay: reply.headers['idempotent-replay'] === 'true',
  };
}
const scansOf = (codeId: number) =>
  world.db.selectFrom('scans').select(['id', 'visit_id', 'counted']).where('qr_code_id', '=', codeId).execute();
const orphansOf = async (code: string) =>
  (await world.db.selectFrom('orphan_scans').select('reason').where('code', '=', code).execute()).map(
    (one) => one.reason,
  );

describe('a scan with a key', () => {
  test('is one scan, 64 at a time on two servers', async () => {
    const code = await world.aCode();
    const key = randomUUID();
    const apps = [world.app, await aSecond()];
    let busy = 0;
    const sent = Array.from({ length: 64 }, (_, at) =>
      untilServed(
        () => scan(code.code, { key, app: apps[at % 2]! }),
        () => busy++,
      ),
    );
    const replies = await Promise.all(sent);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ visit }) => visit)).size).toBe(1);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const firsts = replies.filter(({ isReplay }) => !isReplay).length;
    // The first may have been one that was recorded and got no answer.
    expect(firsts).toBeLessThanOrEqual(1);
    expect(firsts + busy).toBeGreaterThanOrEqual(1);
    expect(await scansOf(code.id)).toMatchObject([{ counted: true }]);
  });

  test('and its reply lost, is repeated from another network: the same scan, and the visit it began', async () => {
    const code = await world.aCode();
    const key = randomUUID();
    const lost = await scan(code.code, { key });
    const again = await scan(code.code, { key, from: '2001:db8::1' });
    expect(again).toEqual({ ...lost, isReplay: true });
    expect(lost.visit).toMatch(/^[\w-]{43}$/);
    world.clock.advance(700);
    const next = await scan(code.code, { key: randomUUID(), cookie: `visit=${again.visit}`, from: '2001:db8::1' });
    expect([next.status, next.isReplay, next.visit]).toEqual([200, false, lost.visit]);
    const scans = await scansOf(code.id);
    expect(scans).toHaveLength(2);
    expect(new Set(scans.map(({ visit_id }) => visit_id)).size).toBe(1);
  });

  test('is answered so also after the secret key was changed', async () => {
    const code = await world.aCode();
    const key = randomUUID();
    const lost = await scan(code.code, { key });
    const app = await aSecond({ SECRET_KEY: `the-second-secret-key-of-this-test-00000,${secret}` });
    expect(await scan(code.code, { key, app })).toEqual({ ...lost, isReplay: true });
    const cookie = `visit=${lost.visit}`;
    expect((await scan(code.code, { key: randomUUID(), app, cookie })).visit).toBe(lost.visit);
  });

  test('shares nothing with one of another key', async () => {
    const code = await world.aCode();
    const [one, other] = [await scan(code.code, { key: randomUUID() }), await scan(code.code, { key: randomUUID() })];
    expect(one.visit).not.toBe(other.visit);
    expect(new Set((await scansOf(code.id)).map(({ visit_id }) => visit_id)).size).toBe(2);
  });

  test('with another body is refused and records nothing', async () => {
    const [code, other] = [await world.aCode(), await world.aCode()];
    const key = randomUUID();
    await scan(code.code, { key });
    const mismatched = [await scan(other.code, { key }), await scan(code.code, { key, device: 'desktop' })];
    expect(mismatched.map(({ status, body, visit }) => [status, body.code, visit])).toEqual(
      Array(2).fill([422, 'idempotency_mismatch', undefined]),
    );
    expect([await scansOf(code.id), await scansOf(other.id)]).toMatchObject([[{ counted: true }], []]);
  });

  test('made by a guest who then signs in stays one scan, and becomes theirs', async () => {
    const code = await world.aCode();
    const key = randomUUID();
    const lost = await scan(code.code, { key });
    const user = await world.aUser();
    const again = await scan(code.code, { key, cookie: user.cookie });
    expect([again.isReplay, again.body.counted, again.visit]).toEqual([true, true, lost.visit]);
    expect(await scansOf(code.id)).toHaveLength(1);
    const activity = await world.call('GET /api/activity', { cookie: user.cookie });
    expect(activity.body.counts.scanned).toBe(1);
  });

  test('gives nobody a visit that has become somebody else', async () => {
    const code = await world.aCode();
    const key = randomUUID();
    const { visit } = await scan(code.code, { key });
    const user = await world.aUser();
    await scan(code.code, { key: randomUUID(), cookie: `${user.cookie}; visit=${visit}` });
    const [guest, stranger] = [
      await scan(code.code, { key }),
      await scan(code.code, { key, ...(await world.aUser()) }),
    ];
    expect([guest.isReplay, guest.visit]).toEqual([true, undefined]);
    expect([stranger.isReplay, stranger.visit]).toEqual([true, undefined]);
    const visits = await world.db
      .selectFrom('visits as v')
      .innerJoin('scans as s', 's.visit_id', 'v.id')
      .select(['v.user_id'])
      .where('s.qr_code_id', '=', code.id)
      .distinct()
      .execute();
    expect(visits).toEqual([{ user_id: user.id }]);
  });

  test('is answered as it was, listings and all, when its code has been paused since', async () => {
    const code = await world.aCode();
    const key = randomUUID();
    const first = await scan(code.code, { key });
    expect([first.status, first.body.experiences.length]).toEqual([200, 2]);
    world.clock.advance(60);
    await world.db.updateTable('qr_codes').set({ status: 'paused' }).where('id', '=', code.id).execute();
    expect(await scan(code.code, { key })).toEqual({ ...first, isReplay: true });
    expect((await scan(code.code, { key: randomUUID() })).body.code).toBe('code_paused');
  });

  test('that was refused leaves one orphan, as without a key, and is refused alike', async () => {
    const code = await world.aCode({ status: 'paused' });
    const key = randomUUID();
    const apps = [world.app, await aSecond()];
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, at) => untilServed(() => scan(code.code, { key, app: apps[at % 2]! }))),
    );
    await world.db.updateTable('qr_codes').set({ status: 'active' }).where('id', '=', code.id).execute();
    replies.push(await scan(code.code, { key }));
    expect(new Set(replies.map(({ status, body, visit }) => `${status} ${body.code} ${visit}`))).toEqual(
      new Set(['409 code_paused undefined']),
    );
    expect(await orphansOf(code.code)).toEqual(['paused']);
    expect(await scansOf(code.id)).toEqual([]);
    const unknown = 'AAAA-BBBB-CCCC-DDDD';
    const other = randomUUID();
    for (const given of [{}, { key: other }, { key: other }])
      expect((await scan(unknown, given)).body.code).toBe('code_mistyped');
    expect(await orphansOf(unknown)).toEqual(['mistyped', 'mistyped']);
  });

  test('and answered before, when replies were kept under their senders, is still answered', async () => {
    const code = await world.aCode();
    const key = randomUUID();
    const first = await scan(code.code, { key });
    const old = { reference: null, reply: JSON.stringify(first.body) };
    const [row] = await world.db
      .updateTable('idempotency_keys')
      .set(old)
      .where('key', '=', key)
      .returningAll()
      .execute();
    await world.db.deleteFrom('idempotency_keys').where('key', '=', key).execute();
    // The migration goes by the database's clock.
    const takenAt = new Date();
    const senders = ['203.0.113.7', (await world.aUser()).id].map((scope) => ({
      ...row!,
      scope,
      created_at: takenAt,
    }));
    await world.db.insertInto('idempotency_keys').values(senders).execute();
    const migration = await readFile(join(import.meta.dirname, '../../db/migrations/0024_once.sql'), 'utf8');
    await world.database.pool.query(migration.slice(0, migration.indexOf(';')));
    const body = { ...first.body, scan_timestamp: takenAt.toISOString() };
    expect(await scan(code.code, { key })).toMatchObject({ status: 200, body, isReplay: true });
    expect(await scansOf(code.id)).toHaveLength(1);
  });
});
