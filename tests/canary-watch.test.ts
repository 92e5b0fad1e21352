import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownerOf } from './attack/owner.ts';
import { CanaryWatch } from './canary-watch.ts';
import { ProductProcess } from './chaos/product-process.ts';
import { onServer } from './database-setup.ts';
import { createWorld, type TestUser, type World } from './world.ts';

const tokenOf = ({ cookie }: TestUser) => /session=([\w-]{43})/.exec(cookie)![1]!;

/** A world in which somebody is signed in, and what comes of its end once a leak was planted. */
async function endOf(plant: (world: World, user: TestUser) => unknown, environment: Record<string, string> = {}) {
  const world = await createWorld({ environment });
  const user = await world.aUser();
  expect((await world.call('GET /api/users/me', user)).status).toBe(200);
  await plant(world, user);
  return await world.close().then(
    () => 'nothing was found',
    (error: Error) => error.message,
  );
}

test('a world that tells no secret ends well', async () => {
  expect(await endOf(() => {})).toBe('nothing was found');
});

test.each<[string, (world: World, user: TestUser) => unknown, RegExp]>([
  [
    'in the log, though nobody reads that level',
    ({ app }, user) => app.log.debug({ url: `/bookings?token=${tokenOf(user)}` }, 'asked'),
    /the cookie session stands in the log: .*\/bookings\?token/,
  ],
  [
    'in an error in the log',
    ({ app }, user) => app.log.error(new Error(`no row of ${tokenOf(user)}`)),
    /the cookie session stands in the log/,
  ],
  [
    'in the log as a part of a longer word',
    ({ app }, user) => app.log.info(`session-${tokenOf(user)}-gone`),
    /the cookie session stands in the log/,
  ],
  [
    'in a security event',
    async (world, user) =>
      await onServer(
        await ownerOf(world),
        `insert into security_events (occurred_at, event_type, severity, description) values (now(), 'access_denied', 'info', '${tokenOf(user)}')`,
      ),
    /the cookie session stands in table security_events/,
  ],
  [
    'of a mail in the log',
    async (world) => {
      await world.call('POST /api/auth/magic-link', { body: { email: 'guest@hotel.example' } });
      world.app.log.info(/token=([\w-]{43})/.exec((await world.mail())[0]!.text)![1]);
    },
    /what a mail opens stands in the log/,
  ],
  [
    'that makes all others, in the log',
    ({ app, settings }) => app.log.warn({ settings: { keys: settings.secretKeys } }, 'starting'),
    /SECRET_KEY stands in the log/,
  ],
  [
    'of a setting in the log',
    ({ app }) => app.log.info('asked with Bearer zzmetrics-0123456789-0123456789-0123'),
    /METRICS_TOKEN stands in the log/,
  ],
])('a secret %s is found', async (_where, plant, found) => {
  expect(await endOf(plant, { METRICS_TOKEN: 'zzmetrics-0123456789-0123456789-0123' })).toMatch(found);
});

test('a secret that a process of its own has said is found', async () => {
  const product = await ProductProcess.make({ METRICS_TOKEN: 'zzmetrics-0123456789-0123456789-0123' });
  writeFileSync(join(product.dataDir, 'secret.key'), 'zzkey-0123456789-0123456789-0123456789');
  product.output = '{"msg":"starting","keys":["zzkey-0123456789-0123456789-0123456789"]}';
  await expect(product.dispose()).rejects.toThrow(
    /^secrets were written down: SECRET_KEY stands in what the process said/,
  );
});

test('a secret in an answer that caches of others may keep is found', async () => {
  const watch = new CanaryWatch({}, 'silent');
  const token = 'zz'.padEnd(43, 'x');
  const answers = (control: string) => ({
    inject: async () => ({ cookies: [], headers: { 'cache-control': control }, body: `<p>${token}</p>` }),
  });
  for (const [control, isLeak] of [
    ['private, no-store', false],
    ['public, max-age=60', true],
  ] as const) {
    const app = answers(control) as unknown as World['app'];
    watch.watch(app);
    await app.inject({ url: '/explore?x', headers: { cookie: `a=b; session=${token}` } });
    const end = () => watch.end();
    if (isLeak) expect(end).toThrow(/the cookie session stands in a public answer of \/explore/);
    else expect(end).not.toThrow();
  }
});
