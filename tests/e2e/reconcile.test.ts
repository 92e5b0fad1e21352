import type { Page } from '@playwright/test';
import { aRow, aTable, fareharborHeader } from '../statement-files.ts';
import { expectAccessible } from './axe.ts';
import { book, bookable, tile } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

test.beforeEach(async ({ page, product }) => {
  for (const table of ['statement_rows', 'statement_imports', 'statement_maps'])
    await ask(product, `delete from ${table}`);
  await signIn(page, product, 'admin@example.com');
});

const widths = [390, 1280];
let count = 52_000_000;
const ids = (many: number) => Array.from({ length: many }, () => String(++count));

interface Claimed {
  id: string;
  company: string;
  /** What the platform pays, as a part of the amount. */
  rate: number;
}

/** A traveler in another browser follows a link of FareHarbor's for each reference, and says that they have booked by it. */
async function claims(phone: Page, product: Product, references: readonly string[]): Promise<Claimed[]> {
  await signInTraveler(phone, product, 'statement@reconcile.example', { fresh: true });
  const headers = { origin: product.url };
  const [listing] = await ask<{ id: number }>(
    product,
    "select id from listings where booking_url like 'https://fareharbor.com/embeds/book/%' and is_active order by id limit 1",
  );
  const made: Claimed[] = [];
  for (const [at, booking_reference] of references.entries()) {
    const conversion_timestamp = new Date(Date.now() - at * 1_000).toISOString();
    const data = { business_listing_id: listing!.id, conversion_timestamp };
    const reply = await phone.request.post('/api/qr/booking-conversion', { data, headers });
    expect(reply.status()).toBe(201);
    const { booking_id: id } = await reply.json();
    const [day] = await ask<{ day: string }>(
      product,
      "select (now() at time zone 'Pacific/Honolulu')::date::text as day",
    );
    const details = { booking_reference, check_in_date: day!.day, guest_count: 2 };
    expect((await phone.request.put(`/api/bookings/${id}/details`, { data: details, headers })).status()).toBe(200);
    const [kept] = await ask<{ supplier: string; rate: number }>(
      product,
      `select b.supplier, c.platform_rate::float8 as rate from bookings b join commissions c on c.booking_id = b.id where b.id = $1`,
      [id],
    );
    made.push({ id, company: kept!.supplier, rate: kept!.rate });
  }
  return made;
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/money/reconcile${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reconcile');
}

const file = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Sends a statement by the form of the screen. */
async function send(page: Page, name: string, content: string): Promise<void> {
  await open(page);
  await page.getByRole('link', { name: 'New statement' }).click();
  const form = page.getByRole('region', { name: 'A platform’s statement' });
  await form.getByLabel('CSV file').setInputFiles(file(name, content));
  await expect(form.getByText(new RegExp(`${name}, .* is here`))).toBeVisible();
  await form.getByRole('button', { name: 'Read it' }).click();
}
const isRead = (page: Page) => expect(page.getByText(/^To be applied\./)).toBeVisible({ timeout: 60_000 });

async function apply(page: Page, leaveOut?: string): Promise<void> {
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Apply this statement' });
  if (leaveOut) await sheet.getByRole('switch', { name: leaveOut }).check();
  await sheet.getByLabel('Reason').fill('Compared with the bank');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(/^Applied\./)).toBeVisible({ timeout: 60_000 });
  const goesOn = page.getByText('The statement is being applied. It goes on when you leave this page.');
  await expect(goesOn).toHaveCount(0, { timeout: 15_000 });
}

/** Statements that wait, and bookings that differ in the months that are shown first. */
async function figures(page: Page): Promise<[open: number, differences: number]> {
  await open(page, '?list=months');
  const words = await page.getByText(/^Statements not applied yet: /).innerText();
  const [, waiting, differences] = /yet: ([\d,]+)\..*differ: ([\d,]+)\./.exec(words)!;
  return [Number(waiting!.replaceAll(',', '')), Number(differences!.replaceAll(',', ''))];
}

async function expectAccessibleAtAll(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
  }
}

