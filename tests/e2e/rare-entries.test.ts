import { answer, at } from './answers.ts';
import { book, bookable, cardOf, openBookings } from './bookings-world.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { aListing } from './known-answers.ts';
import { signIn, signInTraveler } from './session.ts';

test('a search without a hit says what to try, and leads back to everything', async ({ page }) => {
  await page.goto('/explore?search=zzzzzz');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'No experiences found' })).toBeVisible();
  await expect(page.getByText('Spelling without ʻokina and kahakō works too.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all experiences' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('entries that were rated by one, by many and by nobody', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  const rated = [
    aListing({ id: 1, rating: 4.5, review_count: 1 }),
    aListing({ id: 2, rating: 4.1, review_count: 1204 }),
  ];
  await answer(page, at.listings, rated);
  await page.getByRole('link', { name: 'Discover' }).click();
  await expect(page.getByRole('article').first()).toContainText('Rated 4.5 out of 5');
  await expect(page.getByRole('article').first()).toContainText('(1 review)');
  await expect(page.getByRole('article').last()).toContainText('(1,204 reviews)');
  await page.unroute(at.listings);
  await answer(page, at.listings, [aListing({ id: 3, rating: null, review_count: 0 })]);
  await answer(page, at.summary, { count: 1, featured: 0, average_rating: null });
  await page.getByLabel('Search experiences').fill('tide');
  await expect(page.getByRole('status').filter({ hasText: '1 experience found' })).toBeAttached();
  await expect(page.getByText('None yet')).toBeVisible();
});

test('an administrator sees commissions, a guest does not', async ({ page, product }) => {
  await page.goto('/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText(/^Commission/)).toHaveCount(0);
  await signIn(page, product, 'admin@example.com');
  await page.goto('/explore');
  await expect(page.getByText(/^Commission \d+\.\d%$/).first()).toBeVisible();
});

test('a place that lists nothing yet says so', async ({ page, product }) => {
  const name = 'Bare Bench Lookout';
  const [place] = await ask<{ id: number }>(
    product,
    `insert into locations (name, description, address, island, latitude, longitude)
      values ($1, 'A bench.', '1 Bench Road', 'Maui', 20.8, -156.5) returning id`,
    [name],
  );
  await page.goto('/scan');
  await ready(page);
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await page.getByLabel('Code under the QR').fill(`${product.url}/location/${place!.id}`);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('heading', { name: 'Nothing is listed here yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Explore Experiences' })).toBeVisible();
  await ask(product, 'delete from locations where id = $1', [place!.id]);
});

test('bookings of every platform in every state', async ({ page, product }) => {
  await signInTraveler(page, product, 'booked-everywhere@example.com');
  const kinds = [
    ['fareharbor', 'pending', 'FareHarbor', 'Pending'],
    ['viator', 'confirmed', 'Viator', 'Confirmed'],
    ['external', 'completed', 'Operator’s own site', 'Completed'],
    ['external', 'cancelled', 'Operator’s own site', 'Cancelled'],
  ] as const;
  const listings = await bookable(page);
  for (const [at, [platform, status]] of kinds.entries()) {
    const id = await book(page, product, listings[at]!.id);
    await ask(product, 'update bookings set platform = $2, status = $3 where id = $1', [id, platform, status]);
  }
  await openBookings(page);
  for (const [at, [, , platform, status]] of kinds.entries()) {
    await expect(cardOf(page, listings[at]!.name)).toContainText(platform);
    await expect(cardOf(page, listings[at]!.name)).toContainText(status);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('what needs them says so', async ({ page }) => {
    for (const path of ['/auth', '/auth/magic-link?token=x', '/auth/callback', '/invite/x']) {
      await page.goto(path);
      const words = page.locator('noscript p');
      await expect(words).toBeVisible();
      await expect(words).toHaveText('This page needs JavaScript. Please turn it on, then load the page again.');
    }
  });
});
