import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { retention } from '../../platform/retention.ts';
import { noteFailure, noteTidied } from '../../platform/upkeep.store.ts';
import { tidy } from '../../tidying.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    environment: { BACKUP_DIR: '/tmp/backups-of-a-test', BACKUP_HOURS: '6', BACKUP_KEEP: '14' },
  });
});
afterAll(() => world.close());

const ask = async (path: string, cookie?: string) => (await world.call(`GET ${path}`, { cookie })).body;
/** Their session ends within half an hour. */
const admin = async () => (await world.aUser({ role: 'admin' })).cookie;
const work = async () => ask('/api/security/privacy', await admin());

test('the page tells the figures that what forgets is run by', async () => {
  const { kept } = await ask('/api/privacy');
  const of = (kind: string) => kept.find((one: { kind: string }) => one.kind === kind);
  expect(of('error_reports')).toMatchObject({ amount: retention.errorReportDays, unit: 'days' });
  expect(of('events')).toMatchObject({ amount: retention.eventMonths, unit: 'months' });
  expect(of('account').amount).toBeNull();
  // 14 backups, one in six hours.
  expect(of('backups').amount).toBe(4);
});

test('third parties are the servers of the map, of pictures elsewhere, of booking pages, of what links lead to and of the sign-in', async () => {
  await world.aListing({ image_url: 'https://pictures.example/reef.jpg' });
  await world.aListing({
    image_url: '/pictures/reef.avif',
    booking_url: 'https://Reserve.example/reef?for=2',
  });
  await world.aListing({ booking_url: 'https://book.example/inside', website_url: 'https://reef.example' });
  await world.aListing({ booking_url: 'https://hidden.example/', is_active: false });
  await world.db.insertInto('embed_hosts').values({ host: 'book.example', added_at: world.clock.now() }).execute();
  world.clock.advance(61);
  const { third_parties } = await ask('/api/privacy');
  const of = (kind: string) => third_parties.find((one: { kind: string }) => one.kind === kind).hosts;
  expect(of('map')).toEqual(['basemap.nationalmap.gov']);
  expect(of('pictures')).toEqual(['pictures.example']);
  expect(of('booking_pages')).toContain('book.example');
  expect(of('links')).toContain('reserve.example');
  for (const host of ['book.example', 'reef.example', 'hidden.example', 'Reserve.example'])
    expect(of('links')).not.toContain(host);
  expect((await work()).third_parties).toEqual(third_parties);
});

test('what is forgotten in time stands with its last run, and with what failed', async () => {
  const lineOf = async (task: string) => (await work()).retention.find((one: { task: string }) => one.task === task);
  expect(await lineOf('error reports')).toMatchObject({ last_run: null });
  const done = await tidy(world.db, world.clock.now(), () => {});
  await noteTidied(world.db, world.clock.now(), done);
  const first = world.clock.now().toISOString();
  expect(await lineOf('security alerts')).toEqual({ task: 'security alerts', days: 90, last_run: first });
  world.clock.advance(3_600);
  await noteTidied(world.db, world.clock.now(), ['news']);
  await noteFailure(world.db, 'tidying', world.clock.now(), 'security alerts');
  expect((await lineOf('security alerts')).last_run).toBe(first);
  expect((await lineOf('news')).last_run).toBe(world.clock.now().toISOString());
  expect((await work()).failing).toBe('security alerts');
});

test('requests are found by kind and state, page by page, and counted for thirty days', async () => {
  const { id: user_id } = await world.aUser();
  const at = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);
  const row = (kind: string, days: number, isDone = true) => ({
    ...{ kind, user_id, asked_at: at(days) },
    ...(isDone ? { state: 'done', ended_at: at(days) } : {}),
  });
  const rows = [row('export', 1), row('export', 31), row('erasure', 2), row('erasure', 40, false)];
  await world.db.insertInto('privacy_requests').values(rows).execute();
  expect(await work()).toMatchObject({ under_way: 1, exports: 1, erasures: 1 });
  const list = async (query: string) => ask(`/api/security/privacy-requests?${query}`, await admin());
  expect((await list('')).total).toBe(4);
  expect((await list('kind=erasure&state=done')).rows).toMatchObject([{ kind: 'erasure', state: 'done', user_id }]);
  const first = await list('limit=3');
  const second = await list(`limit=3&after=${encodeURIComponent(first.next)}`);
  expect([first.rows.length, second.rows.length]).toEqual([3, 1]);
});
