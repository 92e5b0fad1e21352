import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { expect, linkName, ready, signInByMail, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { savedOnServer } from './saved-pages.ts';
import { endSessions, signInTraveler, signInUnheard } from './session.ts';

const field = (page: Page) => page.getByLabel('Your note');
const draft = (page: Page) => page.evaluate(() => localStorage.getItem('holoholo.draft'));

/** Opens the list, and waits until the page has what it needs to know of typed text, which comes last. */
async function openList(page: Page): Promise<void> {
  const rest = page.waitForResponse(/\/assets\/at-rest-/);
  await page.goto('/saved');
  await (await rest).finished();
  await ready(page);
}

/** Signs a traveler in who has saved two places, and opens their list. @returns the names of the places as they are listed */
async function openOwnList(page: Page, product: Product, email: string): Promise<string[]> {
  await signInTraveler(page, product, email, { fresh: true });
  const listings: { id: number }[] = await (await page.request.get('/api/business-listings')).json();
  for (const { id } of listings.slice(0, 2)) {
    const reply = await page.request.put(`/api/saved/${id}`, { data: {}, headers: { origin: product.url } });
    expect(reply.ok()).toBe(true);
  }
  await openList(page);
  await expect(page.getByRole('article')).toHaveCount(2);
  return await page.getByRole('heading', { level: 3 }).allTextContents();
}

/** Begins a note. @param at which of the fields that are open then is its own */
const begin = async (page: Page, name: string, words: string, at = -1) => {
  await page.getByRole('button', { name: linkName('Add a note', name) }).click();
  await field(page).nth(at).fill(words);
};

test('notes that are being written are there after a reload, each at its place, and are sent as they stand', async ({
  page,
  product,
}) => {
  const [first, second] = await openOwnList(page, product, 'note-reload@example.com');
  await begin(page, second!, 'At high tide');
  await begin(page, first!, 'At low tide', 0);
  await page.reload();
  await ready(page);
  await expect(field(page)).toHaveCount(2);
  await expect(field(page).first()).toHaveValue('At low tide');
  await expect(field(page).last()).toHaveValue('At high tide');
  await expectAccessible(page, { enlarged: true });
  await page.screenshot({ path: 'test-results/note-draft-390.png' });
  await page.getByRole('button', { name: 'Save note' }).first().click();
  await expect(field(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(field(page)).toHaveCount(0);
  await expect
    .poll(() => savedOnServer(page))
    .toMatchObject([
      { note: 'At low tide', experience: { name: first } },
      { note: 'At high tide', experience: { name: second } },
    ]);
  expect(await draft(page)).toBeNull();
  // What was given up is not kept.
  await page
    .getByRole('button', { name: /^Edit note/ })
    .first()
    .click();
  await field(page).fill('At no tide');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await ready(page);
  await expect(page.getByText('At low tide')).toBeVisible();
  await expect(field(page)).toHaveCount(0);
});

test('a note that is being written goes along into another language', async ({ page, product }) => {
  const [first] = await openOwnList(page, product, 'note-language@example.com');
  await begin(page, first!, 'At low tide');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByLabel('Language').selectOption({ label: '日本語' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveValue('At low tide');
});

test('a note that was written as the session ended waits on the device, and is sent after the sign-in', async ({
  page,
  product,
  consoleErrors,
}) => {
  const email = 'note-ended@example.com';
  const [first] = await openOwnList(page, product, email);
  await begin(page, first!, 'At low tide');
  await endSessions(product, email);
  expectErrors(page, '401 /api/saved/*');
  // Once the form is closed, the page asks anew who is here.
  consoleErrors.explain((line) => /^401 \/api\/(users\/me|saved)$/.test(line));
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Saved on this phone until you sign in again.')).toBeVisible();
  await page.goto('/auth?redirect=/saved');
  await signInByMail(page, product, email);
  await page.waitForURL('**/saved');
  await expect(page.getByText('At low tide')).toBeVisible();
  await expect.poll(() => savedOnServer(page)).toMatchObject([{ note: 'At low tide' }, { note: null }]);
});

test('a note that is being written is nobody else’s', async ({ page, product }) => {
  const [first] = await openOwnList(page, product, 'note-writer@example.com');
  await begin(page, first!, 'At low tide');
  await signInUnheard(page, product, 'note-reader@example.com');
  await page.goto('/saved');
  await ready(page);
  await expect.poll(() => draft(page)).toBeNull();
  await expect(field(page)).toHaveCount(0);
});
