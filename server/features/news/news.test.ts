import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveOf } from '../../../tests/asked-links.ts';
import { startWork } from '../../../tests/at-work.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { tidy } from '../../tidying.ts';

const secret = 'n'.repeat(40);
const newer = 'm'.repeat(40);
let world: World;
let admin: TestUser;
let networks = 0;
beforeAll(async () => {
  const environment = { NEWS_SECRETS: `demo:${secret}, demo:${newer}`, TRUST_PROXY: '1' };
  world = await createWorld({ environment });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const ours = `/api/news/demo/${secret}`;
const aNetwork = () => `203.0.113.${++networks}`;

/** Sends bytes as somebody else's server does: from no page. */
async function send(payload: Buffer | string, headers: Record<string, string> = {}, url = ours) {
  const from = { 'x-forwarded-for': aNetwork() };
  return await untilServed(async () => {
    const sent = { method: 'POST', url, payload, headers: { ...from, ...headers } } as const;
    const { statusCode, body } = await world.app.inject(sent);
    return { status: statusCode, body: JSON.parse(body) };
  });
}
const kept = () =>
  world.db.selectFrom('inbox').select(['id', 'source', 'headers', 'body', 'state', 'problem']).orderBy('id').execute();
const newest = async () => (await kept()).at(-1)!;
const asAdmin = (request: `${string} ${string}`, body?: object) => world.call(request, { cookie: admin.cookie, body });
const reason = 'The platform has mended it';

describe('what comes is kept as it came, before anything reads it', () => {
  const noText = Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0xc3, 0x28, 0x80]);
  const types: (string | undefined)[] = [
    'application/json',
    'text/xml; charset=latin1',
    'application/x-www-form-urlencoded',
    'no media type; at all',
    'text/',
    '',
    undefined,
  ];
  test.each(types)('of the media type %j', async (type) => {
    const reply = await send(noText, type === undefined ? {} : { 'content-type': type });
    expect(reply).toEqual({ status: 202, body: { received: true } });
    const row = await newest();
    expect([row.source, row.state]).toEqual(['demo', 'new']);
    expect(Buffer.compare(row.body, noText)).toBe(0);
    if (type) expect((row.headers as Record<string, string>)['content-type']).toBe(type);
  });

  test('a whole megabyte, nothing at all, and not a byte more than a megabyte', async () => {
    expect((await send(Buffer.alloc(1024 * 1024, 0x80))).status).toBe(202);
    expect((await newest()).body.length).toBe(1024 * 1024);
    expect((await send('')).status).toBe(202);
    expect((await newest()).body.length).toBe(0);
    const before = (await kept()).length;
    for (const bytes of [1024 * 1024 + 1, 10 * 1024 * 1024])
      expect((await send(Buffer.alloc(bytes))).body.code).toBe('payload_too_large');
    expect((await kept()).length).toBe(before);
  });

  test('one network brings more, one after the other, than it may hold at once', async () => {
    const from = { 'x-forwarded-for': aNetwork() };
    const before = (await kept()).length;
    for (let at = 0; at < 6; at++) expect((await send(Buffer.alloc(1024 * 1024), from)).status).toBe(202);
    expect((await kept()).length).toBe(before + 6);
  });

  test('with what a sender says of it, and without what is secret or of the way', async () => {
    await send('x', {
      'user-agent': 'Platform/1.0',
      'x-platform-signature': 'sha256=ʻabc'.replace('ʻ', '\u00bb'),
      'webhook-id': 'evt_1',
      cookie: 'session=x',
      authorization: 'Basic eA==',
      'x-api-key': 'k-1',
      'x-auth-token': 't-1',
      'webhook-secret': 's-1',
      'x-real-ip': '10.0.0.1',
    });
    const { headers } = await newest();
    expect(headers).toEqual({
      'user-agent': 'Platform/1.0',
      'x-platform-signature': 'sha256=\u00bbabc',
      'webhook-id': 'evt_1',
    });
  });
});

