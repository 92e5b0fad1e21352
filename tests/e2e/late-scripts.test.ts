import type { Page } from '@playwright/test';
import { at, hold } from './answers.ts';
import { book, bookable } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

const cover = 'Go somewhere good today';
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(cover);
};
/** What a device keeps of nobody but a user of it. */
const ofUser = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^holoholo\.(user|bookings|saved\.account)/.test(key)));

for (const path of ['/bookings', '/dashboard?tab=profile', '/saved'])
  test(`a page whose scripts come after a sign-out elsewhere keeps nothing of theirs: ${path}`, async ({
    page,
    product,
  }) => {
    const email = `late-out${path.replace(/\W/g, '')}@example.com`;
    await signInTraveler(page, product, email, { fresh: true });
    const [listing] = await bookable(page);
    await book(page, product, listing!.id);
    await page.request.put(`/api/saved/${listing!.id}`, { data: {}, headers: { origin: product.url } });
    await page.goto('/explore');
    await ready(page);
    const late = await page.context().newPage();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await late.route('**/assets/main-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await late.goto(path);
    await signOut(page);
    release();
    await ready(late);
    await expect(late.getByText(email)).toHaveCount(0);
    await expect(late.getByText(listing!.name)).toHaveCount(0);
    expect(await ofUser(late)).toEqual([]);
  });

test('an answer that says who is here, and comes after they signed out elsewhere, puts nobody back', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'late-who@example.com', { fresh: true });
  await page.goto('/explore');
  await ready(page);
  await expect.poll(() => ofUser(page)).toEqual(['holoholo.user']);
  const release = await hold(page, at.me);
  const asked = page.waitForRequest(at.me);
  const answered = page.waitForResponse(at.me);
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  await asked;
  // Another tab signs out; this one has not gone to the cover yet.
  await page.context().clearCookies({ name: 'signed_in' });
  await page.evaluate(() => localStorage.removeItem('holoholo.user'));
  await release();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toHaveCount(0);
  expect(await ofUser(page)).toEqual([]);
});
