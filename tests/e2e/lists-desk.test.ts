import type { Locator, Page } from '@playwright/test';
import { addDays, hawaiiDay } from '../../contract/hawaii-time.ts';
import { hold, loseReads } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'The list of this place' });
const listOf = (page: Page): Locator => page.getByRole('region', { name: 'What guests see here' });
const button = (page: Page, deed: string, name: string) =>
  detailOf(page).getByRole('button', { name: `${deed}: ${name}`, exact: true });
const save = (page: Page) => listOf(page).getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => listOf(page).getByText('Saved. Guests see it like this from now on.');
const namesOf = (page: Page) => listOf(page).locator('li p:first-of-type').allTextContents();

/** A place with these listings of its own, which the guide has besides. */
async function aPlace(product: Product, name: string, listings: readonly string[], chosen = listings.length) {
  const ids = await addListings(
    product,
    listings.map((one) => ({ name: one })),
  );
  const [place] = await ask<{ id: number }>(
    product,
    `with place as (
      insert into locations (name, description, address, island, latitude, longitude)
      values ($1, 'What the people at the desk recommend.', '12 Ala Moana Boulevard, Honolulu', 'Oʻahu', 21.29, -157.84)
      returning id
    ), shown as (
      insert into curated_listings (location_id, listing_id, position)
      select place.id, listing, at from place, unnest($2::integer[]) with ordinality as given (listing, at)
    ) select id from place`,
    [name, ids.slice(0, chosen)],
  );
  return { id: place!.id, ids };
}

/** What a guest's page of a place shows. */
async function seenBy(product: Product, id: number, language = 'en'): Promise<string[]> {
  const reply = await fetch(`${product.url}/location/${id}`, { headers: { 'accept-language': language } });
  const page = await reply.text();
  return [...page.matchAll(/<article[^>]*data-listing[\s\S]*?<h3[^>]*>([^<]*)/g)].map(([, name]) => name!);
}

/** Gives a listing rules, which hold once the list is saved. */
async function rule(page: Page, name: string, fill: (sheet: Locator) => Promise<void>): Promise<void> {
  await button(page, 'Rules', name).click();
  const sheet = page.getByRole('dialog', { name: `Rules: ${name}` });
  await fill(sheet);
  await sheet.getByRole('button', { name: 'Use these rules' }).click();
  await expect(sheet).toBeHidden();
}

