import type { Page } from '@playwright/test';
import { holdRules } from '../../contract/commission-states.ts';
import { expectAccessible } from './axe.ts';
import { bookable, openDesk, openRow } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { aChange, anEntryOfEachKind } from './explained-rows.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

const place = 'Kaiona Hotel Waikīkī';
const widths = [390, 1280];
const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

interface Followed {
  id: string;
  experience: string;
  code: string;
}

/** A traveler scans a code of the partner's and follows a link so often. @returns the last booking */
async function follows(phone: Page, product: Product, email: string, times = 1, scans = true): Promise<Followed> {
  await signInTraveler(phone, product, email, { fresh: true });
  const headers = { origin: product.url };
  const code = product.codes.find((one) => one.location_name === place && one.status === 'active')!.qr_code_id;
  if (scans)
    expect((await phone.request.post('/api/qr/scan', { data: { qr_code_id: code }, headers })).ok()).toBe(true);
  const listing = (await bookable(phone))[0]!;
  let id = '';
  for (let n = 0; n < times; n++) {
    const moment = new Date(Date.now() - n * 1000).toISOString();
    const data = { business_listing_id: listing.id, conversion_timestamp: moment };
    const reply = await phone.request.post('/api/qr/booking-conversion', { data, headers });
    expect(reply.status()).toBe(201);
    id = (await reply.json()).booking_id;
  }
  return { id, experience: listing.name, code };
}

