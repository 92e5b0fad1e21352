import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invoiceWords as words } from '../../../contract/invoice-words.ts';
import { aMember, anOwner } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { type Advertiser, aCampaign, anAdvertiser, aVisit, someLists, tell } from '../../../tests/campaigns-scene.ts';
import { type MailTrap, openMailTrap } from '../../../tests/e2e/mail-trap.ts';
import { endMonthsByClock } from '../../../tests/over-months.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { linesOfPdf } from '../../../tests/pdf-text.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { startSession } from '../../platform/sessions/sessions.ts';
import { makeStatements } from '../commission/commission.ts';
import { mailLanguagesOf } from '../pages/mail-words.ts';
import { makeInvoices } from './make-invoices.ts';

let trap: MailTrap;
let world: World;
let advertiser: Advertiser;
let code: string;
beforeAll(async () => {
  trap = await openMailTrap();
});
afterAll(() => trap.close());
beforeEach(async () => {
  const environment = {
    ...{ RATE_LIMITS: 'off', SMTP_URL: trap.url, MAIL_FROM: 'The Guide <invoices@guide.example>' },
    INVOICE_PAYMENT: 'Pay by wire to Example Bank, account 12-345, within 30 days.',
  };
  world = await createWorld({ environment, webFolder: builtWeb });
  await someLists(world);
  advertiser = await anAdvertiser(world);
  ({ code } = await world.aCode());
  await endMonthsByClock(world);
  // The month in which this is done for the first time.
  await night();
  return () => world.close();
});

const maker = () => ({ ...world, ...mailLanguagesOf(undefined) });
/** What the first of a month does by night: the month before is closed, then invoiced. */
async function night(): Promise<void> {
  await makeStatements(maker(), world.clock.now());
  await makeInvoices(maker(), world.clock.now());
}
/** The clock goes on to the first of a month: four in the morning in Hawaiʻi. */
const untilFirst = (month: string) =>
  world.clock.advance((Date.parse(`${month}-01T14:00:00Z`) - world.clock.now().getTime()) / 1_000);
async function again({ id: userId, role }: TestUser): Promise<{ cookie: string }> {
  const session = { userId, role, now: world.clock.now(), userAgent: 'test', previous: undefined };
  return { cookie: `session=${(await startSession(world.db, session)).token}` };
}
const invoices = async (by = advertiser.user, query = '') =>
  (await world.call(`GET /api/campaign-invoices${query}`, await again(by))).body;
const invoice = async (id: string, by = advertiser.user) =>
  await world.call(`GET /api/campaign-invoices/${id}`, await again(by));
const long = { budget: 100, most_impressions: 10, last_day: '2027-10-01' };
const seen = async (campaign: string, times = 1) => {
  for (let n = 0; n < times; n++) await tell(world, await aVisit(world, code), [{ campaign }]);
};
const credit = async (campaign: string, amount: number) => {
  const { cookie } = await world.aUser({ role: 'admin' });
  const { credited } = (await world.call(`GET /api/campaigns/${campaign}`, { cookie })).body;
  const body = { amount, credited, reason: 'Shown beside the wrong place' };
  expect((await world.call(`POST /api/campaigns/${campaign}/credits`, { cookie, body })).status).toBe(201);
};
const pay = async (id: string, cookie: string, key: string) =>
  await world.call(`POST /api/campaign-invoices/${id}/paid`, {
    ...{ cookie, headers: { 'idempotency-key': key.repeat(20) } },
    body: { reason: 'Wire of December 5' },
  });
const owed = async () => {
  const { rows } = await world.database.pool.query(
    `select coalesce(sum(b.cents), 0)::integer as cents from ledger_accounts a join ledger_balances b on b.account_id = a.id
     where a.kind = 'advertiser' and a.state = 'owed' and a.organisation_id = $1`,
    [advertiser.organisation],
  );
  return rows[0].cents;
};

