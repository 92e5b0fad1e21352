import type { Page } from '@playwright/test';
import { noRules } from '../../contract/list-rules.ts';
import { hold, loseAnswer } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import { aHost, aPlaceOf, namesOf, openPlaces, place, seenByGuests } from './own-places.ts';

const listings = '**/api/partner-portal/places/*/listings';
const button = (page: Page, deed: string, name: string) =>
  place(page).getByRole('button', { name: `${deed}: ${name}`, exact: true });
const grip = (page: Page, name: string) => place(page).getByRole('button', { name: `Move ${name}, ` });
const save = (page: Page) => place(page).getByRole('button', { name: 'Save', exact: true });
const unsaved = (page: Page) => place(page).getByText('Not saved yet: guests still see it as it was.');
const saved = (page: Page) => place(page).getByText('Saved. Guests see it like this from now on.');

/** Drags a row by its handle to where another one is. */
async function drag(page: Page, name: string, to: string): Promise<void> {
  await grip(page, name).scrollIntoViewIfNeeded();
  const [from, goal] = [(await grip(page, name).boundingBox())!, (await grip(page, to).boundingBox())!];
  const x = from.x + from.width / 2;
  await page.mouse.move(x, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, goal.y + goal.height / 2, { steps: 12 });
  await expect.poll(async () => (await namesOf(page)).indexOf(name)).not.toBe(-1);
}

test('experiences of a place are put in order by buttons, keys and drag, one is hidden, and guests see that once it is saved', async ({
  page,
  product,
}) => {
  test.slow();
  const email = 'order@places.example';
  await aHost(page, product, email);
  await openPlaces(page);
  await expect(page.getByText('Your organization has no place yet.')).toBeVisible();
  await expect(page.getByText('No place yet', { exact: true })).toBeVisible();
  await expect(page.getByText('A place comes with its first QR code: request one in the QR Manager.')).toBeVisible();

  const { id, names } = await aPlaceOf(product, email);
  const [first, second, third] = names as [string, string, string];
  await page.setViewportSize({ width: 1280, height: 900 });
  await openPlaces(page);
  const row = page
    .getByRole('table', { name: 'Places by name' })
    .getByRole('row')
    .filter({ hasText: 'Hale Nani, lobby' });
  await expect(page.getByText('1 place shows 3 experiences.')).toBeVisible();
  await expect(row.locator('[data-label="Shown"]')).toHaveText('3');
  await expect(row.locator('[data-label="Hidden"]')).toHaveText('0');
  await row.getByRole('link').click();
  await expect(place(page)).toBeVisible();
  expect(await namesOf(page)).toEqual([first, second, third]);
  await expect(unsaved(page)).toBeHidden();

  // By a button, which keeps the focus as long as there is somewhere to go.
  await button(page, 'Move down', first).click();
  await expect.poll(() => namesOf(page)).toEqual([second, first, third]);
  await expect(button(page, 'Move down', first)).toBeFocused();
  await expect(unsaved(page)).toBeVisible();
  expect(await seenByGuests(product, id)).toEqual([first, second, third]);

  // By keys on its handle.
  await grip(page, third).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => namesOf(page)).toEqual([third, second, first]);
  await expect(grip(page, third)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => namesOf(page)).toEqual([second, third, first]);
  await expect(page.locator('#announcer')).toHaveText(`${third} is now 2 of 3.`);

  // By drag; Escape puts it back.
  await drag(page, first, second);
  await expect.poll(() => namesOf(page)).toEqual([first, second, third]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => namesOf(page)).toEqual([second, third, first]);
  await drag(page, second, first);
  await page.mouse.up();
  await expect.poll(() => namesOf(page)).toEqual([third, first, second]);

  await button(page, 'Hide', third).click();
  await expect(button(page, 'Show', third)).toBeFocused();
  // As guests would see it, before it is saved.
  const preview = page.getByRole('dialog', { name: /as guests see it$/ });
  await place(page).getByRole('button', { name: 'See it as guests do' }).click();
  await expect(preview.locator('article h3')).toHaveText([first, second]);
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/portal-preview.png' });
  await preview.getByRole('button', { name: 'Close the preview' }).click();
  await expect(preview).toBeHidden();
  expect(await seenByGuests(product, id)).toEqual([first, second, third]);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(unsaved(page)).toBeHidden();
  expect(await seenByGuests(product, id)).toEqual([first, second]);
  await expect(page.getByText('1 place shows 2 experiences; 1 hidden.')).toBeVisible();
  await expect(row.locator('[data-label="Shown"]')).toHaveText('2');
  await expect(row.locator('[data-label="Hidden"]')).toHaveText('1');

  for (const name of [first, second]) await button(page, 'Hide', name).click();
  await expect(place(page).getByText('With all of it hidden, guests find no experience here.')).toBeVisible();
  await place(page).getByRole('button', { name: 'See it as guests do' }).click();
  await expect(preview).toContainText('With all of it hidden, guests find no experience here.');
  await page.keyboard.press('Escape');
  await button(page, 'Show', third).click();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await seenByGuests(product, id)).toEqual([third]);
  await page.reload();
  await ready(page);
  expect(await namesOf(page)).toEqual([third, first, second]);
});

