import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { askForLongWork, declareLongWork, runLongWork, tidyLongWork } from '../../platform/long-work/long-work.ts';

let world: World;
let traveler: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  traveler = await world.aUser();
});
afterAll(() => world.close());
afterEach(() => world.db.deleteFrom('long_work').execute());

const folder = () => join(world.settings.dataDir, 'long-work');
const files = (id: string) => readdir(folder()).then((names) => names.filter((name) => name.startsWith(id)));
const get = async (id: string) => (await world.call(`GET /api/long-work/${id}`, traveler)).body;
const cancel = (id: string) => world.call(`POST /api/long-work/${id}/cancel`, traveler);

/** Runs a piece of work, made of what is done in it. */
async function work(given: { mail?: boolean; steps: (given: { signal: AbortSignal }) => AsyncIterable<string> }) {
  const kinds = {
    played: declareLongWork({
      parameters: z.object({}),
      file: () => ({ name: 'played.txt', type: 'text/plain' }),
      run: given.steps,
    }),
  };
  const asked = { kind: 'played', parameters: {}, asked_by: traveler.id, created_at: world.clock.now() };
  const id = await withTransaction(world.db, (tx) =>
    askForLongWork(tx, world.jobs, { ...asked, mail_when_done: given.mail ?? false }),
  );
  const run = (signal = new AbortController().signal) =>
    runLongWork(world, kinds, id, signal, { error: () => {}, warn: () => {} } as never);
  return { id, run, kinds };
}
const mails = async () =>
  (await world.database.pool.query("select data ->> 'to' as to from jobs.job where name = 'mail'")).rows;

test('its file is for the server alone, and is mailed of to whoever asked for that', async () => {
  const steps = async function* () {
    yield 'words';
  };
  const quiet = await work({ steps });
  await quiet.run();
  expect((await get(quiet.id)).state).toBe('done');
  expect((await stat(join(folder(), quiet.id))).mode & 0o777).toBe(0o600);
  expect(await mails()).toEqual([]);
  const told = await work({ steps, mail: true });
  await told.run();
  expect(await mails()).toEqual([{ to: traveler.email }]);
});

test('cancelled in its last moment it is cancelled, keeps no file, and nobody is told that it is done', async () => {
  const before = (await mails()).length;
  const given = await work({
    mail: true,
    steps: async function* () {
      yield 'words';
      expect((await cancel(given.id)).status).toBe(200);
    },
  });
  await given.run();
  expect(await get(given.id)).toMatchObject({ state: 'cancelled', result: null });
  expect(await files(given.id)).toEqual([]);
  expect(await mails()).toHaveLength(before);
});

test('a try that comes late leaves the file of the one after it, and none of its own', async () => {
  const held = Promise.withResolvers<void>();
  let runs = 0;
  const given = await work({
    steps: async function* () {
      const mine = ++runs;
      yield `of run ${mine}`;
      if (mine === 1) await held.promise;
    },
  });
  const late = given.run();
  await expect.poll(() => runs).toBe(1);
  await given.run();
  held.resolve();
  await late;
  expect((await get(given.id)).state).toBe('done');
  expect((await world.call(`GET /api/long-work/${given.id}/result`, traveler)).raw).toBe('of run 2');
  expect(await files(given.id)).toEqual([given.id]);
});

test('what no job is left for is cancelled at once, not asked to end', async () => {
  const steps = async function* () {
    yield 'words';
  };
  const { id } = await work({ steps });
  await world.db.updateTable('long_work').set({ state: 'running' }).where('id', '=', id).execute();
  expect((await cancel(id)).body.state).toBe('running');
  await world.database.pool.query(`update jobs.job set name = 'long-work-dead' where data ->> 'id' = $1`, [id]);
  expect((await cancel(id)).body.state).toBe('cancelled');
});

test('while it runs its file is not tidied away, and it counts from its first beginning', async () => {
  const stops = new AbortController();
  const begun = world.clock.now().toISOString();
  const seen: string[][] = [];
  const given = await work({
    steps: async function* () {
      yield 'words';
      // The file is there once the first piece is written.
      await expect.poll(() => files(given.id)).not.toEqual([]);
      await tidyLongWork(world.db, world.settings, world.clock.now());
      seen.push(await files(given.id));
      if (seen.length === 1) stops.abort();
    },
  });
  await expect(given.run(stops.signal)).rejects.toThrow();
  world.clock.advance(60);
  await given.run();
  expect(seen).toEqual([[`${given.id}.1`], [`${given.id}.1`]]);
  expect(await get(given.id)).toMatchObject({ state: 'done', started_at: begun });
});

