import type { Page } from '@playwright/test';
import { cut, hold } from './answers.ts';
import { expectNoViolations } from './axe.ts';
import { book, bookable } from './bookings-world.ts';
import { ask } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import { aHost, aPlaceOf } from './own-places.ts';
import { signIn, signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Find' });
const field = (page: Page) => sheet(page).getByRole('combobox', { name: 'Name, code or number' });
const option = (page: Page, name: string) => sheet(page).getByRole('option', { name });
const endpoint = '**/api/admin/find?*';

const button = (page: Page) => page.getByRole('button', { name: 'Find', exact: true });

/** Presses what opens it once there is a desk that listens: its button is there as soon as it does. */
async function pressKeys(page: Page, keys: string): Promise<void> {
  await expect(button(page)).toBeVisible();
  await page.keyboard.press(keys);
}

/** Opens it by keys, types, and goes to the first that is found, whose name begins so. */
async function goTo(page: Page, keys: string, typed: string, name: string): Promise<void> {
  await pressKeys(page, keys);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(typed);
  await expect(sheet(page).getByRole('option').first()).toContainText(name);
  await expect(sheet(page).getByRole('option', { selected: true })).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toHaveCount(0);
}

test('one of each kind is found by keys alone, and opened', { tag: '@main' }, async ({ page, product, elsewhere }) => {
  test.slow();
  const guest = await elsewhere();
  await signInTraveler(guest, product, 'finder@travelers.example', { fresh: true });
  const [listing] = await bookable(guest);
  await book(guest, product, listing!.id);
  const email = 'kukui@partners.example';
  await aHost(await elsewhere(), product, email);
  await ask(
    product,
    `update profiles set organization_name = 'Hale Kukuiʻula' where user_id = (select id from users where email = $1)`,
    [email],
  );
  await aPlaceOf(product, email, { name: 'Kukuiʻula Landing' });
  const [known] = await ask<{ code: string; place: string; booking: string; number: string }>(
    product,
    `select c.code, l.name as place, b.id as booking, b.transaction_id as number
      from qr_codes c join locations l on l.id = c.location_id, bookings b join users u on u.id = b.user_id
      where u.email = 'finder@travelers.example' order by c.id limit 1`,
  );
  const { code, place, booking, number } = known!;

  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  await goTo(page, 'Control+k', 'hale kukuiula', 'Hale Kukuiʻula');
  await expect(page.getByRole('region', { name: 'About this partner' })).toContainText(email);
  await goTo(page, '/', 'kukuiula land', 'Kukuiʻula Landing');
  await expect(page.getByRole('region', { name: 'About this place' })).toContainText('Kukuiʻula Landing');

  await at(page, '/partners');
  await goTo(page, 'Control+k', listing!.name.toLowerCase(), listing!.name);
  await expect(page.getByRole('region', { name: 'About this listing' })).toContainText(listing!.name);
  await goTo(page, 'Meta+k', code.replaceAll('-', '').slice(0, 12), code);
  await expect(page.getByRole('region', { name: 'About this place' })).toContainText(place);

  await at(page, '/content');
  await goTo(page, '/', number, number);
  await expect(page).toHaveURL(`/bookings?open=${booking}`);
  await expect(page.getByRole('region', { name: 'The booking' })).toContainText(number);
  await goTo(page, '/', 'recon', 'Reconcile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reconcile');
  await goTo(page, '/', 'orphan', 'Orphan scans');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orphan scans');
  await goTo(page, '/', 'knowledge', 'Knowledge Base');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Knowledge Base');
});

test('it opens by its button on a phone, chooses by arrow keys and taps, and Escape gives the focus back', async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await at(page, '/partners');
  await expect(button(page)).toBeInViewport();
  await button(page).click();
  await expect(field(page)).toBeFocused();
  await expect(sheet(page).getByRole('listbox')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();

  // A field keeps its slash; Ctrl-K opens it from there, and the field has the focus again.
  const search = page.getByLabel('Search by name or e-mail address');
  await search.fill('');
  await search.press('/');
  await expect(search).toHaveValue('/');
  await search.fill('');
  await search.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();

  await button(page).click();
  await field(page).fill('p');
  await expect(sheet(page).getByRole('option')).not.toHaveCount(0);
  const options = sheet(page).getByRole('option');
  const last = (await options.count()) - 1;
  await field(page).press('ArrowUp');
  await expect(options.nth(last)).toHaveAttribute('aria-selected', 'true');
  await field(page).press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id'))!);
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 900],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await expectNoViolations(page);
      await page.screenshot({ path: `test-results/find-${width}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 390, height: 844 });
  await field(page).fill('payouts');
  await option(page, 'Payouts').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payouts');
});

test('what was typed last is answered alone, and where nothing is found or can be asked it says so', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/content');
  await cut(page, '**/assets/find-*.js');
  await pressKeys(page, 'Control+k');
  await expect(page.getByText('This could not be loaded. Please try again.')).toBeVisible();
  await page.unroute('**/assets/find-*.js');
  await pressKeys(page, 'Control+k');
  await expect(field(page)).toBeFocused();
  const release = await hold(page, endpoint);
  const asked = page.waitForRequest(endpoint);
  await field(page).fill('holds');
  await asked;
  await expect(sheet(page).getByText('Looking…')).toBeVisible();
  await field(page).fill('ledger');
  await release();
  await expect(option(page, 'Ledger')).toBeVisible();
  await expect(option(page, 'Holds')).toHaveCount(0);
  // Half a word more: what was found for less of it is not gone to.
  await field(page).fill('nobody is called so');
  await field(page).press('Enter');
  await expect(sheet(page).getByText('Nothing is called so. Try fewer letters.')).toBeVisible();
  await expect(page).toHaveURL('/content');

  await page.context().setOffline(true);
  await field(page).fill('rate cards');
  await expect(sheet(page).getByText('There is no network, so nothing can be looked for now.')).toBeVisible();
  await page.context().setOffline(false);
  await sheet(page).getByRole('button', { name: 'Try again' }).click();
  await expect(option(page, 'Rate cards')).toBeVisible();
  await expect(field(page)).toBeFocused();

  await failAt(page, product, 'unavailable', 'qr_codes', '/api/admin/find', ['select']);
  await field(page).fill('holds');
  await expect(sheet(page).getByText('It could not be looked for just now.')).toBeVisible();
  await mendDatabase(product);
  await field(page).fill('hold');
  await expect(option(page, 'Holds')).toBeVisible();
  await field(page).fill('');
  await expect(sheet(page).getByRole('option')).toHaveCount(0);
});

test('nobody but administrators has it', async ({ page, product }) => {
  await aHost(page, product, 'kiawe@partners.example');
  await at(page, '/money/statement');
  await expect(button(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(sheet(page)).toHaveCount(0);
  expect((await page.request.get('/api/admin/find?search=a')).status()).toBe(403);
});
