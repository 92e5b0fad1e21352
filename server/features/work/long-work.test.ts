import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startWork } from '../../../tests/at-work.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { aDoneWork } from '../../../tests/work-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { askForLongWork, declareLongWork, runLongWork, tidyLongWork } from '../../platform/long-work/long-work.ts';
import { removeResult } from '../../platform/long-work/result-files.ts';
import { startSession } from '../../platform/sessions/sessions.ts';

let world: World;
let admin: TestUser;
let traveler: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  traveler = await world.aUser();
});
afterAll(() => world.close());

const call = (
  request: `${string} ${string}`,
  { cookie = admin.cookie, body }: { cookie?: string; body?: object } = {},
) => untilServed(() => world.call(request, { cookie, body }));
const get = async (id: string) => (await call(`GET /api/long-work/${id}`)).body;
const files = () => readdir(join(world.settings.dataDir, 'long-work')).catch(() => []);

describe('an export of scans', () => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    stop = await startWork(world);
  });
  afterAll(() => stop());
  const ended = async (id: string) => {
    await expect.poll(async () => (await get(id)).state, { timeout: 30_000 }).toMatch(/done|failed|cancelled/);
    return await get(id);
  };

  test('has a line for each scan of the days in Hawaiʻi, and none of the days around them', async () => {
    const place = await world.aPlace({ name: '=cmd|"x", Hale' });
    const { id: qr_code_id, code } = await world.aCode({ location_id: place });
    const { rows } = await world.database.pool.query(
      `insert into visits (token_hash, created_at, last_seen_at) values (sha256('visit'), now(), now()) returning id`,
    );
    const scan = {
      visit_id: rows[0].id,
      qr_code_id,
      location_id: place,
      counted: true,
      source: 'camera',
      device: null,
    };
    // Hawaiʻi's midnight is 10:00 UTC.
    const times = ['2026-11-02T09:59:59Z', '2026-11-02T10:00:00Z', '2026-11-04T09:59:59Z', '2026-11-04T10:00:00Z'];
    await world.db
      .insertInto('scans')
      .values(times.map((time) => ({ ...scan, device_class: 'tablet', scanned_at: new Date(time) })))
      .execute();
    await world.database.pool.query(
      `insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, device_class)
       select visit_id, qr_code_id, location_id, '2026-11-03T20:30:00Z', false, source, device_class
       from scans cross join generate_series(1, 525) where qr_code_id = $1`,
      [qr_code_id],
    );

    const body = { from: '2026-11-02', to: '2026-11-03', mail_when_done: true };
    const asked = await call('POST /api/admin/exports/scans', { body });
    expect(asked.status).toBe(201);
    const work = await ended(asked.body.id);
    expect(work).toMatchObject({
      kind: 'scans-export',
      state: 'done',
      progress: { done: 48, total: 48 },
      problem: null,
    });
    const result = await call(`GET /api/long-work/${work.id}/result`);
    expect(result.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(result.headers['content-disposition']).toBe('attachment; filename="scans-2026-11-02-2026-11-03.csv"');
    expect(result.bytes.length).toBe(work.result.bytes);
    const lines = result.raw.split('\r\n');
    const place_of = `${code},${place},"'=cmd|""x"", Hale",camera`;
    expect(lines[0]).toBe('scanned_at_hawaii,code,place_id,place,source,counted,device');
    expect(lines[1]).toBe(`2026-11-02 00:00:00,${place_of},true,tablet`);
    expect(lines[2]).toBe(`2026-11-03 10:30:00,${place_of},false,tablet`);
    expect(lines.at(-2)).toBe(`2026-11-03 23:59:59,${place_of},true,tablet`);
    expect(lines).toHaveLength(1 + 2 + 2_100 + 1);
    await expect
      .poll(async () => (await readdir(join(world.settings.dataDir, 'mail')).catch(() => [])).length, {
        timeout: 20_000,
      })
      .toBe(1);
    const mails = join(world.settings.dataDir, 'mail');
    const [mail] = await readdir(mails);
    // By way of the sign-in: whoever is not signed in is led on from there.
    const quoted = await readFile(join(mails, mail!), 'utf8');
    expect(quoted.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
      `${world.settings.publicUrl}/auth?redirect=${encodeURIComponent(`/security/work?open=${work.id}`)}`,
    );
  });

  test('sent twice with a key it is begun once', async () => {
    const body = { from: '2026-11-02', to: '2026-11-02' };
    const headers = { 'idempotency-key': 'export-0123456789abcdef' };
    const send = () => world.call('POST /api/admin/exports/scans', { cookie: admin.cookie, body, headers });
    const first = await untilServed(send);
    const again = await untilServed(send);
    expect(again.body.id).toBe(first.body.id);
    await ended(first.body.id);
  });

  test.each([
    [{ from: '2026-11-03', to: '2026-11-02' }, 'body.to'],
    [{ from: '2024-11-03', to: '2026-11-02' }, 'body.to'],
    [{ from: 'yesterday', to: '2026-11-02' }, 'body.from'],
  ])('of days that are none is refused: %j', async (body, path) => {
    const reply = await call('POST /api/admin/exports/scans', { body });
    expect([reply.status, reply.body.fields[0].path]).toEqual([400, path]);
  });

  test("a traveler lists their own, and not everybody's", async () => {
    expect((await call('GET /api/long-work', { cookie: traveler.cookie })).body).toEqual({
      rows: [],
      total: 0,
      next: null,
    });
    expect((await call('GET /api/long-work?everybody=true', { cookie: traveler.cookie })).status).toBe(403);
    const all = (await call('GET /api/long-work?everybody=true')).body.rows;
    expect(all.length).toBeGreaterThan(0);
    expect(all[0].asked_by).toEqual({ id: admin.id, email: admin.email });
  });
});

