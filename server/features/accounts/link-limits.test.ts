import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Asked, askForLink, leaveOf, newcomer } from '../../../tests/asked-links.ts';
import { from } from '../../../tests/attack/two-processes.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { deviceCookie } from '../../platform/limits/known-device.ts';
import type { LimitName } from '../../platform/limits/limits.ts';
import { newVisitToken } from '../../platform/sessions/visits.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => world.close());

let network: string;
let email: string;
beforeEach(() => {
  ({ network, email } = newcomer());
});
const ask = (asked: Partial<Asked> = {}) => askForLink(world, { to: email, network, ...asked });
const leave = (left: number, limit: LimitName, key: string) => leaveOf(world, left, limit, key);
const statuses = async (times: number, one: (at: number) => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let at = 0; at < times; at++) seen.push((await one(at)).status);
  return seen;
};

describe('a network', () => {
  test('has so many links for those without a visit, and no more', async () => {
    await leave(2, 'link-network', network);
    expect(await statuses(3, (at) => ask({ to: `${at}-${email}` }))).toEqual([202, 202, 429]);
    expect((await ask({ to: `elsewhere-${email}`, network: `${network}9` })).status).toBe(202);
  });

  test('has so many links for visits, and then those of all others', async () => {
    const cookie = () => `visit=${newVisitToken(world.settings).token}`;
    await leave(1, 'link-visitors-network', network);
    await leave(1, 'link-network', network);
    expect(await statuses(3, (at) => ask({ to: `${at}-${email}`, cookie: cookie() }))).toEqual([202, 202, 429]);
  });

  test('keeps for visits what others cannot use up', async () => {
    await leave(0, 'link-network', network);
    const visit = newVisitToken(world.settings);
    expect((await ask()).status).toBe(429);
    expect((await ask({ to: `a-${email}`, cookie: `visit=${visit.token}` })).status).toBe(202);
    // That was the first of the ten that one visit may take of them; what others use up does not count.
    const more = (at: number) => ask({ to: `${at}-more-${email}`, cookie: `visit=${visit.token}` });
    expect(await statuses(10, more)).toEqual([...Array(9).fill(202), 429]);
    const another = newVisitToken(world.settings);
    expect((await ask({ to: `b-${email}`, cookie: `visit=${another.token}` })).status).toBe(202);
  });
});

describe('an address', () => {
  test('has a limit for one asker, told in minutes, whatever its tag', async () => {
    await leave(1, 'link-asker', `${email} network ${network}`);
    expect((await ask({ to: email.replace('@', '+tag@') })).status).toBe(202);
    const limited = await ask();
    expect([limited.status, limited.reply.body.code, limited.reply.headers['retry-after']]).toEqual([
      429,
      'link_limited',
      '900',
    ]);
    expect(limited.reply.body.error).toContain('in 15 minutes.');
    world.clock.advance(841);
    expect((await ask()).reply.body.error).toContain('in 1 minute.');
    expect((await ask({ network: `${network}9` })).status).toBe(202);
  });

  test('is asked for by strangers only so often: first asks of sites, and all others', async () => {
    await leave(1, 'link-newcomers', email);
    await leave(1, 'link-strangers', email);
    expect((await ask()).status).toBe(202);
    // A second one of the same site is one of all strangers'.
    expect((await ask()).status).toBe(202);
    expect((await ask()).status).toBe(429);
    expect((await ask({ network: `${network}9` })).status).toBe(429);
    expect((await ask({ to: `other-${email}` })).status).toBe(202);
  });

  test('has room for other sites when one asks over and over', async () => {
    await leave(0, 'link-strangers', email);
    expect((await ask({ network: '2001:db8:1:1::1' })).status).toBe(202);
    expect((await ask({ network: '2001:db8:1:2::1' })).status).toBe(429);
    expect((await ask({ network: '2001:db8:2:1::1' })).status).toBe(202);
  });

  test('that a device has signed in to has a share that strangers do not take', async () => {
    const device = deviceCookie(world.settings, undefined, email);
    await leave(0, 'link-strangers', email);
    await leave(0, 'link-newcomers', email);
    await leave(0, 'link-network', network);
    const cookie = `device=${device}`;
    expect(await statuses(6, () => ask({ cookie }))).toEqual([202, 202, 202, 202, 202, 429]);
    // Known for one address is not known for another.
    expect((await ask({ to: `other-${email}`, cookie })).status).toBe(429);
    const second = deviceCookie(world.settings, undefined, email);
    expect((await ask({ cookie: `device=${second}` })).status).toBe(202);
  });

  test('that is none is refused', async () => {
    const reply = await world.call('POST /api/auth/magic-link', { body: { email: 'a@b.c d' }, headers: from(network) });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_email']);
  });
});
