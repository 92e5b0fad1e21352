import type { Page } from '@playwright/test';
import { cut, loseAnswer } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { admin, agree, placeOf } from './payouts-world.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';
import { leaveIt } from './unanswered-world.ts';

/** A product of its own: nothing else waits there. */
const test = withOwnProduct();

const line = 'Rate card left: 20% of what is booked from Dec 24, 2099 on';
const confirms = '**/api/admin/rate-changes/*/confirm';
const withdraws = '**/api/admin/rate-changes/*/withdraw';
const asked = /\/api\/admin\/rate-changes\/[0-9a-f-]{36}$/;
const withdrawal = (page: Page) => page.getByRole('dialog', { name: 'Withdraw rate card left' });

/** Opens the list, in which one card waits that somebody else has proposed. */
async function begin(page: Page, product: Product): Promise<void> {
  await ask(product, 'delete from rate_changes');
  await ask(
    product,
    `insert into rate_changes (tier, partner_share, effective_from, reason, proposed_by, proposed_at)
      select 'left', 0.2, '2099-12-24', 'Agreed with the hotels', id, now() from users where email = 'partner@example.com'`,
  );
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/money/rate-cards');
  await ready(page);
  await expect(page.getByText('1 change waits to be confirmed.')).toBeVisible();
}

/** Confirms it, and hears nothing. */
async function confirmUnheard(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Confirm Rate card left/ }).click();
  const sheet = await agree(page, 'Confirm this');
  await expect(sheet.getByText('Network error.')).toBeVisible();
}

async function withdraw(page: Page, reason: string): Promise<void> {
  await withdrawal(page).getByLabel('Reason').fill(reason);
  await withdrawal(page).getByRole('button', { name: 'Withdraw', exact: true }).click();
}

test('whoever leaves a confirmation without its answer is told how it stands', async ({ page, product }) => {
  await begin(page, product);
  await loseAnswer(page, confirms);
  await confirmUnheard(page);
  await leaveIt(page);
  const said = page.getByText(`You left without an answer. Then it stood so: ${line}: it is confirmed (`);
  await expect(said).toContainText(admin);
  await expect(said).not.toContainText('look again');
  await expect(page.getByText('Nothing waits.')).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/rate-change-left-${width}.png` });
  }
});

test('so is whoever loads the page anew, once', async ({ page, product }) => {
  await begin(page, product);
  await loseAnswer(page, confirms);
  await confirmUnheard(page);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await ready(page);
  const said = page.getByText(`You left without an answer. Then it stood so: ${line}: it is confirmed (`);
  await expect(said).toContainText(admin);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.draft'))).toBeNull();
  await page.reload();
  await ready(page);
  await expect(page.getByText('Nothing waits.')).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('what still waits, and what cannot be asked, is said to be so', async ({ page, product }) => {
  await begin(page, product);
  await cut(page, confirms);
  await confirmUnheard(page);
  await leaveIt(page);
  await expect(
    page.getByText(`${line}: it waits to be confirmed. What you sent may still be done: look again.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Put away' }).click();
  await cut(page, asked);
  await confirmUnheard(page);
  await leaveIt(page);
  await expect(page.getByText('and what became of it cannot be asked. Look at what waits')).toBeVisible();
});

test('a confirmation that did not come is there again over a reload, as the same one', async ({ page, product }) => {
  await begin(page, product);
  const keys: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) keys.push(request.headers()['idempotency-key']);
  });
  await cut(page, confirms);
  await confirmUnheard(page);
  page.on('dialog', (dialog) => dialog.accept());
  await page.unroute(confirms);
  await page.reload();
  await ready(page);
  await agree(page, 'Confirm this');
  await expect(page.getByText('The rate card of the tier left is confirmed')).toBeVisible();
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

