import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { pruneFaults } from './faults.store.ts';
import { patternOf, placeIn } from './fingerprint.ts';
import { forgetOldReports } from './reports.ts';

let world: World;
let admin: TestUser;
let count = 0;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const track = async (given: object, cookie?: string) => {
  const body = { error_id: `fault-${count++}`, error_type: 'TypeError', ...given };
  expect((await world.call('POST /api/errors/track', { body, cookie })).status).toBe(202);
  return body.error_id;
};
const list = async (query = '') => (await world.call(`GET /api/admin/faults?${query}`, admin)).body;
const get = async (id: string) => (await world.call(`GET /api/admin/faults/${id}`, admin)).body;
const setState = (id: string, state: string) =>
  world.call(`PUT /api/admin/faults/${id}/state`, {
    body: { state, reason: `So that it is ${state}` },
    cookie: admin.cookie,
  });
const found = async (search: string) => (await list(`search=${encodeURIComponent(search)}`)).rows[0];

describe('reports of one fault', () => {
  test('are counted together, whatever numbers, ids and builds they name, with the people they were seen by', async () => {
    const [one, other] = [await world.aUser(), await world.aUser()];
    const stack = (build: string, line: number) =>
      `TypeError: x\n    at Ticket (http://localhost:3000/chunks/ticket-${build}.js:${line}:7)`;
    const message = (id: string) => `Ticket ${id} of 12 is gone`;
    await track({ message: message('0f8fad5b-d9cb-469f-a165-70867728950e'), stack: stack('Dk39fkQ_', 1) }, one.cookie);
    world.clock.advance(60);
    const last = await track({ message: message('41'), stack: stack('aaaaBBBB', 22) }, other.cookie);
    await track({ message: message('42'), stack: stack('aaaaBBBB', 22) }, other.cookie);
    await world.call('POST /api/errors/track', { body: { error_id: last, message: message('41') } });
    await world.call('POST /api/errors/report', { body: { error_id: last, additional_context: 'I tapped Book' } });
    const { rows, total } = await list('search=Ticket');
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      kind: 'TypeError',
      message: 'Ticket # of # is gone',
      place: '/chunks/ticket.js',
      state: 'open',
      reopened: false,
      severity: null,
      reports: 3,
      people: 2,
      last_seen_at: world.clock.now().toISOString(),
    });
    expect(Date.parse(rows[0].last_seen_at) - Date.parse(rows[0].first_seen_at)).toBe(60_000);
    const { newest } = await get(rows[0].id);
    expect(newest.map(({ kind, message }: { kind: string; message: string }) => [kind, message])).toEqual([
      ['person', 'I tapped Book'],
      ['page', message('42')],
      ['page', message('41')],
      ['page', message('0f8fad5b-d9cb-469f-a165-70867728950e')],
    ]);
    expect(newest[1]).toMatchObject({ email: other.email, stack: expect.stringContaining('ticket-') });
  });

  test('have what a person says of one, also where that comes first', async () => {
    const error_id = `told-first-${randomUUID()}`;
    await world.call('POST /api/errors/report', { body: { error_id, additional_context: 'I tapped Save' } });
    const alone = await found('Told by people');
    expect((await get(alone.id)).newest[0]).toMatchObject({ kind: 'person', message: 'I tapped Save' });
    await track({ error_id, message: 'Comes after its words' });
    const fault = await found('Comes after its words');
    expect(fault).toMatchObject({ reports: 1 });
    const { newest } = await get(fault.id);
    expect(newest.map(({ message }: { message: string }) => message)).toEqual([
      'Comes after its words',
      'I tapped Save',
    ]);
  });

  test('of which no page reports are told as a fault of their own, and counted', async () => {
    const before = (await found('Told by people'))?.reports ?? 0;
    for (const additional_context of ['Nothing loads', 'Nothing at all'])
      await world.call('POST /api/errors/report', { body: { error_id: `none-${randomUUID()}`, additional_context } });
    const alone = await found('Told by people');
    expect(alone.reports).toBe(before + 2);
    const { newest } = await get(alone.id);
    expect(newest.slice(0, 2).map(({ message }: { message: string }) => message)).toEqual([
      'Nothing at all',
      'Nothing loads',
    ]);
  });

  test('are none of another kind, place or message', async () => {
    const stack = 'at x (http://localhost:3000/en.js:1:1)';
    await track({ message: 'apart', stack });
    await track({ message: 'apart', stack, error_type: 'RangeError' });
    await track({ message: 'apart', stack: stack.replace('en.js', 'ja.js') });
    await track({ message: 'apart too', stack });
    expect((await list('search=apart')).rows.map(({ reports }: { reports: number }) => reports)).toEqual([1, 1, 1, 1]);
  });

  test('that come at the same time are all counted, each reference once', async () => {
    const ids = [...Array(10).keys()].map((n) => `race-${n}`);
    await Promise.all([...ids, ...ids].map((error_id) => track({ error_id, message: 'At once' })));
    expect(await found('At once')).toMatchObject({ reports: 10 });
  });
});

