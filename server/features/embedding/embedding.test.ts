import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aPasskey } from '../../../tests/access-world.ts';
import type { GoogleWorld } from '../../../tests/google-flow.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { PUBLIC_URL: 'https://guide.example' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());
beforeEach(() => world.db.deleteFrom('embed_hosts').execute());

const put = (hosts: unknown, cookie = `__Host-${admin.cookie}`) =>
  world.call('PUT /api/embed-hosts', { cookie, body: { hosts } });
const get = () => world.call('GET /api/embed-hosts');
const audited = async () =>
  (
    await world.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'subject_id'])
      .orderBy('sequence')
      .execute()
  ).filter((entry) => entry.action === 'embed_hosts_changed');

test('nothing is embedded until an administrator allows it', async () => {
  const reply = await get();
  expect(reply.body).toEqual({ hosts: [] });
  expect(reply.headers['cache-control']).toBe('no-cache');
});

test('hosts are replaced as a whole, in one form, each once, and the change is audited', async () => {
  const before = (await audited()).length;
  expect((await put([' FareHarbor.com ', 'www.viator.com', 'fareharbor.com'])).body).toEqual({
    hosts: ['fareharbor.com', 'www.viator.com'],
  });
  expect((await get()).body.hosts).toEqual(['fareharbor.com', 'www.viator.com']);
  expect((await put(['www.viator.com', 'book.example'])).body.hosts).toEqual(['book.example', 'www.viator.com']);
  expect((await put(['www.viator.com'])).body.hosts).toEqual(['www.viator.com']);
  expect((await put(['www.viator.com', 'book.example'])).body.hosts).toEqual(['book.example', 'www.viator.com']);
  // Nothing changes, nothing is written.
  await put(['book.example', 'www.viator.com']);
  const entries = (await audited()).slice(before);
  expect(entries).toEqual(
    Array(4).fill({ action: 'embed_hosts_changed', actor_id: admin.id, subject_id: 'embed_hosts' }),
  );
  const { content } = await world.db
    .selectFrom('audit_details')
    .select('content')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(content)).toMatchObject({
    before: ['www.viator.com'],
    after: ['book.example', 'www.viator.com'],
  });
});

test.each([
  'guide.example',
  'GUIDE.example',
  'www.guide.example',
  '*.fareharbor.com',
  'localhost',
  '127.0.0.1',
  'https://fareharbor.com',
  'fareharbor.com:8443',
  "x.com; script-src 'unsafe-inline'",
])('%s is refused, and nothing of the call is kept', async (host) => {
  const reply = await put(['fareharbor.com', host]);
  expect([reply.status, reply.body.code]).toEqual([400, 'embed_host_refused']);
  expect(reply.body.error).toContain(host);
  expect((await get()).body.hosts).toEqual([]);
});

test('at most 50', async () => {
  const many = Array.from({ length: 51 }, (_, at) => `host${at}.example`);
  expect((await put(many)).status).toBe(400);
  expect((await put(many.slice(1))).body.hosts).toHaveLength(50);
});

test('twenty administrators at once leave the list of one of them', async () => {
  const lists = Array.from({ length: 20 }, (_, at) => [`a${at}.example`, `b${at}.example`]);
  const replies = await Promise.all(lists.map((hosts) => put(hosts)));
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200));
  expect(lists).toContainEqual((await get()).body.hosts);
});

test('of two administrators who read the same list, the later one is told, and overwrites nothing', async () => {
  const other = await world.aUser({ role: 'admin' });
  const change = (by: TestUser, hosts: string[], replaces: string[]) =>
    world.call('PUT /api/embed-hosts', { cookie: `__Host-${by.cookie}`, body: { hosts, replaces } });
  await put(['a.example', 'b.example']);
  const read = (await get()).body.hosts as string[];
  expect((await change(other, [...read, 'c.example'], read)).body.hosts).toEqual([
    'a.example',
    'b.example',
    'c.example',
  ]);
  const late = await change(admin, ['a.example'], read);
  expect([late.status, late.body.code]).toEqual([409, 'embed_hosts_changed']);
  const doubled = await change(admin, ['a.example'], ['a.example', 'b.example', 'b.example']);
  expect([doubled.status, doubled.body.code]).toEqual([409, 'embed_hosts_changed']);
  const now = (await get()).body.hosts as string[];
  expect(now).toEqual(['a.example', 'b.example', 'c.example']);
  expect((await change(admin, ['a.example', 'c.example'], now.toReversed())).body.hosts).toEqual([
    'a.example',
    'c.example',
  ]);
});

test('twenty who read the same list at once: one change is made', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      world.call('PUT /api/embed-hosts', {
        cookie: `__Host-${admin.cookie}`,
        body: { hosts: [`a${at}.example`], replaces: [] },
      }),
    ),
  );
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(19).fill(409)]);
});

test('an administrator with a passkey confirms first', async () => {
  const local = await createWorld();
  const careful = await local.aUser({ role: 'admin' });
  await aPasskey(local as GoogleWorld, careful);
  local.clock.advance(601);
  const reply = await local.call('PUT /api/embed-hosts', { cookie: careful.cookie, body: { hosts: [] } });
  expect([reply.status, reply.body.code]).toEqual([403, 'step_up_required']);
  await local.close();
});

test("a page's policy lists exactly these hosts, at once, and the page is told the same", async () => {
  const web = await createWorld({ webFolder: join(import.meta.dirname, '../../../dist') });
  const { cookie } = await web.aUser({ role: 'admin' });
  const page = async () => {
    const reply = await web.call('GET /');
    const policy = String(reply.headers['content-security-policy']);
    return { frames: policy.match(/frame-src ([^;]*)/)?.[1], told: reply.raw.match(/"embedHosts":(\[[^\]]*\])/)?.[1] };
  };
  expect(await page()).toEqual({ frames: "'none'", told: '[]' });
  await web.call('PUT /api/embed-hosts', { cookie, body: { hosts: ['fareharbor.com', 'www.viator.com'] } });
  expect(await page()).toEqual({
    frames: 'https://fareharbor.com https://www.viator.com',
    told: '["fareharbor.com","www.viator.com"]',
  });
  await web.call('PUT /api/embed-hosts', { cookie, body: { hosts: [] } });
  expect((await page()).frames).toBe("'none'");
  await web.close();
});
