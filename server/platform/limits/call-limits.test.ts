import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Caller } from '../context.ts';
import { hasRoomFor, isCallLimit, isSpentByCall, spendBytes, spendCall } from './call-limits.ts';
import { deviceCookie } from './known-device.ts';
import { type LimitName, limits } from './limits.ts';
import { RateLimits } from './rate-limits.ts';

let world: World;
let process: RateLimits;
let network: string;
beforeAll(async () => {
  world = await createWorld();
  process = new RateLimits(world.database.aside, true);
});
beforeEach(() => {
  network = randomUUID();
});
afterAll(() => world.close());

const now = () => world.clock.now();
interface Given {
  userId?: string;
  visit?: Buffer;
  device?: string;
}
const call = (name: string, { userId, visit, device }: Given = {}) =>
  spendCall(name, {
    caller: userId ? ({ userId } as Caller) : undefined,
    visitHash: visit,
    network,
    limits: process,
    clock: world.clock,
    settings: world.settings,
    cookie: (cookie) => (cookie === 'device' ? device : undefined),
  });
/** What is left of a limit. */
async function leftOf(limit: LimitName, key: string): Promise<number> {
  let left = limits[limit].amount;
  while (left > 0 && !(await process.trySpend({ limit, key, cost: left }, now()))) left -= 1;
  return left;
}
const leave = (left: number, limit: LimitName, key: string) =>
  process.spend({ limit, key, cost: limits[limit].amount - left }, now());
const refused = { code: 'rate_limited' };
const aDevice = () => {
  const device = deviceCookie(world.settings, undefined, 'guest@example.com');
  return { device, id: device.split('.')[0]! };
};