async function explain(page: Page, id: string): Promise<void> {
  await page.goto(`/money/explain?booking=${id}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explain this commission');
}

const steps = (page: Page) => page.getByRole('region', { name: 'From the scan to the ledger' }).getByRole('listitem');
const step = (page: Page, title: string) => steps(page).filter({ has: page.getByText(title, { exact: true }) });
const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');

test('a commission is explained from the scan to the entry, and each figure moves by exactly what is done', async ({
  page,
  product,
  browser,
  elsewhere,
}) => {
  test.slow();
  const email = 'explained@explain.example';
  const { id, experience, code } = await follows(await elsewhere(), product, email);
  const { page: admin, decide, close } = await openDesk(browser, product);
  await admin.goto('/bookings');
  await ready(admin);
  const booking = await openRow(admin, email);
  await booking.getByRole('link', { name: /^Explain this commission/ }).click();
  await expect(admin.getByText(/^\$[\d.]+ is expected, until the platform has confirmed the booking\.$/)).toBeVisible();
  const before = await (await admin.request.get(`/api/bookings/${id}/explanation`)).json();
  const rate: number = before.platform_rate;
  expect(before.share).toBe(Math.round(before.amount * 15) / 100);
  await expect(fact(admin, 'Amount')).toHaveText(`${money(before.amount)}, estimated`);
  await expect(step(admin, 'Code scanned')).toContainText(`At ${place}, code ${code}`);
  await expect(step(admin, 'Link followed')).toContainText(`${experience}, with `);
  await expect(step(admin, "The house's part estimated")).toHaveCount(1);
  await expect(step(admin, 'Share estimated')).toContainText(
    new RegExp(`${RegExp.escape(money(before.share))}.*From the platform \\(expected\\) to the partner \\(expected\\)`),
  );
  await expect(fact(admin, 'Payable on')).toHaveText('Not known yet');

  await decide(id, { status: 'confirmed', amount: 200 });
  await ask(
    product,
    "update commissions set travel_day = '2031-03-05', payable_on = '2031-03-19' where booking_id = $1",
    [id],
  );
  await explain(admin, id);
  await expect(
    admin.getByText('$30.00 is confirmed. It is earned by travelling, and becomes payable after the holding period.'),
  ).toBeVisible();
  await expect(fact(admin, 'Amount')).toHaveText('$200.00');
  await expect(fact(admin, "Partner's share")).toHaveText('$30.00, 15.0% of the amount');
  await expect(fact(admin, 'Rate card')).toHaveText('Number 1, standard, from Jan 1, 2000');
  await expect(fact(admin, 'Holding period')).toHaveText('14 days after travel');
  await expect(fact(admin, 'The platform pays')).toHaveText(
    `${money(200 * rate)}, ${(100 * rate).toFixed(1)}% of the amount`,
  );
  await expect(fact(admin, 'Left to the house')).toHaveText(money(200 * rate - 30));
  await expect(fact(admin, 'Payable on')).toHaveText('Mar 19, 2031');
  await expect(step(admin, 'An administrator decided')).toContainText('admin@example.com');
  await expect(step(admin, 'An administrator decided')).toContainText('On the statement');
  await expect(step(admin, 'Share confirmed').filter({ hasText: '$30.00' })).toContainText(
    'From the platform (after travel) to the partner (after travel)',
  );
  await expect(step(admin, 'Earlier entry reversed').first()).toContainText('Reverses entry ');
  await expect(step(admin, 'Becomes payable')).toContainText('Mar 19, 2031');
  for (const width of widths) {
    await admin.setViewportSize({ width, height: 900 });
    await expectAccessible(admin, { enlarged: true });
  }

  // The partner reads the same of their own, and nothing of the house.
  await signIn(page, product, 'partner@example.com');
  await explain(page, id);
  await expect(fact(page, "Partner's share")).toHaveText('$30.00, 15.0% of the amount');
  await expect(step(page, 'Share confirmed')).toContainText('From outside your accounts to the partner (after travel)');
  const main = page.getByRole('main');
  for (const secret of ['The platform pays', 'Left to the house', 'Cause: ', 'admin@example.com', 'On the statement'])
    await expect(main).not.toContainText(secret);
  for (const secret of ['The platform pays', 'Left to the house', 'Cause: ', 'admin@example.com', 'On the statement'])
    await expect(admin.getByRole('main')).toContainText(secret);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await decide(id, { status: 'cancelled' });
  await explain(page, id);
  await expect(page.getByText('Nothing is owed for this booking.')).toBeVisible();
  await expect(fact(page, "Partner's share")).toHaveText('$0.00');
  await expect(fact(page, 'Amount')).toHaveText('$200.00');
  await expect(fact(page, 'Booking')).toHaveText('Cancelled');

  // What is nobody's, or another's, is not there.
  const foreign = await follows(await elsewhere(), product, 'nobody@explain.example', 1, false);
  await explain(admin, foreign.id);
  await expect(step(admin, 'Without a scan')).toContainText('No code was scanned within 30 days');
  await expect(fact(admin, 'Partner')).toHaveText('Nobody is credited');
  expectErrors(page, `404 /money/explain*`);
  await page.goto(`/money/explain?booking=${foreign.id}`);
  await ready(page);
  await expect(page.getByText('Without a scan')).toHaveCount(0);
  await page.goto('/money/explain');
  await ready(page);
  await expect(page.getByText('Its commission is explained from the lists')).toBeVisible();
  await expectAccessible(page);
  await close();
});

test('a hold leads to its explanation, which says why it was held and who let it go', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const email = 'held@explain.example';
  await follows(await elsewhere(), product, email, 4);
  await signIn(page, product, 'admin@example.com');
  await page.goto(`/money/holds?state=open&search=${email}`);
  await ready(page);
  await page.getByRole('link', { name: /^txn_/ }).first().click();
  const detail = page.getByRole('region', { name: 'About this hold' });
  await detail.getByRole('link', { name: 'Explain this commission' }).click();
  await expect(page.getByText(/is on hold until somebody has looked at it\.$/)).toBeVisible();
  await expect(step(page, 'Put on hold')).toContainText(
    'One of 4 or more bookings of this experience by one traveler within 7 days.',
  );
  await expect(step(page, 'Hold released')).toHaveCount(0);
  await page.goBack();
  await detail.getByRole('button', { name: 'Release' }).click();
  const sheet = page.getByRole('dialog', { name: 'Release commissions' });
  await sheet.getByLabel('Reason').fill('Known guests');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Released: 1. Left out: 0.')).toBeVisible();
  await detail.getByRole('link', { name: 'Explain this commission' }).click();
  await expect(step(page, 'Hold released')).toContainText('admin@example.com');
  await expect(step(page, 'Hold released')).toContainText('Known guests');
  await expect(step(page, 'Share held')).toHaveCount(1);
  await expect(
    step(page, 'Share held').filter({ hasText: 'From the platform (expected) to the partner (on hold)' }),
  ).toHaveCount(1);
});

test('each state, change, rule and entry has its words, for administrators and partners', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const { id } = await follows(await elsewhere(), product, 'words@explain.example');
  await signIn(page, product, 'admin@example.com');
  // Its amount is assumed.
  await ask(
    product,
    "update commissions set state = 'pending', partner_cents = 1200, payable_on = '2031-03-19' where booking_id = $1",
    [id],
  );
  await explain(page, id);
  const assumed =
    '$12.00 is assumed: it cannot become payable before the platform or an administrator has told the amount.';
  await expect(page.getByText(assumed)).toBeVisible();
  await expect(step(page, 'Becomes payable')).toContainText('Mar 19, 2031');
  await expect(step(page, 'Becomes payable')).toContainText('Or later: once the amount is told');
  await ask(
    product,
    `insert into platform_bookings (platform, supplier, reference, reference_keys, status, doubt, currency, version, version_digest,
        first_news_at, last_news_at, state, match_kind, confidence, booking_id)
      values ('fareharbor', 'explained', 'E-1', '{E1}', 'confirmed', 'currency', 'EUR', now(), decode('00', 'hex'), now(), now(),
        'proposed', 'reference', 100, $1)`,
    [id],
  );
  await explain(page, id);
  const doubted = '$12.00 waits until an administrator has decided about what the platform told of the booking.';
  await expect(page.getByText(doubted)).toBeVisible();
  await expect(step(page, 'Becomes payable')).toContainText('Or later: once it is decided');
  await expectAccessible(page, { enlarged: true });
  await ask(product, "delete from platform_bookings where supplier = 'explained'");
  await ask(product, "update bookings set status = 'completed', estimated = false where id = $1", [id]);
  await explain(page, id);
  await expect(
    page.getByText('$12.00 is earned, and waits for the end of the holding period after travel.'),
  ).toBeVisible();
  const states = {
    payable: '$12.00 has become payable.',
    voided: 'The commission was voided: the partner earns nothing on this booking.',
    held: '$12.00 is on hold until somebody has looked at it.',
  };
  for (const [state, words] of Object.entries(states)) {
    await ask(product, 'update commissions set state = $2, partner_cents = 1200 where booking_id = $1', [id, state]);
    await explain(page, id);
    await expect(page.getByText(words)).toBeVisible();
  }
  for (const [day, words] of [
    [null, 'Once it is released'],
    ['2026-12-24', 'Once it is released, and not before Dec 24, 2026'],
  ]) {
    await ask(product, `update commissions set state = 'held', payable_on = $2 where booking_id = $1`, [id, day]);
    await explain(page, id);
    await expect(fact(page, 'Payable on')).toHaveText(words!);
  }
  const changes = {
    booking_told_of: 'News of the platform',
    booking_claimed: 'The traveler says that it was booked',
    booking_details_added: 'The traveler told more of it',
    booking_travelled: 'The day of travel is over',
    booking_corrected: 'An administrator corrected it',
    booking_moved: 'The booking was changed',
  };
  for (const action of Object.keys(changes))
    await aChange(product, id, action, { status: 'completed', amount_cents: 12_345, reason: 'news 7 of fareharbor' });
  for (const rule of [...holdRules, 'seen_by_a_person'])
    await ask(
      product,
      `insert into commission_holds (booking_id, rule, opened_at, state, decided_at, decided_by, decision_reason)
        select $1, $2, now(), 'voided', now(), id, 'Looked at' from users where email = 'admin@example.com'`,
      [id, rule],
    );
  await anEntryOfEachKind(product, id);
  await explain(page, id);
  for (const words of Object.values(changes)) await expect(step(page, words)).toContainText('$123.45');
  await expect(step(page, 'News of the platform')).toContainText('Told by FareHarbor');
  await expect(step(page, 'Hold voided').first()).toContainText('Looked at');
  const kinds = [
    ...['Share brought up to date', 'Share confirmed', 'Share made payable', 'Share held', 'Share released'],
    ...[
      'Share voided',
      'Share corrected',
      'Earlier entry reversed',
      'Taken into a payout',
      'Paid out',
      'Payout withdrawn',
    ],
  ];
  for (const kind of kinds) await expect(step(page, kind).first()).toContainText('Cause: by hand');
  for (const words of ['estimated', 'confirmed', 'earned', 'brought up to date'])
    await expect(step(page, `The house's part ${words}`).last()).toBeVisible();
  const reasons = [
    'Cancelled after it was paid out',
    'The amount was corrected',
    'It was there twice',
    'Fraud',
    'A mistake',
  ];
  for (const [index, reason] of reasons.entries())
    await expect(step(page, 'Asked back').nth(index)).toContainText(reason);
  const accounts = ['the partner (in a payout)', 'the partner (paid)', 'the partner (payable)', 'the house (earned)'];
  for (const account of [...accounts, 'the platform (earned)'])
    await expect(
      steps(page)
        .filter({ hasText: `From ${account} to ` })
        .first(),
    ).toBeVisible();
  await expectAccessible(page);

  await signIn(page, product, 'partner@example.com');
  await explain(page, id);
  const plain = [
    'It looks as if one of your own people booked it.',
    'It looks as if it was booked with a device of one of your own people.',
    'It looks as if the e-mail address belongs with one of your own people.',
    'Very many bookings came within a short time.',
    'One traveler booked this experience again and again.',
    'The code was opened from a paid advertisement.',
    'The codes were scanned farther apart than anybody travels in the time between.',
    'seen by a person',
  ];
  for (const words of plain) await expect(step(page, 'Put on hold').filter({ hasText: words })).toHaveCount(1);
  await expect(steps(page).filter({ hasText: ' to outside your accounts' }).first()).toBeVisible();
});
