import type { Locator } from '@playwright/test';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

/** An account of a domain of its own. */
const account = (product: Product, domain: string) =>
  ask(product, "insert into users (email, name) values ('g-001@' || $1, 'Guest 001')", [domain]);

test('the choice of columns is closed by Escape, and where it lies over the list by a tap beside it', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access?search=admin@example.com');
  const choice = page.getByRole('checkbox', { name: 'Passkeys' });
  const columns = page.locator('summary', { hasText: 'Columns' });
  await columns.press('Enter');
  await choice.focus();
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(columns).toBeFocused();
  await columns.click();
  await choice.uncheck();
  await expect(choice).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(choice).toBeHidden();
  // On a phone it stands between the filters and the list, which would jump under the finger.
  await page.setViewportSize({ width: 390, height: 844 });
  await columns.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(choice).toBeVisible();
});

test.describe('in a page in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('what is English at a desk is told to be', async ({ page, product }) => {
    await account(product, 'spoken.example');
    await signIn(page, product, 'admin@example.com');
    await page.goto('/security/access?search=spoken.example');
    await ready(page);
    await page.getByRole('link', { name: 'Guest 001' }).click();
    const suspend = page.getByRole('button', { name: 'Suspend', exact: true });
    await suspend.click();
    const languageOf = (part: Locator) => part.evaluate((one) => one.closest('[lang]')!.getAttribute('lang'));
    const sheet = page.getByRole('dialog', { name: 'Suspend an account' });
    for (const [part, language] of [
      [page.getByText('1 account found.'), 'en'],
      [suspend, 'en'],
      [page.getByRole('link', { name: 'Back to the list', includeHidden: true }), 'en'],
      [sheet.getByRole('heading'), 'en'],
      [page.getByRole('heading', { level: 1, includeHidden: true }), 'ja'],
      [page.locator('a[href="/security/quality"]').first(), 'ja'],
    ] as const)
      expect(await languageOf(part), (await part.textContent()) ?? '').toBe(language);
  });
});

test('a state fits its badge, and at 1280 px a table its box, whatever the states are', async ({ page, product }) => {
  await ask(
    product,
    `insert into faults (id, kind, message, place, first_seen, last_seen, reports, severity, state)
      values (gen_random_uuid(), 'TypeError', 'Fitting: no such pier', '/assets/explore.js', now(), now(), 37, 3, 'ignored')`,
  );
  const email = 'fitting@example.com';
  await ask(
    product,
    `with made as (insert into users (email, name) values ($1, 'Kaʻiulani Fitting') returning id)
      insert into profiles (user_id, role, is_active) select id, 'traveler', false from made`,
    [email],
  );
  await signIn(page, product, 'admin@example.com');
  for (const width of [768, 820, 1024, 1280])
    for (const [address, state] of [
      ['/security/quality?search=Fitting', 'Closed for good'],
      [`/security/access?search=${email}`, 'Suspended'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await openSection(page, address);
      const cell = page.locator('td').getByText(state).first();
      await expect(cell).toBeVisible();
      const room = await cell.evaluate((badge) => {
        const words = document.createRange();
        words.selectNodeContents(badge.lastChild!);
        const [outer, inner] = [badge.getBoundingClientRect(), words.getBoundingClientRect()];
        const box = badge.closest('section')!;
        // The nearest corner of the words is within the round of the badge's own.
        const round = Math.min(parseFloat(getComputedStyle(badge).borderTopRightRadius), outer.height / 2);
        const [across, down] = [outer.right - inner.right, inner.top - outer.top].map((gap) =>
          Math.max(0, round - gap),
        );
        return {
          corner: Math.hypot(across!, down!) < round - 1,
          before: inner.left - outer.left >= 8 && inner.top >= outer.top,
          after: outer.right - inner.right >= 8,
          beyond: Math.max(0, box.scrollWidth - box.clientWidth),
        };
      });
      expect(room, `${state} at ${width} px`).toMatchObject({
        before: true,
        after: true,
        corner: true,
        ...(width === 1280 && { beyond: 0 }),
      });
    }
});