describe('a fault', () => {
  test('that was resolved and comes again is open again, and says so; an ignored one stays ignored', async () => {
    await track({ message: 'Comes again' });
    const { id } = await found('Comes again');
    expect((await setState(id, 'resolved')).body).toMatchObject({ state: 'resolved', reopened: false });
    await track({ message: 'Comes again' });
    expect(await get(id)).toMatchObject({ state: 'open', reopened: true, reports: 2 });
    expect((await setState(id, 'ignored')).body).toMatchObject({ state: 'ignored', reopened: false });
    await track({ message: 'Comes again' });
    expect(await get(id)).toMatchObject({ state: 'ignored', reopened: false, reports: 3 });
    expect((await setState(id, 'ignored')).status).toBe(200);
    expect((await get(id)).history).toEqual([
      { at: expect.any(String), action: 'fault_ignored', by: admin.email, reason: 'So that it is ignored' },
      { at: expect.any(String), action: 'fault_resolved', by: admin.email, reason: 'So that it is resolved' },
    ]);
    const entries = world.db.selectFrom('audit_entries').select(['action', 'actor_id']).where('subject_id', '=', id);
    expect(await entries.orderBy('sequence').execute()).toEqual([
      { action: 'fault_resolved', actor_id: admin.id },
      { action: 'fault_ignored', actor_id: admin.id },
    ]);
  });

  test('is as bad as its worst report, whichever came last', async () => {
    await track({ message: 'How bad', severity: 'medium' });
    await track({ message: 'How bad', severity: 'high' });
    await track({ message: 'How bad', severity: 'low' });
    await track({ message: 'How bad' });
    expect(await found('How bad')).toMatchObject({ severity: 'high', reports: 4 });
  });

  test('changes nothing where another has changed it since it was seen', async () => {
    await track({ message: 'Seen by two' });
    const { id } = await found('Seen by two');
    const body = { state: 'resolved', replaces: 'open', reason: 'So it is' };
    await setState(id, 'ignored');
    const reply = await world.call(`PUT /api/admin/faults/${id}/state`, { body, cookie: admin.cookie });
    expect([reply.status, reply.body.code]).toEqual([409, 'changed_meanwhile']);
    expect(await get(id)).toMatchObject({ state: 'ignored', history: [{ action: 'fault_ignored' }] });
  });

  test('changes its state for a reason alone', async () => {
    await track({ message: 'Of no reason' });
    const { id } = await found('Of no reason');
    for (const body of [{ state: 'resolved' }, { state: 'resolved', reason: 'x' }, { reason: 'So it is' }]) {
      const reply = await world.call(`PUT /api/admin/faults/${id}/state`, { body, cookie: admin.cookie });
      expect(reply.status).toBe(400);
    }
    expect(await get(id)).toMatchObject({ state: 'open', history: [] });
  });

  test('that is closed is no open one, whatever is asked for', async () => {
    await track({ message: 'One to close' });
    const { id } = await found('One to close');
    const { open } = await list('search=nothing+is+like+this');
    await setState(id, 'ignored');
    expect((await list()).open).toBe(open - 1);
    await setState(id, 'open');
    expect((await list('state=resolved')).open).toBe(open);
  });

  test('is forgotten where there are too many, those that came last staying, however long they have been known', async () => {
    const { db, clock } = world;
    const at = (daysAgo: number) => new Date(clock.now().getTime() - daysAgo * 86_400_000);
    await db.deleteFrom('faults').execute();
    await db
      .insertInto('faults')
      .values([
        {
          id: randomUUID(),
          kind: 'error',
          place: null,
          message: 'old and alive',
          first_seen: at(80),
          last_seen: at(0),
          reports: 9,
        },
        {
          id: randomUUID(),
          kind: 'error',
          place: null,
          message: 'dead',
          first_seen: at(10),
          last_seen: at(9),
          reports: 1,
        },
        {
          id: randomUUID(),
          kind: 'error',
          place: null,
          message: 'new',
          first_seen: at(1),
          last_seen: at(1),
          reports: 1,
        },
      ])
      .execute();
    await pruneFaults(db, 2, 100);
    const left = await db.selectFrom('faults').select('message').orderBy('message').execute();
    expect(left.map(({ message }) => message)).toEqual(['new', 'old and alive']);
    await db.deleteFrom('faults').execute();
  });

  test('is forgotten when it was not seen for 90 days', async () => {
    await track({ message: 'Long ago' });
    world.clock.advance(91 * 86_400);
    admin = await world.aUser({ role: 'admin' });
    await track({ message: 'Today' });
    await forgetOldReports(world.db, world.clock.now());
    expect((await list()).rows.map(({ message }: { message: string }) => message)).toEqual(['Today']);
  });
});

