import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { admin, agree, earn, placeOf } from './payouts-world.ts';
import { proposedByAnother } from './rate-changes.ts';
import { signIn } from './session.ts';

/** A product of its own: nobody else's bookings stand on these statements. */
const test = withOwnProduct();

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const sum = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
const monthOf = (at: Date) => new Date(at.getTime() - 10 * 3_600_000).toISOString().slice(0, 7);

const longMonth = (at: Date) =>
  at.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'Pacific/Honolulu' });

async function openStatement(page: Page, query: string): Promise<void> {
  await page.goto(`/money/statement?${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monthly statement');
}

test('a partner comes to the statement from home, and each figure of it moves by exactly what is earned', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const desk = await elsewhere();
  await signIn(desk, product, admin);
  const place = await placeOf(product, 'partner@example.com');
  await signIn(page, product, 'partner@example.com');
  await page.goto('/dashboard');
  await ready(page);
  await page.getByRole('main').getByRole('link', { name: 'Monthly statement' }).click();
  await expect(page.getByText(`${place.partner}, ${longMonth(new Date())}: $0.00 is owed.`)).toBeVisible();
  const query = `organisation=${place.id}&month=${monthOf(new Date())}`;
  await expect(page.getByText('Nothing moved in this month')).toBeVisible();
  await expect(page.getByText('The month is not over: what follows may still change.')).toBeVisible();

  const first = await earn(await elsewhere(), desk, product, place.code, 900);
  const second = await earn(await elsewhere(), desk, product, place.code, 1234.56);
  await openStatement(page, query);
  await expect(sum(page, 'Owed when the month began')).toHaveText('$0.00');
  await expect(sum(page, 'Became payable')).toHaveText(dollars(first + second));
  await expect(sum(page, 'Asked back')).toHaveText('$0.00');
  await expect(sum(page, 'Owed now')).toHaveText(dollars(first + second));
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(page.locator('tbody tr').filter({ hasText: '$900.00' })).toContainText(dollars(first));
  await expectOnEveryWidth(page, query, 'statement', () => sum(page, 'Became payable'), openStatement);

  const csv = page.waitForEvent('download');
  await page.getByRole('link', { name: 'The statement as CSV' }).click();
  expect((await csv).suggestedFilename()).toBe(`statement-${monthOf(new Date())}.csv`);
  const pdf = page.waitForEvent('download');
  await page.getByRole('link', { name: 'The statement as PDF' }).click();
  expect((await pdf).suggestedFilename()).toBe(`statement-${monthOf(new Date())}.pdf`);

  await page
    .locator('tbody tr')
    .first()
    .getByRole('link', { name: /^Explain/ })
    .click();
  await expect(page).toHaveURL(/\/money\/explain\?booking=/);
});

test('one that is final says since when; an administrator reads it too, and the sign-in leads there', async ({
  page,
  product,
}) => {
  const { id, partner } = await placeOf(product, 'partner2@example.com');
  await ask(product, `insert into statement_months (month) values ('2026-02-01') on conflict do nothing`);
  await ask(
    product,
    `insert into partner_statements (organisation_id, month, name, opening_cents, earned_cents, clawed_back_cents, paid_cents,
       line_count, made_at) values ($1, '2026-02-01', $2, 10000, 4550, 50, 9000, 0, '2026-03-01T13:00:00Z')`,
    [id, partner],
  );
  const screen = `/money/statement?organisation=${id}&month=2026-02`;
  for (const who of ['partner2@example.com', admin]) {
    await page.context().clearCookies();
    await signIn(page, product, who);
    // As the mail's link leads there, for who is signed in.
    await page.goto(`/auth?redirect=${encodeURIComponent(screen)}`);
    await ready(page);
    await page.getByRole('main').locator(`a[href="${screen}"]`).click();
    await expect(page).toHaveURL(product.url + screen);
    await expect(page.getByText(`${partner}, February 2026: $55.00 is owed.`)).toBeVisible();
    await expect(page.getByText(/^Final since/)).toBeVisible();
    await expect(sum(page, 'Paid out')).toHaveText('-$90.00');
    await expect(sum(page, 'Asked back')).toHaveText('-$0.50');
    const notBegun = await page.request.get(`/money/statement?organisation=${id}&month=2099-01`);
    expect(notBegun.status()).toBe(404);
  }
});

test('terms of a partner that was never paid are set beside its statement, which its account leads to', async ({
  page,
  product,
}) => {
  await signIn(page, product, admin);
  const { id, partner } = await placeOf(product, 'partner2@example.com');
  expect(await ask(product, 'select id from payouts where organisation_id = $1', [id])).toEqual([]);
  await page.goto('/security/access?search=partner2%40example.com');
  await ready(page);
  await page.locator('tbody tr').first().locator('a[data-row]').click();
  await page.getByRole('link', { name: 'Statement and terms' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monthly statement');
  const terms = page.getByRole('region', { name: "The partner's terms" });
  await expect(terms.locator('dl')).toHaveText('TierstandardPaid out from$50.00');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
  }
  await terms.getByRole('button', { name: 'Change terms' }).click();
  const sheet = page.getByRole('dialog', { name: "The partner's terms" });
  await expect(sheet.getByText(partner)).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Paid out from' }).fill('20.50');
  await sheet.getByLabel('Reason').fill('Agreed with the hotel');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The terms are proposed, and wait to be confirmed.')).toBeVisible();
  await proposedByAnother(product, 'partner@example.com');
  await page.reload();
  await terms.getByRole('button', { name: /^Confirm Terms of/ }).click();
  await agree(page, 'Confirm this');
  await expect(page.getByText(`The terms of ${partner} are set.`)).toBeVisible();
  await expect(terms.locator('dl')).toHaveText('TierstandardPaid out from$20.50');
  await ask(product, 'update organisations set minimum_payout_cents = 5000 where id = $1', [id]);

  // The partner reads the statement alone.
  await page.context().clearCookies();
  await signIn(page, product, 'partner2@example.com');
  await openStatement(page, '');
  await expect(page.getByText('Nothing moved in this month')).toBeVisible();
  await expect(terms).toHaveCount(0);
});

test('other months are a step away, as far as this one; staff who may see no earnings are not led there', async ({
  page,
  product,
  elsewhere,
}) => {
  const { id, partner } = await placeOf(product, 'partner2@example.com');
  await signIn(page, product, 'partner2@example.com');
  await openStatement(page, `organisation=${id}&month=2026-02`);
  const months = page.getByRole('navigation', { name: 'Other months' });
  await expect(months.getByRole('link')).toHaveText(['January 2026', 'March 2026']);
  await months.getByRole('link', { name: 'January 2026' }).click();
  await expect(page.getByText(`${partner}, January 2026: `)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`organisation=${id}&month=2026-01$`));
  await openStatement(page, `organisation=${id}&month=${monthOf(new Date())}`);
  await expect(months.getByRole('link')).toHaveCount(1);

  await ask(
    product,
    `update profiles p set permissions = '{qr_code_management}' from users u
    where u.id = p.user_id and u.email = 'partner2@example.com'`,
  );
  await page.goto('/dashboard');
  await ready(page);
  await expect(page.getByRole('main').getByRole('link', { name: 'Read the guide as guests do' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Monthly statement' })).toHaveCount(0);
  await ask(
    product,
    `update profiles p set permissions = null from users u
    where u.id = p.user_id and u.email = 'partner2@example.com'`,
  );

  const desk = await elsewhere();
  await signIn(desk, product, admin);
  await openStatement(desk, '');
  await expect(desk.getByRole('heading', { name: 'No statement was asked for' })).toBeVisible();
});