test('a withdrawal that may be done stays in doubt, whatever another reason is answered and though it is taken away', async ({
  page,
  product,
}) => {
  await begin(page, product);
  await page.getByRole('button', { name: /^Withdraw Rate card left/ }).click();
  await loseAnswer(page, withdraws);
  await withdraw(page, 'Not agreed');
  await expect(withdrawal(page).getByText('Network error.')).toBeVisible();
  expectErrors(page, '409 /api/admin/rate-changes/*');
  await withdraw(page, 'Not agreed with anybody');
  await expect(withdrawal(page).getByText('it is withdrawn now.')).toBeVisible();
  await expect(withdrawal(page).getByText('What you sent may have arrived, and be done.')).toBeVisible();
  await withdrawal(page).getByLabel('Reason').fill('');
  await leaveIt(page);
  const said = page.getByText(`You left without an answer. Then it stood so: ${line}: it is withdrawn (`);
  await expect(said).toContainText(admin);
});

test('of a card that waits it is said what its tier earns today and how many experiences pay less', async ({
  page,
  product,
}) => {
  await begin(page, product);
  await ask(product, `update rate_changes set tier = 'standard' where tier = 'left'`);
  const [below] = await ask<{ n: number }>(
    product,
    'select count(*)::integer as n from listings where is_active and commission_rate < 0.2',
  );
  await page.reload();
  await ready(page);
  const item = page.getByRole('region', { name: 'Waiting to be confirmed' }).getByRole('listitem');
  const facts = [
    'Today standard earns 15%.',
    'Payable 14 days after travel.',
    `${below!.n} experiences pay less than this share: there the house adds to it.`,
  ];
  for (const fact of [...facts, 'Reason: Agreed with the hotels']) await expect(item).toContainText(fact);
  await page.getByRole('button', { name: /^Confirm Rate card standard/ }).click();
  await expect(page.getByRole('dialog').getByText(`${facts.join(' ')} What is booked`)).toBeVisible();
});

test('of more that wait than are listed it is said how many there are', async ({ page, product }) => {
  await begin(page, product);
  await ask(
    product,
    `insert into rate_changes (tier, partner_share, effective_from, reason, proposed_by, proposed_at)
      select tier, partner_share, effective_from, reason, proposed_by, proposed_at from rate_changes, generate_series(1, 200)`,
  );
  await page.reload();
  await ready(page);
  await expect(page.getByText('201 changes wait to be confirmed.')).toBeVisible();
  await expect(page.getByText('The oldest 200 of 201 are listed.')).toBeVisible();
  await ask(product, 'delete from rate_changes');
});

test('what somebody else may not confirm any more is shown so after it was refused', async ({ page, product }) => {
  await begin(page, product);
  await page.getByRole('button', { name: /^Confirm Rate card left/ }).click();
  await ask(product, `update rate_changes set admins = '{}'`);
  expectErrors(page, '403 /api/admin/rate-changes/*');
  const sheet = await agree(page, 'Confirm this');
  await expect(sheet.getByText('You were no administrator yet when this was proposed.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Confirm Rate card/ })).toHaveCount(0);
  const item = page.getByRole('region', { name: 'Waiting to be confirmed' }).getByRole('listitem');
  await expect(item).toContainText('You were no administrator yet when this was proposed.');
});

test('an administrator of a partner is told so in its words, whatever they would do with its terms', async ({
  page,
  product,
}) => {
  await ask(product, 'delete from rate_changes');
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  const { id } = await placeOf(product, 'partner2@example.com');
  await page.goto(`/money/statement?organisation=${id}`);
  await ready(page);
  await page.getByRole('button', { name: 'Change terms' }).click();
  await ask(
    product,
    `insert into members (organisation_id, kind, user_id, standing, permissions)
      select $1, 'partner', id, 'staff', '{}' from users where email = $2`,
    [id, admin],
  );
  const sheet = page.getByRole('dialog', { name: "The partner's terms" });
  await sheet.getByRole('textbox', { name: 'Paid out from' }).fill('81.00');
  await sheet.getByLabel('Reason').fill('Agreed by letter');
  expectErrors(page, '403 /api/admin/organisations/*');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    sheet.getByText(
      'You are of this partner, or were in the last 30 days. Another administrator has to decide about its terms.',
    ),
  ).toBeVisible();
  await ask(product, 'delete from members where user_id = (select id from users where email = $1)', [admin]);
});
