import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../server/platform/limits/limits.ts';
import type { TestUser } from '../world.ts';
import { createTwoProcesses, expectPassed, from, type TwoProcesses } from './two-processes.ts';

const whole = process.env.PROVE === '1';

let two: TwoProcesses;
beforeAll(async () => {
  two = await createTwoProcesses();
});
afterAll(() => two.close());

type Call = TwoProcesses['calls'][0];
let networks = 0;
const change = ({ cookie }: TestUser, call: Call, location: string) =>
  call('PUT /api/profiles', { cookie, body: { location }, headers: from(`198.51.100.${++networks % 250}`) });
const auditEntriesOf = async ({ id }: TestUser) => {
  const text = `select (select count(*) from audit_entries where actor_id = $1) + (select count(*) from audit_inbox where actor_id = $1) as made`;
  return Number((await two.world.database.pool.query(text, [id])).rows[0].made);
};

test('a traveler who changes their profile without end, from many networks, makes 60 audit entries in a minute', async () => {
  const person = await two.world.aUser();
  const times = whole ? 3_000 : 120;
  const replies = await two.callBoth(times, (call, at) => change(person, call, `Hilo ${at}`));
  expectPassed(replies, limits.change.amount);
  expect(await auditEntriesOf(person)).toBeLessThanOrEqual(limits.change.amount);
});

test('the changes of a day have an end, over all that a person may change, and others go on', async () => {
  const [greedy, other] = [await two.world.aUser(), await two.world.aUser()];
  await two.leave(20, { limit: 'change-daily', key: greedy.id }, limits['change-daily'].amount);
  const booking_id = '00000000-0000-4000-8000-000000000000';
  const headers = from('198.51.100.1');
  for (let at = 0; at < 10; at++) {
    expect((await change(greedy, two.calls[at % 2]!, `Hilo ${at}`)).status).toBe(200);
    const { cookie } = greedy;
    const review = await two.world.call('POST /api/reviews', { cookie, headers, body: { booking_id, rating: 5 } });
    expect(review.status).toBe(404);
  }
  two.world.clock.advance(60);
  const refused = await change(greedy, two.calls[0], 'Kona');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(86_400 - 60)]);
  expect(await auditEntriesOf(greedy)).toBe(10);
  expect((await change(other, two.calls[0], 'Kona')).status).toBe(200);
  // Somebody who holds another's session keeps them from no sign-out by using up what they may change.
  const ended = await two.world.call('POST /api/sessions/end-all', { cookie: greedy.cookie, headers });
  expect(ended.status).toBe(200);
  two.world.clock.advance(86_400);
});

test('what the limit of a minute refuses takes nothing of the day', async () => {
  const person = await two.world.aUser();
  const { amount } = limits.change;
  await two.leave(amount + 1, { limit: 'change-daily', key: person.id }, limits['change-daily'].amount);
  expectPassed(await two.callBoth(amount + 30, (call, at) => change(person, call, `Hilo ${at}`)), amount);
  two.world.clock.advance(60);
  expect((await change(person, two.calls[0], 'Kona')).status).toBe(200);
  expect((await change(person, two.calls[0], 'Hana')).status).toBe(429);
});
