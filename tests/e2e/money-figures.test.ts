import type { Locator, Page } from '@playwright/test';
import { book, bookable } from './bookings-world.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { admin, placeOf } from './payouts-world.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

test.afterEach(async ({ product }) => {
  for (const table of ['commission_holds', 'statement_rows', 'statement_imports', 'statement_maps'])
    await ask(product, `delete from ${table}`);
});

/** A traveler scans a partner's code and follows a link. @returns the booking's id */
async function aBooking(phone: Page, product: Product, code: string): Promise<string> {
  await signInTraveler(phone, product, 'guest@figures.example', { fresh: true });
  const data = { qr_code_id: code };
  const headers = { origin: product.url };
  expect((await phone.request.post('/api/qr/scan', { data, headers })).ok()).toBe(true);
  const [listing] = await bookable(phone);
  return await book(phone, product, listing!.id);
}

async function open(page: Page, address: string, title: string): Promise<void> {
  await page.goto(address);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

/** Each of these columns of a row has these words. */
async function expectCells(row: Locator, cells: Record<string, string>): Promise<void> {
  for (const [label, words] of Object.entries(cells))
    await expect(row.locator(`td[data-label="${label}"]`), label).toHaveText(words);
}
/** What a detail says of something, by the name that it has there. */
const factOf = (detail: Locator, name: string) =>
  detail.locator('dl > div', { has: detail.page().getByText(name, { exact: true }) }).locator('dd');

test('each column of a statement of a partner shows its own figure', async ({ page, product, elsewhere }) => {
  const { code, id, partner } = await placeOf(product, 'partner2@example.com');
  const booking = await aBooking(await elsewhere(), product, code);
  // Of a month before the first that this product makes final.
  await ask(
    product,
    `insert into statement_months (month, closed_at, done_at) values ('2025-03-01', now(), now()),
      (date_trunc('month', now() at time zone 'Pacific/Honolulu'), null, null) on conflict do nothing`,
  );
  await ask(
    product,
    `with final as (insert into partner_statements (organisation_id, month, name, opening_cents, earned_cents, clawed_back_cents,
        paid_cents, line_count, made_at)
      values ($1, '2025-03-01', $2, 10000, 4550, 50, 9000, 1, '2025-04-01T13:00:00Z') returning organisation_id, month)
    insert into partner_statement_lines (organisation_id, month, position, booking_id, experience, booked_on, travel_day, amount_cents,
        partner_share, earned_cents, clawed_back_cents, paid_cents)
      select organisation_id, month, 1, $3, 'Reef walk', '2025-03-02', '2025-03-09', 30333, 0.15, 4550, 50, 9000 from final`,
    [id, partner, booking],
  );
  await signIn(page, product, 'partner2@example.com');
  await open(page, `/money/statement?organisation=${id}&month=2025-03`, 'Monthly statement');
  await expectCells(page.locator('tbody tr'), {
    ...{ Amount: '$303.33', Share: '15.0%', Payable: '$45.50', 'Asked back': '$0.50', Paid: '$90.00' },
  });
});

test('a hold shows the amount of the booking and the share of its partner', async ({ page, product, elsewhere }) => {
  const { code } = await placeOf(product, 'partner@example.com');
  const booking = await aBooking(await elsewhere(), product, code);
  await signIn(page, product, admin);
  const data = { status: 'confirmed', amount: 200, booking_reference: 'FIGURES-1', reason: 'Told' };
  const reply = await page.request.patch(`/api/bookings/${booking}`, { data, headers: { origin: product.url } });
  expect(reply.status()).toBe(200);
  await ask(product, `insert into commission_holds (booking_id, rule, opened_at) values ($1, 'by_hand', now())`, [
    booking,
  ]);
  const { share } = await (await page.request.get(`/api/bookings/${booking}/explanation`)).json();
  await open(page, '/money/holds?state=open&rule=by_hand&search=guest@figures.example', 'Holds');
  await expectCells(page.locator('tbody tr'), { "Partner's share": `$${share.toFixed(2)}` });
  await page.getByRole('link', { name: /^txn_/ }).click();
  const detail = page.getByRole('region', { name: 'About this hold' });
  await expect(factOf(detail, 'Amount')).toHaveText('$200.00');
  await expect(factOf(detail, "Partner's share")).toHaveText(`$${share.toFixed(2)}`);
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(200);
  // No payout has taken any of it.
  await open(page, `/money/explain?booking=${booking}`, 'Explain this commission');
  await expect(factOf(page.getByRole('main'), 'Taken by payouts')).toHaveText('$0.00');
});

test('a statement of a platform, its rows and its month each show their own figures', async ({ page, product }) => {
  const [made] = await ask<{ id: number }>(
    product,
    `with work as (insert into statement_maps (platform, header_digest, columns, dates, decimals, created_by, created_at)
        select 'operator', decode(repeat('01', 32), 'hex'), '{}', 'month_first', 'point', id, now() from users limit 1 returning id, created_by)
      insert into statement_imports (file_name, sha256, header, row_count, map_id, state, created_by, created_at, applied_at)
        select 'figures.csv', decode(repeat('01', 32), 'hex'), '{}', 3, id, 'applying', created_by, now(), null from work returning id`,
  );
  await ask(
    product,
    `insert into statement_rows (import_id, number, cells, platform, supplier, reference, status, amount_cents, commission_cents, currency,
        travel_date, outcome, applied_at)
      select $1, 1 + n, '{}', 'operator', 'figures.example', 'F-' || n, 'confirmed', 10000 * n, 1111 * n, 'USD', '2035-05-05', 'unmatched',
        case when n < 3 then now() end from generate_series(1, 3) n`,
    [made!.id],
  );
  await signIn(page, product, admin);
  await open(page, '/money/reconcile', 'Reconcile');
  const file = page.locator('tbody tr').filter({ hasText: 'figures.csv' });
  await expectCells(file, { Rows: '3', 'Applied rows': '2' });
  await open(page, `/money/reconcile?statement=${made!.id}`, 'Reconcile');
  const row = page.locator('tbody tr').filter({ hasText: 'F-2' });
  await expectCells(row, { Amount: '$200.00', Commission: '$22.22' });
  await open(page, '/money/reconcile?list=months', 'Reconcile');
  const month = page.locator('tbody tr').filter({ hasText: 'An operator, 2035-05' });
  await expectCells(month, {
    ...{ Statement: '$33.33', Ledger: '$0.00', Difference: '$33.33', 'Bookings that differ': '2' },
  });
  await month.getByRole('link').click();
  const detail = page.getByRole('region', { name: 'About this month' });
  await expect(factOf(detail, 'Statement')).toHaveText('$33.33, 2 bookings on statements');
  await expect(factOf(detail, 'Difference')).toHaveText('$33.33');
});
