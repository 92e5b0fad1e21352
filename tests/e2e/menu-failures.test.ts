import { at, cut, hold } from './answers.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

test.use({ expectedErrors: /net::ERR_FAILED|Failed to fetch dynamically/ });

test('a menu that cannot be loaded says so, and can be asked for again', async ({ page }) => {
  await page.goto('/explore');
  await page.route('**/assets/menu-*.js', (route) => route.abort());
  await ready(page);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(page.getByText('The menu could not be loaded. Please try again.')).toBeVisible();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await page.unroute('**/assets/menu-*.js');
  await menu.click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(page.getByText('The menu could not be loaded.')).toBeHidden();
});

test('signing out without an answer says that one is still signed in, and keeps nothing of the user', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'shell-traveler@example.com');
  await page.goto('/explore');
  await ready(page);
  await page.evaluate(() => localStorage.setItem('holoholo.scans', '{"x":1}'));
  await cut(page, at.logout);
  const release = await hold(page, at.logout);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Signing out...' })).toBeDisabled();
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Failed to logout:'));
  await release();
  await expect(page.getByRole('alert').filter({ hasText: 'You are still signed in here' })).toBeVisible();
  await logged;
  expect(await page.evaluate(() => localStorage.getItem('holoholo.scans'))).toBeNull();
  expect((await page.request.get('/api/users/me')).status()).toBe(200);
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
});