test('a list is chosen, put in order, given rules, previewed, and shown to guests exactly so', async ({
  page,
  product,
}) => {
  test.slow();
  const { id } = await aPlace(
    product,
    'Hale Wekiu, lobby',
    ['Wekiu Canoe', 'Wekiu Noodles', 'Wekiu Garden', 'Wekiu Market'],
    2,
  );
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/locations/lists');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Curated lists');
  await expect(page.getByText(/places to choose experiences for\.$/)).toBeVisible();
  await page.getByLabel('Search places').fill('hale wekiu');
  await expect(page.getByText('1 place matches.')).toBeVisible();
  const row = page
    .getByRole('table', { name: 'Places by name' })
    .getByRole('row')
    .filter({ hasText: 'Hale Wekiu, lobby' });
  await expect(row.locator('[data-label="Shown now"]')).toHaveText('2');
  await row.getByRole('link').click();
  await expect(detailOf(page)).toBeVisible();
  await expect(detailOf(page).getByText('No partner', { exact: true })).toBeVisible();
  expect(await namesOf(page)).toEqual(['Wekiu Canoe', 'Wekiu Noodles']);

  // Found by name and category, and added last.
  await page.getByLabel('Search by name').fill('wekiu');
  await page.getByLabel('Category').selectOption('Shopping');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No active experience is called that.')).toBeVisible();
  await page.getByLabel('Category').selectOption('Any');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('4 experiences.')).toBeVisible();
  await page.getByLabel('Search by name').fill('wekiu garden');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('1 experience.', { exact: true })).toBeVisible();
  await page.getByLabel('Search by name').fill('');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText(/^The first 20 of \d+\.$/)).toBeVisible();
  await page.getByLabel('Search by name').fill('wekiu');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(button(page, 'In the list', 'Wekiu Canoe')).toBeVisible();
  for (const name of ['Wekiu Garden', 'Wekiu Market']) await button(page, 'Add', name).click();
  await expect(page.locator('#announcer')).toHaveText('Wekiu Market is last in the list. Not saved yet.');
  await button(page, 'Remove', 'Wekiu Canoe').click();
  await expect.poll(() => namesOf(page)).toEqual(['Wekiu Noodles', 'Wekiu Garden', 'Wekiu Market']);

  // Put in order by keys on a handle, and by a button.
  await detailOf(page).getByRole('button', { name: 'Move Wekiu Market, ' }).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => namesOf(page)).toEqual(['Wekiu Market', 'Wekiu Noodles', 'Wekiu Garden']);
  await button(page, 'Move down', 'Wekiu Noodles').click();
  await expect.poll(() => namesOf(page)).toEqual(['Wekiu Market', 'Wekiu Garden', 'Wekiu Noodles']);

  // Rules: what is wrong with them stands at its field.
  const today = hawaiiDay(new Date());
  await button(page, 'Rules', 'Wekiu Market').click();
  const sheet = page.getByRole('dialog', { name: 'Rules: Wekiu Market' });
  await sheet.getByLabel('Shown from').fill('17:00');
  await sheet.getByLabel('First day').fill(addDays(today, 1));
  await sheet.getByLabel('Last day').fill(today);
  await sheet.getByLabel('From day of the stay').fill('400');
  await sheet.getByLabel('To day of the stay').fill('2');
  await sheet.getByRole('button', { name: 'Use these rules' }).click();
  for (const wrong of [
    'Give both times, or neither.',
    'Must not be before the first day.',
    'Give a whole day from 1 to 365.',
    'Must not be before the first.',
  ])
    await expect(sheet.getByText(wrong, { exact: true })).toBeVisible();
  await sheet.getByLabel('Shown until').fill('17:00');
  await sheet.getByRole('button', { name: 'Use these rules' }).click();
  await expect(sheet.getByText('Give another time than the first.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.screenshot({ path: 'test-results/list-rules.png' });
  for (const field of [
    'Shown from',
    'Shown until',
    'First day',
    'Last day',
    'From day of the stay',
    'To day of the stay',
  ])
    await sheet.getByLabel(field).fill('');
  await sheet.getByRole('checkbox', { name: 'Japanese' }).check();
  await sheet.getByRole('button', { name: 'Use these rules' }).click();
  await expect(listOf(page).getByText('Shown in Japanese.')).toBeVisible();
  await rule(page, 'Wekiu Garden', async (of) => {
    await of.getByLabel('First day').fill(addDays(today, 2));
  });
  await expect(page.getByText(/would show nothing/)).toHaveCount(0);
  await rule(page, 'Wekiu Noodles', async (of) => {
    await of.getByLabel('Shown from').fill('07:00');
    await of.getByLabel('Shown until').fill('22:00');
    await of.getByLabel('From day of the stay').fill('1');
  });
  await expect(listOf(page).getByText('Shown 7 am to 10 pm; from day 1 of a stay.')).toBeVisible();
  await expect(
    listOf(page).getByText(/^From 10 pm to 7 am this place would show nothing in English, on /),
  ).toBeVisible();
  await expect(listOf(page).getByText('Not saved yet: guests still see it as it was.')).toBeVisible();
  await page.screenshot({ path: 'test-results/list-warned.png', fullPage: true });
  expect(await seenBy(product, id)).toEqual(['Wekiu Canoe', 'Wekiu Noodles']);
  // The hour is nobody's here: what is shown at all hours of the day can be told.
  await rule(page, 'Wekiu Noodles', async (of) => {
    for (const field of ['Shown from', 'Shown until', 'From day of the stay']) await of.getByLabel(field).fill('');
  });
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  expect(await seenBy(product, id)).toEqual(['Wekiu Noodles']);
  expect(await seenBy(product, id, 'ja')).toEqual(['Wekiu Market', 'Wekiu Noodles']);
  await expect(row.locator('[data-label="With rules"]')).toHaveText('2');

  // As seen then and there; the address keeps it.
  await detailOf(page).getByRole('link', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'As guests see it' });
  await expect(
    preview.getByText(/^As seen at .* in English on .*, on day 1 of their stay: 1 experience\.$/),
  ).toBeVisible();
  await expect(preview.getByText('Because of: another language. Shown in Japanese.')).toBeVisible();
  await preview.getByLabel('Time in Hawaiʻi').fill('19:00');
  await preview.getByLabel('Day', { exact: true }).fill('2030-12-24');
  await preview.getByLabel('Language').selectOption('Japanese');
  await preview.getByLabel('Day of their stay').fill('2');
  await preview.getByRole('button', { name: 'Show', exact: true }).click();
  const words = 'As seen at 7 pm in Japanese on Dec 24, 2030, on day 2 of their stay: 3 experiences.';
  await expect(preview.getByText(words)).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(preview.getByText(words)).toBeVisible();
  await expect(preview.locator('article h3')).toHaveText(['Wekiu Market', 'Wekiu Garden', 'Wekiu Noodles']);
  await expect(preview.getByText('Nothing is left out.')).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'lists-preview', () => preview, at);
  await expectOnEveryWidth(page, `/locations/lists?open=${id}`, 'lists-desk', () => listOf(page), at);
});

