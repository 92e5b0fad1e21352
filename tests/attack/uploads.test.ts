import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aMember, organisationOf } from '../an-organisation.ts';
import { aForm, aPng } from '../sent-files.ts';
import type { TestUser, World } from '../world.ts';
import { createListeningWorld, headOf, RawConnection } from './raw-connection.ts';

const whole = process.env.PROVE === '1';
const MiB = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let world: World;
let url: string;
let admin: TestUser;
let open: RawConnection[] = [];
beforeAll(async () => {
  ({ world, url } = await createListeningWorld({ environment: { RATE_LIMITS: 'off', TRUST_PROXY: '1' } }));
});
beforeEach(async () => {
  admin = await world.aUser({ role: 'admin' });
});
afterEach(async () => {
  for (const connection of open) connection.close();
  open = [];
  await expect.poll(files, { timeout: 10_000 }).toEqual([]);
});
afterAll(() => world.close());

const statement = '/api/uploads/statement';
const folder = () => join(world.settings.dataDir, 'uploads');
/** What lies there and nothing in the database names. */
const files = async () => {
  const kept = await world.db.selectFrom('uploads').select('id').execute();
  const ids = new Set(kept.map(({ id }) => id));
  return (await readdir(folder()).catch(() => [])).filter((name) => !ids.has(name));
};

/** A form around so many bytes of text: its begin, and its end. */
function formAround(bytes: number) {
  const { body, headers } = aForm('', { name: 'large.csv' });
  const at = body.lastIndexOf('\r\n--');
  const [begin, end] = [body.subarray(0, at), body.subarray(at)];
  return { begin, end, headers: { ...headers, 'content-length': body.length + bytes } };
}
const headers = (user: TestUser, more: Record<string, string | number> = {}) => ({
  origin: world.settings.publicUrl,
  cookie: user.cookie,
  ...more,
});
function connect(): RawConnection {
  const connection = new RawConnection(url);
  open.push(connection);
  return connection;
}

/** Sends the head of an upload and so many bytes of its file, which is text or begins as a picture does. */
async function begin(user: TestUser, bytes: number, { of = 10 * MiB, from = '198.51.100.1', path = statement } = {}) {
  const connection = connect();
  const form = formAround(of);
  await connection.send(headOf(path, headers(user, { ...form.headers, 'x-forwarded-for': from })));
  await connection.send(form.begin);
  const file = Buffer.alloc(bytes, 'x');
  if (path !== statement) file.set(aPng());
  if (bytes) await connection.send(file);
  return { connection, end: form.end, left: of - bytes };
}

/** The answer to a head alone, within a second. */
async function answerToHead(path: string, given: Record<string, string | number>) {
  const connection = connect();
  await connection.send(headOf(path, given));
  return await Promise.race([connection.answered(), sleep(1_000, connection.outcome())]);
}

describe('what can be refused without the file is refused before a byte of it is sent', () => {
  const { headers: form } = formAround(10 * MiB);
  const picture = '/api/uploads/picture';
  type Case = [what: string, path: string, ask: () => Promise<Record<string, string | number>>, status: number];
  const cases: Case[] = [
    ['nobody', statement, async () => ({ origin: world.settings.publicUrl }), 401],
    ['an invented session', statement, async () => headers({ ...admin, cookie: `session=${'a'.repeat(43)}` }), 401],
    ['a traveler', statement, async () => headers(await world.aUser()), 403],
    ['a partner', statement, async () => headers(await world.aUser({ role: 'partner' })), 403],
    [
      'staff without the permission',
      picture,
      async () => {
        const owner = await world.aUser({ role: 'partner' });
        return headers(await aMember(world, (await organisationOf(world, owner.id))!, ['performance_analytics']));
      },
      403,
    ],
    ['another site', statement, async () => headers(admin, { origin: 'https://evil.example' }), 403],
    ['no site', statement, async () => ({ cookie: admin.cookie }), 403],
    ['a key that is none', statement, async () => headers(admin, { 'idempotency-key': 'short' }), 400],
    ['JSON', statement, async () => headers(admin, { 'content-type': 'application/json' }), 415],
    [
      'a form without a boundary',
      statement,
      async () => headers(admin, { 'content-type': 'multipart/form-data;' }),
      400,
    ],
    ['a purpose that there is not', '/api/uploads/everything', async () => headers(admin), 404],
    ['one byte too many', statement, async () => headers(admin, { 'content-length': 10 * MiB + 32 * 1024 + 1 }), 413],
  ];
  test.each(cases)('%s', async (_what, path, ask, status) => {
    const outcome = await answerToHead(path, { ...form, ...(await ask()) });
    expect([outcome.statuses, Object.keys(outcome.body ?? {})]).toEqual([[status], ['error', 'code', 'request_id']]);
  });

  test('what announces more is not even thrown away, what is small enough is', async () => {
    const large = await answerToHead(statement, { ...form, ...headers(admin), 'content-length': 64 * MiB });
    expect([large.statuses, large.headers.connection]).toEqual([[413], 'close']);
    const { connection } = await begin({ ...admin, cookie: '' }, 10 * MiB);
    await connection.send(`${formAround(0).end.toString()}GET /healthz HTTP/1.1\r\nhost: localhost:3000\r\n\r\n`);
    await expect.poll(() => connection.outcome().statuses).toEqual([401, 200]);
  });
});