test('a closed month has one invoice, campaign by campaign, charges less credits, however often it is made', async () => {
  const one = await aCampaign(world, advertiser, long);
  const other = await aCampaign(world, advertiser, { ...long, name: 'Nights' });
  const clicked = await aCampaign(world, advertiser, {
    ...{ ...long, name: 'Clicked', pricing: 'click', click_price: 0.75, most_impressions: null },
  });
  await seen(one, 3);
  await seen(other, 2);
  await credit(other, 5.5);
  await tell(world, await aVisit(world, code), [{ campaign: clicked }, { campaign: clicked, type: 'sponsored_click' }]);
  await night();
  expect((await invoices()).rows).toEqual([]);
  untilFirst('2026-12');
  for (let times = 0; times < 2; times++) await night();
  const { rows, total, open, paid } = await invoices();
  expect([total, open, paid]).toEqual([1, { count: 1, amount: 45.25 }, { count: 0, amount: 0 }]);
  expect(rows[0]).toMatchObject({ number: 1, month: '2026-11', total: 45.25, paid_at: null });
  expect((await invoice(rows[0].id)).body).toMatchObject({
    lines: [
      { campaign: 'Clicked', impressions: 1, clicks: 1, charged: 0.75, credited: 0, amount: 0.75 },
      { campaign: 'Mornings on the reef', impressions: 3, clicks: 0, charged: 30, credited: 0, amount: 30 },
      { campaign: 'Nights', impressions: 2, charged: 20, credited: 5.5, amount: 14.5 },
    ],
  });
  expect(await owed()).toBe(-4_525);
});

test('what is charged late is of the next month, and what a credit leaves over is too', async () => {
  const id = await aCampaign(world, advertiser, long);
  await seen(id, 2);
  untilFirst('2026-12');
  // Before the month is closed, and of the next one.
  await seen(id);
  await night();
  // Reckoned before the month was closed, and written after.
  await world.database.pool.query(
    `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, campaign_id, cause)
     select '2026-11-30T12:00:00Z', 'charge', from_account, to_account, 7, campaign_id, cause from ledger_entries where kind = 'charge' limit 1`,
  );
  await credit(id, 12);
  untilFirst('2027-01');
  await night();
  const [{ id: first }] = (await invoices()).rows;
  expect((await invoice(first)).body).toMatchObject({ total: 20, lines: [{ impressions: 2, charged: 20 }] });
  await seen(id, 3);
  untilFirst('2027-02');
  await night();
  const { rows } = await invoices();
  expect(rows.map((one: { month: string; total: number }) => [one.month, one.total])).toEqual([
    ['2027-01', 28.07],
    ['2026-11', 20],
  ]);
  const line = { impressions: 4, charged: 40.07, credited: 12, amount: 28.07 };
  expect((await invoice(rows[0].id)).body.lines).toMatchObject([line]);
  expect(await owed()).toBe(-4_807);
});

test('those who may read money are mailed, once', async () => {
  const clerk = await aMember(world, advertiser.organisation, ['campaign_management']);
  const keeper = await aMember(world, advertiser.organisation, ['revenue_analytics']);
  const owner = await anOwner(world, advertiser.organisation);
  await seen(await aCampaign(world, advertiser, long));
  untilFirst('2026-12');
  for (let times = 0; times < 2; times++) await night();
  const mails = (await world.mail()).filter(({ subject }) => /invoice/.test(subject));
  expect(mails.map(({ to }) => to).sort()).toEqual([advertiser.user, keeper, owner].map(({ email }) => email).sort());
  expect(mails[0]).toMatchObject({ subject: 'Your invoice 1, November 2026', text: expect.stringContaining('$10.00') });
  const { rows } = await invoices();
  expect(mails[0]!.text).toContain(encodeURIComponent(`/campaigns/invoices?open=${rows[0].id}`));
  expect((await world.call('GET /api/campaign-invoices', await again(clerk))).status).toBe(403);
  expect((await invoices(keeper)).rows).toHaveLength(1);
});