test('what the partner hides and orders stays theirs until it is replaced on purpose', async ({ page, product }) => {
  const { id, ids } = await aPlace(product, 'Hale Nene, pool', [
    'Nene Canoe',
    'Nene Noodles',
    'Nene Garden',
    'Nene Bar',
  ]);
  const [canoe, , garden, bar] = ids;
  await ask(product, "update locations set arranged_at = '2026-11-03T20:00:00Z' where id = $1", [id]);
  const mark = async (column: string, listing: number | undefined) =>
    await ask(product, `update curated_listings set ${column} = true where location_id = $1 and listing_id = $2`, [
      id,
      listing,
    ]);
  await mark('hidden_by_partner', canoe);
  await mark('is_hidden', garden);
  await ask(product, 'update listings set is_active = false where id = $1', [bar]);
  await signIn(page, product, 'admin@example.com');
  await at(page, `/locations/lists?open=${id}`);
  for (const words of ['Hidden by the partner', 'Hidden by us', 'Not in the guide'])
    await expect(listOf(page).getByText(words, { exact: true })).toBeVisible();
  await expect(listOf(page).getByText(/^Its partner put this list in order on Nov 3, 2026/)).toBeVisible();

  await button(page, 'Move up', 'Nene Noodles').click();
  await save(page).click();
  await expect(
    listOf(page).getByText('Say that your order replaces the partner’s, or put it back as it was.'),
  ).toBeVisible();
  await expect(listOf(page).getByText('Your order is another one than theirs.')).toBeVisible();
  await page.screenshot({ path: 'test-results/list-over-partner.png', fullPage: true });
  await listOf(page).getByRole('switch', { name: 'Replace the partner’s order' }).check();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(listOf(page).getByText(/^Its partner put this list in order/)).toHaveCount(0);
  await expect(listOf(page).getByText('Hidden by the partner', { exact: true })).toBeVisible();
  expect(await seenBy(product, id)).toEqual(['Nene Noodles']);

  // Why each is left out.
  await detailOf(page).getByRole('link', { name: 'Preview' }).click();
  for (const why of ['hidden by the partner', 'hidden by us', 'not in the guide'])
    await expect(page.getByText(`Because of: ${why}.`)).toBeVisible();
  await at(page, `/locations/lists?open=${id}`);
  for (const name of ['Nene Noodles', 'Nene Canoe', 'Nene Garden', 'Nene Bar'])
    await button(page, 'Remove', name).click();
  await expect(listOf(page).getByText('Nothing is chosen: guests find no experience here.')).toBeVisible();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await detailOf(page).getByRole('link', { name: 'Preview' }).click();
  await expect(page.getByText('This place would show nothing then.')).toBeVisible();
});