test('exactly 100 MB for the import are refused before a byte of them, however much of it is sent all the same', {
  timeout: 60_000,
}, async () => {
  const bytes = 100_000_000;
  const path = '/api/uploads/listings';
  const form = formAround(bytes);
  const held = () => {
    for (let round = 0; round < 3; round++) collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  const connection = connect();
  await connection.send(headOf(path, headers(admin, form.headers)));
  const { statuses, body } = await connection.answered();
  expect([statuses, body.code, body.error]).toEqual([
    ...[[413], 'payload_too_large', 'The request is too large: at most 10 MB can be sent here.'],
  ]);
  expect(await files()).toEqual([]);
  // A sender that does not look at answers goes on until it is cut off.
  const piece = Buffer.alloc(MiB, 'x');
  await connection.send(form.begin);
  for (let sent = 0; sent < bytes; sent += piece.length) {
    await connection.send(piece);
    if (sent % (20 * MiB) === 0) expect(held() - before).toBeLessThan(4 * MiB);
  }
  await connection.closed();
  expect(held() - before).toBeLessThan(4 * MiB);
  expect(await files()).toEqual([]);
  expect((await world.call('GET /api/admin/listing-imports', { cookie: admin.cookie })).body.total).toBe(0);
});

/** Begins an upload that does not say how long it is. */
async function inChunks() {
  const connection = connect();
  const { begin: head, end, headers: form } = formAround(0);
  const { 'content-length': _, ...type } = form;
  await connection.send(headOf(statement, headers(admin, { ...type, 'transfer-encoding': 'chunked' })));
  const chunk = (bytes: Buffer) =>
    connection.send(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]));
  return { connection, chunk, head, end };
}

test('a form that grows beyond what one with a file takes is refused, whatever stands in it', async () => {
  const { connection, chunk } = await inChunks();
  for (let at = 0; at < 10; at++) await chunk(Buffer.alloc(MiB));
  await chunk(Buffer.alloc(32 * 1024));
  await sleep(100);
  expect(connection.outcome().statuses).toEqual([]);
  await chunk(Buffer.alloc(1));
  expect((await connection.answered()).statuses).toEqual([413]);
});

test('a file that is whole already goes when something follows it', async () => {
  const { connection, chunk, head } = await inChunks();
  await chunk(Buffer.concat([head, Buffer.from('a,b\r\n\r\n--a-boundary-of-the-tests')]));
  // Until it is on the disk.
  await expect
    .poll(async () => Promise.all((await files()).map(async (name) => (await stat(join(folder(), name))).size)))
    .toEqual([5]);
  await sleep(200);
  await chunk(Buffer.from('\r\ncontent-disposition: form-data; name="note"\r\n\r\nx'));
  expect((await connection.answered()).statuses).toEqual([400]);
  expect(await files()).toEqual([]);
});

test('a file that grows beyond the largest size is refused then, and the rest of it thrown away', async () => {
  const { connection, chunk, head, end } = await inChunks();
  await chunk(head);
  const piece = Buffer.alloc(MiB, 'x');
  for (let at = 0; at < 10; at++) await chunk(piece);
  await sleep(100);
  expect(connection.outcome().statuses).toEqual([]);
  await chunk(Buffer.from('x'));
  const outcome = await connection.answered();
  expect([outcome.statuses, outcome.body.code]).toEqual([[413], 'payload_too_large']);
  expect(await files()).toEqual([]);
  await chunk(piece);
  await chunk(end);
  await connection.send('0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: localhost:3000\r\n\r\n');
  await expect.poll(() => connection.outcome().statuses).toEqual([413, 200]);
});