test('of an organization that was not given money to read nobody is mailed, whatever its staff have', async () => {
  await aMember(world, advertiser.organisation, ['revenue_analytics']);
  await world.db
    .updateTable('members')
    .set({ permissions: ['campaign_management', 'advertiser_analytics'] })
    .where('user_id', '=', advertiser.user.id)
    .execute();
  await seen(await aCampaign(world, advertiser, long));
  untilFirst('2026-12');
  await night();
  expect((await invoices(await world.aUser({ role: 'admin' }))).rows).toMatchObject([{ total: 10 }]);
  expect((await world.mail()).filter(({ subject }) => /invoice/.test(subject))).toEqual([]);
});

test('an advertiser has its own alone, administrators all, one’s or those that are open', async () => {
  const other = await anAdvertiser(world);
  const admin = await world.aUser({ role: 'admin' });
  await seen(await aCampaign(world, advertiser, long));
  await seen(await aCampaign(world, other, long), 2);
  untilFirst('2026-12');
  await night();
  const [own] = (await invoices()).rows;
  expect((await invoices(advertiser.user, `?organisation=${other.organisation}`)).rows).toEqual([own]);
  expect((await invoice(own.id, other.user)).status).toBe(404);
  expect((await world.call(`GET /api/campaign-invoices/${own.id}/file`, await again(other.user))).status).toBe(404);
  const all = await invoices(admin);
  expect([all.total, all.open, all.advertisers.length]).toEqual([2, { count: 2, amount: 30 }, 2]);
  expect((await invoices(admin, `?organisation=${other.organisation}`)).rows).toMatchObject([{ total: 20 }]);
  expect((await invoices(admin, `?search=${encodeURIComponent(own.advertiser)}`)).rows).toEqual([own]);
  const first = await invoices(admin, '?limit=1');
  expect((await invoices(admin, `?limit=1&after=${first.next}`)).rows[0].number).toBe(first.rows[0].number - 1);
});

test('the night makes it, once the month is closed', async () => {
  await seen(await aCampaign(world, advertiser, long));
  untilFirst('2026-12');
  const stop = await startWork(world);
  try {
    await expect.poll(async () => (await invoices()).open, { timeout: 30_000 }).toEqual({ count: 1, amount: 10 });
  } finally {
    await stop();
  }
}, 60_000);

