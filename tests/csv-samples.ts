import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { LongWorkKindName } from '../contract/long-work-kinds.ts';
import { makeInvoices } from '../server/features/campaigns/make-invoices.ts';
import { makeStatements } from '../server/features/commission/commission.ts';
import { mailLanguagesOf } from '../server/features/pages/mail-words.ts';
import { AtTheDesk } from './at-the-desk.ts';
import { aCampaign, anAdvertiser, aVisit, someLists, tell } from './campaigns-scene.ts';
import { aSale, readFigures } from './figures-scene.ts';
import { aCommission, aHold } from './ledger-rows.ts';
import { aListingFile, aListingRow, ListingImporter } from './listings-scene.ts';
import { endMonthsByClock } from './over-months.ts';
import { aPartner, scanBy } from './partner-scene.ts';
import { again } from './reports-scene.ts';
import { aRow, aTable, fareharborHeader } from './statement-files.ts';
import { Importer } from './statements-scene.ts';
import type { Reply, TestUser, World } from './world.ts';

/** As spreadsheets, Japanese ones and LibreOffice among them, would take it for something else than a text. */
export const awkward = [
  'Hale "Koa", lobby',
  'two\nlines',
  '=1+1',
  '+1 808 555 0100',
  '-5',
  '@home',
  '＋81',
  ' spaced ',
  "'quoted'",
  "'=quoted",
  'semi;colon\tand tab',
  'Reef;=1+41',
  'Reef\t=1+41',
  'Reef;"=1+41;"',
  'Reef\n=1+41;',
  'Kāneʻohe, ʻOno',
  'ハワイʻi、海',
  '007',
  '0312345678',
  '12345678901234567890',
  '12E4',
];

/** What answers with a CSV file: an endpoint, or a kind of long work. */
export type CsvSource = `${'GET' | 'POST'} /${string}` | `long work: ${LongWorkKindName}`;

/** A CSV file of the product, with what its screen says of the same. */
export interface CsvSample {
  source: CsvSource;
  what: string;
  reply: Reply;
  /** What some of the rows have in a column. */
  column: string;
  has: readonly string[];
  /** What a column adds up to, in the rows whose first cell is one of these, or in all; of none how many rows there are. */
  sums: readonly { column?: string; of?: string; is: number }[];
}

const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const days = { from: '2026-11-21', to: '2026-11-21' };

