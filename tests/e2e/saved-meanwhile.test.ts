import type { Page } from '@playwright/test';
import { errors } from '../../contract/errors.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { heartOf, keptOnDevice, savedOnServer } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

const changes = /\/api\/saved\/\d+$/;
const joined = /Both notes are kept, the new one below the other\./;
const stays = /That note is kept, and the place stays on your list\./;
/** Two notes of which neither has room below the other. */
const [theirs, mine] = [`Ask ${'Kimo and '.repeat(40)}Leilani`, `Bring ${'water and '.repeat(20)}hats`];

interface Listing {
  id: number;
  name: string;
}

/** Opens the list, and waits until the page has what it needs to know of typed text, which comes last. */
async function openList(page: Page): Promise<void> {
  const rest = page.waitForResponse(/\/assets\/at-rest-/);
  await page.goto('/saved');
  await (await rest).finished();
  await ready(page);
}

async function openAgain(page: Page): Promise<void> {
  await page.goto('/saved');
  await ready(page);
}

/** What another phone of the page's user sends. */
async function elsewhere(page: Page, product: Product, { id }: Listing, data: object): Promise<void> {
  const reply = await page.request.put(`/api/saved/${id}`, { data, headers: { origin: product.url } });
  expect(reply.ok()).toBe(true);
}

/** A traveler at their list, with one saved place and its note. */
async function openOwnList(page: Page, product: Product, email: string): Promise<Listing> {
  await signInTraveler(page, product, email, { fresh: true });
  const [listing] = (await (await page.request.get('/api/business-listings')).json()) as [Listing];
  await elsewhere(page, product, listing, { note: 'Old words' });
  await openList(page);
  await expect(page.getByText('Old words', { exact: true })).toBeVisible();
  return listing;
}

const edit = (page: Page, { name }: Listing) => page.getByRole('button', { name: linkName('Edit note', name) }).click();
const field = (page: Page) => page.getByLabel('Your note');
/** The note that is there, read beside the form of the one that is written. */
const noteBeside = (page: Page, words: string) => page.getByRole('paragraph').filter({ hasText: words });
async function write(page: Page, listing: Listing, words: string): Promise<void> {
  await edit(page, listing);
  await field(page).fill(words);
  await page.getByRole('button', { name: 'Save note' }).click();
}
const goOffline = (page: Page) => page.route(changes, (route) => route.abort('internetdisconnected'));
async function goOnline(page: Page): Promise<void> {
  await page.unroute(changes);
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    expect(await keptOnDevice(page, 'queue')).toBeNull();
  }).toPass();
}
const noteOnServer = async (page: Page) => (await savedOnServer(page))[0]?.note;

test('a note that was written without a network is put below what another phone has written since, which is said', async ({
  page,
  product,
}) => {
  const listing = await openOwnList(page, product, 'meanwhile-phones@example.com');
  await goOffline(page);
  await write(page, listing, 'Of this phone');
  await expect(page.getByText('Of this phone')).toBeVisible();
  // Its own writing of before is none of another phone's.
  await write(page, listing, 'Of this phone, again');
  await elsewhere(page, product, listing, { note: 'Of the other phone', seen: ['Old words'] });
  await goOnline(page);
  await expect(page.getByText(joined)).toBeVisible();
  await expect(page.getByText('Of the other phone')).toContainText('Of this phone, again');
  expect(await noteOnServer(page)).toBe('Of the other phone\nOf this phone, again');
  await expectAccessible(page);
  // Whoever goes on from there has seen both.
  await write(page, listing, 'Of both phones');
  await expect(page.getByText('Of both phones')).toBeVisible();
  await expect(page.getByText(joined)).toHaveCount(0);
  await expect.poll(() => noteOnServer(page)).toBe('Of both phones');
});

test('of two tabs that change a note neither loses its words, with a network and without one', async ({
  page,
  product,
}) => {
  const listing = await openOwnList(page, product, 'meanwhile-tabs@example.com');
  const other = await page.context().newPage();
  await openAgain(other);
  await write(page, listing, 'First tab');
  await expect.poll(() => noteOnServer(page)).toBe('First tab');
  await write(other, listing, 'Second tab');
  await expect(other.getByText(joined)).toBeVisible();
  await expect(other.getByText('First tab')).toContainText('Second tab');
  // Nothing had waited.
  await expect(other.getByText(/What waited on this phone/)).toHaveCount(0);
  expect(await noteOnServer(page)).toBe('First tab\nSecond tab');

  await openAgain(page);
  await openAgain(other);
  for (const tab of [page, other]) await goOffline(tab);
  await write(page, listing, 'Third');
  await expect(page.getByText('Third', { exact: true })).toBeVisible();
  await write(other, listing, 'Fourth');
  await expect(other.getByText('Fourth', { exact: true })).toBeVisible();
  await other.unroute(changes);
  await goOnline(page);
  expect(await noteOnServer(page)).toBe('Third\nFourth');
});