test('a full disk is told as such, and a database that is away, or rows held for too long, let it be run again', async () => {
  const failing = (code: string) =>
    work({
      // biome-ignore lint/correctness/useYield: it fails before it has made anything
      steps: async function* () {
        throw Object.assign(new Error('it fails'), { code });
      },
    });
  const full = await failing('ENOSPC');
  await full.run();
  expect(await get(full.id)).toMatchObject({ state: 'failed', problem: 'no_room' });
  for (const code of ['57P01', '55P03']) {
    const away = await failing(code);
    await expect(away.run()).rejects.toThrow('it fails');
    expect((await get(away.id)).state).toBe('waiting');
  }
});

test('a statement that takes too long ends it however often in none of its tries: the next may be done', async () => {
  let tries = 0;
  const given = await work({
    steps: async function* () {
      if (++tries < 8) throw Object.assign(new Error('statement timeout'), { code: '57014' });
      yield 'words';
    },
  });
  for (let count = 1; count < 8; count++) await expect(given.run()).rejects.toThrow('statement timeout');
  await given.run();
  expect(await get(given.id)).toMatchObject({ state: 'done', problem: null });
});

test('what a planned stop breaks off waits, is counted as no try, and can be cancelled at once', async () => {
  const given = await work({
    steps: async function* ({ signal }) {
      yield 'words';
      await once(signal, 'abort');
    },
  });
  for (let count = 1; count <= 6; count++) {
    const stops = new AbortController();
    const running = given.run(stops.signal).catch((error: Error) => error);
    await expect.poll(async () => (await get(given.id)).state).toBe('running');
    stops.abort();
    expect(await running).toBeInstanceOf(Error);
    expect((await get(given.id)).state).toBe('waiting');
  }
  expect((await cancel(given.id)).body.state).toBe('cancelled');
});

test('a list of more than a page names each piece once, also of one moment', async () => {
  const steps = async function* () {
    yield 'x';
  };
  const ids: string[] = [];
  for (let count = 0; count < 53; count++) ids.push((await work({ steps })).id);
  const list = (after = '') => world.call(`GET /api/long-work${after}`, traveler);
  const first = (await list()).body;
  const second = (await list(`?after=${encodeURIComponent(first.next)}`)).body;
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 3, null]);
  const listed = [...first.rows, ...second.rows].map(({ id }: { id: string }) => id);
  expect(listed.sort()).toEqual(ids.sort());
});

test('what this version does not know waits for one that does, and work whose time is over is told of in the log', async () => {
  const lines: object[] = [];
  const logger = { error: () => {}, warn: (line: object) => void lines.push(line) } as never;
  const given = await work({
    steps: async function* ({ signal }) {
      yield 'a word';
      if (!signal.aborted) await once(signal, 'abort');
      signal.throwIfAborted();
    },
  });
  const runAs = (kinds: object, signal: AbortSignal) => runLongWork(world, kinds as never, given.id, signal, logger);
  await expect(runAs({}, new AbortController().signal)).rejects.toThrow('nothing here does played');
  expect(await get(given.id)).toMatchObject({ state: 'waiting', problem: null });
  expect(lines.splice(0)).toEqual([{ kind: 'played', id: given.id, reason: 'nothing here does played' }]);

  await expect(runAs(given.kinds, AbortSignal.timeout(300))).rejects.toThrow();
  expect(lines.splice(0)).toEqual([{ kind: 'played', id: given.id, reason: expect.stringContaining('timeout') }]);
  const stopping = new AbortController();
  const run = runAs(given.kinds, stopping.signal);
  await expect.poll(async () => (await get(given.id)).state).toBe('running');
  stopping.abort();
  await expect(run).rejects.toThrow();
  expect(lines).toEqual([]);
});

test.each([
  ['suspended', { is_active: false }],
  ['made a traveler', { role: 'traveler' as const }],
])('what an administrator has asked for who is %s since goes no further, and is not begun', async (_, gone) => {
  const clerk = await world.aUser({ role: 'admin' });
  const leave = () => world.db.updateTable('profiles').set(gone).where('user_id', '=', clerk.id).execute();
  let begun = 0;
  const kinds = {
    'holds-decision': declareLongWork({
      parameters: z.object({}),
      file: () => ({ name: 'decided.csv', type: 'text/csv' }),
      run: async function* ({ signal }) {
        begun += 1;
        yield 'one';
        await leave();
        if (!signal.aborted) await once(signal, 'abort');
        signal.throwIfAborted();
      },
    }),
  };
  const asked = { kind: 'holds-decision', parameters: {}, asked_by: clerk.id, created_at: world.clock.now() };
  const ask = () =>
    withTransaction(world.db, (tx) => askForLongWork(tx, world.jobs, { ...asked, mail_when_done: false }));
  const [first, second] = [await ask(), await ask()];
  const logger = { error: () => {}, warn: () => {} } as never;
  for (const id of [first, second]) await runLongWork(world, kinds, id, new AbortController().signal, logger);
  const rows = await world.db.selectFrom('long_work').select('state').where('asked_by', '=', clerk.id).execute();
  expect(rows).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }]);
  expect(begun).toBe(1);
});
