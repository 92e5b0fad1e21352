import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { bookable } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { news } from './desk-work.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';
import { told } from './told-bookings.ts';

test.beforeEach(async ({ page, product }) => {
  await ask(product, 'delete from platform_bookings; delete from inbox');
  await signIn(page, product, 'admin@example.com');
});

const widths = [390, 1280];

/** A traveler in another browser follows so many links of FareHarbor's. @returns their pending bookings */
async function follows(phone: Page, product: Product, email: string, times: number) {
  await signInTraveler(phone, product, email, { fresh: true });
  const listings = (await bookable(phone)).filter(({ booking_url }) =>
    booking_url?.startsWith('https://fareharbor.com/'),
  );
  const made: { id: string; name: string; number: string }[] = [];
  for (const { id: business_listing_id, name } of listings.slice(0, times)) {
    const headers = { origin: product.url };
    const reply = await phone.request.post('/api/qr/booking-conversion', { data: { business_listing_id }, headers });
    const { booking_id: id, transaction_id: number } = await reply.json();
    made.push({ id, name, number });
  }
  expect(made).toHaveLength(times);
  return made;
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/money/news${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News of platforms');
}

const detailOf = (page: Page) => page.getByRole('region', { name: 'About this booking' });
const counts = (page: Page, proposed: number, unmatched: number, unreadable: number) =>
  expect(
    page.getByText(`To be decided: ${proposed}. Nobody’s yet: ${unmatched}. Unreadable messages: ${unreadable}.`),
  ).toBeVisible();

test('whose booking it is and what is in doubt is decided with a reason, and each figure moves by exactly that', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  await open(page);
  await counts(page, 0, 0, 0);
  await expect(page.getByText('Nothing was told yet')).toBeVisible();
  const [one, two] = await follows(await elsewhere(), product, 'maya@news.example', 2);
  const facts = { item_name: 'Sunrise walk', travel_date: '2027-01-10', travel_time: '08:30', guest_count: 2 };
  const evidence = { state: 'proposed', match_kind: 'evidence', confidence: 40, booking_id: one!.id };
  await told(product, 'PROPOSED-1', { ...evidence, ...facts, amount_cents: 12_342, amount_version: new Date() });
  await told(product, 'NOBODY-1');
  await told(product, 'NOBODY-2', { platform: 'viator' });
  await open(page, '?state=proposed');
  await counts(page, 1, 2, 0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('td[data-label="Confidence"]')).toHaveText('40%');
    await expect(page.locator('td[data-label="Amount"]')).toHaveText('$123.42');
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }
  await page.getByRole('link', { name: 'PROPOSED-1' }).click();
  const detail = detailOf(page);
  await expect(detail).toContainText(`${one!.name}, ${one!.number}`);
  await expect(detail).toContainText('Sunrise walk');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await detail.getByRole('button', { name: 'Match' }).click();
  const sheet = page.getByRole('dialog', { name: 'Whose booking it is' });
  await expect(sheet.getByLabel('Booking').locator('option:checked')).toHaveText(
    `${one!.name}, maya@news.example, ${one!.number}, 40%`,
  );
  await sheet.getByLabel('Reason').fill('The guest has shown it');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('PROPOSED-1 is matched.')).toBeVisible();
  await counts(page, 0, 2, 0);
  await expect(detail.getByRole('button')).toHaveText(['Take back the match']);
  await expect(detail.getByRole('link', { name: 'Explain this commission' })).toHaveAttribute(
    'href',
    `/money/explain?booking=${one!.id}`,
  );
  const kept = await ask(product, 'select status, reference, amount_cents from bookings where id = $1', [one!.id]);
  expect(kept).toEqual([{ status: 'confirmed', reference: 'PROPOSED-1', amount_cents: 12_342 }]);

  await open(page, '?state=unmatched');
  await page.getByRole('link', { name: 'NOBODY-1' }).click();
  await detail.getByRole('button', { name: 'Match' }).click();
  await sheet.getByLabel('Reason').fill('By telephone');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Choose a booking', { exact: true }).last()).toBeVisible();
  const options = sheet.getByLabel('Booking').locator('option');
  await sheet.getByLabel('Search').fill('nobody is called that');
  await expect(options).toHaveText(['Choose a booking']);
  await sheet.getByLabel('Search').fill(two!.number);
  await expect(options).toHaveText(['Choose a booking', `${two!.name}, maya@news.example, ${two!.number}`]);
  await sheet.getByLabel('Booking').selectOption({ label: `${two!.name}, maya@news.example, ${two!.number}` });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('NOBODY-1 is matched.')).toBeVisible();
  await counts(page, 0, 1, 0);

  await open(page, '?state=unmatched');
  await page.getByRole('link', { name: 'NOBODY-2' }).click();
  await detail.getByRole('button', { name: 'Put away' }).click();
  const away = page.getByRole('dialog', { name: 'Put away what was told' });
  await away.getByLabel('Reason').fill('Not one of ours');
  await away.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('NOBODY-2 is put away.')).toBeVisible();
  await counts(page, 0, 0, 0);
  await open(page, '?state=unmatched');
  await expect(page.getByText('Nothing is like that')).toBeVisible();
});

