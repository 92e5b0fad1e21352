import type { Page } from '@playwright/test';
import type { Experience } from '../../contract/listings.ts';
import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk, openRow } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

const figuresOn = async (page: Page, listing: Experience) => {
  await page.goto(`/explore?search=${encodeURIComponent(listing.name)}`);
  await ready(page);
  return cardOf(page, listing.name).getByRole('list').first();
};

/** Reviews a completed booking over HTTP. @returns the review's id */
async function writeReview(page: Page, product: Product, data: object): Promise<string> {
  const reply = await page.request.post('/api/reviews', { data, headers: { origin: product.url } });
  expect(reply.status()).toBe(201);
  return (await reply.json()).id;
}

/** Hides a review, or shows it again, as whoever `page` is. */
async function moderate(page: Page, product: Product, id: string, hidden: boolean): Promise<void> {
  const data = { hidden, reason: 'As its author asked' };
  const reply = await page.request.patch(`/api/reviews/${id}`, { data, headers: { origin: product.url } });
  expect(reply.status()).toBe(200);
}

test('a review moves the count and the mean on the card, an edit too, and moderation takes it back', {
  tag: '@main',
}, async ({ page, product, browser }) => {
  // Two browsers, and every state measured in both themes at both widths.
  test.slow();
  await signInTraveler(page, product, 'reviews-writer@example.com');
  const listing = (await bookable(page)).find((one) => one.review_count > 2)!;
  const stars = await page.request.get(`/api/business-listings/${listing.id}/reviews?limit=50`);
  const { reviews } = await stars.json();
  const sum = reviews.reduce((total: number, one: { rating: number }) => total + one.rating, 0);
  expect([listing.review_count, listing.rating]).toEqual([
    reviews.length,
    Math.round((sum / reviews.length) * 10) / 10,
  ]);
  const mean = (more: number) => (Math.round(((sum + more) / (reviews.length + 1)) * 10) / 10).toFixed(1);

  const id = await book(page, product, listing.id);
  await openBookings(page);
  await expect(page.getByRole('button', { name: /^Rate/ })).toHaveCount(0);
  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'completed' });
  await page.reload();
  await ready(page);
  await cardOf(page, listing.name)
    .getByRole('button', { name: /^Rate this experience/ })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Your review' });
  await sheet.getByRole('button', { name: 'Save review' }).click();
  await expect(sheet.getByText('Please choose from one to five stars.')).toBeVisible();
  await sheet.getByLabel('1 out of 5').check();
  await sheet.getByLabel('In your words').fill('Ask for Dave at the counter <b>now</b>');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Save review' }).click();
  await expect(page.getByText('Mahalo! Your review is in the guide.')).toBeVisible();
  await expect(cardOf(page, listing.name)).toContainText('1 out of 5');

  let figures = await figuresOn(page, listing);
  await expect(figures).toContainText(`(${reviews.length + 1} reviews)`);
  await expect(figures).toContainText(mean(1));
  await figures.getByRole('button').click();
  const shown = page.getByRole('dialog', { name: `What travelers say about ${listing.name}` });
  await expect(shown.getByRole('listitem').first()).toContainText('Ask for Dave at the counter <b>now</b>');
  await expect(shown.getByRole('listitem')).toHaveCount(reviews.length + 1);
  const first = shown.getByRole('listitem').first();
  await first.getByRole('button', { name: /^Report this review/ }).click();
  await expect(first.getByLabel('What is wrong with it?')).toBeFocused();
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect(first.getByRole('button', { name: /^Report this review/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(first.getByLabel('What is wrong with it?')).toBeFocused();
  await first.getByLabel('What is wrong with it?').selectOption('It tells something private');
  await first.getByLabel('In your words').fill('It names Dave');
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/review-reported-390.png' });
  await first.getByRole('button', { name: 'Send report' }).click();
  await expect(first.getByText('Mahalo. Our editors will look at this review.')).toBeVisible();
  await expect(first.locator('[data-said]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(figures.getByRole('button')).toBeFocused();

  await openBookings(page);
  await cardOf(page, listing.name)
    .getByRole('button', { name: /^Edit your review/ })
    .click();
  await expect(sheet.getByLabel('In your words')).toHaveValue('Ask for Dave at the counter <b>now</b>');
  await sheet.getByLabel('5 out of 5').check();
  await sheet.getByRole('button', { name: 'Save review' }).click();
  await expect(cardOf(page, listing.name)).toContainText('5 out of 5');
  figures = await figuresOn(page, listing);
  await expect(figures).toContainText(`(${reviews.length + 1} reviews)`);
  await expect(figures).toContainText(mean(5));

  await desk.page.goto('/dashboard');
  await ready(desk.page);
  await desk.page.getByRole('link', { name: /^Reviews to look at: \d+/ }).click();
  await expect(desk.page).toHaveURL(/view=reviews&awaits_look=true/);
  const row = await openRow(desk.page, 'Ask for Dave', 'The review');
  await expect(row).toContainText('It tells something private: It names Dave');
  await expect(row).toContainText('1 reader');
  await desk.page.screenshot({ path: 'test-results/review-waits.png', fullPage: true });
  await row.getByRole('button', { name: 'Leave as it is' }).click();
  const leave = desk.page.getByRole('dialog', { name: 'Leave as it is' });
  await leave.getByRole('button', { name: 'Confirm' }).click();
  await expect(desk.page.getByText('Looked at. The review stays as it is.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Leave as it is' })).toHaveCount(0);
  await row.getByRole('button', { name: 'Hide review' }).click();
  await desk.page.getByLabel('Reason').fill('Names a person');
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Hide review' }).click();
  await expect(row).toContainText('Hidden because');
  await expect(row).toContainText('Names a person');
  figures = await figuresOn(page, listing);
  await expect(figures).toContainText(`(${reviews.length} reviews)`);
  await expect(figures).toContainText(listing.rating!.toFixed(1));
  await row.getByRole('button', { name: 'Show review again' }).click();
  await desk.page.getByLabel('Reason').fill('It does not after all');
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Show review again' }).click();
  await expect(row).toContainText('Visible');
  await desk.close();
});

test('an author whose review was hidden meanwhile is told so, and what they write is kept', async ({
  page,
  product,
  browser,
}) => {
  await signInTraveler(page, product, 'reviews-hidden@example.com');
  const listing = (await bookable(page)).at(-1)!;
  const id = await book(page, product, listing.id);
  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'completed' });
  const review = await writeReview(page, product, { booking_id: id, rating: 4, words: 'Call 555-0100' });
  await openBookings(page);
  await moderate(desk.page, product, review, true);
  await cardOf(page, listing.name)
    .getByRole('button', { name: /^Edit your review/ })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Your review' });
  await sheet.getByLabel('In your words').fill('Call them first');
  await sheet.getByRole('button', { name: 'Save review' }).click();
  await expect(page.getByText('Others do not see it, as our editors have hidden it.')).toBeVisible();
  await expectAccessible(page);
  await cardOf(page, listing.name)
    .getByRole('button', { name: /^Edit your review/ })
    .click();
  await expect(sheet.getByLabel('In your words')).toHaveValue('Call them first');
  await desk.close();
});

