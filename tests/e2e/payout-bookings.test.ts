import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { confirm } from './desk-pages.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
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
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's payouts are summed with these. */
const test = withOwnProduct();

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

  // Nothing of it is, for a reason that is chosen where it is cancelled.
  await page.goto(`/bookings?open=${id}`);
  await ready(page);
  const asked = page.getByRole('region', { name: 'The booking', exact: true });
  await asked.getByRole('button', { name: 'Decide' }).click();
  const sheet = page.getByRole('dialog');
  const why = sheet.getByLabel('Why its commission is asked back, where it was paid out');
  await sheet.getByRole('radio', { name: 'Completed' }).check();
  await expect(why).toHaveCount(0);
  await sheet.getByRole('radio', { name: 'Cancelled' }).check();
  await expect(why.getByRole('option')).toHaveText([
    ...['As follows from what changes', 'Cancelled after it was paid out', 'The amount was corrected'],
    ...['It was there twice', 'Fraud', 'A mistake'],
  ]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await why.selectOption('It was there twice');
  await sheet.getByLabel('Reason', { exact: true }).fill('Booked under two numbers');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  await explain(page, id);
  const back = `${dollars(cents)} was paid out and is owed no more: it is asked back, and the next payout is less by it.`;
  await expect(page.getByText(back)).toBeVisible();
  await expect(fact(page, 'Booking')).toHaveText('Cancelled');
  await expect(fact(page, 'Amount')).toHaveText('$1,000.00');
  await expect(fact(page, 'Day of travel')).toHaveText(travelled);
  await expect(fact(page, "Partner's share")).toHaveText('$0.00');
  await expect(fact(page, 'Payable on')).toHaveCount(0);
  await expect(step(page, 'Asked back').last()).toContainText('It was there twice');
  await expectAccessibleAtAll(page);

  // What is still to be travelled is asked back as well.
  await decide(page, product, id, { status: 'confirmed' });
  await explain(page, id);
  await expect(
    page.getByText(`${back} $150.00 is confirmed. It is earned by travelling, and becomes payable after`),
  ).toBeVisible();
  await decide(page, product, id, { status: 'cancelled' });
});

test('a payout lists its bookings, and says which of them keep it from being released, and why', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await signIn(page, product, admin);
  const other = await anotherAdmin(await elsewhere(), product);
  const { code, partner, id: organisation } = await placeOf(product, 'partner2@example.com');
  const phone = await elsewhere();
  const kept = await earnBy(phone, page, product, { code, amount: 900, guest: 'kept' });
  const lost = await earnBy(phone, page, product, { code, amount: 600, guest: 'lost' });
  await openPayouts(page);
  await run(page);
  await openPayoutOf(page, partner);
  const detail = detailOf(page);
  const lines = detail.getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(`, ${dollars(kept.cents)}`);
  await expect(lines.last()).toContainText(`, ${dollars(lost.cents)}`);
  await expect(detail.getByText(/keep this from being released/)).toHaveCount(0);

  await decide(page, product, lost.id, { status: 'cancelled' });
  await explain(page, lost.id);
  await expect(
    page.getByText(
      `${dollars(lost.cents)} is in a payout that waits to be released, and is owed no more: that payout has to be withdrawn.`,
    ),
  ).toBeVisible();
  await release(other, partner);
  await expect(
    other.getByText(
      `Nothing was released now. Left out: 1. Nothing of it is to be paid. ${partner} waits: bookings of which less is due than it takes: 1. What waits can be withdrawn.`,
    ),
  ).toBeVisible();
  const seen = detailOf(other);
  await expect(seen.getByText('Bookings that keep this from being released: 1.')).toBeVisible();
  const first = seen.getByRole('listitem').first();
  await expect(first).toContainText(`, ${dollars(lost.cents)}`);
  await expect(first).toContainText(
    'Less of it is due than this takes. Withdraw this payout and prepare payouts again.',
  );
  await expect(first.getByRole('link', { name: 'Explain this commission' })).toHaveAttribute(
    'href',
    `/money/explain?booking=${lost.id}`,
  );
  await expectAccessibleAtAll(other);

  // Each of the other reasons, of the booking that is left.
  const set = (state: string) =>
    ask(product, 'update organisations set state = $1 where id = $2', [state, organisation]);
  await set('suspended');
  await ask(
    product,
    `insert into commission_holds (booking_id, rule, opened_at, state) values ($1, 'burst', now(), 'open')`,
    [kept.id],
  );
  await release(other, partner);
  await expect(
    other.getByText(
      'waits: its partner is suspended, bookings of which less is due than it takes: 1, bookings on hold: 1.',
    ),
  ).toBeVisible();
  await expect(seen.getByText('Its partner is suspended: it is not released before that ends.')).toBeVisible();
  await expect(seen.getByText('Bookings that keep this from being released: 2.')).toBeVisible();
  await expect(seen.getByText('It is on hold. Release the hold at Holds, or withdraw this payout.')).toBeVisible();
  await set('active');
  await ask(product, 'delete from commission_holds where booking_id = $1', [kept.id]);
  await ask(product, 'update bookings set estimated = true where id = $1', [kept.id]);
  await release(other, partner);
  await expect(other.getByText('bookings whose amount is assumed: 1')).toBeVisible();
  await expect(seen.getByText('Its amount is assumed. Withdraw this payout')).toBeVisible();
  await ask(
    product,
    `insert into platform_bookings (platform, supplier, reference, reference_keys, status, doubt, currency, version, version_digest,
        first_news_at, last_news_at, state, match_kind, confidence, booking_id)
      values ('fareharbor', 'explained', 'E-1', '{E1}', 'confirmed', 'currency', 'EUR', now(), decode('00', 'hex'), now(), now(),
        'proposed', 'reference', 100, $1)`,
    [kept.id],
  );
  await release(other, partner);
  await expect(other.getByText('bookings of which it is not decided what the platform told: 1')).toBeVisible();
  await expect(seen.getByText('What the platform told of it is not decided.')).toBeVisible();
  await ask(product, "delete from platform_bookings where supplier = 'explained'");
  await ask(product, 'update bookings set estimated = false where id = $1', [kept.id]);

  // Withdrawn and prepared once more it has what is due, and is released.
  await seen.getByRole('button', { name: 'Withdraw' }).click();
  await confirm(other, 'Withdraw', 'Not to be paid yet');
  await expect(other.getByText('Withdrawn: 1. Left out: 0.')).toBeVisible();
  await openPayouts(page);
  await run(page);
  await openPayoutOf(page, partner);
  await expect(lines).toHaveCount(1);
  await release(other, partner);
  await expect(other.getByText('Released: 1. Left out: 0.')).toBeVisible();

  // Of what is owed since, the next payout takes the rest: what was paid stays paid.
  await decide(page, product, kept.id, { status: 'completed', amount: 1300 });
  await openPayouts(page);
  await run(page);
  await explain(page, kept.id);
  await expect(
    page.getByText(`${dollars(kept.cents)} was paid out, and $60.00 is in a payout that waits to be released.`),
  ).toBeVisible();
  await expectAccessibleAtAll(page);
});