/** Every CSV file of the product, of rows that are as awkward as may be. */
export async function csvSamples(world: World): Promise<CsvSample[]> {
  const samples: CsvSample[] = [];
  const admin = await world.aUser({ role: 'admin' });
  const desk = new AtTheDesk(world, admin);
  const add = (
    source: CsvSource,
    what: string,
    reply: Reply,
    column: string,
    has: readonly string[],
    sums: CsvSample['sums'] = [],
  ) => samples.push({ source, what, reply, column, has, sums });
  const get = async (path: string, by: TestUser = admin) =>
    await world.call(`GET ${path}`, { cookie: await again(world, by), headers: script });
  const post = async (path: string, body: object) =>
    await world.call(`POST ${path}`, { cookie: await again(world, admin), body });
  const resultOf = (id: string) => get(`/api/long-work/${id}/result`);
  const worked = async (path: string, body: object) => {
    const begun = await post(path, body);
    expect(begun.status, begun.raw).toBe(201);
    await desk.work(begun.body.id);
    return await resultOf(begun.body.id);
  };
  /** To all that a list shows. */
  const toAll = async (list: string, begin: string, query: Record<string, string>, body: object) => {
    const { digest } = (await get(`${list}?${new URLSearchParams(query)}`)).body;
    return await worked(begin, { ...query, seen: digest, ...body });
  };
  const countOf = async (table: 'scans' | 'users' | 'bookings') => {
    const { rows } = await world.database.pool.query(`select count(*)::integer as count from ${table}`);
    return rows[0].count as number;
  };

  // Places, accounts, listings and bookings of awkward names.
  const scene = await aPartner(world, { name: awkward[0]! });
  for (const name of awkward) {
    const { id: qr_code_id, locationId: location_id } = await world.aCode({
      location_id: await world.aPlace({ name }),
    });
    const user = await world.aUser();
    await world.db.updateTable('users').set({ name }).where('id', '=', user.id).execute();
    const now = world.clock.now();
    const token_hash = createHash('sha256').update(name).digest();
    const visit = { token_hash, user_id: user.id, created_at: now, last_seen_at: now };
    const { id: visit_id } = await world.db
      .insertInto('visits')
      .values(visit)
      .returning('id')
      .executeTakeFirstOrThrow();
    const scan = { visit_id, qr_code_id, location_id, scanned_at: now, counted: true, source: 'camera', device: null };
    await world.db.insertInto('scans').values(scan).execute();
    const body = { state: 'suspended', reason: `${name}: a flood` };
    expect((await desk.call(`PUT /api/admin/users/${user.id}/state`, body)).status).toBe(200);
    await aCommission(world, scene.organisation, name);
  }
  const rename = (id: string) =>
    world.db.updateTable('organisations').set({ name: '=Koa, Inc.' }).where('id', '=', id).execute();
  await rename(scene.organisation);
  await scanBy(world, scene.code, 1);
  const listing = await world.aListing();
  await aSale(world, admin, scene.code, { dollars: 80.5, listing });
  await world.call('POST /api/analytics/events', {
    body: { event_type: 'map_pin_clicked', business_listing_id: listing },
  });

  const [people, log] = [(await get('/api/admin/users')).body, (await get('/api/admin/audit-log')).body];
  add('GET /api/admin/users/export', 'accounts', await get('/api/admin/users/export'), 'name', awkward, [
    { is: people.total },
  ]);
  expect(log.rows.length).toBeGreaterThan(0);
  add('GET /api/admin/audit-log/export', 'audit log', await get('/api/admin/audit-log/export'), 'action_name', [
    'account_suspended',
  ]);
  const scans = [{ is: await countOf('scans') }];
  add('long work: scans-export', 'scans', await worked('/api/admin/exports/scans', days), 'place', awkward, scans);
  for (const [of, column, has, sums] of [
    ['scans', 'place', awkward, scans],
    ['clicks', 'platform', ['fareharbor'], []],
    ['bookings', 'status', ['confirmed', 'completed'], [{ is: await countOf('bookings') }]],
    ['events', 'event_type', ['map_pin_clicked'], []],
  ] as const) {
    const raw = await worked('/api/admin/exports/events', { ...days, of, format: 'csv' });
    add('long work: raw-export', `raw ${of}`, raw, column, has, sums);
  }

  // Reports, beside the screens that have the same figures.
  const week = '?range=7d';
  const [overview, revenue] = [
    await readFigures(world, admin, 'overview', week),
    await readFigures(world, admin, 'revenue', week),
  ];
  const total = (column: string, is: number) => ({ of: 'total', column, is });
  const ofRevenue = ['total', 'day'].map((of) => ({ of, column: 'revenue_usd', is: revenue.total_revenue.value }));
  const koa = ['=Koa, Inc.'];
  const reports = {
    platform: ['row', ['total', 'day'], [total('scans', overview.scans.value)]],
    stakeholder: ['organization', koa, []],
    revenue: ['organization', koa, [...ofRevenue, total('bookings', revenue.bookings.value)]],
    performance: ['name', awkward, [total('scans', overview.scans.value), total('clicks', overview.clicks.value)]],
  } as const;
  for (const [type, [column, has, sums]] of Object.entries(reports)) {
    const body = { type, filters: { time_range: '7d' }, instant: true };
    const at = await post('/api/reports/generate', body);
    add('POST /api/reports/generate', `report: ${type}`, at, column, has, sums);
    if (type !== 'revenue') continue;
    const made = await worked('/api/reports/generate', { ...body, instant: false });
    add('long work: report', 'report, made apart', made, column, has, sums);
  }
  const own = (await get('/api/partner-portal/performance?range=90d', scene.owner)).body;
  const exported = await get('/api/partner-portal/export-report?format=csv', scene.owner);
  add(
    'GET /api/partner-portal/export-report',
    'a partner’s report',
    exported,
    'place',
    [awkward[0]!],
    [total('scans', own.total_scans), total('revenue_usd', own.total_revenue)],
  );

  // Money: what is owed, prepared, held and told by a platform.
  const monthOf = `/api/organisations/${scene.organisation}/statements/2026-11`;
  const statement = (await get(monthOf, scene.owner)).body;
  const sumsOfMonth = [
    ...[{ of: 'closing', column: 'owed', is: statement.closing }],
    ...[{ of: 'closing', column: 'earned', is: statement.earned }],
  ];
  const earned = statement.lines.reduce((sum: number, line: { earned: number }) => sum + line.earned, 0);
  add(
    'GET /api/organisations/{id}/statements/{month}/file',
    'statement of a month',
    await get(`${monthOf}/file?format=csv`, scene.owner),
    ...(['experience', awkward] as const),
    [...sumsOfMonth, { column: 'earned', is: earned + statement.earned }],
  );
  const paid = await worked('/api/admin/payout-runs', {});
  const payouts: { amount: number }[] = (await get('/api/admin/payouts')).body.rows;
  const prepared = payouts.reduce((sum, { amount }) => sum + amount, 0);
  add('long work: payout-run', 'payouts', paid, 'partner', koa, [
    { column: 'amount', is: prepared },
    { is: payouts.length },
  ]);
  const held = await aPartner(world);
  await aHold(world, await aCommission(world, held.organisation));
  const decision = { decision: 'released', reason: 'Looked at' };
  const open = { rule: 'burst', state: 'open' };
  const decided = await toAll('/api/admin/holds', '/api/admin/holds/decide-matching', open, decision);
  add('long work: holds-decision', 'decided holds', decided, 'rule', ['burst'], [{ is: 1 }]);

  const importer = new Importer(world, admin);
  const rows = ['52000001', '0052000002'].map((id) => aRow({ id, total: '1,123.42', item: '=1+1' }));
  const told = await importer.preview(aTable([fareharborHeader, ...rows]));
  const workOf = async () => (await importer.get(told)).work_id;
  const sumOfFile = [{ is: rows.length }, { column: 'amount', is: 2_246.84 }, { column: 'commission', is: 2 * 18.51 }];
  const previewed = await resultOf(await workOf());
  add(
    'long work: statement-preview',
    'statement as read',
    previewed,
    'reference',
    ['52000001', '0052000002'],
    sumOfFile,
  );
  expect((await importer.apply(told)).status).toBe(201);
  const applied = await resultOf(await workOf());
  add('long work: statement-application', 'statement as applied', applied, 'platform', ['fareharbor'], sumOfFile);
  const reconciled = '/api/admin/reconciliation/fareharbor/2026-12';
  const differences = (await get(reconciled)).body;
  add(
    'GET /api/admin/reconciliation/{platform}/{month}/file',
    'reconciliation',
    await get(`${reconciled}/file`),
    ...(['what', ['total', ...differences.differences.map(({ kind }: { kind: string }) => kind)]] as const),
    [total('statement', differences.total.statement), total('difference', differences.total.difference)],
  );

  // What is done to many at once.
  const byFile = new ListingImporter(world, admin);
  const right = ["'007", '海のツアー', 'Ōlelo, "quoted"'].map((name) => aListingRow({ name }));
  const file = aListingFile([...right, aListingRow({ name: '=1+1', commission_rate: '31%' })]);
  const checked = await byFile.check(file);
  add(
    'long work: listings-check',
    'wrong rows of listings',
    await resultOf(checked.work_id!),
    'value',
    ['=1+1', '31%'],
    [{ is: 2 }],
  );
  await byFile.import(checked.id, { leave_out_wrong: true });
  const imported = await byFile.get(checked.id);
  const named = ["'007", '海のツアー', 'Ōlelo, "quoted"', '=1+1'];
  add('long work: listings-import', 'imported listings', await resultOf(imported.work_id!), 'name', named, [
    { is: imported.rows },
  ]);
  const guide = (await get('/api/admin/listings')).body;
  const whole = await worked('/api/admin/exports/listings', {});
  add(
    'long work: listings-export',
    'listings',
    whole,
    'name',
    ['007', ...named.slice(1, 3), ...awkward],
    [{ is: guide.total }],
  );
  const lobbies = { search: 'lobby' };
  const changed = await toAll('/api/admin/listings', '/api/admin/listings/change-matching', lobbies, {
    action: 'feature',
  });
  const featured = (await get('/api/admin/listings?search=lobby')).body.rows.map(({ id }: { id: number }) =>
    String(id),
  );
  add('long work: listings-change', 'changed listings', changed, 'listing', featured, [{ is: featured.length }]);
  for (const name of awkward) await world.aPlace({ name: `${name} annex` });
  const annexes = { search: 'annex' };
  const gone = await toAll('/api/admin/locations', '/api/admin/locations/change-matching', annexes, {
    action: 'delete',
  });
  add(
    'long work: places-change',
    'changed places',
    gone,
    'name',
    awkward.map((name) => `${name} annex`),
    [{ is: awkward.length }],
  );
  for (const at of ['=1', '-2', '007']) await world.aUser({ email: `${at}@flood.example` });
  await world.db
    .updateTable('users')
    .set({ created_at: world.clock.now() })
    .where('email', 'like', '%@flood.example')
    .execute();
  const flood = { search: 'flood.example' };
  const suspended = await toAll('/api/admin/users', '/api/admin/users/suspend-matching', flood, { reason: 'A flood' });
  add(
    'long work: accounts-suspension',
    'suspended accounts',
    suspended,
    'email',
    ['=1@flood.example', '-2@flood.example'],
    [{ is: 3 }],
  );

  // Advertisers, whose month has to be over before it is invoiced.
  await someLists(world);
  const advertiser = await anAdvertiser(world);
  const { code } = await world.aCode();
  await endMonthsByClock(world);
  const maker = { ...world, ...mailLanguagesOf(undefined) };
  const night = async () => {
    await makeStatements(maker, world.clock.now());
    await makeInvoices(maker, world.clock.now());
  };
  await night();
  const long = { budget: 100, most_impressions: 10, last_day: '2027-10-01', name: '=Lūʻau' };
  const campaign = await aCampaign(world, advertiser, long);
  for (let n = 0; n < 2; n++) await tell(world, await aVisit(world, code), [{ campaign }]);
  const came = (await get('/api/campaign-results?range=7d', advertiser.user)).body;
  const results = '/api/campaign-results/file?range=7d';
  const column = (name: string, is: number) => ({ column: name, is });
  add(
    'GET /api/campaign-results/file',
    'results of campaigns',
    await get(results, advertiser.user),
    ...(['campaign', ['=Lūʻau']] as const),
    [{ is: came.file_lines }, column('impressions', came.total.impressions), column('cost_usd', came.total.cost)],
  );
  await tell(world, await aVisit(world, code), [{ campaign, type: 'map_pin_clicked', listing: advertiser.listing }]);
  const beside = (await get('/api/campaign-results?range=7d', advertiser.user)).body.without;
  add(
    'GET /api/campaign-results/file',
    'without a campaign',
    await get(`${results}&part=without`, advertiser.user),
    ...(['day', []] as const),
    [{ is: beside.file_lines }, column('engagements', beside.total.engagements)],
  );
  world.clock.advance((Date.parse('2026-12-01T14:00:00Z') - world.clock.now().getTime()) / 1_000);
  await night();
  const [invoice] = (await get('/api/campaign-invoices', advertiser.user)).body.rows;
  const bill = await get(`/api/campaign-invoices/${invoice.id}/file?format=csv`, advertiser.user);
  add(
    'GET /api/campaign-invoices/{id}/file',
    'invoice',
    bill,
    'campaign',
    ['=Lūʻau', 'total'],
    [column('amount_usd', 2 * invoice.total)],
  );
  return samples;
}