describe('who may bring news', () => {
  test('whoever knows the secret, from any page or none, with either while it is changed', async () => {
    for (const origin of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await send('x', origin as Record<string, string>)).status).toBe(202);
    expect((await send('x', {}, `/api/news/demo/${newer}`)).status).toBe(202);
  });

  test('nobody else: a wrong secret is answered like an address that does not exist, and nothing is kept', async () => {
    const before = (await kept()).length;
    const paths = [
      `/api/news/demo/${secret.slice(1)}`,
      `/api/news/demo/${secret}n`,
      `/api/news/demo/${'o'.repeat(40)}`,
      `/api/news/fareharbor/${secret}`,
      `/api/news/demo%2F${secret}/x`,
      '/api/news/constructor/x',
      `/api/news/demo/${encodeURIComponent('\u0000')}`,
    ];
    const { body: nothing } = await world.call('POST /api/nothing');
    for (const path of paths) {
      const reply = await send('x', {}, path);
      expect([reply.status, reply.body.error, reply.body.code], path).toEqual([404, nothing.error, nothing.code]);
      expect(Object.keys(reply.body)).toEqual(Object.keys(nothing));
    }
    expect((await kept()).length).toBe(before);
    await flushSecurityEvents(world.db);
    const events = await world.db
      .selectFrom('security_events')
      .select('description')
      .where('event_type', '=', 'webhook_refused')
      .execute();
    expect(new Set(events.map(({ description }) => description))).toEqual(
      new Set([
        'News of demo came with a wrong secret.',
        'News of fareharbor came with a wrong secret.',
        'News of a source that there is not came with a wrong secret.',
      ]),
    );
  });

  test('nobody else, whatever is sent: also what is far too large is first asked for its secret', async () => {
    const large = Buffer.alloc(11_000_000, 'x');
    const wrong = await send(large, {}, `/api/news/demo/${'o'.repeat(40)}`);
    expect([wrong.status, wrong.body.code]).toEqual([404, 'not_found']);
    const right = await send(large);
    expect([right.status, right.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('no cookie of theirs is read: one that would end a session ends none', async () => {
    const { cookie } = await world.aUser();
    const left = `${cookie}; signed_in=0`;
    expect((await send('x', { cookie: left })).status).toBe(202);
    expect((await world.call('GET /api/users/me', { cookie })).status).toBe(200);
    // The same cookies at another address do end it: the test above would show it.
    await world.call('POST /api/errors/track', { cookie: left, body: { error_id: 'left', message: 'x' } });
    expect((await world.call('GET /api/users/me', { cookie })).status).toBe(401);
  });

  test('as often as the limits of a network and of a source say', async () => {
    const network = aNetwork();
    await leaveOf(world, 2, 'news-network', network);
    const from = { 'x-forwarded-for': network };
    expect((await send('x', from)).status).toBe(202);
    expect((await send('x', from, '/api/news/demo/guessed')).status).toBe(404);
    expect((await send('x', from)).status).toBe(429);
    expect((await send('x')).status).toBe(202);
    const full = aNetwork();
    await leaveOf(world, 100, 'news-bytes', full);
    expect((await send('x', { 'x-forwarded-for': full })).status).toBe(429);
    world.clock.advance(60);
    await leaveOf(world, 1, 'news-source', 'demo');
    expect((await send('x')).status).toBe(202);
    expect((await send('x')).status).toBe(429);
    // What is guessed takes nothing from the source.
    world.clock.advance(60);
    await leaveOf(world, 1, 'news-source', 'demo');
    await send('x', {}, '/api/news/demo/guessed');
    expect((await send('x')).status).toBe(202);
    world.clock.advance(60);
  });
});

test('other methods are told that the address takes messages', async () => {
  const reply = await world.call(`GET ${ours}`);
  expect([reply.status, reply.headers.allow]).toEqual([405, 'POST']);
});

describe('a job takes news up', () => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    await world.db.deleteFrom('inbox').execute();
    stop = await startWork(world);
  });
  afterAll(() => stop());

  const told = (news: object) => send(JSON.stringify(news), { 'content-type': 'application/json' });
  const settled = async () => {
    const { id } = await newest();
    const now = async () => (await kept()).find((row) => row.id === id)!;
    await expect.poll(async () => (await now()).state, { timeout: 20_000 }).toMatch(/done|unreadable/);
    return await now();
  };
  const bookingOf = (id: string) =>
    world.db
      .selectFrom('bookings')
      .select(['status', 'reference', 'amount_cents', 'estimated'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const entriesOf = async (id: string) =>
    await world.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .orderBy('sequence')
      .execute();

  test('a booking is what its platform says, once however often that comes, and never goes back', async () => {
    const id = await world.aBooking({ transaction_id: 'txn_news_1' });
    const confirmed = { transaction_id: 'txn_news_1', status: 'confirmed', booking_reference: 'FH-77', amount: 123.45 };
    await told(confirmed);
    expect((await settled()).state).toBe('done');
    const booking = { status: 'confirmed', reference: 'FH-77', amount_cents: 12_345, estimated: false };
    expect(await bookingOf(id)).toEqual(booking);
    await told(confirmed);
    expect((await settled()).state).toBe('done');
    await told({ transaction_id: 'txn_news_1', status: 'cancelled' });
    await settled();
    await told(confirmed);
    expect((await settled()).state).toBe('done');
    expect(await bookingOf(id)).toEqual({ ...booking, status: 'cancelled' });
    const entry = { action: 'booking_told_of', actor_id: null };
    expect(await entriesOf(id)).toEqual([entry, entry]);
  });

  test.each([
    ['bytes that are no text', Buffer.from([0xff, 0xfe]), 'it is no JSON'],
    [
      'a name with a character that the database cannot hold',
      '{"transaction_id":"a\\u0000b","status":"confirmed"}',
      /^transaction_id: /,
    ],
    [
      'text but for one byte of it',
      Buffer.from('{"transaction_id":"txn_\xff","status":"confirmed"}', 'latin1'),
      'it is no JSON',
    ],
    ['half of it', '{"transaction_id":', 'it is no JSON'],
    ['another shape', '[1]', 'it: Invalid input: expected object, received array'],
    ['a status there is not', '{"transaction_id":"x","status":"lost"}', /^status: /],
    ['a booking there is not', '{"transaction_id":"txn_none","status":"confirmed"}', /no booking has this/],
  ])('%s stays listed as unreadable, with the reason', async (_, payload, problem) => {
    await send(payload);
    const row = await settled();
    expect(row.state).toBe('unreadable');
    expect(row.problem).toMatch(problem);
    const { body } = await asAdmin('GET /api/admin/news?state=unreadable');
    expect(body.rows[0]).toMatchObject({ id: row.id, source: 'demo', state: 'unreadable', problem: row.problem });
    expect(body.next).toBeNull();
  });

  test('an administrator reads what could not be, and has it taken up again', async () => {
    await told({ transaction_id: 'txn_news_2', status: 'completed' });
    const { id } = await settled();
    const read = await asAdmin(`GET /api/admin/news/${id}`);
    expect(JSON.parse(read.body.text)).toEqual({ transaction_id: 'txn_news_2', status: 'completed' });
    const booking = await world.aBooking({ transaction_id: 'txn_news_2' });
    expect((await asAdmin(`POST /api/admin/news/${id}/retry`, { reason })).status).toBe(200);
    await expect.poll(async () => (await bookingOf(booking)).status, { timeout: 20_000 }).toBe('completed');
    await expect.poll(async () => (await newest()).state, { timeout: 10_000 }).toBe('done');
    expect((await asAdmin(`POST /api/admin/news/${id}/retry`, { reason })).status).toBe(404);
    const entries = await entriesOf(String(id));
    expect(entries.map(({ action }) => action)).toEqual(['news_read', 'news_retried']);
  });

  test('an administrator puts away what could not be read, with a reason', async () => {
    await send('no JSON of a kind');
    const { id } = await settled();
    const listed = async (state: string) =>
      (await asAdmin(`GET /api/admin/news?state=${state}`)).body.rows.map((one: { id: number }) => one.id);
    expect(await listed('unreadable')).toContain(id);
    const none = await asAdmin(`POST /api/admin/news/${id}/discard`, {});
    expect([none.status, none.body.fields[0].path]).toEqual([400, 'body.reason']);
    expect((await asAdmin(`POST /api/admin/news/${id}/retry`, { reason: 'x' })).status).toBe(400);
    expect((await asAdmin(`POST /api/admin/news/${id}/discard`, { reason })).status).toBe(200);
    expect(await listed('unreadable')).not.toContain(id);
    expect(await listed('discarded')).toContain(id);
    for (const verb of ['retry', 'discard'])
      expect((await asAdmin(`POST /api/admin/news/${id}/${verb}`, { reason })).status).toBe(404);
    const entries = await world.db
      .selectFrom('audit_entries as e')
      .innerJoin('audit_details as d', 'd.sequence', 'e.sequence')
      .select(['e.action', 'd.content'])
      .where('e.subject_id', '=', String(id))
      .execute();
    expect(entries.map(({ action, content }) => [action, JSON.parse(content).after])).toEqual([
      ['news_discarded', { source: 'demo', reason }],
    ]);
  });

  test('news of a booking reference that another booking has is unreadable, and the booking as it was', async () => {
    await world.aBooking({ transaction_id: 'txn_news_3', reference: 'FH-78', status: 'confirmed' });
    const id = await world.aBooking({ transaction_id: 'txn_news_4' });
    await told({ transaction_id: 'txn_news_4', status: 'confirmed', booking_reference: 'FH-78' });
    expect(await settled()).toMatchObject({
      state: 'unreadable',
      problem: 'another booking has this booking_reference',
    });
    expect(await bookingOf(id)).toMatchObject({ status: 'pending', reference: null });
  });

  test('of what news says an administrator is shown the first 64 kB, and of nothing that it was nothing', async () => {
    for (const [sent, shown] of [
      ['x'.repeat(64_001), 'x'.repeat(64_000)],
      ['', ''],
    ] as const) {
      await send(sent);
      const { id } = await settled();
      const { status, body } = await asAdmin(`GET /api/admin/news/${id}`);
      expect([status, body.text?.length, body.text]).toEqual([200, shown.length, shown]);
    }
  });

  test('the list has its pages, newest first', async () => {
    const bytes = Buffer.from('x');
    const row = { source: 'demo', received_at: world.clock.now(), headers: '{}', body: bytes, digest: bytes };
    const done = { state: 'done', settled_at: world.clock.now() };
    await world.db
      .insertInto('inbox')
      .values(Array(150).fill({ ...row, ...done }))
      .execute();
    const count = (await kept()).filter(({ state }) => state === 'done').length;
    const ids: number[] = [];
    for (let after = ''; ; ) {
      const { body } = await asAdmin(`GET /api/admin/news?state=done&limit=60${after && `&after=${after}`}`);
      expect(body.total).toBe(count);
      ids.push(...body.rows.map((one: { id: number }) => one.id));
      if (!body.next) break;
      after = body.next;
    }
    expect(ids).toHaveLength(count);
    expect(ids).toEqual([...new Set(ids)].sort((one, two) => two - one));
    const oldest = (await asAdmin('GET /api/admin/news?state=done&sort=received&limit=1')).body;
    expect(oldest.rows[0].id).toBe(ids.at(-1));
    expect((await asAdmin('GET /api/admin/news?search=NO+JSON')).body.rows[0].problem).toBe('it is no JSON');
    const one = (await asAdmin(`GET /api/admin/news?id=${oldest.rows[0].id}`)).body;
    expect(one).toEqual({ rows: oldest.rows, total: 1, next: null });
    const uuid = Buffer.from('["-received","1","00000000-0000-4000-8000-000000000000"]').toString('base64url');
    for (const wrong of ['id=x', 'after=7', `after=${uuid}`, 'state=lost', 'sort=source'])
      expect((await asAdmin(`GET /api/admin/news?${wrong}`)).status, wrong).toBe(400);
  });

  test('what is settled is forgotten after ninety days, and what waits never', async () => {
    await world.db.deleteFrom('inbox').execute();
    const row = { source: 'demo', received_at: world.clock.now(), headers: '{}', body: Buffer.from('x') };
    const settled = { state: 'unreadable', settled_at: world.clock.now() };
    const news = [row, { ...row, ...settled }].map((one) => ({ ...one, digest: Buffer.from('x') }));
    await world.db.insertInto('inbox').values(news).execute();
    const tidyAfter = async (days: number) => {
      await tidy(world.db, new Date(world.clock.now().getTime() + days * 86_400_000), (task, error) => {
        throw new Error(`${task}: ${error.message}`);
      });
      return (await kept()).map(({ state }) => state);
    };
    expect(await tidyAfter(90)).toEqual(['new', 'unreadable']);
    expect(await tidyAfter(90.1)).toEqual(['new']);
  });
});

describe('news whose last job is gone, as when its dead letter has expired', () => {
  beforeAll(async () => {
    admin = await world.aUser({ role: 'admin' });
  });
  const jobsOf = async (id: number) =>
    (await world.database.pool.query(`select name from jobs.job where data ->> 'id' = $1::text`, [id])).rows;
  const decide = async (id: number, verb: string) =>
    (await asAdmin(`POST /api/admin/news/${id}/${verb}`, { reason })).status;

  test.each([
    ['new', 'retry', 'new'],
    ['taken', 'retry', 'new'],
    ['new', 'discard', 'discarded'],
    ['taken', 'discard', 'discarded'],
  ])('stands as %s and can be decided about: %s', async (state, verb, then) => {
    await send('x');
    const { id } = await newest();
    await world.db.updateTable('inbox').set({ state }).where('id', '=', id).execute();
    // While it has a job, or a dead letter, that is where it is decided about.
    for (const name of ['news', 'news-dead']) {
      await world.database.pool.query(`update jobs.job set name = $2 where data ->> 'id' = $1::text`, [id, name]);
      expect(await decide(id, verb)).toBe(404);
    }
    await world.database.pool.query(`delete from jobs.job where data ->> 'id' = $1::text`, [id]);
    expect(await decide(id, verb)).toBe(200);
    expect((await newest()).state).toBe(then);
    expect(await jobsOf(id)).toEqual(verb === 'retry' ? [{ name: 'news' }] : []);
    expect(await decide(id, verb)).toBe(404);
  });

  test('of two who decide otherwise at the same moment one is told that it was done', async () => {
    for (let round = 0; round < 8; round++) {
      await send('x');
      const { id } = await newest();
      await world.database.pool.query(`delete from jobs.job where data ->> 'id' = $1::text`, [id]);
      const told = await Promise.all([decide(id, 'retry'), decide(id, 'discard')]);
      expect(told.toSorted()).toEqual([200, 404]);
      expect(await jobsOf(id)).toEqual(told[0] === 200 ? [{ name: 'news' }] : []);
    }
  });
});
