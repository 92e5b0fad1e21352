import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { bookable } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

test.beforeEach(async ({ page, product }) => {
  await ask(product, 'delete from commission_holds');
  await signIn(page, product, 'admin@example.com');
});

/** A traveler in another browser scans a code of the partner's and follows one link so often. @returns the bookings' ids */
async function follows(phone: Page, product: Product, email: string, times: number, scans = true): Promise<string[]> {
  await signInTraveler(phone, product, email, { fresh: true });
  const headers = { origin: product.url };
  if (scans) {
    const data = { qr_code_id: product.codes[0]!.qr_code_id };
    expect((await phone.request.post('/api/qr/scan', { data, headers })).ok()).toBe(true);
  }
  const [listing] = await bookable(phone);
  const made: string[] = [];
  for (let n = 0; n < times; n++) {
    const moment = new Date(Date.now() - n * 1000).toISOString();
    const data = { business_listing_id: listing!.id, conversion_timestamp: moment };
    const reply = await phone.request.post('/api/qr/booking-conversion', { data, headers });
    expect(reply.status()).toBe(201);
    made.push((await reply.json()).booking_id);
  }
  return made;
}

/** Holds by hand: so many of one booking, each open one by a rule of its own. */
const holds = (product: Product, booking: string, count: number, state = 'open') =>
  ask(
    product,
    `insert into commission_holds (booking_id, rule, opened_at, state, decided_at, decided_by, decision_reason)
      select $1, 'by_hand_' || case when $3 = 'open' then n else 0 end, now(), $3, d.at, d.by, d.at::text from generate_series(1, $2::int) n,
        (select case when $3 <> 'open' then now() end as at, case when $3 <> 'open' then id end as by
          from users where email = 'admin@example.com') d`,
    [booking, count, state],
  );

