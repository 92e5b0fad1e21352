import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { openDesk } from './bookings-world.ts';
import { aRunningCampaign, send, tell } from './campaigns-world.ts';
import { ask } from './database.ts';
import { cellsOf, expectOnEveryWidth, rowCells } from './desk-pages.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { placeOf } from './payouts-world.ts';
import type { Product } from './product.ts';

/** A product of its own: nobody else's invoices stand on these sums. */
const test = withOwnProduct();

async function open(page: Page, address = '/campaigns/invoices'): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaign invoices');
}

const sentence = (page: Page) => page.locator('[data-desk] [role=status]').first();

/** The invoice of a month that is over, as it is kept. */
async function invoiced(product: Product, campaign: string, month: string, cents: number): Promise<string> {
  await ask(product, 'insert into statement_months (month) values ($1) on conflict do nothing', [`${month}-01`]);
  const [made] = await ask<{ id: string }>(
    product,
    `insert into campaign_invoices (organisation_id, month, name, cents, lines, made_at)
     select c.organisation_id, $2, o.name, $3::bigint, jsonb_build_array(jsonb_build_object('campaign_id', c.id, 'campaign', c.name,
       'listing', l.name, 'impressions', c.impressions, 'clicks', c.clicks, 'charged_cents', $3::bigint + 25, 'credited_cents', 25)), now()
     from campaigns c join organisations o on o.id = c.organisation_id join listings l on l.id = c.listing_id where c.id = $1 returning id`,
    [campaign, `${month}-01`, cents],
  );
  return made!.id;
}

test('an advertiser finds its invoices with their files, and an administrator marks one as paid', async ({
  page,
  product,
  browser,
  elsewhere,
}) => {
  test.slow();
  const { id, organisation } = await aRunningCampaign(page, product, 'Mornings on the reef');
  await open(page);
  await expect(sentence(page)).toHaveText('$0.00 to be paid, 0 invoices; $0.00 paid, 0 invoices.');
  await expect(page.getByText('No invoices yet')).toBeVisible();
  const guest = await elsewhere();
  const { code } = await placeOf(product, 'partner@example.com');
  await send(guest, product, '/api/qr/scan', { qr_code_id: code });
  await tell(guest, product, id, 'listing_impression');
  await tell(guest, product, id, 'sponsored_click');
  await invoiced(product, id, '2026-09', 4_275);
  await invoiced(product, id, '2026-10', 1_000);

  await open(page);
  await expect(sentence(page)).toHaveText('$52.75 to be paid, 2 invoices; $0.00 paid, 0 invoices.');
  const rows = page.getByRole('table', { name: 'Invoices of campaigns' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  const unpaid = { State: 'To be paid', 'Paid on': 'Not yet' };
  expect(await rowCells(rows.nth(0))).toMatchObject({
    ...unpaid,
    Invoice: 'Invoice 2',
    Month: 'Oct 2026',
    Total: '$10.00',
  });
  expect(await rowCells(rows.nth(1))).toMatchObject({
    ...unpaid,
    Invoice: 'Invoice 1',
    Month: 'Sep 2026',
    Total: '$42.75',
  });
  await page.getByRole('link', { name: 'Invoice 1', exact: true }).click();
  const detail = page.getByRole('region', { name: 'About this invoice' });
  await expect(detail.getByRole('heading', { level: 2 })).toHaveText('Invoice 1');
  await expect(detail.getByText('Mornings on the reef: $42.75')).toBeVisible();
  await expect(detail.getByText('1 impression, 1 click; charges $43.00, credits −$0.25')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
  // Nobody reads what is sent to the address that mail comes from here, and nobody has said how it is paid.
  await expect(detail.getByText('How to pay', { exact: true })).toHaveCount(0);
  for (const [name, ending] of [
    ['Download as PDF', 'pdf'],
    ['Download as CSV', 'csv'],
  ] as const) {
    const download = page.waitForEvent('download');
    await detail.getByRole('link', { name }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`invoice-1.${ending}`);
    const text = await readFile((await file.path())!, 'utf8');
    expect(text).toMatch(ending === 'pdf' ? /^%PDF-/ : /,total,,,,,,42\.75\r\n$/);
  }

  const desk = await openDesk(browser, product);
  await open(desk.page, `/campaigns/invoices?organisation=${organisation}`);
  await expect(sentence(desk.page)).toHaveText('$52.75 to be paid, 2 invoices; $0.00 paid, 0 invoices.');
  await desk.page.getByRole('link', { name: 'Invoice 1', exact: true }).click();
  await desk.page.getByRole('button', { name: 'Mark as paid' }).click();
  const sheet = desk.page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(sheet.getByText(/^\$42\.75 of .+ has come: it is owed no more\./)).toBeVisible();
  await sheet.getByLabel('Reason').fill('Wire of December 5');
  await expectAccessible(desk.page, { enlarged: true });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(desk.page.getByText('Invoice 1 is marked as paid.')).toBeVisible();
  await expect(sentence(desk.page)).toHaveText('$10.00 to be paid, 1 invoice; $42.75 paid, 1 invoice.');
  await expect(desk.page.getByText('Wire of December 5')).toBeVisible();
  await expect(desk.page.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);
  await open(desk.page);
  await desk.page.getByRole('combobox', { name: 'State' }).selectOption('Paid');
  await expect(desk.page.locator('tbody tr')).toHaveCount(1);
  const paidRow = await cellsOf(desk.page);
  expect(paidRow).toMatchObject({ Invoice: 'Invoice 1', Month: 'Sep 2026', Total: '$42.75', State: 'Paid' });
  expect(paidRow['Paid on']).toMatch(/^[A-Z][a-z]{2} \d/);
  await desk.page.getByLabel('Search by advertiser').fill('nobody of this name');
  await expect(desk.page.getByText('No invoice found')).toBeVisible();

  await open(page);
  await expect(sentence(page)).toHaveText('$10.00 to be paid, 1 invoice; $42.75 paid, 1 invoice.');
  await page.getByRole('link', { name: 'Invoice 1', exact: true }).click();
  await expect(detail.getByText('Paid on', { exact: true })).toBeVisible();
  await expect(detail.getByText('How to pay', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Wire of December 5')).toHaveCount(0);
  await expectOnEveryWidth(
    desk.page,
    '/campaigns/invoices',
    'campaign-invoices',
    () => desk.page.getByRole('table', { name: 'Invoices of campaigns' }),
    open,
  );
  const [paid] = await ask<{ id: string }>(product, 'select id from campaign_invoices order by number limit 1');
  await expectOnEveryWidth(
    desk.page,
    `/campaigns/invoices?open=${paid!.id}`,
    'campaign-invoice',
    () => desk.page.getByRole('region', { name: 'About this invoice' }),
    open,
  );
  await desk.close();
});