test('faults are listed by how they stand, and found by the file that they happened in', async () => {
  const stack = (file: string) => `at x (http://localhost:3000/${file}:1:1)`;
  await track({ message: 'Sorted out', stack: stack('sorted-away.js') });
  await track({ message: 'Sorted in', stack: stack('sorted-here.js') });
  await setState((await found('Sorted out')).id, 'resolved');
  const listed = async (query: string) =>
    (await list(query)).rows.map(({ message }: { message: string }) => message).sort();
  expect(await listed('search=Sorted&state=resolved')).toEqual(['Sorted out']);
  expect(await listed('search=Sorted&state=open')).toEqual(['Sorted in']);
  expect(await listed('search=SORTED-HERE')).toEqual(['Sorted in']);
});

describe('the list of faults', () => {
  beforeAll(async () => {
    for (let n = 1; n <= 3; n++) {
      const message = `Order ${'abc'.slice(0, n)}`;
      for (let time = 0; time < (n === 2 ? 5 : 1); time++) await track({ message });
    }
  });

  test.each(['last_seen', '-last_seen', 'first_seen', '-first_seen', 'reports', '-reports', 'severity', '-severity'])(
    'by %s has the same rows page by page as at once',
    async (sort) => {
      const whole = (await list(`search=Order&sort=${sort}`)).rows;
      expect(whole).toHaveLength(3);
      const seen: unknown[] = [];
      for (let after = ''; ; ) {
        const { rows, next, total } = await list(`search=Order&sort=${sort}&limit=1${after && `&after=${after}`}`);
        expect(total).toBe(3);
        seen.push(...rows);
        if (!next) break;
        after = next;
      }
      expect(seen).toEqual(whole);
      if (sort === '-reports') expect(whole[0].reports).toBe(5);
    },
  );

  test.each([
    'after=x',
    'sort=id',
    'state=gone',
    `after=${Buffer.from('["-last_seen","x","y"]').toString('base64url')}`,
  ])('refuses %s', async (query) => {
    expect((await world.call(`GET /api/admin/faults?${query}`, admin)).status).toBe(400);
  });
});

test.each([
  ['Cannot read 12 of 3,400.5', 'Cannot read # of #'],
  ['id 0f8fad5b-d9cb-469f-a165-70867728950e gone', 'id # gone'],
  ['key err-1700000000000-abcdef\n  twice', 'key # twice'],
  ['colour deadbeef01', 'colour #'],
  ['facade decade', 'facade decade'],
])('of the message %j the pattern is %j', (message, pattern) => {
  expect(patternOf(message)).toBe(pattern);
});

test.each([
  ['Error: x\n    at async Foo (https://a.example/chunks/foo-AbCd_123.js:10:20)', '/chunks/foo.js'],
  ['foo@https://a.example/en.js?v=1:10:20\nbar@https://a.example/b.js:1:1', '/en.js'],
  ['    at https://a.example/en.js:10:20', '/en.js'],
  ['Error: boom\n at x', null],
  ['', null],
])('of the stack %j the place is %j', (stack, place) => {
  expect(placeIn(stack)).toBe(place);
});