test('what an administrator has settled is another one, where a person says so: one more booking is made', async ({
  page,
  product,
  elsewhere,
}) => {
  const [one] = await follows(await elsewhere(), product, 'further@news.example', 1);
  const settled = await page.request.patch(`/api/bookings/${one!.id}`, {
    data: { status: 'completed', amount: 400, reason: 'The guest has shown the bill' },
    headers: { origin: product.url },
  });
  expect(settled.status()).toBe(200);
  const clicks = 'select c.click_id from bookings b join clicks c on c.id = b.click_id where b.id = $1';
  const [click] = await ask(product, clicks, [one!.id]);
  const evidence = { state: 'proposed', match_kind: 'evidence', confidence: 50, booking_id: one!.id };
  await told(product, 'FURTHER-1', { ...evidence, ...click, amount_cents: 40_000, amount_version: new Date() });
  await open(page, '?state=proposed');
  await counts(page, 1, 0, 0);
  await page.getByRole('link', { name: 'FURTHER-1' }).click();
  await detailOf(page).getByRole('button', { name: 'Match' }).click();
  const sheet = page.getByRole('dialog', { name: 'Whose booking it is' });
  const label = `Another booking of the same link as ${one!.name}, ${one!.number}`;
  await sheet.getByLabel('Booking').selectOption({ label });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await sheet.getByLabel('Reason').fill('They have booked twice');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('FURTHER-1 is matched.')).toBeVisible();
  await counts(page, 0, 0, 0);
  const all = `select status, reference, amount_cents from bookings
    where click_id = (select click_id from bookings where id = $1) order by click_ordinal`;
  expect(await ask(product, all, [one!.id])).toEqual([
    { status: 'completed', reference: null, amount_cents: 40_000 },
    { status: 'confirmed', reference: 'FURTHER-1', amount_cents: 40_000 },
  ]);
});

test('what is in doubt of a booking that is known says why, and is put away', async ({ page, product, elsewhere }) => {
  test.slow();
  const made = await follows(await elsewhere(), product, 'doubt@news.example', 6);
  const why = {
    amount: 'The amount cannot be believed. The booking keeps its own.',
    currency: 'The amount is in another currency. The booking keeps its own.',
    final:
      'The booking is completed, cancelled or brought back already, and the platform says something else. It stays as it is.',
    travel: 'The day of travel lies before the link was followed. The booking keeps its own.',
    repeated:
      'The platform has said again what it said before something else. It was sent twice, or the booking was changed back.',
    corrected: 'An administrator has set the amount, and the platform now tells another. The booking keeps its own.',
  };
  for (const [at, doubt] of Object.keys(why).entries()) {
    const match = { match_kind: 'click', confidence: 100, booking_id: made[at]!.id, state: 'proposed', doubt };
    await told(product, `DOUBT-${at}`, { ...match, amount_told: '12342', currency: at ? 'EUR' : null });
  }
  for (const [at, words] of Object.values(why).entries()) {
    await open(page, `?state=proposed&search=DOUBT-${at}`);
    await counts(page, 6 - at, 0, 0);
    await page.getByRole('link', { name: `DOUBT-${at}` }).click();
    const detail = detailOf(page);
    await expect(detail).toContainText(words);
    await expect(detail).toContainText(
      at ? '12342 in the smallest unit of EUR' : '12342, of a currency that was not told',
    );
    await expect(detail.getByRole('button')).toHaveText(['Take back the match', 'Put away']);
    await detail.getByRole('button', { name: 'Put away' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Reason').fill('Asked the platform');
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await counts(page, 5 - at, 0, 0);
  }
});

test('a match that was wrong is taken back with a reason: the booking waits again, and the row is nobody’s', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [one] = await follows(await elsewhere(), product, 'wrong@news.example', 1);
  await told(product, 'WRONG-1', { amount_cents: 12_342, amount_version: new Date() });
  await open(page, '?state=unmatched');
  await page.getByRole('link', { name: 'WRONG-1' }).click();
  const detail = detailOf(page);
  await detail.getByRole('button', { name: 'Match' }).click();
  const sheet = page.getByRole('dialog', { name: 'Whose booking it is' });
  await sheet.getByLabel('Booking').selectOption({ label: `${one!.name}, wrong@news.example, ${one!.number}` });
  await sheet.getByLabel('Reason').fill('By telephone');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('WRONG-1 is matched.')).toBeVisible();
  await counts(page, 0, 0, 0);
  await detail.getByRole('button', { name: 'Take back the match' }).click();
  const back = page.getByRole('dialog', { name: 'Take back the match' });
  await expectAccessible(page, { enlarged: true });
  await back.getByLabel('Reason').fill('The guest was another one');
  await back.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('WRONG-1 is nobody’s.')).toBeVisible();
  await counts(page, 0, 1, 0);
  const kept = await ask(product, 'select status, reference, estimated from bookings where id = $1', [one!.id]);
  expect(kept).toEqual([{ status: 'pending', reference: null, estimated: true }]);
});