test('reviews come a page at a time, to the last; those that are hidden while a card is open are gone from it', async ({
  page,
  product,
  browser,
}) => {
  // Two browsers, and reviews enough for two pages.
  test.slow();
  await signInTraveler(page, product, 'reviews-many@example.com');
  const listing = (await bookable(page)).findLast((one) => one.review_count > 0)!;
  const desk = await openDesk(browser, product);
  const written: string[] = [];
  while (listing.review_count + written.length <= 20) {
    const id = await book(page, product, listing.id);
    await desk.decide(id, { status: 'completed' });
    written.push(
      await writeReview(page, product, { booking_id: id, rating: Math.round(listing.rating!), words: null }),
    );
  }
  const button = (await figuresOn(page, listing)).getByRole('button');
  await button.click();
  const sheet = page.getByRole('dialog', { name: `What travelers say about ${listing.name}` });
  await expect(sheet.getByRole('listitem')).toHaveCount(20);
  await sheet.getByRole('button', { name: 'Show more' }).click();
  await expect(sheet.getByRole('listitem')).toHaveCount(21);
  await expect(sheet.getByRole('button', { name: 'Show more' })).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const { reviews } = await (await page.request.get(`/api/business-listings/${listing.id}/reviews?limit=50`)).json();
  for (const { id } of reviews) await moderate(desk.page, product, id, true);
  await button.click();
  await expect(sheet.getByText('There is no review to read at the moment.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  // As it was, for the tests after this one.
  const others = reviews.filter((one: { id: string }) => !written.includes(one.id));
  for (const { id } of others) await moderate(desk.page, product, id, false);
  await button.click();
  await expect(sheet.getByRole('listitem')).toHaveCount(listing.review_count);
  await desk.close();
});

test.describe('reviews that cannot be loaded', () => {
  test('nor their sheet, say so where one is looking, and open when tapped again', async ({ page }) => {
    const listing = (await bookable(page)).findLast((one) => one.review_count > 0)!;
    const figures = await figuresOn(page, listing);
    await page.route('**/assets/listing-reviews-sheet-*.js', (route) => route.abort());
    await figures.getByRole('button').click();
    const said = page.getByRole('alert').filter({ hasText: 'The reviews could not be loaded.' });
    await expect(said).toBeInViewport({ ratio: 1 });
    await page.unroute('**/assets/listing-reviews-sheet-*.js');
    await figures.getByRole('button').click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(listing.review_count);
    await expect(said).toHaveCount(0);
  });

  test.describe('or are read far away', () => {
    test.use({ locale: 'en-DE' });

    test('have their mean as it is written there', async ({ page }) => {
      const listing = (await bookable(page)).find((one) => one.review_count > 0)!;
      const figures = await figuresOn(page, listing);
      await figures.getByRole('button').click();
      const mean = page.getByRole('dialog').getByText(listing.rating!.toFixed(1).replace('.', ','), { exact: true });
      await expect(mean).toBeVisible();
    });
  });

  test('say so, and are asked for again', async ({ page }) => {
    const listing = (await bookable(page)).find((one) => one.review_count > 0)!;
    const figures = await figuresOn(page, listing);
    await page.route('**/reviews?**', (route) => route.abort());
    await figures.getByRole('button').click();
    await expect(page.getByText('The reviews could not be loaded.')).toBeVisible();
    await page.unroute('**/reviews?**');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(listing.review_count);
  });
});

test('nobody is shown as rated who was not: no rating without a count, on any card', async ({ page }) => {
  const all: Experience[] = await (await page.request.get('/api/business-listings')).json();
  expect(all.filter((one) => (one.rating === null) !== (one.review_count === 0))).toEqual([]);
  const unrated = all.find((one) => one.review_count === 0)!;
  const figures = await figuresOn(page, unrated);
  await expect(figures).toHaveText(`Price range: ${unrated.price_range}`);
});

test('the stars are all in sight on small phones whose text is twice the size', async ({ page, product, browser }) => {
  await signInTraveler(page, product, 'reviews-enlarged@example.com');
  const [listing] = await bookable(page);
  const id = await book(page, product, listing!.id);
  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'completed' });
  await desk.close();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    await openBookings(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await cardOf(page, listing!.name)
      .getByRole('button', { name: /^Rate this experience/ })
      .click();
    const sheet = page.getByRole('dialog', { name: 'Your review' });
    const last = (await sheet.getByLabel('5 out of 5').boundingBox())!;
    expect([width, last.x + last.width <= width]).toEqual([width, true]);
    const beyond = await sheet.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect([width, beyond]).toEqual([width, 0]);
    await page.screenshot({ path: `test-results/stars-enlarged-${width}.png` });
  }
});