test('a picture that is none is refused by its first bytes, and whoever goes on sending reads why', async () => {
  const connection = connect();
  const form = formAround(10 * MiB);
  await connection.send(headOf('/api/uploads/picture', headers(admin, form.headers)));
  await connection.send(Buffer.concat([form.begin, Buffer.from('<svg onload="alert(1)">'.padEnd(MiB))]));
  const outcome = await connection.answered();
  expect([outcome.statuses, outcome.body.code]).toEqual([[415], 'file_refused']);
  await connection.send(Buffer.concat([Buffer.alloc(9 * MiB), form.end]));
  await connection.send('GET /healthz HTTP/1.1\r\nhost: localhost:3000\r\n\r\n');
  await expect.poll(() => connection.outcome().statuses).toEqual([415, 200]);
});

describe('slow uploads', () => {
  /** What every request has, and what this one takes. */
  const [given, takes] = whole ? [15, 60] : [1, 4];
  beforeAll(() => {
    // Node ends a request by whichever is shorter.
    world.app.server.headersTimeout = given * 1_000;
    world.app.server.requestTimeout = given * 1_000;
  });
  afterAll(() => {
    world.app.server.headersTimeout = 15_000;
    world.app.server.requestTimeout = 15_000;
  });

  test(`come in pieces for ${takes} seconds, which a body of another kind may not`, { timeout: 120_000 }, async () => {
    const { connection, end, left } = await begin(admin, 0, { of: Math.floor((takes * MiB) / 6) });
    const pieces = takes * 5;
    for (let at = 0; at < pieces; at++) {
      await connection.send(Buffer.alloc(Math.ceil((left * (at + 1)) / pieces) - Math.ceil((left * at) / pieces), 'x'));
      await sleep(200);
    }
    await connection.send(end);
    const outcome = await connection.answered();
    expect([outcome.statuses, outcome.body.bytes]).toEqual([[201], left]);
  });

  test('end where they are slower than any line', { timeout: 60_000 }, async () => {
    const { connection } = await begin(admin, 1_000);
    const dropping = setInterval(() => void connection.send('x'), 100);
    const outcome = await connection.closed();
    clearInterval(dropping);
    expect([outcome.statuses, outcome.body.code]).toEqual([[408], 'invalid_request']);
    expect(outcome.milliseconds).toBeGreaterThan(given * 1_000 - 100);
    expect(outcome.milliseconds).toBeLessThan(given * 1_000 + 4_000);
  });

  test('that were refused already end as well', { timeout: 60_000 }, async () => {
    const connection = connect();
    const form = formAround(10 * MiB);
    await connection.send(headOf('/api/uploads/picture', headers(admin, form.headers)));
    await connection.send(Buffer.concat([form.begin, Buffer.from('no picture at all')]));
    expect((await connection.answered()).statuses).toEqual([415]);
    const dropping = setInterval(() => void connection.send('x'), 100);
    const outcome = await connection.closed();
    clearInterval(dropping);
    expect(outcome.milliseconds).toBeLessThan(given * 1_000 + 4_000);
  });
});

test('what its sender cuts leaves nothing', async () => {
  const { connection } = await begin(admin, 5 * MiB);
  await expect.poll(files).toEqual([expect.stringMatching(/\.part$/)]);
  connection.close();
  await expect.poll(files).toEqual([]);
});

describe('a file whose sender has lost what let it in while it came', () => {
  const finish = async (user: TestUser, lose: () => Promise<unknown>) => {
    const { connection, end, left } = await begin(user, MiB, { of: 2 * MiB });
    await expect.poll(files).toEqual([expect.stringMatching(/\.part$/)]);
    await lose();
    await connection.send(Buffer.alloc(left, 'x'));
    await connection.send(end);
    const { statuses, body } = await connection.answered();
    const kept = await world.db.selectFrom('uploads').select('id').where('user_id', '=', user.id).execute();
    expect(kept).toEqual([]);
    return [statuses[0], body.code];
  };

  test('is refused where their account was suspended', async () => {
    const lose = () =>
      world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', admin.id).execute();
    expect(await finish(admin, lose)).toEqual([401, 'unauthenticated']);
  });

  test('is refused where they have another role', async () => {
    const lose = () =>
      world.db.updateTable('profiles').set({ role: 'traveler' }).where('user_id', '=', admin.id).execute();
    expect(await finish(admin, lose)).toEqual([403, 'forbidden']);
  });
});

