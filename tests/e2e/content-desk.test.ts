import type { Locator, Page } from '@playwright/test';
import { loseReads } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import { standInForPictures } from './map-pictures.ts';
import { signIn, signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'About this listing' });
const words =
  'Paddle out with the sunrise, past the reef and the turtles, and be back for breakfast on the beach at eight.';

/** Opens a listing at the desk, by its name. */
async function openListing(page: Page, name: string, more = ''): Promise<void> {
  await at(page, `/content?search=${encodeURIComponent(name)}${more}`);
  await page.getByRole('link', { name }).click();
  await expect(detailOf(page)).toBeVisible();
}

/** The figures of the first sentence, in their order: active, inactive, deleted. */
async function counts(page: Page): Promise<number[]> {
  const sentence = await page.getByText(/active listings?, /).innerText();
  return /(\d+) active listings?, (\d+) inactive, (\d+) deleted\./.exec(sentence)!.slice(1).map(Number);
}

const expectCounts = (page: Page, expected: number[]) => expect.poll(() => counts(page)).toEqual(expected);

/** What a guest finds by a word. */
async function guestFinds(guest: Page, word: string, name: string, isThere: boolean): Promise<void> {
  await at(guest, `/explore?search=${encodeURIComponent(word)}`);
  const found = guest.getByRole('heading', { name });
  if (isThere) await expect(found.first()).toBeVisible();
  else await expect(found).toHaveCount(0);
}

