import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aCampaign, anAdvertiser } from '../../../tests/campaigns-scene.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { eraseAuditDetails, recordAudit, recordAudits } from '../../platform/audit/audit.ts';
import { valuesOf } from './audit-values.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin', email: 'leilani@audit.example' });
});
afterAll(() => world.close());

const dayMs = 86_400_000;
const record = (more: object = {}, at = world.clock.now()) =>
  world.db.transaction().execute((tx) =>
    recordAudit(tx, at, {
      action: 'thing_changed',
      actorId: admin.id,
      subject: { kind: 'thing', id: randomUUID() },
      ...more,
    }),
  );
async function call(request: `${string} ${string}`, by: { cookie?: string } = admin, more: object = {}) {
  return await world.call(request, { cookie: by.cookie, ...more });
}
const list = async (query: string) => (await call(`GET /api/admin/audit-log?${query}`)).body;
const newestOf = async (subject: string) => (await list(`subject_id=${subject}`)).rows[0];

describe('the list', () => {
  test('has the newest first, in pages, each entry once', async () => {
    const kind = 'paged_thing';
    for (let at = 0; at < 7; at++) await record({ subject: { kind, id: at % 2 } });
    const all = (await list(`subject_kind=${kind}&limit=200`)).rows.map(({ id }: { id: number }) => id);
    expect(all).toHaveLength(7);
    expect(all).toEqual([...all].sort((one, other) => other - one));
    for (const [sort, wanted] of [
      ['-recorded', all],
      ['recorded', [...all].reverse()],
    ]) {
      const walked: number[] = [];
      for (let after = ''; ; ) {
        const page = await list(`subject_kind=${kind}&sort=${sort}&limit=3${after}`);
        expect(page.total).toBe(7);
        walked.push(...page.rows.map(({ id }: { id: number }) => id));
        if (!page.next) break;
        after = `&after=${page.next}`;
      }
      expect(walked).toEqual(wanted);
    }
  });

  test('is narrowed to an action, a kind, a subject, a person and days, each by itself and together', async () => {
    const other = await world.aUser({ role: 'admin', email: 'kimo@audit.example' });
    await world.db.updateTable('users').set({ name: 'Kimo Akana' }).where('id', '=', other.id).execute();
    const now = world.clock.now();
    const before = new Date(now.getTime() - 40 * dayMs);
    const subject = { kind: 'narrowed_thing', id: randomUUID() };
    await record({ action: 'narrowed_one', subject });
    await record({ action: 'narrowed_two', subject, actorId: other.id });
    await record({ action: 'narrowed_one', subject: { ...subject, id: 'another' } }, before);
    await record({ action: 'narrowed_by_itself', subject, actorId: null });
    const found = async (query: string) =>
      (await list(query)).rows.map(({ action }: { action: string }) => action).sort();
    const kind = 'subject_kind=narrowed_thing';
    expect(await found('action=narrowed_two')).toEqual(['narrowed_two']);
    expect(await found(kind)).toHaveLength(4);
    expect(await found(`subject_id=${subject.id}`)).toHaveLength(3);
    for (const who of ['kimo', 'KIMO@audit', 'akana'])
      expect(await found(`${kind}&search=${who}`)).toEqual(['narrowed_two']);
    const today = hawaiiDay(now);
    const then = hawaiiDay(before);
    expect(await found(`${kind}&from=${today}`)).toHaveLength(3);
    expect(await found(`${kind}&to=${addDays(today, -1)}`)).toEqual(['narrowed_one']);
    expect(await found(`${kind}&from=${then}&to=${then}`)).toEqual(['narrowed_one']);
    expect(await found(`${kind}&from=${addDays(then, 1)}&to=${addDays(today, -1)}`)).toEqual([]);
    expect(await found(`${kind}&action=narrowed_one&search=leilani&from=${today}`)).toEqual(['narrowed_one']);
    const { actions, subject_kinds } = await list('limit=1');
    expect(actions).toEqual(expect.arrayContaining(['narrowed_by_itself', 'narrowed_one', 'narrowed_two']));
    expect([...new Set(actions)]).toEqual(actions);
    expect(subject_kinds).toContain('narrowed_thing');
  });

  test('has days of Hawaiʻi, whose midnight is ten in the morning by UTC', async () => {
    const subject = { kind: 'midnight_thing', id: randomUUID() };
    await record({ action: 'before_midnight', subject }, new Date('2026-11-10T09:30:00Z'));
    await record({ action: 'after_midnight', subject }, new Date('2026-11-10T10:30:00Z'));
    const found = async (days: string) =>
      (await list(`subject_kind=midnight_thing&${days}`)).rows.map(({ action }: { action: string }) => action);
    for (const side of ['to=2026-11-09', 'from=2026-11-09&to=2026-11-09'])
      expect(await found(side)).toEqual(['before_midnight']);
    for (const side of ['from=2026-11-10', 'from=2026-11-10&to=2026-11-10'])
      expect(await found(side)).toEqual(['after_midnight']);
  });

  test.each([
    'action=Not%20a%20name',
    'subject_id=a%20b',
    'from=2026-13-01',
    'to=yesterday',
    'after=no-cursor',
    'sort=action',
  ])('%s is refused', async (query) => {
    expect((await call(`GET /api/admin/audit-log?${query}`)).status).toBe(400);
  });
});