test('a picture of an organisation that is suspended while it comes is refused', async () => {
  const owner = await world.aUser({ role: 'advertiser' });
  const organisation = (await organisationOf(world, owner.id))!;
  const path = '/api/uploads/picture';
  const { connection, end, left } = await begin(owner, 1_000, { of: 2_000, path });
  await expect.poll(files).toEqual([expect.stringMatching(/\.part$/)]);
  await world.db.updateTable('organisations').set({ state: 'suspended' }).where('id', '=', organisation).execute();
  await connection.send(Buffer.alloc(left, 'x'));
  await connection.send(end);
  const { statuses, body } = await connection.answered();
  expect([statuses, body.code]).toEqual([[403], 'organisation_suspended']);
});

test('of one person three are on their way at once, whatever their network; room comes back', async () => {
  const held = await Promise.all([1, 2, 3].map((at) => begin(admin, MiB, { from: `198.51.100.${at}` })));
  await expect.poll(async () => (await files()).length).toBe(3);
  const { connection: fourth } = await begin(admin, 0, { from: '198.51.100.4' });
  const refused = await fourth.answered();
  expect([refused.statuses, refused.body.code, refused.headers['retry-after']]).toEqual([[503], 'unavailable', '1']);
  const other = await world.aUser({ role: 'admin' });
  const body = aForm(aPng());
  expect((await world.call('POST /api/uploads/picture', { cookie: other.cookie, ...body })).status).toBe(201);
  held[0]!.connection.close();
  await expect.poll(async () => (await files()).length).toBe(2);
  expect((await world.call('POST /api/uploads/picture', { cookie: admin.cookie, ...body })).status).toBe(201);
});

test('of one customer of IPv6 eight', async () => {
  const people = await Promise.all(Array.from({ length: 9 }, () => world.aUser({ role: 'admin' })));
  for (const [at, user] of people.slice(0, 8).entries()) await begin(user, MiB, { from: `2001:db8:7:${at}::5` });
  await expect.poll(async () => (await files()).length).toBe(8);
  const { connection: ninth } = await begin(people[8]!, 0, { from: '2001:db8:7:99::5' });
  expect((await ninth.answered()).statuses).toEqual([503]);
  const { connection: elsewhere, end } = await begin(people[8]!, 10 * MiB, { from: '2001:db8:8:1::5' });
  await elsewhere.send(end);
  expect((await elsewhere.answered()).statuses).toEqual([201]);
});

test('64 at once: sixteen of them come, the others are told to wait, and everybody else goes on', {
  timeout: 60_000,
}, async () => {
  const people = await Promise.all(Array.from({ length: 64 }, () => world.aUser({ role: 'admin' })));
  const held = () => {
    for (let round = 0; round < 3; round++) collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  // Whoever is refused goes on sending, as a browser does.
  const paths = [statement, '/api/uploads/picture'];
  const all = await Promise.all(
    people.map((user, at) => begin(user, 6 * MiB, { from: `203.0.113.${at}`, path: paths[at % 2]! })),
  );
  await expect.poll(async () => (await files()).length).toBe(16);
  const refused = all.filter(({ connection }) => connection.outcome().statuses[0] === 503);
  const coming = all.filter(({ connection }) => connection.outcome().statuses.length === 0);
  expect([refused.length, coming.length]).toEqual([48, 16]);
  // Six megabytes of each have come; in memory they would be a hundred.
  expect(held() - before).toBeLessThan(16 * MiB);
  const begun = performance.now();
  const scan = await world.call('POST /api/qr/scan', {
    body: { qr_code_id: 'no code' },
    headers: { 'x-forwarded-for': '203.0.113.99' },
  });
  expect([scan.body.code, performance.now() - begun < 2_000]).toEqual(['invalid_code', true]);
  for (const { connection, left, end } of coming) await connection.send(Buffer.concat([Buffer.alloc(left, 'x'), end]));
  for (const { connection } of coming) expect((await connection.answered()).statuses).toEqual([201]);
  const { connection, end } = await begin(admin, 1, { of: 1 });
  await connection.send(end);
  expect((await connection.answered()).statuses).toEqual([201]);
});