test('a listing is added from home, seen by guests, changed, deleted and brought back; the figures follow', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  const guest = await elsewhere();
  await standInForPictures(page.context());
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  await page.getByRole('link', { name: 'Content Mgmt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Content Mgmt');
  const [active, inactive, deleted] = (await counts(page)) as [number, number, number];
  await page.getByRole('link', { name: 'Add a listing' }).click();
  await expect(page.getByRole('link', { name: 'Editor', exact: true })).toHaveAttribute('aria-current', /./);
  await expect(
    page.getByText('It is seen by guests as soon as it is added, unless its status is Inactive.'),
  ).toBeVisible();

  // What is wrong stands at its field, and nothing is sent.
  // Beside each stands the same in Japanese.
  const field = (name: string) => page.getByLabel(new RegExp(`^${name}(?! in Japanese)`));
  await field('Name').fill('Zephyr Paddle');
  await field('Description').fill('Too short');
  await page.getByLabel('Category').first().selectOption('Activities & Tours');
  await field('Booking URL').fill('javascript:alert(1)');
  await field('Commission rate, percent').fill('7');
  await field('Longitude').fill('-157.8');
  await page.getByRole('button', { name: 'Save' }).click();
  for (const wrong of [
    'Minimum 8%, at most 30%, in whole percent.',
    'Please give the whole address, beginning with https://',
  ])
    await expect(page.getByText(wrong).first()).toBeVisible();
  await expect(page.getByText(/^Minimum 100 characters for quality standards$/).first()).toBeVisible();
  await field('Description').fill(words);
  await field('Booking URL').fill('https://fareharbor.com/zephyr/items/7');
  await field('Commission rate, percent').fill('14');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Latitude and longitude belong together: give both, or neither.').first()).toBeVisible();
  await field('Latitude').fill('21.3');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText('Zephyr Paddle is added.')).toBeVisible();
  const detail = detailOf(page);
  for (const told of [words, 'Active', '14.0%', '21.3', 'https://fareharbor.com/zephyr/items/7'])
    await expect(detail.getByText(told, { exact: true }).first()).toBeVisible();
  await expect(detail.getByText('Added', { exact: true }).first()).toBeVisible();
  await expectCounts(page, [active + 1, inactive, deleted]);
  await guestFinds(guest, 'zephyr', 'Zephyr Paddle', true);

  await detail.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText('You edit Zephyr Paddle. Guests see what you save at once.')).toBeVisible();
  const editor = page.url();
  await expectOnEveryWidth(page, editor, 'content-editor', () => field('Description'), at);
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, editor);
  await field('Name').fill('Zephyr Sunset Paddle');
  await page.getByLabel('Price range').selectOption('$$$');
  await page.getByLabel('Featured').selectOption('yes');
  await page.getByLabel('Advertiser').selectOption('Trade Wind Experiences (advertiser@example.com)');
  // Where it is, is picked as well as typed.
  await expect(page.getByRole('button', { name: 'Look up the address' })).toBeDisabled();
  await page.getByRole('button', { name: 'Pick on the map' }).click();
  await page.getByRole('button', { name: 'Take the middle of the map' }).click();
  await expect(page.getByText(/^Picked: 21\.\d+, -157\.\d+\.$/)).toBeVisible();
  // What was typed is there again after a reload.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await ready(page);
  await expect(field('Name')).toHaveValue('Zephyr Sunset Paddle');
  await expect(page.getByLabel('Advertiser').locator('option:checked')).toHaveText(/^Trade Wind Experiences /);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Zephyr Sunset Paddle is saved.')).toBeVisible();
  await expect(detail.getByText('Name: Zephyr Paddle → Zephyr Sunset Paddle')).toBeVisible();
  await expect(detail.getByText('Price range: $$ → $$$')).toBeVisible();
  await expect(detail.getByText('Featured: No → Yes')).toBeVisible();
  await expect(detail.getByText('Advertiser: empty → Trade Wind Experiences')).toBeVisible();
  await expect(detail.getByText(/by admin@example\.com/).first()).toBeVisible();
  await guestFinds(guest, 'zephyr', 'Zephyr Sunset Paddle', true);
  await expectOnEveryWidth(page, page.url(), 'content-listing', () => detail, at);

  await detail.getByRole('button', { name: 'Delete' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete a listing' });
  await expect(sheet.getByText('Are you sure you want to delete this listing?')).toBeVisible();
  await expect(sheet.getByText(/^No guest finds Zephyr Sunset Paddle any more\./)).toBeVisible();
  await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Zephyr Sunset Paddle is deleted.')).toBeVisible();
  await expectCounts(page, [active, inactive, deleted + 1]);
  await guestFinds(guest, 'zephyr', 'Zephyr Sunset Paddle', false);
  await expect(detail.getByText(/^This can be undone until /)).toBeVisible();
  await detail.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Zephyr Sunset Paddle is as it was before.')).toBeVisible();
  await expectCounts(page, [active + 1, inactive, deleted]);
  await guestFinds(guest, 'zephyr', 'Zephyr Sunset Paddle', true);
  await expect(detail.getByText('Deletion undone')).toBeVisible();
});