test('a place that was taken off without a network stays for a note that another phone has written since', async ({
  page,
  product,
}) => {
  const listing = await openOwnList(page, product, 'meanwhile-removed@example.com');
  await goOffline(page);
  await page.getByRole('button', { name: linkName('Remove', listing.name) }).click();
  await expect(page.getByRole('button', { name: linkName('Undo', listing.name) })).toBeVisible();
  await elsewhere(page, product, listing, { note: 'Of the other phone', seen: ['Old words'] });
  await goOnline(page);
  await expect(page.getByText(stays)).toBeVisible();
  await expect(page.getByText('Of the other phone', { exact: true })).toBeVisible();
  await expect(heartOf(page, listing.name)).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  // With that in sight it goes.
  await page.getByRole('button', { name: linkName('Remove', listing.name) }).click();
  await expect.poll(() => savedOnServer(page)).toEqual([]);
});

test('a heart that takes off a place for which another phone has a new note turns back, and says why', async ({
  page,
  product,
}) => {
  const listing = await openOwnList(page, product, 'meanwhile-heart@example.com');
  await expect.poll(() => keptOnDevice(page, 'account')).toContain('Old words');
  await page.goto('/explore');
  await ready(page);
  await elsewhere(page, product, listing, { note: 'Of the other phone', seen: ['Old words'] });
  const heart = heartOf(page, listing.name).first();
  await heart.click();
  await expect(page.getByRole('alert').filter({ hasText: stays })).toBeVisible();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  expect(await noteOnServer(page)).toBe('Of the other phone');
  await heart.click();
  await expect.poll(() => savedOnServer(page)).toEqual([]);
});

test('a note that has no room below another is refused in words, stays as it was typed, and can take its place', async ({
  page,
  product,
}) => {
  expectErrors(page, '409 /api/saved/*');
  const listing = await openOwnList(page, product, 'meanwhile-full@example.com');
  await elsewhere(page, product, listing, { note: theirs, seen: ['Old words'] });
  await write(page, listing, mine);
  await expect(page.getByRole('alert').filter({ hasText: errors.saved_note_full.words })).toBeVisible();
  await expect(page.getByText(theirs)).toBeVisible();
  await expect(heartOf(page, listing.name)).toHaveAttribute('aria-pressed', 'true');
  expect(await noteOnServer(page)).toBe(theirs);
  await expectAccessible(page);
  await edit(page, listing);
  await expect(field(page)).toHaveValue(mine);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => noteOnServer(page)).toBe(mine);
});

test('so does one that waited without a network: it is in its form again, below the other', async ({
  page,
  product,
}) => {
  expectErrors(page, '409 /api/saved/*');
  const listing = await openOwnList(page, product, 'meanwhile-waited@example.com');
  await goOffline(page);
  await write(page, listing, mine);
  await expect(page.getByText(mine)).toBeVisible();
  await elsewhere(page, product, listing, { note: theirs, seen: ['Old words'] });
  await openAgain(page);
  await goOnline(page);
  await expect(page.getByText(errors.saved_note_full.words)).toBeVisible();
  await openAgain(page);
  await expect(field(page)).toHaveValue(mine);
  await expect(noteBeside(page, theirs)).toBeVisible();
  await expectAccessible(page, { enlarged: true });
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => noteOnServer(page)).toBe(mine);
});

test('a note that was half written when the page was left is put below what has come since', async ({
  page,
  product,
}) => {
  const listing = await openOwnList(page, product, 'meanwhile-draft@example.com');
  await edit(page, listing);
  await field(page).fill('Half written');
  await elsewhere(page, product, listing, { note: 'Of the other phone', seen: ['Old words'] });
  await openAgain(page);
  await expect(field(page)).toHaveValue('Half written');
  await expect(noteBeside(page, 'Of the other phone')).toBeVisible();
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => noteOnServer(page)).toBe('Of the other phone\nHalf written');
  await expect(page.getByText(joined)).toBeVisible();
});