const day = '03/05/2031';
const money = (cents: number) => (cents / 100).toFixed(2);

test('a statement is sent, read, applied and compared, and each figure moves by exactly that', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  await open(page);
  await expect(page.getByText('No statement yet')).toBeVisible();
  await expect(page.getByText('A statement that you send waits here until it is applied.')).toBeVisible();
  await expectAccessibleAtAll(page);
  const [, before] = await figures(page);
  const references = ids(6);
  const [one, other, gone, fresh, cancelled, doubtful] = references as [string, string, string, string, string, string];
  const [{ company, rate }] = (await claims(await elsewhere(), product, references)) as [Claimed];
  const pays = (dollars: number) => money(Math.round(dollars * 100 * rate));
  const row = (id: string, given: Partial<Parameters<typeof aRow>[0]> = {}) =>
    aRow({ id, company, day, total: '100.00', commission: pays(100), ...given });

  await send(
    page,
    'november.csv',
    aTable([
      fareharborHeader,
      row(one),
      row(other, { commission: '1.00' }),
      row(gone, { status: 'Cancelled', commission: '' }),
    ]),
  );
  await expect(page.getByRole('region', { name: 'Reading of a statement' })).toBeVisible();
  await isRead(page);
  await expect(page.getByText('To be applied. 3 rows, 0 applied.')).toBeVisible();
  await expect(tile(page, 'Matched')).toHaveText('2');
  await expect(tile(page, 'Cancelled')).toHaveText('1');
  await expectAccessibleAtAll(page);
  expect(await figures(page)).toEqual([1, before]);
  await open(page);
  await page.getByRole('link', { name: 'november.csv' }).click();
  await apply(page);
  await expect(page.getByRole('region', { name: 'Applying of a statement' })).toBeVisible();
  await expect(page.getByText('Applied. 3 rows, 3 applied.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  expect(await figures(page)).toEqual([0, before + 1]);

  await page.getByRole('link', { name: 'By month' }).click();
  await page.getByRole('link', { name: 'FareHarbor, 2031-03' }).click();
  const month = page.getByRole('region', { name: 'About this month' });
  const cents = Math.round(10_000 * rate);
  await expect(month).toContainText(`$${money(cents + 100)}, 3 bookings on statements`);
  await expect(month).toContainText(`$${money(2 * cents)}, 2 bookings in the ledger`);
  await expect(month).toContainText(`Another rate, ${other}`);
  await expect(month).toContainText(`Statement $1.00, ledger $${money(cents)}`);
  await expect(month).toContainText('Row 3 of november.csv.');
  await expect(month).toContainText('Compare the rate of the experience with what the platform pays.');
  await expectAccessibleAtAll(page);
  // Each booking that differs leads to its explanation.
  const listed = month.getByRole('listitem').filter({ hasText: `Another rate, ${other}` });
  const explained = listed.getByRole('link', { name: 'Explain this commission' });
  const [booking] = await ask<{ id: string; number: string }>(
    product,
    'select id, transaction_id as number from bookings where reference = $1',
    [other],
  );
  await expect(explained).toHaveAttribute('href', `/money/explain?booking=${booking!.id}`);
  await explained.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explain this commission');
  await expect(page.getByRole('main')).toContainText(booking!.number);
  await page.goBack();
  await expect(month).toContainText(`Another rate, ${other}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'All of them as CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('reconciliation-fareharbor-2031-03.csv');

  const [nobody, wrong] = ids(2) as [string, string];
  await send(
    page,
    'december.csv',
    aTable([
      fareharborHeader,
      ...[row(one, { total: '90.00', commission: pays(90) }), row(other, { commission: pays(100) }), row(gone)],
      ...[row(fresh), row(cancelled, { status: 'Cancelled' }), row(doubtful, { total: '-5.00' }), row(nobody)],
      row(wrong, { status: 'Perhaps' }),
    ]),
  );
  await isRead(page);
  const outcomes = [
    ...[
      'Amount differs',
      'Already known',
      'State differs',
      'Matched',
      'Cancelled',
      'In doubt',
      'Unmatched',
      'Unreadable',
    ],
  ];
  for (const outcome of outcomes) await expect(tile(page, outcome)).toHaveText('1');
  const cells = page.locator('td[data-label="What becomes of it"]');
  await expect(cells).toHaveText(outcomes);
  await expect(page.getByText('Status: is no state of a booking that is known')).toBeVisible();
  await page.getByRole('combobox', { name: 'What becomes of it' }).selectOption('In doubt');
  await expect(cells).toHaveText(['In doubt']);
  await page.getByRole('combobox', { name: 'What becomes of it' }).selectOption('');
  await page.getByRole('searchbox', { name: 'Search by reference' }).fill('nothing has this');
  await expect(page.getByText('Nothing is like that')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by reference' }).fill(fresh);
  await expect(cells).toHaveText(['Matched']);

  // Whole, or without what cannot be read.
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Apply this statement' });
  expectErrors(page, '409 /api/admin/statement-imports/*/apply');
  await expect(sheet.getByText(/^8 rows: bookings become what their platform tells/)).toBeVisible();
  await sheet.getByLabel('Reason').fill('Compared with the bank');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText(/that cannot be read: 1\. The first is row 9, column "Status"/)).toBeVisible();
  await expectAccessibleAtAll(page);
  await sheet.getByRole('button', { name: 'Close' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without sending?' });
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await apply(page, 'Leave out what cannot be read: 1 row');
  await expect(page.getByText('Applied. 8 rows, 7 applied.')).toBeVisible();
  // The rate is right now; what the platform has brought back, what is nobody's and what was in doubt differ.
  const [waiting, differences] = await figures(page);
  expect(waiting).toBe(0);
  expect(differences).toBe(before + 4);
  await open(page, '?list=months&open=fareharbor/2031-03');
  await expect(month).toContainText(`Nobody’s booking here, ${nobody}`);
  await expect(month).toContainText(`Cancelled here, ${gone}`);
});

test('what is nobody’s booking leads to where its advice says that it is decided', async ({ page }) => {
  const [nobody] = ids(1) as [string];
  const row = aRow({ id: nobody, company: 'nobody', day: '07/05/2031', total: '100.00', commission: '10.00' });
  await send(page, 'nobody.csv', aTable([fareharborHeader, row]));
  await isRead(page);
  await apply(page);
  await open(page, '?list=months&open=fareharbor/2031-07');
  const month = page.getByRole('region', { name: 'About this month' });
  await expect(month).toContainText('Decide at News of platforms whose it is.');
  await month.getByRole('link', { name: 'News of platforms' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News of platforms');
  await expect(page.getByRole('link', { name: nobody })).toBeVisible();
  await expect(page.locator('td[data-label="State"]')).toHaveText(['Nobody’s yet']);
});

test('months that cannot be compared take no statement with them', async ({ page, product }) => {
  await send(
    page,
    'kept.csv',
    aTable([fareharborHeader, aRow({ id: ids(1)[0], company: 'nobody', day: '03/06/2031' })]),
  );
  await isRead(page);
  await failAt(page, product, 'unavailable', 'commissions', '/api/admin/reconciliation', ['select']);
  await open(page, '?list=months');
  await expect(page.getByText('The months cannot be compared at the moment')).toBeVisible();
  await expect(page.getByText('Statements not applied yet: 1.')).toBeVisible();
  await expectAccessibleAtAll(page);
  await page.getByRole('link', { name: 'Statements', exact: true }).click();
  await expect(page.getByRole('link', { name: 'kept.csv' })).toBeVisible();
  await page.getByRole('link', { name: 'By month' }).click();
  await expect(page.getByText('The months cannot be compared at the moment')).toBeVisible();
  await mendDatabase(product);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByText('In these months, bookings on which a statement and the ledger differ: 0.'),
  ).toBeVisible();
  await expect(page.getByText('The months cannot be compared at the moment')).toHaveCount(0);
});

test('months have pages, and are of one platform where it is asked for', async ({ page, product }) => {
  await ask(
    product,
    `with work as (insert into statement_maps (platform, header_digest, columns, dates, decimals, created_by, created_at)
        select 'operator', decode(repeat('00', 32), 'hex'), '{}', 'month_first', 'point', id, now() from users limit 1 returning id, created_by),
      file as (insert into statement_imports (file_name, sha256, header, row_count, map_id, state, created_by, created_at, applied_at)
        select 'pages.csv', decode(repeat('00', 32), 'hex'), '{}', 8, id, 'applied', created_by, now(), now() from work returning id)
    insert into statement_rows (import_id, number, cells, platform, supplier, reference, status, commission_cents, currency, travel_date,
        outcome, applied_at)
      select id, 1 + n, '{}', 'operator', 'pages.example', 'P-' || n, 'confirmed', n, 'USD', date '2032-01-05' + n * interval '1 month',
        'unmatched', now() from file, generate_series(1, 8) n`,
  );
  await open(page, '?list=months');
  const names = page.getByRole('link', { name: /^(An operator|FareHarbor|Viator|GetYourGuide), 2032/ });
  await expect(names).toHaveCount(6);
  await expect(names.first()).toHaveText('An operator, 2032-09');
  await expect(
    page.getByText('In these months, bookings on which a statement and the ledger differ: 6.'),
  ).toBeVisible();
  await expectAccessibleAtAll(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(names).toHaveText(['An operator, 2032-03', 'An operator, 2032-02']);
  await page.getByRole('combobox', { name: 'Platform', exact: true }).selectOption('Viator');
  await expect(names).toHaveCount(0);
});

test('a month of which no statement was applied is said beside those that differ', async ({
  page,
  product,
  elsewhere,
}) => {
  const untold = page.getByText(/Months of which no statement was applied yet, beside that: (\d+)\.$/);
  await open(page, '?list=months');
  const before = (await untold.count()) === 0 ? 0 : Number(/(\d+)\.$/.exec(await untold.innerText())![1]);
  const traveler = await elsewhere();
  await signInTraveler(traveler, product, 'untold@reconcile.example');
  const [listing] = await bookable(traveler);
  const id = await book(traveler, product, listing!.id);
  await ask(product, `update bookings set check_in_date = '2035-06-01' where id = $1`, [id]);
  const reply = await page.request.patch(`/api/bookings/${id}`, {
    data: { status: 'confirmed', amount: 100, reason: 'Told' },
    headers: { origin: product.url },
  });
  expect(reply.status()).toBe(200);
  await open(page, '?list=months');
  await expect(untold).toContainText(`beside that: ${before + 1}.`);
});

test('columns that nobody knows are mapped once, whose each statement is is asked, and a list that is filtered finds its statements', async ({
  page,
}) => {
  const table = (id: string) =>
    aTable(
      [
        ['Ref', 'State', 'Prix', 'Jour', 'Note'],
        [id, 'Confirmed', '1.234,50', day, ''],
      ],
      ';',
    );
  const [first, second] = ids(2) as [string, string];
  await send(page, 'boats.csv', table(first));
  await expect(page.getByText('Columns unknown. 1 row, 0 applied.')).toBeVisible();
  const form = page.getByRole('region', { name: 'Which column is what' });
  await expect(form.getByText(/^It is kept for all statements with these columns/)).toBeVisible();
  await expectAccessibleAtAll(page);
  const save = form.getByRole('button', { name: 'Save and read' });
  await form.getByLabel('Platform').selectOption('An operator');
  await form.getByLabel('Booking reference').selectOption(`Ref (${first})`);
  await form.getByLabel('State of the booking').selectOption(`Ref (${first})`);
  // Whose they are has to be said where no column says it, and not of a platform that numbers all of its own.
  const whose = form.getByLabel('Company or host name of all rows');
  await expect(whose).toHaveAttribute('required', '');
  await form.getByLabel('Platform').selectOption('Viator');
  await expect(whose).not.toHaveAttribute('required', '');
  await form.getByLabel('Platform').selectOption('An operator');
  await form.getByLabel('Company or host name', { exact: true }).selectOption('Note');
  await expect(whose).not.toHaveAttribute('required', '');
  await form.getByLabel('Company or host name', { exact: true }).selectOption('No column');
  await save.click();
  await expect(whose).toHaveAccessibleDescription(/Please fill this in/);
  await whose.fill('boats.example');
  await save.click();
  await expect(form.getByText('One column cannot be two things.')).toBeVisible();
  await form.getByLabel('State of the booking').selectOption('State (Confirmed)');
  await form.getByLabel('Currency of all rows').fill('usd');
  await form.getByLabel('Amount', { exact: true }).selectOption('Prix (1.234,50)');
  await form.getByLabel('Day of travel').selectOption(`Jour (${day})`);
  await form.getByLabel('Days are written').selectOption('Day first: 24/12/2026');
  await form.getByLabel('Amounts are written').selectOption('With a comma: 1.234,50');
  await save.click();
  await isRead(page);
  await expect(page.locator('td[data-label="Amount"]')).toHaveText('$1,234.50');
  // The day that the file says, whatever the clocks say where it is read.
  await expect(page.locator('td[data-label="Travel"]')).toHaveText('May 3, 2031');
  await page.getByRole('link', { name: 'Change the columns' }).click();
  await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('Prix');
  await expect(form.getByLabel('Commission')).toHaveValue('');

  // Another operator's may have the same columns: whose it is is asked, and nothing else.
  await send(page, 'boats-again.csv', table(second));
  await expect(page.getByText('It is not said whose bookings these are. 1 row, 0 applied.')).toBeVisible();
  await expect(form.getByText(/^The columns are as they were said before\./)).toBeVisible();
  await expect(form.getByLabel('Platform')).toHaveValue('operator');
  await expect(form.getByLabel('Amount', { exact: true })).toHaveValue('Prix');
  await expect(form.getByLabel('Days are written')).toHaveValue('day_first');
  await expect(form.getByLabel('Company or host name of all rows')).toHaveValue('');
  await expectAccessibleAtAll(page);
  await form.getByLabel('Company or host name of all rows').fill('other-boats.example');
  await save.click();
  await isRead(page);
  await page.getByRole('link', { name: 'All statements' }).click();
  await expect(page.getByText('Statements not applied yet: 2.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by file' }).fill('again');
  await expect(page.getByRole('link', { name: 'boats.csv' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'boats-again.csv' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Platform', exact: true }).selectOption('GetYourGuide');
  await expect(page.getByText('Nothing is like that')).toBeVisible();
});

test('a statement whose columns are asked for asks before what was said of them is lost', async ({ page }) => {
  await send(page, 'asked.csv', aTable([['Code', 'How'], ids(2)]));
  const form = page.getByRole('region', { name: 'Which column is what' });
  const whose = form.getByLabel('Company or host name of all rows');
  await whose.fill('boats.example');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without sending?' });
  await question.getByRole('button', { name: 'Stay here' }).last().click();
  await expect(whose).toHaveValue('boats.example');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await question.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await expect(page.getByRole('link', { name: 'asked.csv' })).toBeVisible();
});

test('a file that is no table is refused at its field, with the row', async ({ page }) => {
  await open(page, '?new=statement');
  const form = page.getByRole('region', { name: 'A platform’s statement' });
  await form.getByLabel('CSV file').setInputFiles(file('broken.csv', 'a,b,c\r\n1,2,3\r\n1,2\r\n'));
  await expect(form.getByText(/broken.csv, .* is here/)).toBeVisible();
  expectErrors(page, '415 /api/admin/statement-imports');
  await form.getByRole('button', { name: 'Read it' }).click();
  await expect(form.getByText('This file cannot be used: row 3: 2 cells, where the header has 3.')).toBeVisible();
  await expectAccessibleAtAll(page);
});

test('each state of a statement and each kind of difference has its words', async ({ page, product, elsewhere }) => {
  test.slow();
  const references = ids(7);
  const made = await claims(await elsewhere(), product, references);
  const { company, rate } = made[0]!;
  const commission = money(Math.round(10_000 * rate));
  const rows = references.map((id) => aRow({ id, company, day: '04/07/2031', total: '100.00', commission }));
  await send(page, 'april.csv', aTable([fareharborHeader, ...rows]));
  await isRead(page);
  await apply(page);
  const change = (at: number, set: string) =>
    ask(product, `update statement_rows set ${set} where reference = $1`, [references[at]]);
  await change(0, 'commission_cents = null');
  await change(1, "commission_cents = null, amount_cents = null, currency = 'EUR'");
  await change(2, "status = 'cancelled', commission_cents = 0");
  await change(3, 'amount_cents = 9000, commission_cents = 1');
  await ask(product, 'delete from statement_rows where reference = $1', [references[4]]);
  await open(page, '?list=months&open=fareharbor/2031-04');
  const month = page.getByRole('region', { name: 'About this month' });
  for (const words of [
    ...['No commission told', 'Map the column of the commission, or ask the platform.', 'Statement not told, ledger'],
    ...['Another currency', '(EUR)', 'Decide what it is worth in US dollars and correct the booking.'],
    ...['Cancelled by the platform', 'Cancel the booking, or ask the platform.'],
    ...['Another amount', 'Correct the amount of the booking, or ask the platform.'],
    ...['On no statement', 'Apply the statement of that month, or ask the platform.'],
  ])
    await expect(month).toContainText(words);

  // Many at once, and none.
  await ask(
    product,
    `insert into statement_rows (import_id, number, cells, platform, supplier, reference, status, commission_cents, currency, travel_date,
        outcome, applied_at)
      select id, 1000 + n, '{}', 'operator', 'many.example', 'M-' || n, 'confirmed', n, 'USD', case when n > 1 then date '2031-05-05' end,
        'unmatched', now() from statement_imports, generate_series(1, 502) n`,
  );
  await open(page, '?list=months&open=operator/2031-05');
  await expect(page.getByText('The first 500; the file has all.')).toBeVisible();
  await open(page, '?list=months&open=operator/undated');
  await expect(month).toContainText('1 booking on statements');
  await expect(month).toContainText('0 bookings in the ledger');
  await ask(product, "delete from statement_rows where reference like 'M-%'");
  await ask(product, 'delete from statement_rows where reference <> $1', [references[5]]);
  await ask(product, "update bookings set check_in_date = '2031-06-06' where id = $1", [made[5]!.id]);
  await ask(product, "update commissions set travel_day = '2031-06-06' where booking_id = $1", [made[5]!.id]);
  await open(page, '?list=months&open=fareharbor/2031-06');
  await expect(month).toContainText('The statements and the ledger agree.');
  await expect(month).toContainText('1 booking in the ledger');

  const [{ id }] = (await ask<{ id: number }>(product, 'select id from statement_imports')) as [{ id: number }];
  for (const [state, words] of [
    ['reading', 'Being read'],
    ['applying', 'Being applied'],
  ] as const) {
    await ask(product, 'update statement_imports set state = $1, applied_at = null', [state]);
    await open(page, `?statement=${id}`);
    await expect(page.getByText(`${words}. 7 rows`)).toBeVisible();
    await open(page);
    await expect(page.locator('td[data-label="State"]')).toHaveText(words);
  }
  await open(page, `?statement=${id}`);
  await expect(page.getByRole('button', { name: 'Go on applying' })).toBeVisible();
  await ask(product, 'update statement_rows set amount_cents = null, currency = $1', ['EUR']);
  await ask(product, "update statement_imports set state = 'unmapped', map_id = null");
  await open(page);
  await expect(page.locator('td[data-label="Platform"]')).toHaveText('Not known yet');
  await expect(page.locator('td[data-label="State"]')).toHaveText('Waits for an answer');
  await open(page, `?statement=${id}`);
  await expect(page.locator('td[data-label="Amount"]')).toHaveText('in EUR');
});
