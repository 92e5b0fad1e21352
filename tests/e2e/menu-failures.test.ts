import { expectReadableInDark } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';

test('a menu that cannot be loaded says so, and can be asked for again', async ({ page }) => {
  await page.goto('/explore');
  await page.route('**/assets/menu-*.js', (route) => route.abort());
  await ready(page);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(page.getByText('The menu could not be loaded. Please try again.')).toBeVisible();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expectReadableInDark(page, 'menu-failed');
  await page.unroute('**/assets/menu-*.js');
  await menu.click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(page.getByText('The menu could not be loaded.')).toBeHidden();
});