describe('that the money has come', () => {
  test('an administrator says once, and it is owed no more', async () => {
    await seen(await aCampaign(world, advertiser, long));
    untilFirst('2026-12');
    await night();
    const [{ id }] = (await invoices()).rows;
    const admin = await world.aUser({ role: 'admin' });
    expect((await pay(id, (await again(advertiser.user)).cookie, 'z')).status).toBe(403);
    for (let times = 0; times < 2; times++) expect((await pay(id, admin.cookie, 'a')).status).toBe(201);
    expect((await pay(id, admin.cookie, 'b')).body.code).toBe('invoice_paid');
    expect(await owed()).toBe(0);
    const paid_at = world.clock.now().toISOString();
    const by = { paid_by: admin.email, paid_reason: 'Wire of December 5' };
    expect((await invoice(id, admin)).body).toMatchObject({ paid_at, ...by });
    expect((await invoice(id)).body).toMatchObject({ paid_at, paid_by: null, paid_reason: null });
    expect(await invoices()).toMatchObject({ open: { count: 0, amount: 0 }, paid: { count: 1, amount: 10 } });
    expect((await invoices(admin, '?state=open')).rows).toEqual([]);
    const actions = world.db.selectFrom('audit_entries').select(['action', 'subject_id']);
    expect(await actions.where('action', '=', 'campaign_invoice_paid').execute()).toEqual([
      { action: 'campaign_invoice_paid', subject_id: id },
    ]);
  });

  test('two of them at once say once', async () => {
    await seen(await aCampaign(world, advertiser, long));
    untilFirst('2026-12');
    await night();
    const [{ id }] = (await invoices()).rows;
    const admins = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
    const replies = await Promise.all(admins.map(({ cookie }, at) => pay(id, cookie, 'ab'[at]!)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await owed()).toBe(0);
  });
});

test('it is had as CSV and as PDF, which add up; a name is no formula there', async () => {
  const campaign = await aCampaign(world, advertiser, { ...long, name: '=Lūʻau' });
  await seen(campaign, 2);
  await credit(campaign, 5.5);
  untilFirst('2026-12');
  await night();
  const [{ id, advertiser: name }] = (await invoices()).rows;
  const file = async (format: string) =>
    await world.call(`GET /api/campaign-invoices/${id}/file?format=${format}`, await again(advertiser.user));
  const csv = await file('csv');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="invoice-1.csv"');
  expect(csv.bytes.toString()).toMatch(/^\ufeffinvoice,month,/);
  const lines = csv.raw.trimEnd().split('\r\n');
  expect(lines[1]).toMatch(new RegExp(`^1,2026-11,${name},'=Lūʻau,.*,2,0,20,5.5,14.5$`));
  expect(lines[2]).toBe(`1,2026-11,${name},total,,,,,,14.5`);
  const paper = async () => (await linesOfPdf((await file('pdf')).bytes)).flat();
  const open = await paper();
  expect(open[0]).toBe(words.title(1));
  expect(open).toContain(words.of(name, 'November 2026'));
  expect(open.filter((line) => line.endsWith('$20.00 | −$5.50 | $14.50'))).toEqual([
    expect.stringMatching(/^=Lū‘au \| .* \| 2 \| 0 \| /),
    expect.stringMatching(/^Total \| /),
  ]);
  expect(open).toContain(words.open);
  const payment = { words: 'Pay by wire to Example Bank, account 12-345, within 30 days.' };
  expect((await invoice(id)).body.payment).toEqual(payment);
  expect(open).toContain(payment.words);
  await pay(id, (await world.aUser({ role: 'admin' })).cookie, 'a');
  const paid = open.map((line) => (line === words.open ? words.paid('2026-12-01') : line));
  expect(await paper()).toEqual(paid.filter((line) => line !== payment.words));
  expect((await invoice(id)).body.payment).toBeNull();
});

test('their numbers have no gap, whatever failed and however many make them at once', async () => {
  const all = [advertiser, await anAdvertiser(world), await anAdvertiser(world)];
  const running: string[] = [];
  for (const one of all) running.push(await aCampaign(world, one, long));
  for (const id of running) await seen(id);
  untilFirst('2026-12');
  await makeStatements(maker(), world.clock.now());
  const failing = { ...maker(), mailsIn: () => Promise.reject(new Error('no words')) };
  await expect(makeInvoices(failing, world.clock.now())).rejects.toThrow('no words');
  await Promise.all([1, 2, 3, 4].map(() => makeInvoices(maker(), world.clock.now())));
  await seen(running[0]!);
  untilFirst('2027-01');
  await night();
  const { rows } = await invoices(await world.aUser({ role: 'admin' }));
  expect(rows.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1]);
});

test('where nobody has said how it is paid, it says whom to write to', async () => {
  world.settings.invoicePayment = undefined;
  await seen(await aCampaign(world, advertiser, long));
  untilFirst('2026-12');
  await night();
  const [{ id }] = (await invoices()).rows;
  const payment = { write_to: 'invoices@guide.example' };
  expect((await invoice(id)).body.payment).toEqual(payment);
  const file = await world.call(`GET /api/campaign-invoices/${id}/file?format=pdf`, await again(advertiser.user));
  expect((await linesOfPdf(file.bytes)).flat()).toContain('To pay it, please write to invoices@guide.example.');
});

test('an invoice stays as it is', async () => {
  await seen(await aCampaign(world, advertiser, long));
  untilFirst('2026-12');
  await night();
  await expect(world.database.pool.query('update campaign_invoices set cents = 1')).rejects.toThrow();
  await expect(world.database.pool.query('delete from campaign_invoices')).rejects.toThrow();
});