async function openQueue(page: Page, query = ''): Promise<void> {
  await page.goto(`/money/holds?${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Holds');
}

async function confirm(page: Page, title: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByLabel('Reason').fill('Looked at');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet).toHaveCount(0);
}

/** How many bookings are on hold, and the cents of their partners. */
async function figures(page: Page): Promise<[bookings: number, cents: number]> {
  const words = await page.getByText(/^On hold: /).innerText();
  const [, bookings, dollars] = /On hold: ([\d,]+) bookings?, \$([\d,.]+) for partners/.exec(words)!;
  const plain = (text: string) => Number(text.replaceAll(',', ''));
  return [plain(bookings!), Math.round(plain(dollars!) * 100)];
}

test('what a rule holds is counted, opened, released and voided, and each figure moves by exactly that', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  await openQueue(page);
  await expect(page.getByText('Nothing was held yet')).toBeVisible();
  const [, before] = await figures(page);
  const email = 'again@holds.example';
  await follows(await elsewhere(), product, email, 4);
  await openQueue(page, `state=open&search=${email}`);
  await expect(page.getByText('4 holds found.')).toBeVisible();
  const list = await (await page.request.get(`/api/admin/holds?search=${email}`)).json();
  const cents = Math.round(list.rows[0].share * 100);
  expect(cents).toBeGreaterThan(0);
  expect(await figures(page)).toEqual([4, before + 4 * cents]);
  const counts = page.getByRole('region', { name: 'How often each rule was right' });
  await expect(counts).toContainText('Same experience again: 4 held, 4 open, 0 released, 0 voided');
  await expect(counts).toContainText('None decided yet');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('td[data-label="Rule"]').first()).toHaveText('Same experience again');
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }

  const rows = page.getByRole('link', { name: /^txn_/ });
  await rows.first().click();
  const detail = page.getByRole('region', { name: 'About this hold' });
  await expect(detail).toContainText('One of 4 or more bookings of this experience by one traveler within 7 days.');
  await expect(detail).toContainText(email);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await detail.getByRole('button', { name: 'Release' }).click();
  await confirm(page, 'Release commissions');
  await expect(page.getByText('Released: 1. Left out: 0.')).toBeVisible();
  await expect(detail.getByText('admin@example.com, Looked at')).toBeVisible();
  await expect(page.getByText('3 holds found.')).toBeVisible();
  expect(await figures(page)).toEqual([3, before + 3 * cents]);
  await expect(counts).toContainText('Same experience again: 4 held, 3 open, 1 released, 0 voided');
  await expect(counts).toContainText('False alarms: 100.0% of those decided');
  await detail.getByRole('button', { name: 'Void' }).click();
  await confirm(page, 'Void commissions');
  await expect(page.getByText('Voided: 1. Left out: 0.')).toBeVisible();

  await openQueue(page, `state=open&search=${email}`);
  for (const box of await page.getByLabel(/^Select txn_/).all()) await box.check();
  await page.getByRole('button', { name: 'Void', exact: true }).click();
  await confirm(page, 'Void commissions');
  await expect(page.getByText('Voided: 3. Left out: 0.')).toBeVisible();
  await expect(page.getByText('Nothing is held like that')).toBeVisible();
  expect(await figures(page)).toEqual([0, before]);
  await expect(counts).toContainText('Same experience again: 4 held, 0 open, 0 released, 4 voided');
  await expect(counts).toContainText('False alarms: 0.0% of those decided');
});

test('a booking that is cancelled leaves the queue and the sums, and its hold says why', async ({
  page,
  product,
  elsewhere,
}) => {
  const email = 'called-off@holds.example';
  const ids = await follows(await elsewhere(), product, email, 4);
  await openQueue(page, `state=open&search=${email}`);
  await expect(page.getByText('4 holds found.')).toBeVisible();
  const [bookings, held] = await figures(page);
  const list = await (await page.request.get(`/api/admin/holds?search=${email}`)).json();
  const cents = Math.round(list.rows[0].share * 100);
  const cancelled = await page.request.patch(`/api/bookings/${ids[0]}`, {
    data: { status: 'cancelled', reason: 'Called off' },
    headers: { origin: product.url },
  });
  expect(cancelled.status()).toBe(200);
  await openQueue(page, `state=open&search=${email}`);
  await expect(page.getByText('3 holds found.')).toBeVisible();
  expect(await figures(page)).toEqual([bookings - 1, held - cents]);
  const counts = page.getByRole('region', { name: 'How often each rule was right' });
  await expect(counts).toContainText('Same experience again: 4 held, 3 open, 0 released, 0 voided, 1 cancelled');
  await openQueue(page, `search=${email}`);
  await expect(page.getByText('4 holds found.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Booking cancelled' });
  await expect(row.locator(`td[data-label="Partner's share"]`)).toHaveText('$0.00');
  await row.getByRole('link', { name: /^txn_/ }).click();
  const detail = page.getByRole('region', { name: 'About this hold' });
  await expect(detail).toContainText('The booking is cancelled: nobody earns anything on it, and nothing is held.');
  await expectAccessible(page);
});

test('each rule says what it saw, also of a booking that credits nobody', async ({ page, product, elsewhere }) => {
  test.slow();
  const [id] = await follows(await elsewhere(), product, 'words@holds.example', 1, false);
  const seen: [rule: string, details: object, words: string][] = [
    ['own_account', { standing: 'owner' }, "Booked by the partner's owner, with their own account."],
    ['own_device', { by: 'browser', standing: 'staff' }, "Scanned or clicked in a browser of the partner's staff."],
    [
      'own_device',
      { by: 'network' },
      "Scanned within a day of one of the partner's people, with a device like theirs, on the same network.",
    ],
    [
      'own_email',
      { by: 'account', standing: 'owner' },
      "The traveler's e-mail address leads to the mailbox of the partner's owner.",
    ],
    [
      'own_email',
      { by: 'platform', standing: 'owner' },
      "The platform booked it for the e-mail address of the partner's owner.",
    ],
    [
      'burst',
      { of: 'code', conversions: 30, minutes: 10 },
      'One of 30 or more bookings by one code within 10 minutes.',
    ],
    [
      'burst',
      { of: 'traveler', conversions: 12, minutes: 60 },
      'One of 12 or more bookings by one traveler within 60 minutes.',
    ],
    [
      'repeated_experience',
      { conversions: 4, days: 7 },
      'One of 4 or more bookings of this experience by one traveler within 7 days.',
    ],
    ['paid_traffic', { parameters: 'gclid' }, 'The code was opened from a paid advertisement (gclid).'],
    [
      'impossible_travel',
      { from: 'Hale A', to: 'Hale B', km: 105, minutes: 12 },
      'Scanned at Hale A and 12 minutes later at Hale B, 105 km away.',
    ],
    ['seen_by_a_person', {}, 'seen by a person'],
  ];
  for (const [rule, details, words] of seen) {
    await ask(product, 'delete from commission_holds');
    await ask(
      product,
      `insert into commission_holds (booking_id, rule, details, opened_at) values ($1, 'other_rule', '{}', now() - interval '1 day'), ($1, $2, $3, now())`,
      [id, rule, details],
    );
    await openQueue(page, 'search=words@holds.example');
    await page.getByRole('link', { name: /^txn_/ }).first().click();
    const detail = page.getByRole('region', { name: 'About this hold' });
    await expect(detail).toContainText(words);
    await expect(detail).toContainText('Nobody');
    await expect(detail).toContainText('Other rules hold it too: 1. It stays on hold until each is decided.');
  }
  await ask(product, "delete from commission_holds where rule = 'other_rule'");
  await openQueue(page, 'search=words@holds.example');
  await expect(page.getByText('1 hold found.')).toBeVisible();
});

test('of what is ticked those that are decided already are counted as left out', async ({
  page,
  product,
  elsewhere,
}) => {
  const [id] = await follows(await elsewhere(), product, 'some@holds.example', 1);
  await holds(product, id!, 2);
  await holds(product, id!, 1, 'released');
  await openQueue(page, 'search=some@holds.example');
  for (const box of await page.getByLabel(/^Select txn_/).all()) await box.check();
  for (const [act, title, counted] of [
    ['Release', 'Release commissions', 'Holds: 2. Decided already, and left out: 1. Where no other rule holds it'],
    ['Void', 'Void commissions', 'Holds: 2. Decided already, and left out: 1. The partner earns nothing'],
  ] as const) {
    await page.getByRole('button', { name: act, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: title });
    await expect(sheet.getByText(counted)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Void', exact: true }).click();
  await confirm(page, 'Void commissions');
  await expect(page.getByText('Voided: 2. Left out: 1.')).toBeVisible();
});

test('many are decided at once, as they were counted; very many as long work that is followed to its end', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [id] = await follows(await elsewhere(), product, 'many@holds.example', 1);
  await holds(product, id!, 60);
  await openQueue(page, 'state=open&search=many@holds.example');
  const chooseAll = async (count: string) => {
    await page
      .getByLabel(/^Select txn_/)
      .first()
      .check();
    await page.getByRole('button', { name: `Select all ${count} that match` }).click();
  };
  await chooseAll('60');
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await ask(product, `update commission_holds set opened_at = opened_at - interval '1 day'`);
  await ask(product, `insert into commission_holds (booking_id, rule, opened_at) values ($1, 'one_more', now())`, [id]);
  expectErrors(page, '409 /api/admin/holds/decide-matching');
  const sheet = page.getByRole('dialog', { name: 'Release commissions' });
  await sheet.getByLabel('Reason').fill('Known guests');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The list has changed: 61 match now. Nothing was done.')).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await chooseAll('61');
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(sheet.getByLabel('Reason')).toHaveValue('Known guests');
  await confirm(page, 'Release commissions');
  const followed = page.getByRole('region', { name: 'Decision of holds' });
  await expect(followed.getByText('61 of 61')).toBeVisible({ timeout: 60_000 });

  await ask(product, 'delete from commission_holds');
  await holds(product, id!, 210);
  await openQueue(page, 'state=open&search=many@holds.example');
  await chooseAll('210');
  await page.getByRole('button', { name: 'Void', exact: true }).click();
  await confirm(page, 'Void commissions');
  await expect(page.getByText('The holds are being decided. It goes on when you leave this page.')).toBeVisible();
  await expect(followed.getByText('210 of 210')).toBeVisible({ timeout: 60_000 });
  const goesOn = page.getByText('The holds are being decided. It goes on when you leave this page.');
  await expect(goesOn).toHaveCount(0, { timeout: 15_000 });
  await expect(page.getByText('0 holds found.')).toBeVisible();

  await ask(product, 'delete from commission_holds');
  await holds(product, id!, 10_001, 'released');
  // As the database does by itself a little later.
  await ask(product, 'analyze commission_holds');
  await openQueue(page, 'search=many@holds.example');
  await expect(page.getByText('More than 10,000 holds found.')).toBeVisible();
  await page
    .getByLabel(/^Select txn_/)
    .first()
    .check();
  await expect(
    page.getByText('All that match can be selected up to 10,000: search or filter for fewer.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Select all / })).toHaveCount(0);
});
