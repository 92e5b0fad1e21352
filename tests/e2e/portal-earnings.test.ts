import type { Page } from '@playwright/test';
import { addDays, hawaiiDay } from '../../contract/hawaii-time.ts';
import { calendarDay } from '../../web/src/messages/format.ts';
import { book, bookable } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import { admin, dollars, earnBy, placeOf } from './payouts-world.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

/** A product of its own: nobody else's bookings stand on these figures. */
const test = withOwnProduct();

const dayIn = (days: number) => addDays(hawaiiDay(new Date()), days);
const monthInWords = (month: string) =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

async function open(page: Page, path = '/earnings'): Promise<void> {
  await page.goto(`/partner-portal${path}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Portal');
}

const fact = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');
const sentence = (page: Page) => page.locator('[data-desk] [role=status]').first();
/** A row of the commissions by its state, of which there is one. */
const rowIn = (page: Page, state: string) =>
  page
    .getByRole('table', { name: 'Commissions by when they were booked' })
    .getByRole('row')
    .filter({ has: page.locator('[data-label="State"]', { hasText: new RegExp(`^${state}$`) }) });
const cell = (page: Page, state: string, label: string) => rowIn(page, state).locator(`[data-label="${label}"]`);
const none = (page: Page) => page.getByRole('heading', { name: 'No commission is like that' });

/** A traveler scans a code and books. @returns the booking */
async function bookBy(traveler: Page, product: Product, code: string, guest: string): Promise<string> {
  await signInTraveler(traveler, product, `${guest}@earnings.example`);
  const headers = { origin: product.url };
  expect((await traveler.request.post('/api/qr/scan', { data: { qr_code_id: code }, headers })).ok()).toBe(true);
  const [listing] = await bookable(traveler);
  return await book(traveler, product, listing!.id);
}

/** What an administrator says or does, over HTTP. */
async function told(desk: Page, product: Product, method: 'PATCH' | 'POST', path: string, data: object) {
  const reply = await desk.request.fetch(path, { method, data, headers: { origin: product.url } });
  expect([reply.ok(), path, await reply.text()]).toEqual([true, path, expect.anything()]);
  return await reply.json();
}
const decide = (desk: Page, product: Product, id: string, data: object) =>
  told(desk, product, 'PATCH', `/api/bookings/${id}`, { reason: 'Told', ...data });

/** Prepares payouts, and waits until that is done. @returns the one there is */
async function prepare(desk: Page, product: Product): Promise<string> {
  const { id } = await told(desk, product, 'POST', '/api/admin/payout-runs', {});
  const state = async () => (await (await desk.request.get(`/api/long-work/${id}`)).json()).state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  return (await (await desk.request.get('/api/admin/payouts?state=prepared')).json()).rows[0].id;
}

test('each commission goes from state to state, and with it exactly its amount, by each thing that is done', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  const desk = await elsewhere();
  await signIn(desk, product, admin);
  const place = await placeOf(product, 'partner@example.com');
  await signIn(page, product, 'partner@example.com');
  await page.goto('/partner-portal');
  await ready(page);
  await page.getByRole('link', { name: 'All commissions' }).click();
  await expect(sentence(page)).toHaveText('Nothing is owed to you yet.');
  await expect(page.getByRole('heading', { name: 'No commission yet' })).toBeVisible();

  // Booked: estimated, by what the experience usually costs.
  const id = await bookBy(await elsewhere(), product, place.code, 'first');
  const { share } = await (await page.request.get(`/api/bookings/${id}/explanation`)).json();
  await page.reload();
  await expect(fact(page, 'Expected, not confirmed yet')).toHaveText(dollars(share * 100));
  await expect(cell(page, 'Estimated', 'Commission')).toHaveText(dollars(share * 100));
  await expect(cell(page, 'Estimated', 'Booked')).toHaveText(calendarDay(dayIn(0)));
  await expect(cell(page, 'Estimated', 'Code')).toHaveText(place.code);
  await expect(cell(page, 'Estimated', 'Payable on')).toHaveText('–');
  await expect(page.getByRole('main')).not.toContainText('earnings.example');

  // Confirmed, and looked at: on hold; released: pending, with its day.
  await ask(product, 'update bookings set check_in_date = $2 where id = $1', [id, dayIn(10)]);
  await ask(product, `insert into commission_holds (booking_id, rule, opened_at) values ($1, 'burst', now())`, [id]);
  await decide(desk, product, id, { status: 'confirmed', amount: 900 });
  await page.reload();
  await expect(fact(page, 'Expected, not confirmed yet')).toHaveText('$0.00');
  await expect(fact(page, 'On hold, being looked at')).toHaveText('$135.00');
  await expect(cell(page, 'On hold', 'Commission')).toHaveText('$135.00');
  const [hold] = await ask<{ id: string }>(product, 'select id from commission_holds where booking_id = $1', [id]);
  await told(desk, product, 'POST', '/api/admin/holds/decide', {
    ...{ ids: [hold!.id], decision: 'released', reason: 'Known' },
  });
  await page.reload();
  await expect(fact(page, 'On hold, being looked at')).toHaveText('$0.00');
  await expect(fact(page, 'Confirmed, payable after travel')).toHaveText('$135.00');
  await expect(cell(page, 'Pending', 'Payable on')).toHaveText(calendarDay(dayIn(24)));
  // While its amount is assumed no day is told.
  for (const estimated of [true, false]) {
    await ask(product, 'update bookings set estimated = $2 where id = $1', [id, estimated]);
    await page.reload();
    const told = estimated ? 'Once the amount is told' : calendarDay(dayIn(24));
    await expect(cell(page, 'Pending', 'Payable on')).toHaveText(told);
  }
  await expect(fact(page, 'Becomes payable next')).toHaveText(`$135.00 on ${calendarDay(dayIn(24))}`);

  // Travelled: payable, in a payout, paid.
  await ask(product, 'update bookings set check_in_date = current_date - 30 where id = $1', [id]);
  await decide(desk, product, id, { status: 'completed', amount: 900 });
  await page.reload();
  await expect(sentence(page)).toHaveText('$135.00 is owed to you and comes with the next payout.');
  await expect(fact(page, 'Payable with the next payout')).toHaveText('$135.00');
  await expect(cell(page, 'Payable', 'Commission')).toHaveText('$135.00');
  const payout = await prepare(desk, product);
  await page.reload();
  await expect(sentence(page)).toHaveText('$135.00 is owed to you and on its way.');
  await expect(fact(page, 'Payable with the next payout')).toHaveText('$0.00');
  await expect(fact(page, 'In a payout on its way')).toHaveText('$135.00');
  await expect(cell(page, 'In payout', 'Commission')).toHaveText('$135.00');
  await told(desk, product, 'POST', '/api/admin/payouts/release', { ids: [payout] });
  await page.reload();
  await expect(fact(page, 'In a payout on its way')).toHaveText('$0.00');
  await expect(fact(page, 'Paid out')).toHaveText('$135.00');
  await expect(cell(page, 'Paid', 'Commission')).toHaveText('$135.00');

  // A second one that is cancelled at once earns nothing; the first, cancelled after all, is taken back.
  const second = await bookBy(await elsewhere(), product, place.code, 'second');
  await decide(desk, product, second, { status: 'cancelled' });
  await page.reload();
  await expect(cell(page, 'Earns nothing', 'Commission')).toHaveText('$0.00');
  await decide(desk, product, id, { status: 'cancelled' });
  await page.reload();
  await expect(sentence(page)).toHaveText('$135.00 of what was paid is asked back.');
  await expect(fact(page, 'Asked back, taken off the next payout')).toHaveText('$135.00');
  await expect(cell(page, 'Taken back', 'Commission')).toHaveText('-$135.00');

  // By state and month, as the address says.
  await page.getByRole('combobox', { name: 'State' }).selectOption('Taken back');
  await expect(rowIn(page, 'Taken back')).toHaveCount(1);
  await expect(rowIn(page, 'Earns nothing')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Booked in' }).selectOption(monthInWords(dayIn(0).slice(0, 7)));
  await expect(page).toHaveURL(/state=taken_back&month=20\d\d-\d\d$/);
  await expect(rowIn(page, 'Taken back')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Paid');
  await expect(none(page)).toBeVisible();
  await page.reload();
  await expect(none(page)).toBeVisible();
  await page.getByRole('link', { name: `Statement of ${monthInWords(dayIn(0).slice(0, 7))}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monthly statement');
  await open(page, '/earnings?month=2020-02');
  await expect(page.getByRole('combobox', { name: 'Booked in' })).toHaveValue('2020-02');
  await expect(none(page)).toBeVisible();

  // Each leads to its explanation.
  await open(page, '/earnings?state=taken_back');
  await rowIn(page, 'Taken back').locator('a[data-row]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explain this commission');
  await expect(page.getByText(/^\$135\.00 was paid out and is owed no more: it is asked back/)).toBeVisible();
  await expectOnEveryWidth(page, '/earnings', 'portal-earnings', () => rowIn(page, 'Taken back'), open);
});

