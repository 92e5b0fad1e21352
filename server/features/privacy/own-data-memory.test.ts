import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const events = 60_000;
const megabyte = 2 ** 20;
/** However many rows there are: what is read at once, and what is on its way out. */
const mostHeld = 24 * megabyte;

let world: World;
let guest: TestUser;
let address: string;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  guest = await world.aUser();
  await world.db.updateTable('users').set({ created_at: world.clock.now() }).where('id', '=', guest.id).execute();
  // As many at one instant as there are in no other time of the day.
  await onServer(
    await ownerOf(world),
    `insert into events (received_at, event_type, audience, user_id, data)
      select timestamptz '2026-11-21T18:00:00Z' + greatest(n - 5000, 0) * interval '50 ms', 'search_performed', 'visitor', '${guest.id}',
        jsonb_build_object('number', n, 'words', repeat(md5(n::text), 16)) from generate_series(1, ${events}) n`,
  );
  address = await world.app.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(() => world.close());

/** What the process holds on to, without what a collection takes. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function download(): Promise<IncomingMessage> {
  const ofPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  const asked = get(`${address}/api/users/me/data`, { headers: { cookie: guest.cookie, ...ofPage } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

test('a file of very many rows takes no more memory than one of few, and has each of them once', {
  timeout: 300_000,
}, async () => {
  const before = held();
  const answer = await download();
  expect(answer.statusCode).toBe(200);
  const seen = new Uint8Array(events + 1);
  let most = 0;
  let bytes = 0;
  let looked = 0;
  let rest = '';
  for await (const piece of answer.setEncoding('utf8')) {
    bytes += piece.length;
    rest += piece;
    const whole = rest.lastIndexOf('\n') + 1;
    for (const [, number] of rest.slice(0, whole).matchAll(/"number":(\d+)[,}]/g)) seen[Number(number)]!++;
    rest = rest.slice(whole);
    if (bytes - looked < 4 * megabyte) continue;
    looked = bytes;
    most = Math.max(most, held() - before);
  }
  const said = (amount: number) => `${(amount / megabyte).toFixed(1)} MB`;
  console.info(`${events} events are a file of ${said(bytes)}, for which at most ${said(most)} were held`);
  expect(bytes).toBeGreaterThan(40 * megabyte);
  expect(most).toBeLessThan(mostHeld);
  expect(seen.slice(1).every((times) => times === 1)).toBe(true);
});

test('one file of a person is made at a time', async () => {
  const first = await download();
  await once(first, 'readable');
  const second = await download();
  expect(second.statusCode).toBe(409);
  second.resume();
  first.destroy();
  const requests = world.db.selectFrom('privacy_requests').select('state').where('user_id', '=', guest.id);
  await expect.poll(() => requests.where('state', '=', 'under_way').execute()).toEqual([]);
  const third = await download();
  expect(third.statusCode).toBe(200);
  third.destroy();
  // One whose process was killed has no end, and is waited for no longer than this.
  await world.db.updateTable('privacy_requests').set({ state: 'under_way', ended_at: null }).execute();
  world.clock.advance(601);
  const last = await download();
  expect(last.statusCode).toBe(200);
  last.destroy();
});
