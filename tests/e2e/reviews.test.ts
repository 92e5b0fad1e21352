import type { Page } from '@playwright/test';
import type { Experience } from '../../contract/discovery.ts';
import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

const figuresOn = async (page: Page, listing: Experience) => {
  await page.goto(`/explore?search=${encodeURIComponent(listing.name)}`);
  await ready(page);
  return cardOf(page, listing.name).getByRole('list').first();
};

test('a review moves the count and the mean on the card, an edit too, and moderation takes it back', async ({
  page,
  product,
  browser,
}) => {
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
  await expectAccessible(page);
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

  await desk.page.goto('/bookings?view=reviews');
  await ready(desk.page);
  const row = desk.page.getByRole('listitem').filter({ hasText: 'Ask for Dave' });
  await row.getByRole('button', { name: /^Hide/ }).click();
  await desk.page.getByLabel('Reason').fill('Names a person');
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Hide review' }).click();
  await expect(row).toContainText('Hidden: Names a person');
  figures = await figuresOn(page, listing);
  await expect(figures).toContainText(`(${reviews.length} reviews)`);
  await expect(figures).toContainText(listing.rating!.toFixed(1));
  await row.getByRole('button', { name: /^Show/ }).click();
  await desk.page.getByLabel('Reason').fill('It does not after all');
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Show review again' }).click();
  await expect(row).toContainText('Visible');
  await desk.close();
});

test.describe('reviews that cannot be loaded', () => {
  test.use({ expectedErrors: /net::ERR|Failed to load resource/ });

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