test('commissions come in pages', async ({ page, product }) => {
  await signIn(page, product, 'partner2@example.com');
  const { id } = await placeOf(product, 'partner2@example.com');
  await ask(
    product,
    `with made as (
      insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at)
      select gen_random_uuid(), u.id, (select min(id) from listings), 'external', 4500, timestamptz '2024-02-01' + n * interval '1 minute'
      from users u, generate_series(1, 51) n where u.email = 'partner2@example.com' returning id, listing_id, booked_at)
    insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at, state, basis,
      partner_cents) select id, $1, 1, 0.15, 0.12, listing_id, booked_at, 'pending', 'pending', 675 from made`,
    [id],
  );
  await open(page, '/earnings?month=2024-01');
  await expect(rowIn(page, 'Pending')).toHaveCount(50);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(rowIn(page, 'Pending')).toHaveCount(1);
  await ask(product, `delete from commissions where booked_at < '2025-01-01'`);
  await ask(product, `delete from bookings where booked_at < '2025-01-01'`);
});

test('what is earned stands in the way from scan to booking, and of a code and a place once five have booked there', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  const desk = await elsewhere();
  await signIn(desk, product, admin);
  const place = await placeOf(product, 'partner2@example.com');
  await signIn(page, product, 'partner2@example.com');
  const figure = (table: string, label: string) =>
    page.getByRole('table', { name: table }).getByRole('row', { name: place.name }).locator(`[data-label="${label}"]`);
  const funnel = page.getByRole('region', { name: 'From scan to commission' });
  const step = (label: string) =>
    funnel
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd');
  await open(page, '/performance');
  await expect(step('Earned')).toHaveText('$0.00 by 0 bookings');
  let cents = 0;
  for (let guest = 1; guest <= 5; guest++) {
    cents += (
      await earnBy(await elsewhere(), desk, product, { code: place.code, amount: 100 + guest, guest: `g${guest}` })
    ).cents;
    await page.reload();
    await expect(step('Earned')).toHaveText(`${dollars(cents)} by ${guest} booking${guest === 1 ? '' : 's'}`);
    for (const table of ['Places by scans', 'QR codes by place']) {
      await expect(figure(table, 'Bookings')).toHaveText(guest < 5 ? 'Fewer than 5' : '5');
      await expect(figure(table, 'Commission')).toHaveText(guest < 5 ? '–' : dollars(cents));
      await expect(figure(table, 'Revenue')).toHaveText(guest < 5 ? '–' : '$515.00');
    }
  }
  await open(page, '');
  await expect(page.getByText('Earned', { exact: true }).locator('xpath=../dd')).toHaveText(
    `${dollars(cents)} by 5 bookings`,
  );
});