test('listings are found by name, category and status, at every width; one that is inactive is counted apart', async ({
  page,
  product,
}) => {
  test.slow();
  const choice = (name: string) => page.getByRole('combobox', { name });
  const [id] = await addListings(product, [{ name: 'Quokka Noodle Bar', category: 'Restaurants' }]);
  await signIn(page, product, 'admin@example.com');
  await expectOnEveryWidth(page, '/content', 'content', () => page.getByRole('table'), at);
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/content');
  const [active, inactive, deleted] = (await counts(page)) as [number, number, number];
  await page.locator('summary', { hasText: 'Columns' }).click();
  for (const name of ['Price', 'Featured', 'Advertiser']) await page.getByRole('checkbox', { name }).check();
  await expect(page.getByRole('columnheader', { name: 'Advertiser' })).toBeVisible();
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByLabel('Search by name').fill('quokka');
  await expect(page.getByText('1 listing found.')).toBeVisible();
  await choice('Category').selectOption('Shopping');
  await expect(page.getByText('No listing is like that')).toBeVisible();
  await choice('Category').selectOption('Restaurants');
  await page.getByRole('link', { name: 'Quokka Noodle Bar' }).click();
  await detailOf(page).getByRole('link', { name: 'Edit' }).click();
  await choice('Status').selectOption('no');
  await page.getByRole('button', { name: 'Save' }).click();
  // Back in the list as it was asked.
  await expect(page.getByText('Quokka Noodle Bar is saved.')).toBeVisible();
  await expect(page.getByLabel('Search by name')).toHaveValue('quokka');
  await expectCounts(page, [active - 1, inactive + 1, deleted]);
  await expect(detailOf(page).getByText('Shown to guests: Yes → No')).toBeVisible();
  await choice('Status').selectOption('active');
  await expect(page.getByText('No listing is like that')).toBeVisible();

  const past = `update listings set deleted_at = now() - interval '31 days', active_before = false where id = $1`;
  await ask(product, past, [id]);
  await openListing(page, 'Quokka Noodle Bar', '&status=deleted');
  await expect(detailOf(page).getByText(/^It was deleted more than 30 days ago/)).toBeVisible();
  await expect(detailOf(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Editor', exact: true }).click();
  await expect(page.getByText('This listing is deleted. Undo that first, then change it.')).toBeVisible();
  await page.getByRole('link', { name: 'Show the listing' }).click();
  await expect(detailOf(page)).toBeVisible();
  await at(page, '/content/editor?listing=2000000000');
  await expect(page.getByText('This listing is not there.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the listings' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('of two who save at once one wins; the other is told, keeps what was typed and can save it then', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const other = await elsewhere();
  const [id] = await addListings(product, [{ name: 'Kestrel Garden', phone: '+1 808 555 0100' }]);
  await signIn(page, product, 'admin@example.com');
  await signInTraveler(other, product, 'second@content.example', { fresh: true });
  const isAdmin = `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`;
  await ask(product, isAdmin, ['second@content.example']);
  for (const one of [page, other]) await at(one, `/content/editor?listing=${id}`);
  await other.getByLabel(/^Name(?! in)/).fill('Kestrel Garden and Tea House');
  await other.getByLabel('Subcategory').fill('Tea');
  await page.getByLabel(/^Name(?! in)/).fill('Kestrel Gardens');
  await page.getByLabel('Phone').fill('+1 808 555 0199');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Kestrel Gardens is saved.')).toBeVisible();

  expectErrors(other, '409 /api/business-listings/*');
  const unread = await loseReads(other, '**/api/admin/listings/*');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText(/^Somebody else has changed this listing meanwhile\. What they changed/)).toBeVisible();
  await unread();
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Somebody else has changed this listing meanwhile.')).toBeVisible();
  await expect(other.getByText(/Taken over from the other: Phone\. Changed by both, .*: Name\./)).toBeVisible();
  await expect(other.getByText('Name of the other: Kestrel Gardens')).toBeVisible();
  await expect(other.getByLabel(/^Name(?! in)/)).toHaveValue('Kestrel Garden and Tea House');
  await expect(other.getByLabel('Phone')).toHaveValue('+1 808 555 0199');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Kestrel Garden and Tea House is saved.')).toBeVisible();
  const saved = await ask(product, 'select name, phone, subcategory from listings where id = $1', [id]);
  expect(saved).toEqual([{ name: 'Kestrel Garden and Tea House', phone: '+1 808 555 0199', subcategory: 'Tea' }]);
});

test('an editor that is left with something typed asks; what another has deleted meanwhile keeps it', async ({
  page,
  product,
}) => {
  const [id] = await addListings(product, [{ name: 'Plover Shop', category: 'Shopping' }]);
  await signIn(page, product, 'admin@example.com');
  await at(page, `/content/editor?listing=${id}`);
  await page.getByLabel('Address').fill('7 Front Street');
  await page.getByRole('link', { name: 'Listings', exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByText('Stay here').click();
  await expect(page.getByLabel('Address')).toHaveValue('7 Front Street');
  await ask(product, 'update listings set deleted_at = now(), active_before = true, is_active = false where id = $1', [
    id,
  ]);
  expectErrors(page, '409 /api/business-listings/*');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This listing has been deleted. Undo that first, then change it.')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('7 Front Street');
});
