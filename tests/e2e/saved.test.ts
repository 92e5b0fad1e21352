import type { SavedItem } from '../../contract/saved.ts';
import { alter, hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expect, linkName, ready, signInByMail, test } from './fixtures.ts';
import { heartOf, hearts, keptOnDevice, openListByMenu, openPlace, savedOnServer, tapHeart } from './saved-pages.ts';
import { signIn, signInTraveler } from './session.ts';

test('a guest saves, signs in from the list, and the account has it once; My Activity counts exactly it', {
  tag: '@main',
}, async ({ page, product }) => {
  const joins: string[] = [];
  page.on('request', (request) => request.url().includes('/api/saved/merge') && joins.push(request.url()));
  await openPlace(page, product);
  const name = await tapHeart(page, 1);
  await openListByMenu(page);
  await expect(page.getByText('Kept on this device')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
  await page.getByRole('button', { name: /^Add a note/ }).click();
  await page.getByLabel('Your note').fill('With Grandma');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('With Grandma')).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(page.getByText('With Grandma')).toBeVisible();

  await page.getByRole('link', { name: 'Sign In', exact: true }).click();
  await ready(page);
  await signInByMail(page, product, 'keeper@example.com');
  await page.waitForURL('**/saved');
  await expect(page.getByText('With Grandma')).toBeVisible();
  await expect(page.getByText('Kept on this device')).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect.poll(() => keptOnDevice(page, 'guest')).toBeNull();
  expect(await savedOnServer(page)).toMatchObject([{ note: 'With Grandma', experience: { name } }]);

  await page.reload();
  await ready(page);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.request.post('/api/profiles', { data: {}, headers: { origin: product.url } });
  const saved = page.locator('dl > div', { hasText: 'Saved' }).locator('dd');
  await page.goto('/dashboard?tab=activity');
  await ready(page);
  await expect(saved).toHaveText('1');
  await expect(page.getByRole('listitem').filter({ hasText: 'With Grandma' })).toContainText(name);
  expect(joins).toHaveLength(1);

  await page.getByRole('link', { name: 'See your saved places' }).click();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByText(`${name} is off your list.`)).toBeVisible();
  await expect.poll(() => savedOnServer(page)).toEqual([]);
  await page.goto('/dashboard?tab=activity');
  await expect(saved).toHaveText('0');
  expect(joins).toHaveLength(1);
});

test('a heart is on every card, filled where it is saved, also in the page as the server made it', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'hearts@example.com');
  await openPlace(page, product);
  const cards = await page.getByRole('article').count();
  await expect(hearts(page)).toHaveCount(cards);
  const name = await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  const html = await (await page.request.get(page.url())).text();
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);

  await page.goto('/explore');
  await ready(page);
  await expect(hearts(page)).toHaveCount(await page.getByRole('article').count());
  await expect(heartOf(page, name).first()).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/dashboard?tab=explore');
  await ready(page);
  await expect(hearts(page)).toHaveCount(await page.getByRole('article').count());
  await page.goto('/dashboard');
  await ready(page);
  await expect(hearts(page)).toHaveCount(2);
  // One tap fills every heart of the same experience.
  await page.goto('/explore');
  await ready(page);
  const featured = await tapHeart(page, 1);
  for (const heart of await heartOf(page, featured).all()) await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('a heart that is tapped again while the first answer is on its way follows the last tap', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'tapped-twice@example.com');
  await openPlace(page, product);
  const release = await hold(page, '**/api/saved/*');
  const asked = page.waitForRequest('**/api/saved/*');
  await tapHeart(page, 0);
  await asked;
  await hearts(page).first().click();
  await expect(hearts(page).first()).toHaveAttribute('aria-pressed', 'false');
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await release();
  await removed;
  expect(await savedOnServer(page)).toEqual([]);
});

test('of a scan too, and not for those who do not save', async ({ page, product }) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto('/scan');
  await ready(page);
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await page.getByLabel('Code under the QR').fill(code.qr_code_id);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(hearts(page)).toHaveCount(await page.getByRole('article').count());
  await tapHeart(page, 0);
  await signIn(page, product, 'partner@example.com');
  await openPlace(page, product);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(hearts(page)).toHaveCount(0);
});