test('an endpoint may name a limit that has a row for networks', () => {
  expect(['passkey', 'scan', 'passkey-network', 'nothing', 'link'].map(isCallLimit)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});

test('a call spends what is neither missing nor spent by the work it limits', () => {
  expect(['passkey', 'scan-device', 'scan-visit', 'link-asker', 'nothing'].map(isSpentByCall)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('a call spends', () => {
  test('of its caller as a person, and of its network', async () => {
    const [userId, visit] = [randomUUID(), Buffer.from(randomUUID())];
    await call('passkey', { userId, visit });
    expect(await leftOf('passkey', userId)).toBe(29);
    expect(await leftOf('passkey', visit.toString('base64url'))).toBe(30);
    expect(await leftOf('passkey-network', network)).toBe(599);
  });

  test('else of a known device, which leaves that of its network alone', async () => {
    const [{ device, id }, visit] = [aDevice(), Buffer.from(randomUUID())];
    await call('passkey', { visit, device });
    expect(await leftOf('passkey', id)).toBe(29);
    expect(await leftOf('passkey', visit.toString('base64url'))).toBe(30);
    expect(await leftOf('passkey-network', network)).toBe(600);
  });

  test('else of a visit', async () => {
    const visit = Buffer.from(randomUUID());
    await call('passkey', { visit });
    expect(await leftOf('passkey', visit.toString('base64url'))).toBe(29);
    expect(await leftOf('passkey-network', network)).toBe(599);
  });

  test('else of its network alone', async () => {
    await call('passkey');
    expect(await leftOf('passkey-network', network)).toBe(599);
  });

  test('of a person on a known device their share, and not that of the network', async () => {
    const [userId, { device, id }] = [randomUUID(), aDevice()];
    await call('passkey', { userId, device });
    expect(await leftOf('passkey', userId)).toBe(29);
    expect(await leftOf('passkey', id)).toBe(30);
    expect(await leftOf('passkey-network', network)).toBe(600);
  });

  test('of a known device the row for devices, where there is none for persons', async () => {
    const [userId, { device, id }] = [randomUUID(), aDevice()];
    await call('sign-out', { userId, device });
    expect(await leftOf('sign-out-device', id)).toBe(59);
    expect(await leftOf('sign-out-network', network)).toBe(3_000);
    await expect(call('sign-out', { userId, visit: Buffer.from('x') })).rejects.toMatchObject(refused);
  });

  test('of a known device that of its network too, where it spares none', async () => {
    const { device, id } = aDevice();
    await leave(1, 'inquiry-network', network);
    await call('inquiry', { device });
    await expect(call('inquiry', { device })).rejects.toMatchObject(refused);
    // It is no device there, but a guest as all others.
    expect(await leftOf('inquiry', id)).toBe(5);
  });

  test('what is forged as a known device is none', async () => {
    const { device } = aDevice();
    const forged = `${device.slice(0, -1)}${device.endsWith('A') ? 'E' : 'A'}`.replace(/^./, (one) =>
      one === 'x' ? 'y' : 'x',
    );
    await call('passkey', { device: forged });
    expect(await leftOf('passkey-network', network)).toBe(599);
  });

  test('of the day as well, where there is a limit of the day', async () => {
    const userId = randomUUID();
    await leave(1, 'change-daily', userId);
    await call('change', { userId });
    await expect(call('change', { userId })).rejects.toMatchObject({ ...refused, retryAfterSeconds: 86_400 });
    // The day of inquiries is spent by those that are sent, not by the call.
    const other = randomUUID();
    await leave(0, 'inquiry-daily', other);
    await call('inquiry', { userId: other });
  });

  test('first its own, and of the network nothing where that has no more', async () => {
    const userId = randomUUID();
    await leave(0, 'passkey', userId);
    await expect(call('passkey', { userId })).rejects.toMatchObject(refused);
    expect(await leftOf('passkey-network', network)).toBe(600);
    const other = randomUUID();
    await leave(0, 'change-daily', other);
    await expect(call('change', { userId: other })).rejects.toMatchObject(refused);
    expect(await leftOf('change', other)).toBe(59);
  });
});

describe('bytes that a body makes us keep', () => {
  const amount = limits['report-bytes'].amount;
  const keep = (body: unknown, bytes: number, idempotencyKey?: string) =>
    spendBytes('report-bytes', body, {
      network,
      limits: process,
      clock: world.clock,
      idempotencyKey,
      bodyBytes: () => bytes,
    });
  /** Whether it costs exactly so much. */
  async function costs(cost: number, spend: () => Promise<unknown>) {
    await leave(cost - 1, 'report-bytes', network);
    await expect(spend()).rejects.toMatchObject(refused);
    network = randomUUID();
    await leave(cost, 'report-bytes', network);
    await spend();
    expect(await process.trySpend({ limit: 'report-bytes', key: network }, now())).toBe(false);
    network = randomUUID();
  }

  test('are its own and a row', async () => {
    await costs(1_300, () => keep({ a: 1 }, 1_000));
    await costs(300, () => keep(undefined, 0));
  });

  test('are a row for each event', async () => {
    await costs(1_000 + 3 * 300, () => keep({ events: [1, 2, 3] }, 1_000));
    await costs(1_300, () => keep({ events: 'abc' }, 1_000));
  });

  test('are those of its key, in a row and in its index', async () => {
    await costs(1_300 + 300 + 2 * 20, () => keep({}, 1_000, 'k'.repeat(20)));
    await costs(1_300 + 300, () => keep({}, 1_000, ''));
  });

  test('can be left out where there is no room for them', async () => {
    const value = { name: 'Oʻahu' };
    const bytes = Buffer.byteLength(JSON.stringify(value));
    const sender = () => ({ network, limits: process, clock: world.clock, idempotencyKey: undefined });
    await leave(300 + bytes, 'report-bytes', network);
    expect(await hasRoomFor('report-bytes', value, sender())).toBe(true);
    network = randomUUID();
    await leave(300 + bytes - 1, 'report-bytes', network);
    expect(await hasRoomFor('report-bytes', value, sender())).toBe(false);
    expect(amount).toBeGreaterThan(300 + bytes);
  });
});
