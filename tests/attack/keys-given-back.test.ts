import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../../server/platform/limits/limits.ts';
import { newVisitToken } from '../../server/platform/sessions/visits.ts';
import { openSecondApp } from '../second-app.ts';
import { untilServed } from '../until-served.ts';
import { createWorld, type World } from '../world.ts';

const secret = 'the-first-secret-key-of-this-test-000000';
const next = 'the-second-secret-key-of-this-test-00000';
let world: World;
let second: Awaited<ReturnType<typeof openSecondApp>>;
beforeAll(async () => {
  world = await createWorld({ environment: { SECRET_KEY: secret } });
  second = await openSecondApp(world, { SECRET_KEY: `${next},${secret}` });
});
afterAll(async () => {
  await second.close();
  await world.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function scan(
  code: string,
  { key, cookie, app = world.app }: { key?: string; cookie?: string; app?: World['app'] },
) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/qr/scan',
    headers: { origin: world.settings.publicUrl, ...(key && { 'idempotency-key': key }), ...(cookie && { cookie }) },
    payload: { qr_code_id: code },
  });
  return {
    status: reply.statusCode,
    wait: reply.headers['retry-after'],
    visit: reply.cookies.find(({ name }) => name === 'visit')?.value,
    isReplay: reply.headers['idempotent-replay'] === 'true',
  };
}
const scansOf = async (codeId: number) =>
  (await world.db.selectFrom('scans').select('id').where('qr_code_id', '=', codeId).execute()).length;
/** As a process leaves a key that ended between taking it and giving it back. */
const leaveKeyWithoutScan = (key: string) =>
  world.db
    .updateTable('idempotency_keys')
    .set({ reference: randomBytes(32).toString('hex') })
    .where('key', '=', key)
    .execute();

test("a repeat from a browser with somebody else's visit gives it the visit that its scan began", async () => {
  const code = await world.aCode();
  const user = await world.aUser();
  const { visit: theirs } = await scan(code.code, {});
  await scan(code.code, { cookie: `${user.cookie}; visit=${theirs}` });
  const key = randomUUID();
  const cookie = `visit=${theirs}`;
  const first = await scan(code.code, { key, cookie });
  expect([first.status, first.isReplay]).toEqual([200, false]);
  expect(first.visit).not.toBe(theirs);
  expect(await scan(code.code, { key, cookie })).toEqual({ ...first, isReplay: true });
  expect(await scansOf(code.id)).toBe(3);
});

test('a repeat of a scan that was made in the visit of its browser leaves it that visit', async () => {
  const code = await world.aCode();
  const { visit } = await scan(code.code, {});
  const key = randomUUID();
  const cookie = `visit=${visit}`;
  expect(await scan(code.code, { key, cookie })).toMatchObject({ status: 200, visit, isReplay: false });
  const again = await scan(code.code, { key, cookie });
  expect([again.status, again.isReplay, again.visit ?? visit]).toEqual([200, true, visit]);
});

test('a scan that a limit refused leaves its key to any call', async () => {
  const [code, other] = [await world.aCode(), await world.aCode()];
  const { visit } = await scan(code.code, {});
  const cookie = `visit=${visit}`;
  await world.db
    .updateTable('visits')
    .set({ limit_spent: 120 })
    .where('limit_spent', '=', 1)
    .where('last_seen_at', '=', world.clock.now())
    .execute();
  const key = randomUUID();
  expect((await scan(code.code, { key, cookie })).status).toBe(429);
  world.clock.advance(60);
  expect(await scan(other.code, { key, cookie })).toMatchObject({ status: 200, isReplay: false });
});

/** Longer than the server takes unless the machine is so crowded that it gives up: a 503 after that says nothing of keys. */
const crowdedMs = 1_500;

/** The same call 24 times at once, to two servers. `unanswered`: how many were given up, and sent again. */
async function sendAtOnce(code: string, sent: { key: string; cookie: string }) {
  let unanswered = 0;
  const send = async (app: World['app']) => {
    const begun = performance.now();
    const first = await scan(code, { ...sent, app });
    if (first.status !== 503 || performance.now() - begun < crowdedMs) return first;
    unanswered += 1;
    return await untilServed(() => scan(code, { ...sent, app }));
  };
  const replies = await Promise.all(Array.from({ length: 24 }, (_, at) => send(at % 2 ? world.app : second.app)));
  const firsts = replies.filter(({ status, isReplay }) => status === 200 && !isReplay).length;
  return { replies, unanswered, firsts };
}

