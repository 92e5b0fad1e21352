import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { test as base, expect, ready } from './fixtures.ts';
import {
  admin,
  agree,
  detailOf,
  dollars,
  earnBy,
  openPayouts,
  placeOf,
  run,
  second,
  setRole,
} from './payouts-world.ts';
import { type Product, startProduct } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's payouts are summed with these. */
const test = base.extend<Record<never, never>, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** Another administrator, who was one before anything was prepared. */
async function anotherAdmin(page: Page, product: Product): Promise<Page> {
  await signInTraveler(page, product, second, { fresh: true });
  await setRole(product, second, 'admin');
  await page.context().clearCookies();
  await signIn(page, product, second, { fresh: true });
  return page;
}

async function decide(desk: Page, product: Product, id: string, data: object): Promise<void> {
  const given = { data: { reason: 'On the statement', ...data }, headers: { origin: product.url } };
  expect((await desk.request.patch(`/api/bookings/${id}`, given)).status()).toBe(200);
}

async function explain(page: Page, id: string): Promise<void> {
  await page.goto(`/money/explain?booking=${id}`);
  await ready(page);
}

const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
const step = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'From the scan to the ledger' })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) });

async function expectAccessibleAtAll(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
  }
}

/** Opens the newest payout of a partner. */
async function openPayoutOf(page: Page, partner: string): Promise<void> {
  await openPayouts(page, `state=prepared&search=${encodeURIComponent(partner)}`);
  await page.getByRole('link', { name: partner }).click();
  await expect(detailOf(page)).toBeVisible();
}

async function release(page: Page, partner: string): Promise<void> {
  await openPayoutOf(page, partner);
  await detailOf(page).getByRole('button', { name: 'Release' }).click();
  await agree(page, 'Release');
}

test('what a payout took, paid and takes back is explained as that, with what a cancelled booking was', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await signIn(page, product, admin);
  const other = await anotherAdmin(await elsewhere(), product);
  const { code, partner } = await placeOf(product, 'partner@example.com');
  const { id, cents } = await earnBy(await elsewhere(), page, product, { code, amount: 900 });
  await explain(page, id);
  await expect(page.getByText(`${dollars(cents)} has become payable.`, { exact: true })).toBeVisible();
  await openPayouts(page);
  await run(page);
  await explain(page, id);
  await expect(page.getByText(`${dollars(cents)} is in a payout that waits to be released.`)).toBeVisible();
  await release(other, partner);
  await expect(other.getByText('Released: 1. Left out: 0.')).toBeVisible();
  await explain(page, id);
  await expect(page.getByText(`${dollars(cents)} was paid out.`)).toBeVisible();
  await expect(fact(page, 'Booking')).toHaveText('Completed');
  const travelled = await fact(page, 'Day of travel').innerText();

  // More is owed than was paid.
  await decide(page, product, id, { status: 'completed', amount: 1000 });
  await explain(page, id);
  await expect(
    page.getByText(`$150.00 has become payable, of which payouts have taken ${dollars(cents)}.`),
  ).toBeVisible();
  await expect(step(page, 'An administrator corrected it')).toContainText('$1,000.00');
  await expectAccessibleAtAll(page);

  // Nothing of it is.
  await decide(page, product, id, { status: 'cancelled' });
  await explain(page, id);
  const back = `${dollars(cents)} was paid out and is owed no more: it is asked back, and the next payout is less by it.`;
  await expect(page.getByText(back)).toBeVisible();
  await expect(fact(page, 'Booking')).toHaveText('Cancelled');
  await expect(fact(page, 'Amount')).toHaveText('$1,000.00');
  await expect(fact(page, 'Day of travel')).toHaveText(travelled);
  await expect(fact(page, "Partner's share")).toHaveText('$0.00');
  await expect(fact(page, 'Payable on')).toHaveCount(0);
  await expectAccessibleAtAll(page);

  // What is still to be travelled is asked back as well.
  await decide(page, product, id, { status: 'confirmed' });
  await explain(page, id);
  await expect(
    page.getByText(`${back} $150.00 is confirmed. It is earned by travelling, and becomes payable after`),
  ).toBeVisible();
  await decide(page, product, id, { status: 'cancelled' });
});