test('the reason why a match is taken back is there again after a new sign-in', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  expectErrors(page, '401 /api/admin/platform-bookings/*');
  const [one] = await follows(await elsewhere(), product, 'taken@news.example', 1);
  await told(product, 'TAKEN-1', { state: 'matched', match_kind: 'decision', booking_id: one!.id });
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page);
  await page.getByRole('link', { name: 'TAKEN-1' }).click();
  await detailOf(page).getByRole('button', { name: 'Take back the match' }).click();
  const back = page.getByRole('dialog', { name: 'Take back the match' });
  await back.getByLabel('Reason').fill('The guest was another one');
  await endSessions(product, 'admin@example.com');
  await back.getByRole('button', { name: 'Confirm' }).click();
  await back.getByRole('link', { name: 'Sign In' }).click();
  await signInByMail(page, product, 'admin@example.com');
  await expect(back.getByLabel('Reason')).toHaveValue('The guest was another one');
  await back.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('TAKEN-1 is nobody’s.')).toBeVisible();
});

test('messages are listed with what they say; what cannot be read leads to where it is decided', async ({
  page,
  product,
}) => {
  test.slow();
  await open(page, '?list=messages');
  await counts(page, 0, 0, 0);
  const id = await news(product, '{"truncated":', 'it is no JSON');
  const done = await news(product, '{"hello":1}');
  await ask(product, "update inbox set state = 'done', problem = null where id = $1", [done]);
  await open(page, '?list=messages&state=unreadable');
  await counts(page, 0, 0, 1);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('td[data-label="Why"]')).toHaveText('it is no JSON');
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }
  await page.getByRole('link', { name: `Message ${id}` }).click();
  const detail = page.getByRole('region', { name: 'About this message' });
  await detail.getByRole('button', { name: 'Show what it says' }).click();
  await expect(detail.getByText('{"truncated":')).toBeVisible();
  await detail.getByRole('link', { name: 'Try again or discard' }).click();
  const undone = page.getByRole('region', { name: 'About what could not be done' });
  await undone.getByRole('button', { name: 'Discard' }).click();
  const sheet = page.getByRole('dialog', { name: 'Discard' });
  await sheet.getByLabel('Reason').fill('Cut off by its sender');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`News ${id} is put away.`)).toBeVisible();
  await open(page, '?list=messages&state=discarded');
  await counts(page, 0, 0, 0);
  await expect(page.getByRole('link', { name: `Message ${id}` })).toBeVisible();
});

test('where another booking has the reference, the sheet says how it is freed', async ({
  page,
  product,
  elsewhere,
}) => {
  const [given, ofClick] = await follows(await elsewhere(), product, 'leo@news.example', 2);
  await ask(
    product,
    `update bookings set reference = 'GIVEN-1', status = 'confirmed', supplier = 'reefwalk' where id = $1`,
    [given!.id],
  );
  await told(product, 'GIVEN-1', { state: 'proposed', match_kind: 'evidence', confidence: 50, booking_id: given!.id });
  expectErrors(page, '409 /api/admin/platform-bookings/*/match');
  await open(page, '?state=proposed');
  await page.getByRole('link', { name: 'GIVEN-1' }).click();
  await detailOf(page).getByRole('button', { name: 'Match' }).click();
  const sheet = page.getByRole('dialog', { name: 'Whose booking it is' });
  await sheet.getByLabel('Search').fill(ofClick!.number);
  await sheet.getByLabel('Booking').selectOption({ label: `${ofClick!.name}, leo@news.example, ${ofClick!.number}` });
  await sheet.getByLabel('Reason').fill('It came by the link');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    sheet.getByText(
      'Another booking has this reference already. Where the sale is not that one’s, match it with that one first and take the match back; it then waits without the reference.',
    ),
  ).toBeVisible();
  await counts(page, 1, 0, 0);
});
