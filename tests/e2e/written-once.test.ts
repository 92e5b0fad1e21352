import type { Page } from '@playwright/test';
import { book, bookable, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { expect, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

/** The keys of the calls to an endpoint, none of which is answered until told. */
async function keysOf(page: Page, address: string): Promise<{ keys: string[]; answer(): Promise<void> }> {
  const keys: string[] = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']!);
    // The server may have heard it.
    await route.fetch();
    return route.abort('connectionreset');
  });
  return { keys, answer: () => page.unroute(address) };
}

test('a review has one key for as long as it says the same, another once it is changed', async ({
  page,
  product,
  browser,
}) => {
  await signInTraveler(page, product, 'one-review@example.com');
  const [listing] = await bookable(page);
  const desk = await openDesk(browser, product);
  await desk.decide(await book(page, product, listing!.id), { status: 'completed' });
  await desk.close();
  await openBookings(page);
  const { keys, answer } = await keysOf(page, '**/api/reviews');
  await cardOf(page, listing!.name)
    .getByRole('button', { name: /^Rate this experience/ })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Your review' });
  const save = sheet.getByRole('button', { name: 'Save review' });
  await sheet.getByLabel('4 out of 5').check();
  for (const count of [1, 2]) {
    await save.click();
    await expect.poll(() => keys.length).toBe(count);
    await expect(sheet.getByText('Network error.')).toBeVisible();
  }
  await sheet.getByLabel('In your words').fill('Bring a towel');
  await save.click();
  await expect.poll(() => keys.length).toBe(3);
  await expect(sheet.getByText('Network error.')).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  await answer();
  await save.click();
  await expect(page.getByText('Mahalo! Your review is in the guide.')).toBeVisible();
  const { reviews } = await (await page.request.get(`/api/business-listings/${listing!.id}/reviews?limit=50`)).json();
  expect(reviews.filter((one: { words: string | null }) => one.words === 'Bring a towel')).toHaveLength(1);
});

test('so does a question about a missing booking, which may be corrected after an answer was lost', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'one-question@example.com');
  await openBookings(page);
  const { keys, answer } = await keysOf(page, '**/api/bookings/inquiries');
  await page.getByRole('button', { name: 'My booking is missing' }).click();
  const sheet = page.getByRole('dialog', { name: 'My booking is missing' });
  const send = sheet.getByRole('button', { name: 'Ask us to find it' });
  await sheet.getByLabel('What did you book').fill('Reef swim');
  for (const count of [1, 2]) {
    await send.click();
    await expect.poll(() => keys.length).toBe(count);
    await expect(sheet.getByText('Network error.')).toBeVisible();
  }
  expect(keys[1]).toBe(keys[0]);
  await answer();
  await sheet.getByLabel('What did you book').fill('Reef swim at noon');
  await send.click();
  await expect(sheet).toBeHidden();
});