describe('of long work', () => {
  const silent = { error: () => {}, warn: () => {} } as never;
  const never = new AbortController().signal;
  /** Makes pieces until it is told to stop, or fails. */
  const kinds = {
    endless: declareLongWork({
      parameters: z.object({}),
      file: () => ({ name: 'endless.txt', type: 'text/plain' }),
      run: async function* ({ report, signal }) {
        for (let at = 0; !signal.aborted; at++) {
          report(at, 1_000_000);
          yield 'x'.repeat(1_000);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      },
    }),
    short: declareLongWork({
      parameters: z.object({ text: z.string() }),
      file: () => ({ name: 'short.txt', type: 'text/plain' }),
      run: async function* ({ parameters }) {
        if (parameters.text === 'fails') throw new Error('it fails');
        yield parameters.text;
      },
    }),
  };
  const ask = (kind: string, parameters: object = {}) =>
    withTransaction(world.db, (tx) =>
      askForLongWork(tx, world.jobs, {
        ...{ kind, parameters, asked_by: traveler.id, mail_when_done: false, created_at: world.clock.now() },
      }),
    );
  const run = (id: string, signal = never) => runLongWork(world, kinds, id, signal, silent);
  const cancel = (id: string) => call(`POST /api/long-work/${id}/cancel`, { cookie: traveler.cookie });
  afterEach(() => world.db.deleteFrom('long_work').execute());

  test('what waits is cancelled at once, and is never begun', async () => {
    const id = await ask('short', { text: 'x' });
    expect((await cancel(id)).body.state).toBe('cancelled');
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'cancelled', result: null });
  });

  test('what runs tells how far it is, ends when it is cancelled, and leaves no file', async () => {
    const id = await ask('endless');
    const running = run(id);
    await expect.poll(async () => (await get(id)).progress.done, { timeout: 20_000 }).toBeGreaterThan(1);
    expect((await get(id)).progress.total).toBe(1_000_000);
    expect((await cancel(id)).body.state).toBe('running');
    await cancel(id);
    await running;
    expect(await get(id)).toMatchObject({ state: 'cancelled', result: null, problem: null });
    expect((await files()).filter((name) => name.startsWith(id))).toEqual([]);
    expect((await cancel(id)).body.state).toBe('cancelled');
    const { rows } = await world.database.pool.query(
      "select from audit_entries where action = 'long_work_cancelled' and subject_id = $1",
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('what its process did not survive starts again, and is given up after five runs', async () => {
    const id = await ask('endless');
    const begun: Promise<void>[] = [];
    const tries = () => world.db.selectFrom('long_work').select('attempts').where('id', '=', id).executeTakeFirst();
    for (let attempts = 1; attempts <= 5; attempts++) {
      // Nobody has given it back: whoever has it by now cannot know what became of the one before.
      begun.push(run(id));
      await expect.poll(tries, { timeout: 20_000 }).toEqual({ attempts });
    }
    await run(id);
    await Promise.all(begun);
    expect(await get(id)).toMatchObject({ state: 'failed', problem: 'broke_off' });
    expect((await files()).filter((name) => name.startsWith(id))).toEqual([]);
  });

  test('a second run ends the first, which writes nothing any more', async () => {
    const id = await ask('endless');
    const first = run(id);
    await expect.poll(async () => (await get(id)).state, { timeout: 20_000 }).toBe('running');
    const second = run(id);
    await first;
    expect((await get(id)).state).toBe('running');
    await cancel(id);
    await second;
    expect((await get(id)).state).toBe('cancelled');
  });

  test('what fails says so, by a code', async () => {
    const id = await ask('short', { text: 'fails' });
    await run(id);
    expect(await get(id)).toMatchObject({ state: 'failed', problem: 'internal', result: null });
  });

  test('the list has its pages, is of one state, and an administrator finds whose it is', async () => {
    const other = await world.aUser({ email: 'kaiulani@work.example' });
    for (const [asked_by, count] of [
      [traveler.id, 3],
      [other.id, 2],
    ] as const)
      for (let at = 0; at < count; at++)
        await world.db
          .insertInto('long_work')
          .values({ kind: 'short', parameters: '{}', asked_by, mail_when_done: false, created_at: world.clock.now() })
          .execute();
    const list = async (query: string, cookie = admin.cookie) =>
      (await call(`GET /api/long-work?${query}`, { cookie })).body;
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const { rows, total, next } = await list(`everybody=true&limit=2${after && `&after=${after}`}`);
      expect(total).toBe(5);
      seen.push(...rows.map(({ id }: { id: string }) => id));
      if (!next) break;
      after = next;
    }
    expect(new Set(seen).size).toBe(5);
    const oldest = await list('everybody=true&sort=asked');
    expect(oldest.rows.map(({ id }: { id: string }) => id)).toEqual([...seen].reverse());
    expect((await list('', traveler.cookie)).total).toBe(3);
    const found = await list('everybody=true&search=KAIULANI@');
    expect([found.total, found.rows[0].asked_by.email]).toEqual([2, other.email]);
    await cancel(seen.find((id) => !found.rows.some((one: { id: string }) => one.id === id))!);
    expect((await list('everybody=true&state=cancelled')).total).toBe(1);
    expect((await list('everybody=true&state=waiting')).total).toBe(4);
    for (const wrong of ['after=x', 'state=lost', 'sort=kind', 'limit=201'])
      expect((await call(`GET /api/long-work?${wrong}`)).status).toBe(400);
  });

  test('who is no administrator any more has neither it nor its file', async () => {
    const [demoted, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
    const id = await aDoneWork(world, demoted.id, 'scans of everybody');
    expect((await call(`GET /api/long-work/${id}/result`, demoted)).status).toBe(200);
    const body = { role: 'traveler', reason: 'No administrator any more' };
    expect((await call(`PUT /api/admin/users/${demoted.id}/role`, { ...other, body })).status).toBe(200);
    const now = world.clock.now();
    const session = { userId: demoted.id, role: 'traveler', now, userAgent: 'test', previous: undefined } as const;
    const cookie = `session=${(await startSession(world.db, session)).token}`;
    expect((await call('GET /api/long-work', { cookie })).body).toMatchObject({ total: 0, rows: [] });
    for (const request of ['GET /api/long-work/ID', 'GET /api/long-work/ID/result', 'POST /api/long-work/ID/cancel'])
      expect((await call(request.replace('ID', id) as 'GET /', { cookie })).status, request).toBe(404);
    expect((await call(`GET /api/long-work/${id}`)).status).toBe(200);
  });

  test('a result whose file is gone, as after a restore, is said to be gone', async () => {
    const id = await ask('short', { text: 'words' });
    await run(id);
    await removeResult(world.settings, id);
    const reply = await call(`GET /api/long-work/${id}/result`, traveler);
    expect([reply.status, reply.body.code]).toEqual([410, 'result_gone']);
  });

  test('a result can be fetched for a week, by an administrator noted, and is then tidied away', async () => {
    const id = await ask('short', { text: 'words' });
    await run(id);
    const fetch = (cookie: string) => call(`GET /api/long-work/${id}/result`, { cookie });
    expect((await fetch(traveler.cookie)).raw).toBe('words');
    const noted = () =>
      world.db.selectFrom('audit_entries').select('actor_id').where('action', '=', 'long_work_fetched').execute();
    expect(await noted()).toEqual([]);
    expect((await fetch(admin.cookie)).raw).toBe('words');
    expect(await noted()).toEqual([{ actor_id: admin.id }]);
    expect(await auditContentOf(world, 'long_work_fetched')).toEqual([{ personId: traveler.id }]);
    expect((await fetch((await world.aUser()).cookie)).status).toBe(404);
    world.clock.advance(7 * 86_400 - 1);
    await tidyLongWork(world.db, world.settings, world.clock.now());
    expect(await files()).toContain(id);
    world.clock.advance(1);
    const again = await world.aUser();
    await world.db.updateTable('long_work').set({ asked_by: again.id }).where('id', '=', id).execute();
    expect((await fetch(again.cookie)).status).toBe(404);
    await tidyLongWork(world.db, world.settings, world.clock.now());
    expect(await files()).not.toContain(id);
    world.clock.advance(84 * 86_400);
    await tidyLongWork(world.db, world.settings, world.clock.now());
    expect(await world.db.selectFrom('long_work').select('id').execute()).toEqual([]);
  });
});
