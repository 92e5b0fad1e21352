import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { bookable, openDesk } from './bookings-world.ts';
import { ask } from './database.ts';
import { anEntryOfEachKind } from './explained-rows.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

const place = 'Kaiona Hotel Waikīkī';

async function openLedger(page: Page, query = ''): Promise<void> {
  await page.goto(`/money/ledger${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger');
}

const rowOf = (page: Page, account: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: account, exact: true }) });
const centsOf = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100);

/** What stands on an account, in cents; 0 where it was not made yet. */
async function balance(page: Page, account: string): Promise<number> {
  await openLedger(page, '?search=Kaiona');
  const row = rowOf(page, account);
  if ((await row.count()) === 0) return 0;
  return centsOf(await row.locator('td[data-label="Balance"]').innerText());
}

test('a booking moves its partner’s accounts by exactly its share, and all accounts come to nothing', async ({
  product,
  browser,
  elsewhere,
}) => {
  test.slow();
  const { page, decide, close } = await openDesk(browser, product);
  const expected = await balance(page, 'Kaiona Hotels, Expected');
  const pending = await balance(page, 'Kaiona Hotels, After travel');
  const phone = await elsewhere();
  await signInTraveler(phone, product, 'ledger@ledger.example', { fresh: true });
  const headers = { origin: product.url };
  const code = product.codes.find((one) => one.location_name === place && one.status === 'active')!.qr_code_id;
  await phone.request.post('/api/qr/scan', { data: { qr_code_id: code }, headers });
  const [listing] = await bookable(phone);
  const data = { business_listing_id: listing!.id };
  const id = (await (await phone.request.post('/api/qr/booking-conversion', { data, headers })).json()).booking_id;
  const { share } = await (await page.request.get(`/api/bookings/${id}/explanation`)).json();
  expect(share).toBeGreaterThan(0);
  expect(await balance(page, 'Kaiona Hotels, Expected')).toBe(expected + Math.round(share * 100));
  await decide(id, { status: 'confirmed', amount: 200 });
  expect(await balance(page, 'Kaiona Hotels, Expected')).toBe(expected);
  expect(await balance(page, 'Kaiona Hotels, After travel')).toBe(pending + 3_000);

  await openLedger(page);
  await expect(page.getByText(/^\d+ accounts\. All accounts together come to \$0\.00, as they must\.$/)).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('searchbox', { name: 'Search by partner' }).fill('nobody is called so');
  await expect(page.getByText('No account is like that')).toBeVisible();
  await openLedger(page, '?search=Kaiona');
  await page.getByRole('link', { name: 'Kaiona Hotels, After travel', exact: true }).click();
  const stands = ((pending + 3_000) / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(
    page.getByText(new RegExp(`^${RegExp.escape(stands)} stands on it\\. \\d+ entr(y|ies)\\.$`)),
  ).toBeVisible();
  const first = page.getByRole('row').nth(1);
  await expect(first.locator('td[data-label="Moved"]')).toHaveText('$30.00');
  await expect(first.locator('td[data-label="What"]')).toHaveText('Share confirmed');
  await expect(first.locator('td[data-label="Other side"]')).toHaveText(/, After travel$/);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await first.getByRole('link', { name: /^txn_/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explain this commission');
  await expect(page.getByText('$30.00 is confirmed. It is earned by travelling')).toBeVisible();

  // Each kind of account has its name; a cent too much is said, and said to be damage.
  await anEntryOfEachKind(product, id);
  await openLedger(page);
  for (const name of [
    'Kaiona Hotels, In a payout',
    'Kaiona Hotels, Paid',
    'Kaiona Hotels, On hold',
    'The house, Earned',
  ])
    await expect(rowOf(page, name)).toHaveCount(1);
  const move = (cents: number) =>
    ask(
      product,
      `update ledger_balances set cents = cents + ${cents} where (account_id, part) =
        (select account_id, part from ledger_balances order by 1, 2 limit 1)`,
    );
  await move(1);
  await openLedger(page);
  await expect(page.getByText('All accounts together come to $0.01, and must come to $0.00')).toBeVisible();
  await move(-1);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/sort=-made/);
  await page.goto('/dashboard');
  await ready(page);
  await page.getByRole('link', { name: 'Ledger', exact: true }).click();
  await expect(page.getByText('as they must.')).toBeVisible();
  await close();
});

test('an account on which nothing moved says so, and counts its first entry', async ({ product, browser }) => {
  const { page, close } = await openDesk(browser, product);
  const [made] = await ask<{ id: number; name: string }>(
    product,
    `with made as (insert into ledger_accounts (kind, organisation_id, state)
        select 'partner', id, 'payable' from organisations o
          where not exists (select from ledger_accounts a where a.organisation_id = o.id) order by id limit 1
        returning id, organisation_id)
      select made.id, o.name from made join organisations o on o.id = made.organisation_id`,
  );
  await openLedger(page, `?search=${encodeURIComponent(made!.name)}`);
  await expect(page.getByText(/^1 account\. All accounts together come to \$0\.00/)).toBeVisible();
  await page.getByRole('link', { name: `${made!.name}, Payable` }).click();
  await expect(page.getByText('Nothing was posted yet')).toBeVisible();
  await expect(page.getByText('$0.00 stands on it. 0 entries.')).toBeVisible();
  await ask(
    product,
    `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause)
      select now(), 'correction', e.to_account, $1, 1234, e.booking_id, 'by hand'
        from ledger_entries e where e.to_account <> $1 order by e.id limit 1`,
    [made!.id],
  );
  await page.reload();
  await expect(page.getByText('$12.34 stands on it. 1 entry.')).toBeVisible();
  await page.getByRole('link', { name: 'All accounts' }).click();
  await expect(page.getByText('as they must.')).toBeVisible();
  await close();
});