test('staff see no money: no section of it, no step, no column, whatever an owner had given them', async ({
  page,
  product,
}) => {
  const staff = 'traveler2@example.com';
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, product, 'partner@example.com');
  await open(page, '/performance');
  await expect(page.getByRole('link', { name: 'Earnings', exact: true })).toBeVisible();
  await ask(
    product,
    `insert into members (organisation_id, kind, user_id, standing, permissions, joined_at)
      select m.organisation_id, m.kind, s.id, 'staff', m.permissions, now() from members m join users o on o.id = m.user_id, users s
      where o.email = 'partner@example.com' and m.kind = 'partner' and s.email = $1`,
    [staff],
  );
  await ask(product, `update profiles set role = 'partner' from users u where u.id = user_id and u.email = $1`, [
    staff,
  ]);
  await page.context().clearCookies();
  await signIn(page, product, staff, { fresh: true });
  for (const section of ['', '/qr-codes', '/performance', '/team', '/settings']) {
    await open(page, section);
    await expect(page.getByRole('link', { name: 'Performance', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Earnings', exact: true })).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText('$');
    await expect(page.getByRole('columnheader', { name: 'Commission' })).toHaveCount(0);
  }
  expectErrors(page, '403 /partner-portal/earnings');
  await page.goto('/partner-portal/earnings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Access Required');
  await expect(
    page.getByText(
      'This part of the portal does not come with your account. Please ask your organization’s owner, or us.',
    ),
  ).toBeVisible();
  await expect(page.getByText('Your role')).toHaveCount(0);
});