test('what guests would see says that it is on its way, and that it cannot be shown', async ({ page, product }) => {
  const email = 'preview@places.example';
  await aHost(page, product, email);
  const { id } = await aPlaceOf(product, email);
  await openPlaces(page, `?open=${id}`);
  const preview = page.getByRole('dialog', { name: /as guests see it$/ });
  const look = () => place(page).getByRole('button', { name: 'See it as guests do' }).click();
  const asked = '**/api/business-listings/*';
  await hold(page, asked);
  await look();
  await expect(preview.getByText('Loading what guests see…')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute(asked);
  await page.context().setOffline(true);
  await look();
  await expect(preview).toContainText(
    'This cannot be shown just now. Nothing is lost: close it and try again in a moment.',
  );
  await page.context().setOffline(false);
  // What has rules is shown where they hold.
  const rules = { ...noRules, first_day: '2098-01-01' };
  await ask(product, 'update curated_listings set rules = $2 where location_id = $1', [id, JSON.stringify(rules)]);
  await openPlaces(page, `?open=${id}`);
  await expect(place(page).getByText('Shown from Jan 1, 2098.').first()).toBeVisible();
  await look();
  await expect(preview).toContainText('Guests find no experience here just now.');
});

test('by touch a row is dragged by its handle, and the page does not scroll under it', async ({ product, browser }) => {
  const context = await browser.newContext({
    baseURL: product.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const email = 'touch@places.example';
  await aHost(page, product, email);
  const { id, names } = await aPlaceOf(product, email);
  await openPlaces(page, `?open=${id}`);
  await grip(page, names[0]!).scrollIntoViewIfNeeded();
  const [from, to] = [(await grip(page, names[0]!).boundingBox())!, (await grip(page, names[1]!).boundingBox())!];
  const x = from.x + from.width / 2;
  const touch = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  const scrolled = await page.evaluate(() => scrollY);
  await send('touchStart', from.y + 20);
  for (let step = 1; step <= 10; step++)
    await send('touchMove', from.y + 20 + ((to.y + to.height - from.y - 20) * step) / 10);
  await send('touchEnd');
  await expect.poll(() => namesOf(page)).toEqual([names[1], names[0], names[2]]);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await context.close();
});

test('what somebody else has saved meanwhile is not overwritten, and can be looked at', async ({
  page,
  product,
  elsewhere,
}) => {
  const email = 'both@places.example';
  await aHost(page, product, email);
  const { id, names } = await aPlaceOf(product, email);
  const [first, second, third] = names as [string, string, string];
  await openPlaces(page, `?open=${id}`);
  const other = await elsewhere();
  await other.context().addCookies(await page.context().cookies());
  await openPlaces(other, `?open=${id}`);
  await button(other, 'Move up', third).click();
  await save(other).click();
  await expect(saved(other)).toBeVisible();

  await button(page, 'Hide', first).click();
  expectErrors(page, `409 /api/partner-portal/places/${id}/listings`);
  await save(page).click();
  await expect(place(page).getByText('Somebody else has changed this meanwhile. Nothing was changed.')).toBeVisible();
  expect(await seenByGuests(product, id)).toEqual([first, third, second]);
  // What was done stays on screen until its owner gives it up.
  await expect(button(page, 'Show', first)).toBeVisible();
  await place(page).getByRole('button', { name: 'Show it as it is now' }).click();
  await expect.poll(() => namesOf(page)).toEqual([first, third, second]);
  await expect(button(page, 'Hide', first)).toBeVisible();
  await button(page, 'Hide', first).click();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await seenByGuests(product, id)).toEqual([third, second]);
});

test('an order whose answer was lost, or that was not saved before a reload or without a network, is not lost', async ({
  page,
  product,
}) => {
  test.slow();
  const email = 'lost@places.example';
  await aHost(page, product, email);
  const { id, names } = await aPlaceOf(product, email);
  const [first, second, third] = names as [string, string, string];
  await openPlaces(page, `?open=${id}`);

  await button(page, 'Move down', first).click();
  await loseAnswer(page, listings);
  await save(page).click();
  await expect(place(page).getByText('What you sent may have arrived, and be done.')).toBeVisible();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await seenByGuests(product, id)).toEqual([second, first, third]);
  const [entries] = await ask<{ count: number }>(
    product,
    "select count(*)::integer from audit_entries where action = 'place_arranged' and subject_id = $1",
    [String(id)],
  );
  expect(entries!.count).toBe(1);

  await button(page, 'Move up', third).click();
  await page.context().setOffline(true);
  await save(page).click();
  await expect(place(page).getByText('Network error.')).toBeVisible();
  await expect(unsaved(page)).toBeVisible();
  await page.context().setOffline(false);

  // Asked before it is left; loaded anew, it is there again.
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  const leaving = page.getByRole('dialog');
  await expect(leaving).toBeVisible();
  await leaving.getByText('Stay here').click();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await ready(page);
  await expect.poll(() => namesOf(page)).toEqual([second, third, first]);
  await expect(unsaved(page)).toBeVisible();
  const release = await hold(page, listings);
  await save(page).click();
  await expect(place(page).getByRole('button', { name: 'Saving…' })).toBeVisible();
  await button(page, 'Hide', third).click();
  await release();
  await expect(saved(page)).toBeVisible();
  expect(await seenByGuests(product, id)).toEqual([second, third, first]);
});

test('a place without experiences, with one, and with long names, on every width', async ({ page, product }) => {
  test.slow();
  const email = 'looks@places.example';
  await aHost(page, product, email);
  const none = await aPlaceOf(product, email, { name: 'Hale Iki', listings: 0 });
  await openPlaces(page, `?open=${none.id}`);
  await expect(page.getByText('1 place shows 0 experiences.')).toBeVisible();
  await expect(place(page).getByText('Nothing to show yet')).toBeVisible();
  await expect(
    place(page).getByText(/^Nothing that we have chosen for this place is in the guide just now\./),
  ).toBeVisible();
  await expectAccessible(page);
  const one = await aPlaceOf(product, email, { name: 'Hale Kahi', listings: 1 });
  await openPlaces(page, `?open=${one.id}`);
  await expect(page.getByText('2 places show 1 experience.')).toBeVisible();
  await expect(button(page, 'Move up', one.names[0]!)).toHaveAttribute('aria-disabled', 'true');
  await expect(button(page, 'Move down', one.names[0]!)).toHaveAttribute('aria-disabled', 'true');

  const long = 'Ka Hale Hoʻokipa ʻo Humuhumunukunukuāpuaʻa ma Kalaniʻanaʻole a me Kealakekuaʻakaʻiʻiʻawe';
  const many = await aPlaceOf(product, email, { name: long, listings: 8 });
  await openPlaces(page);
  await expect(page.getByText('3 places show 9 experiences.')).toBeVisible();
  const hide = (positions: number[]) =>
    ask(
      product,
      'update curated_listings set hidden_by_partner = true where location_id = $1 and position = any($2::integer[])',
      [many.id, positions],
    );
  await hide([3, 4]);
  await openPlaces(page, `?open=${many.id}`);
  await expectOnEveryWidth(
    page,
    `/partner-portal/places?open=${many.id}`,
    'portal-place',
    () => place(page),
    async (at, address) => {
      await at.goto(address);
      await ready(at);
    },
  );
  await expectOnEveryWidth(
    page,
    '/partner-portal/places',
    'portal-places',
    () => page.getByRole('table', { name: 'Places by name' }),
    async (at, address) => {
      await at.goto(address);
      await ready(at);
    },
  );
  await hide([1, 2, 5, 6, 7, 8]);
  await openPlaces(page);
  await expect(page.getByText('3 places show 1 experience; 8 hidden.')).toBeVisible();
});

test('places that the server cannot give are tried again, and staff who may not arrange them are told so', async ({
  page,
  product,
  elsewhere,
}) => {
  const email = 'failing@places.example';
  await aHost(page, product, email);
  const { id, names } = await aPlaceOf(product, email, { listings: 1 });
  await page.goto('/partner-portal/qr-codes');
  await ready(page);
  await failAt(page, product, 'unavailable', 'curated_listings', '/api/partner-portal/places');
  await page.getByRole('link', { name: 'Places', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await mendDatabase(product);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Places by name' })).toBeVisible();
  await expect(page.getByText('1 place shows 1 experience.')).toBeVisible();

  // Saved while the database is away it stays as it was put in order.
  await openPlaces(page, `?open=${id}`);
  await button(page, 'Hide', names[0]!).click();
  await failAt(page, product, 'internal', 'curated_listings', `/api/partner-portal/places/${id}/listings`, ['update']);
  await save(page).click();
  await expect(place(page).getByRole('alert')).toBeVisible();
  await expect(unsaved(page)).toBeVisible();
  await mendDatabase(product);
  await save(page).click();
  await expect(saved(page)).toBeVisible();

  const clerk = await elsewhere();
  await aHost(clerk, product, 'clerk@places.example');
  await ask(
    product,
    `update members set permissions = array['partner_portal_access', 'qr_code_management']
      where user_id = (select id from users where email = 'clerk@places.example')`,
  );
  expectErrors(clerk, '403 /partner-portal/places');
  await clerk.goto('/partner-portal/places');
  await ready(clerk);
  await expect(clerk.getByRole('main')).toContainText('Partner Access Required');
});