test('the same key sent by many at once over the limit of a visit is refused to all alike', async () => {
  const code = await world.aCode();
  const { visit } = await scan(code.code, {});
  world.clock.advance(1); // a scan of the same instant would pass for the one of the key
  const spend = (limit_spent: number) =>
    world.db
      .updateTable('visits')
      .set({ limit_spent, limit_from: world.clock.now() })
      .where('token_hash', '=', createHash('sha256').update(visit!).digest())
      .execute();
  const cookie = `visit=${visit}`;
  await spend(limits['scan-visit'].amount);
  for (let round = 0; round < 5; round++) {
    const { replies } = await sendAtOnce(code.code, { key: randomUUID(), cookie });
    expect(new Set(replies.map(({ status, wait }) => `${status} ${wait}`))).toEqual(new Set(['429 60']));
  }
  expect(await scansOf(code.id)).toBe(1);
  // With one scan left it is the first's, and all get its answer.
  await spend(limits['scan-visit'].amount - 1);
  const { replies, firsts, unanswered } = await sendAtOnce(code.code, { key: randomUUID(), cookie });
  expect(replies.map(({ status }) => status)).toEqual(Array(24).fill(200));
  expect([firsts <= 1, firsts + unanswered >= 1]).toEqual([true, true]);
  expect(await scansOf(code.id)).toBe(2);
});

test("the same key sent by many at once with somebody else's visit is one scan of another visit", async () => {
  const code = await world.aCode();
  const user = await world.aUser();
  const { visit: theirs } = await scan(code.code, {});
  await scan(code.code, { cookie: `${user.cookie}; visit=${theirs}` });
  for (let round = 1; round <= 5; round++) {
    world.clock.advance(1);
    const sent = { key: randomUUID(), cookie: `visit=${theirs}` };
    const { replies, firsts, unanswered } = await sendAtOnce(code.code, sent);
    expect(replies.map(({ status }) => status)).toEqual(Array(24).fill(200));
    expect([firsts <= 1, firsts + unanswered >= 1]).toEqual([true, true]);
    expect(await scansOf(code.id)).toBe(2 + round);
  }
});

test('a key that a process took and left without a scan is given back to its call', async () => {
  const code = await world.aCode();
  const key = randomUUID();
  await scan(code.code, { key });
  await leaveKeyWithoutScan(key);
  world.clock.advance(1);
  expect(await scan(code.code, { key })).toMatchObject({ status: 200, isReplay: false });
  expect(await scan(code.code, { key })).toMatchObject({ status: 200, isReplay: true });
  expect(await scansOf(code.id)).toBe(2);
});

test('of two that give such a key back the later takes nothing from the one that has used it again', async () => {
  const code = await world.aCode();
  const key = randomUUID();
  await scan(code.code, { key });
  await leaveKeyWithoutScan(key);
  world.clock.advance(1);
  // The first to give it back is held until the second has given it back and recorded its scan.
  const { query } = pg.Client.prototype;
  const hold = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let isFirst = true;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given;
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '');
    const send = () => (query as (...all: unknown[]) => unknown).apply(this, given);
    if (!isFirst || !text.startsWith('delete from "idempotency_keys"')) return send() as never;
    isFirst = false;
    held.resolve();
    return hold.promise.then(send) as never;
  });
  const slow = scan(code.code, { key });
  await held.promise;
  const quick = await scan(code.code, { key, app: second.app });
  world.clock.advance(1);
  hold.resolve();
  expect([quick.status, quick.isReplay]).toEqual([200, false]);
  // The visit is one of a key that this server does not know.
  expect(await slow).toEqual({ ...quick, isReplay: true, visit: undefined });
  expect(await scan(code.code, { key, app: second.app })).toEqual({ ...quick, isReplay: true });
  expect(await scansOf(code.id)).toBe(2);
});

test('a visit signed with an older key counts before it has a row', async () => {
  const code = await world.aCode();
  const { token } = newVisitToken(world.settings);
  expect(await scan(code.code, { app: second.app, cookie: `visit=${token}` })).toMatchObject({
    status: 200,
    visit: token,
  });
});