describe('an entry', () => {
  test('tells what was before and after, its request and its place, and each look at it is an entry itself', async () => {
    const id = randomUUID();
    const subject = { kind: 'thing', id };
    await record({ subject, before: { name: 'Lani' }, after: { name: 'Nani', open: true }, requestId: 'req-1' });
    const { id: entry } = await newestOf(id);
    const told = (await call(`GET /api/admin/audit-log/${entry}`)).body;
    expect(told).toMatchObject({
      ...{ id: entry, action: 'thing_changed', actor: { id: admin.id, email: admin.email } },
      ...{ subject_kind: 'thing', subject_id: id, request_id: 'req-1', erased: false, of: entry },
      values: [
        { name: 'name', before: 'Lani', after: 'Nani' },
        { name: 'open', before: null, after: 'true' },
      ],
    });
    const [stored] = await world.db.selectFrom('audit_entries').selectAll().where('sequence', '=', entry).execute();
    expect(told.hash).toBe(stored!.hash.toString('hex'));
    expect(told.previous_hash).toBe(stored!.previous_hash.toString('hex'));
    expect((await list(`subject_kind=audit_entry&subject_id=${entry}`)).rows).toMatchObject([
      { action: 'admin_audit_entry_view', actor: { id: admin.id } },
    ]);
  });

  test('tells things by what they are called and where they are read, and a code is found as it is printed', async () => {
    const { organisation, placeId, code } = await aPartner(world);
    const naming = world.db.updateTable('organisations').where('id', '=', organisation);
    await naming.set({ name: 'Hale Named' }).execute();
    const listing = await world.aListing({ name: 'Reef tour' });
    const codes = world.db.selectFrom('qr_codes').select('id').where('code', '=', code);
    const { id: codeId } = await codes.executeTakeFirstOrThrow();
    await record({
      action: 'qr_code_named',
      subject: { kind: 'qr_code', id: codeId },
      before: { organisation_id: organisation, order: [] },
      after: { location_id: placeId, order: [listing, 999_999_999], rules: { [listing]: { languages: ['ja'] } } },
    });
    const { rows } = await list(`subject_id=${code.toLowerCase()}`);
    expect(rows).toMatchObject([{ action: 'qr_code_named', subject: code, screen: `/locations?open=${placeId}` }]);
    const { name: place } = (await call(`GET /api/admin/locations/${placeId}`)).body;
    const { values } = (await call(`GET /api/admin/audit-log/${rows[0].id}`)).body;
    const named = values.map((one: { name: string; named: object }) => [one.name, one.named]);
    expect(Object.fromEntries(named)).toEqual({
      location_id: { of: null, before: null, after: place },
      order: { of: null, before: null, after: 'Reef tour, 999999999' },
      organisation_id: { of: null, before: 'Hale Named', after: null },
      [`rules.${listing}.languages`]: { of: 'Reef tour', before: null, after: null },
    });
    for (const [subject, screen] of [
      [{ kind: 'organisation', id: organisation }, `/partners?open=${organisation}`],
      [{ kind: 'organisation', id: randomUUID() }, null],
      [{ kind: 'place', id: 'all' }, null],
      [{ kind: 'listing', id: listing }, `/content?open=${listing}`],
    ] as const) {
      await record({ subject });
      expect((await newestOf(String(subject.id))).screen).toBe(screen);
    }
  });

  test('names campaigns and their invoices, and leads to them', async () => {
    const advertiser = await anAdvertiser(world);
    const naming = world.db.updateTable('organisations').where('id', '=', advertiser.organisation);
    await naming.set({ name: 'Makai Tours' }).execute();
    const campaign = await aCampaign(world, advertiser, { name: 'Mornings', isDraft: true });
    expect(await newestOf(campaign)).toMatchObject({
      ...{ action: 'campaign_created', subject_kind: 'campaign', subject: 'Mornings' },
      screen: `/campaigns?open=${campaign}`,
    });
    const sold = { organisation_id: advertiser.organisation, month: '2026-10-01', name: 'Makai Tours', cents: 4_250 };
    await world.db.insertInto('statement_months').values({ month: '2026-10-01' }).execute();
    const { id, number } = await world.db
      .insertInto('campaign_invoices')
      .values({ ...sold, lines: '[]', made_at: world.clock.now() })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow();
    await record({ action: 'campaign_invoice_paid', subject: { kind: 'campaign_invoice', id } });
    expect(await newestOf(id)).toMatchObject({
      subject: `${number}, Makai Tours`,
      screen: `/campaigns/invoices?open=${id}`,
    });
    expect((await call(`DELETE /api/campaigns/${campaign}`, advertiser.user)).status).toBe(200);
    expect(await newestOf(campaign)).toMatchObject({ action: 'campaign_deleted', subject: null, screen: null });
  });

  test('whose details were erased says so, and one that is not there is not', async () => {
    const person = await world.aUser();
    await record({ subject: { kind: 'user', id: person.id }, before: { name: 'Lani' } });
    const { id } = await newestOf(person.id);
    await eraseAuditDetails(world.db, person.id);
    expect((await call(`GET /api/admin/audit-log/${id}`)).body).toMatchObject({
      ...{ erased: true, values: [], request_id: null, subject_id: person.id },
    });
    expect((await call('GET /api/admin/audit-log/999999999')).status).toBe(404);
    for (const none of ['0', '-1', 'x', '1e3'])
      expect((await call(`GET /api/admin/audit-log/${none}`)).status).toBe(400);
  });

  test.each([
    [{}, []],
    [{ after: 7 }, [['', null, '7']]],
    [{ before: ['a'], after: ['a', 'b'] }, [['', '["a"]', '["a","b"]']]],
    [
      { before: { a: { b: 1, c: null }, z: 'x' }, after: { a: { b: 2 }, d: [] } },
      [
        ['a.b', '1', '2'],
        ['d', null, '[]'],
        ['z', 'x', null],
      ],
    ],
  ])('%o is told value beside value', (content, rows) => {
    expect(valuesOf(content).map(({ name, before, after }) => [name, before, after])).toEqual(rows);
  });
});