test('a note may be as long as it may be, and no longer', async ({ page, product }) => {
  await signInTraveler(page, product, 'notes@example.com');
  await openPlace(page, product);
  const older = await tapHeart(page, 0);
  const name = await tapHeart(page, 1);
  await expect.poll(() => savedOnServer(page)).toHaveLength(2);
  await page.goto('/saved');
  await ready(page);
  await page.getByRole('button', { name: linkName('Add a note', name) }).click();
  const field = page.getByLabel('Your note');
  await expect(field).toBeFocused();
  const long = `${'Kūhiō'.repeat(60)} ${'ʻono '.repeat(60)}`.slice(0, 520);
  await field.fill(long);
  expect(await field.inputValue()).toHaveLength(500);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('button', { name: linkName('Edit note', name) })).toBeFocused();
  await expectAccessible(page);
  await expect.poll(async () => (await savedOnServer(page))[0]?.note).toBe(long.slice(0, 500).trim());
  await page.getByRole('button', { name: linkName('Remove', older) }).click();
  await expect(page.getByText(`${older} is off your list.`)).toBeVisible();
  await expectAccessible(page);
});

test('a note is changed, left alone, and comes back with what was removed', async ({ page, product }) => {
  await signInTraveler(page, product, 'undo@example.com');
  await openPlace(page, product);
  const older = await tapHeart(page, 0);
  const name = await tapHeart(page, 1);
  await expect.poll(() => savedOnServer(page)).toHaveLength(2);
  await page.goto('/saved');
  await ready(page);
  const field = page.getByLabel('Your note');
  await page.getByRole('button', { name: linkName('Add a note', name) }).click();
  await field.fill('One');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save note' }).click();

  await page.getByRole('button', { name: linkName('Edit note', name) }).click();
  await field.fill('Ask for the table\nunder the tree');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Ask for the table')).toBeHidden();
  await page.getByRole('button', { name: linkName('Edit note', name) }).click();
  await field.fill('Ask for the table\nunder the tree');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(async () => (await savedOnServer(page))[0]?.note).toBe('Ask for the table\nunder the tree');

  const [before] = await savedOnServer(page);
  await page.getByRole('button', { name: linkName('Remove', name) }).click();
  await expect(page.getByRole('button', { name: linkName('Undo', name) })).toBeFocused();
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  await page.getByRole('button', { name: linkName('Undo', name) }).click();
  await expect(page.getByText('under the tree')).toBeVisible();
  await expect.poll(async () => (await savedOnServer(page))[0]).toMatchObject({ ...before, experience: { name } });
  // The heart on the card is another way to take it off.
  await heartOf(page, older).click();
  await expect(page.getByText(`${older} is off your list.`)).toBeVisible();
});

test('a note that is saved over a silent network is there at once, also when it is written on', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'silent-notes@example.com');
  await openPlace(page, product);
  const name = await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  await page.goto('/saved');
  await ready(page);
  const field = page.getByLabel('Your note');
  const edit = page.getByRole('button', { name: linkName('Edit note', name) });
  const release = await hold(page, '**/api/saved/*');
  await page.getByRole('button', { name: linkName('Add a note', name) }).click();
  await field.fill('Window seat');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Window seat')).toBeVisible();
  await edit.click();
  await expect(field).toHaveValue('Window seat');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await release();
  await expect.poll(async () => (await savedOnServer(page))[0]?.note).toBe('Window seat');
});

test('an empty list says what to do, and one that left the guide says so', async ({ page, product }) => {
  await page.goto('/saved');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await expectAccessible(page);
  await signInTraveler(page, product, 'gone@example.com');
  await openPlace(page, product);
  const name = await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  const longName = `${'Hoʻokipa '.repeat(5)}${'Waikapuwaiʻolu'.repeat(10)}`;
  await alter<SavedItem[]>(page, '**/api/saved', ([item]) => [
    {
      ...item,
      experience: { ...item!.experience, name: longName, is_active: false, booking_url: null, image_url: null },
    },
  ]);
  await openListByMenu(page);
  await expect(page.getByText('No longer available')).toBeVisible();
  await expect(page.getByRole('link', { name: linkName('Book Now', name) })).toHaveCount(0);
  await expectAccessible(page);
});

test('an administrator, who has no hearts, is not told to tap one', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await page.goto('/saved');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await expect(page.getByText('An administrator’s account keeps no places.')).toBeVisible();
  await expect(page.getByText('Tap the heart')).toHaveCount(0);
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/saved-admin.png' });
});