test('of two who save at once the second is told, keeps what they did, and saves it then or looks at the other’s', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const other = await elsewhere();
  const { id } = await aPlace(product, 'Hale Iiwi, desk', ['Iiwi Canoe', 'Iiwi Noodles', 'Iiwi Garden']);
  await signIn(page, product, 'admin@example.com');
  await signInTraveler(other, product, 'second@lists.example', { fresh: true });
  const isAdmin = `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`;
  await ask(product, isAdmin, ['second@lists.example']);
  for (const one of [page, other]) await at(one, `/locations/lists?open=${id}`);
  await button(other, 'Move down', 'Iiwi Canoe').click();
  await rule(other, 'Iiwi Garden', (sheet) => sheet.getByRole('checkbox', { name: 'Japanese' }).check());
  await button(page, 'Remove', 'Iiwi Noodles').click();
  await save(page).click();
  await expect(saved(page)).toBeVisible();

  expectErrors(other, '409 /api/admin/locations/*/list');
  const unread = await loseReads(other, '**/api/admin/locations/*/list');
  await save(other).click();
  await expect(
    other.getByText(/^Somebody else has changed this list meanwhile, and what they did could/),
  ).toBeVisible();
  // Nor does what was done go for what cannot be shown.
  await other.getByRole('button', { name: 'Show it as it is now' }).click();
  await expect(listOf(other).getByText(/^Network error\. Please check your connection/)).toBeVisible();
  expect(await namesOf(other)).toEqual(['Iiwi Noodles', 'Iiwi Canoe', 'Iiwi Garden']);
  await unread();
  await save(other).click();
  await expect(other.getByText(/^Somebody else has changed this list meanwhile\./)).toBeVisible();
  expect(await namesOf(other)).toEqual(['Iiwi Noodles', 'Iiwi Canoe', 'Iiwi Garden']);
  await expect(listOf(other).getByText('Shown in Japanese.')).toBeVisible();
  expect(await seenBy(product, id)).toEqual(['Iiwi Canoe', 'Iiwi Garden']);
  await save(other).click();
  await expect(saved(other)).toBeVisible();
  expect(await seenBy(product, id)).toEqual(['Iiwi Noodles', 'Iiwi Canoe']);

  expectErrors(page, '409 /api/admin/locations/*/list');
  await button(page, 'Move up', 'Iiwi Garden').click();
  await save(page).click();
  await expect(page.getByText(/^Somebody else has changed this list meanwhile\./)).toBeVisible();
  await page.getByRole('button', { name: 'Show it as it is now' }).click();
  await expect.poll(() => namesOf(page)).toEqual(['Iiwi Noodles', 'Iiwi Canoe', 'Iiwi Garden']);

  // What is not saved stays over a reload, and is not left unasked.
  await button(page, 'Remove', 'Iiwi Canoe').click();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await ready(page);
  await expect.poll(() => namesOf(page)).toEqual(['Iiwi Noodles', 'Iiwi Garden']);
  await detailOf(page).getByRole('link', { name: 'Preview' }).click();
  await page.getByRole('dialog').getByText('Stay here').click();
  const calls = '**/api/admin/locations/*/list';
  const held = await hold(page, calls);
  await save(page).click();
  await expect(listOf(page).getByRole('button', { name: 'Saving…' })).toBeVisible();
  void held;
  await page.unroute(calls);
});

test('a name that no place has is said to be none', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/locations/lists?search=zzzz');
  await expect(page.getByText('No place is like that')).toBeVisible();
  await expect(page.getByText('Try a shorter part of the name, or choose all.')).toBeVisible();
});

test('half a day is not taken for none, and closing the rules asks before what was typed is lost', async ({
  page,
  product,
}) => {
  const { id } = await aPlace(product, 'Hale Maile, lobby', ['Maile Canoe']);
  await signIn(page, product, 'admin@example.com');
  await at(page, `/locations/lists?open=${id}`);
  await button(page, 'Rules', 'Maile Canoe').click();
  const sheet = page.getByRole('dialog', { name: 'Rules: Maile Canoe' });
  const question = page.getByRole('dialog', { name: 'Leave without sending?' });
  await sheet.getByLabel('First day').pressSequentially('12');
  await sheet.getByRole('button', { name: 'Use these rules' }).click();
  await expect(sheet.getByText('Please give all of it.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close the rules' }).click();
  await question.getByRole('button', { name: 'Stay here' }).last().click();
  await expect(question).toHaveCount(0);
  await expect(sheet.getByText('Please give all of it.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close the rules' }).click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(sheet).toHaveCount(0);

  // What was not touched is closed unasked.
  await button(page, 'Rules', 'Maile Canoe').click();
  await sheet.getByRole('button', { name: 'Close the rules' }).click();
  await expect(sheet).toHaveCount(0);
});
