import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceCookie } from '../../server/platform/limits/known-device.ts';
import { limits } from '../../server/platform/limits/limits.ts';
import { RateLimits } from '../../server/platform/limits/rate-limits.ts';
import { builtWeb, navigation } from '../page-apps.ts';
import { createWorld, type World } from '../world.ts';
import { from } from './two-processes.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb, environment: { TRUST_PROXY: '1' } });
});
afterAll(() => world.close());

test.each([
  ['scan-network', '203.0.113.50'],
  ['scan-hour-network', '203.0.113.52'],
] as const)(
  'pages that cameras open store no more scans than %s, and show the place all the same',
  async (limit, lobby) => {
    const { id, code, locationId } = await world.aCode();
    const { amount, seconds } = limits[limit];
    const open = async (at: number, network: string = lobby, cookie = `visit=${String(at).padStart(43, 'v')}`) => {
      const headers = { ...navigation, ...from(network), cookie };
      const reply = await world.app.inject({ method: 'GET', url: `/location/${locationId}?qr=${code}`, headers });
      expect(reply.statusCode).toBe(200);
      expect(reply.body).toContain('<main');
      return reply.cookies.some(({ name }) => name === 'visit');
    };
    const stored = async () =>
      (await world.db.selectFrom('scans').select('source').where('qr_code_id', '=', id).execute()).map(
        ({ source }) => source,
      );

    await new RateLimits(world.db, true).spend({ limit, key: lobby, cost: amount - 4 }, world.clock.now());
    const kept = await Promise.all(Array.from({ length: 12 }, (_, at) => open(at)));
    expect(kept.filter(Boolean)).toHaveLength(4);
    expect(await stored()).toEqual(Array(4).fill('camera'));
    // The scanner spends the same limit.
    const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code }, headers: from(lobby) });
    expect([scanned.status, scanned.headers['retry-after']]).toEqual([429, String(seconds)]);

    expect(await open(0, '203.0.113.51')).toBe(true);
    expect(await open(0, lobby, `device=${deviceCookie(world.settings, undefined, 'guest@example.com')}`)).toBe(true);
    world.clock.advance(seconds);
    expect(await open(0)).toBe(true);
    expect(await stored()).toHaveLength(7);
  },
);