describe('the file', () => {
  const own = { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } };

  test('has all that is listed with before and after, and that it was asked for is an entry', async () => {
    const kind = 'exported_thing';
    for (let at = 0; at < 3; at++) await record({ subject: { kind, id: at }, after: { at, note: '=1+1' } });
    const reply = await call(`GET /api/admin/audit-log/export?subject_kind=${kind}&sort=recorded`, admin, own);
    expect(reply.status).toBe(200);
    const lines = reply.raw.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^.?entry,recorded_at_hawaii,action,who,kind,subject,before,after,erased,action_name,/);
    expect(lines[1]).toContain(admin.email);
    expect(lines[3]).toContain('{""at"":2,""note"":""=1+1""}');
    expect(await auditContentOf(world, 'audit_log_exported')).toEqual([
      { personId: admin.id, after: { sort: 'recorded', subject_kind: kind } },
    ]);
    // Whom it was narrowed to is told by nobody's name or address, which would stay when that person's are erased.
    await call(`GET /api/admin/audit-log/export?subject_kind=${kind}&search=leilani%40audit`, admin, own);
    expect((await auditContentOf(world, 'audit_log_exported'))[1]).toEqual({
      ...{ personId: admin.id, after: { sort: '-recorded', subject_kind: kind, search: 'somebody' } },
    });
  });

  test('says it in the words of the screen, and beside them as it is kept', async () => {
    const { organisation: id } = await aPartner(world);
    await world.db.updateTable('organisations').where('id', '=', id).set({ name: 'Hale of Words' }).execute();
    const kind = 'organisation';
    await record({
      ...{ action: 'place_list_changed', subject: { kind, id }, before: { amount_cents: 1250 } },
      after: { amount_cents: null, organisation_id: id, is_active: true, order: [] },
    });
    const reply = await call(`GET /api/admin/audit-log/export?subject_id=${id}`, admin, own);
    const [, line] = reply.raw.trim().split('\r\n');
    expect(line).toContain(
      `,Experiences chosen for a place,${admin.email},Organisation,Hale of Words,Amount: $12.50,` +
        '"Active: Yes; Experiences: None; Partner: Hale of Words",,place_list_changed,',
    );
    expect(line).toContain(`,organisation,${id},`);
    expect(line).toContain('{""amount_cents"":1250}');
    await record({ actorId: null, subject: { kind: 'qr_request', id: 'of-nobody' } });
    const system = await call('GET /api/admin/audit-log/export?subject_id=of-nobody', admin, own);
    expect(system.raw).toContain(',The system,QR request,of-nobody,,,');
  });

  test('has each entry once where there are more of them than are read at once', async () => {
    const kind = 'many_things';
    const records = Array.from({ length: 1_005 }, (_, id) => ({
      ...{ action: 'thing_changed', actorId: admin.id, subject: { kind, id } },
    }));
    await world.db.transaction().execute((tx) => recordAudits(tx, world.clock.now(), records));
    for (const sort of ['recorded', '-recorded']) {
      const reply = await call(`GET /api/admin/audit-log/export?subject_kind=${kind}&sort=${sort}`, admin, own);
      const told = reply.raw
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => Number(line.split(',')[5]));
      const all = records.map(({ subject }) => subject.id);
      expect(told).toEqual(sort === 'recorded' ? all : all.reverse());
    }
  });
});

test('nobody but an administrator sees any of it', async () => {
  const others = [await world.aUser(), await world.aUser({ role: 'partner' })];
  for (const path of ['', '/export', '/1'])
    for (const by of others) expect((await call(`GET /api/admin/audit-log${path}`, by)).status).toBe(403);
  expect((await call('POST /api/admin/audit-log/check', others[0], { body: {} })).status).toBe(403);
});
