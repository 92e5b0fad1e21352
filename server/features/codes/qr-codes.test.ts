import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { scan } from '../../../tests/held-scene.ts';
import { aPartner, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const codesOf = (owner: TestUser, by = owner) =>
  world.call(`GET /api/partner-portal/qr-codes/${owner.id}`, { cookie: by.cookie });
const change = (by: TestUser, code: string, body: object) =>
  world.call(`PATCH /api/partner-portal/qr-code/${code}`, { cookie: by.cookie, body });

test('a partner sees its codes with how often each was scanned, by old and new rows alike', async () => {
  const { owner, placeId, code } = await aPartner(world, { name: 'Hale Kai', description: 'By the sea' });
  const { code: other } = await world.aCode({ location_id: placeId, label: 'Breakfast' });
  await scanBy(world, code, 3);
  world.clock.advance(2 * 3_600);
  await rollUpClosedHours(world.db, world.clock.now());
  await scanBy(world, code, 2);
  const scannedAt = hawaiiDay(world.clock.now());

  const { status, body } = await codesOf(owner);
  expect(status).toBe(200);
  expect(body).toMatchObject({ used: 2, limit: 10 });
  const [first, second] = body.codes;
  expect(first).toMatchObject({
    qr_code_id: code,
    location_name: 'Hale Kai',
    location_description: 'By the sea',
    label: null,
    scan_count: 5,
    last_scanned_at: scannedAt,
    status: 'active',
    replaced_by: null,
  });
  expect(second).toMatchObject({ qr_code_id: other, label: 'Breakfast', scan_count: 0, last_scanned_at: null });
  const image = await world.call(`GET ${first.qr_image_url}`);
  expect(image.headers['content-type']).toContain('image/svg+xml');
});

test('a code is paused and let go on, and is scanned accordingly', async () => {
  const { owner, code } = await aPartner(world);
  expect((await change(owner, code, { status: 'paused' })).body).toMatchObject({ status: 'paused' });
  const guest = await world.aUser();
  const body = { qr_code_id: code };
  expect((await world.call('POST /api/qr/scan', { cookie: guest.cookie, body })).body.code).toBe('code_paused');
  expect((await change(owner, code, { status: 'active' })).body).toMatchObject({ status: 'active' });
  await scan(world, guest, code);
});

test('a code that points elsewhere shows the new place, and what was scanned before stays with the old one', async () => {
  const { owner, code, placeId } = await aPartner(world, { name: 'Lobby' });
  await scanBy(world, code, 1);
  const pool = await world.aPlace({ partner_id: owner.id, name: 'Pool' });
  expect((await change(owner, code, { location_id: pool, label: 'By the bar' })).body).toMatchObject({
    ...{ location_name: 'Pool', label: 'By the bar', scan_count: 1 },
  });
  const guest = await world.aUser();
  const { body } = await world.call('POST /api/qr/scan', { cookie: guest.cookie, body: { qr_code_id: code } });
  expect(body.qr_data.location_name).toBe('Pool');
  const scans = world.db.selectFrom('scans as s').innerJoin('qr_codes as c', 'c.id', 's.qr_code_id');
  const rows = await scans.select('s.location_id').where('c.code', '=', code).orderBy('s.id').execute();
  expect(rows.map(({ location_id }) => location_id)).toEqual([placeId, pool]);
  expect((await codesOf(owner)).body.codes[0].scan_count).toBe(2);
});

test('the list has every place of the organisation, also one that no code leads to', async () => {
  const { owner, code, placeId } = await aPartner(world, { name: 'Lobby' });
  await aPartner(world, { name: 'Of another' });
  const pool = await world.aPlace({ partner_id: owner.id, name: 'Pool', listings: [] });
  await change(owner, code, { location_id: pool });
  expect((await codesOf(owner)).body.places).toEqual([
    { id: placeId, name: 'Lobby', shown: 2 },
    { id: pool, name: 'Pool', shown: 0 },
  ]);
  expect((await change(owner, code, { location_id: placeId })).body).toMatchObject({ location_name: 'Lobby' });
});

test('a change is in the audit log, and one that changes nothing is not', async () => {
  const { owner, code } = await aPartner(world);
  await change(owner, code, { label: 'Lobby' });
  await change(owner, code, { label: 'Lobby' });
  const { rows } = await world.database.pool.query(
    `select count(*)::integer as entries from audit_entries e join qr_codes c on e.subject_id = c.id::text
      where e.action = 'qr_code_changed' and c.code = $1`,
    [code],
  );
  expect(rows[0].entries).toBe(1);
});

test('what is another partner’s is answered like what is not there, and recorded', async () => {
  const [mine, theirs] = [await aPartner(world), await aPartner(world)];
  const missing = { status: 404, body: { code: 'not_found' } };
  expect(await codesOf(theirs.owner, mine.owner)).toMatchObject(missing);
  expect(await change(mine.owner, theirs.code, { status: 'paused' })).toMatchObject(missing);
  expect(await change(mine.owner, mine.code, { location_id: theirs.placeId })).toMatchObject(missing);
  expect(await change(mine.owner, mine.code, { location_id: 2_000_000_000 })).toMatchObject(missing);
  expect((await codesOf(theirs.owner)).body.codes[0].status).toBe('active');
  await expect
    .poll(async () => {
      const events = world.db
        .selectFrom('security_events')
        .select('description')
        .where('event_type', '=', 'foreign_access');
      return (await events.where('user_id', '=', mine.owner.id).execute()).length;
    })
    .toBeGreaterThanOrEqual(1);
});

test.each([
  [{}, 400],
  [{ status: 'replaced' }, 400],
  [{ status: 'active', replaced_by: 4 }, 400],
  [{ label: 'x'.repeat(61) }, 400],
  [{ label: 'two\nlines' }, 400],
  [{ location_id: -1 }, 400],
])('%j is refused', async (body, status) => {
  const { owner, code } = await aPartner(world);
  expect((await change(owner, code, body)).status).toBe(status);
});

test('staff with the permission do the same, and nobody without it', async () => {
  const { owner, organisation, code } = await aPartner(world);
  const clerk = await aMember(world, organisation, ['qr_code_management']);
  const other = await aMember(world, organisation, ['performance_analytics']);
  expect((await codesOf(owner, clerk)).body.codes).toHaveLength(1);
  expect((await change(clerk, code, { status: 'paused' })).status).toBe(200);
  expect((await codesOf(owner, other)).status).toBe(403);
  expect((await change(other, code, { status: 'active' })).status).toBe(403);
  expect((await codesOf(owner, await world.aUser())).status).toBe(403);
});
