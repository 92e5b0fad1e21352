import type { Locator, Page } from '@playwright/test';
import { hold } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { openSection } from './desk-pages.ts';
import { admin, clear, deadLetter, work } from './desk-work.ts';
import { expect, problem, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

/** Requests for an address from now on. */
function countRequests(page: Page, address: RegExp): { count: number } {
  const asked = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'GET' && address.test(request.url())) asked.count += 1;
  });
  return asked;
}
/** Goes there, and waits until the page has what it needs to know of typed text, which comes last. */
async function toRest(page: Page, go: () => Promise<unknown>): Promise<void> {
  const rest = page.waitForResponse(/\/assets\/at-rest-/);
  await go();
  await (await rest).finished();
}

/** Signs a new traveler in, and has them type what they miss. @returns the sheet with it */
async function beginInquiry(page: Page, product: Product, email: string): Promise<Locator> {
  await signInTraveler(page, product, email, { fresh: true });
  await toRest(page, () => page.goto('/bookings'));
  await ready(page);
  await page.getByRole('button', { name: 'My booking is missing' }).click();
  const sheet = page.getByRole('dialog', { name: 'My booking is missing' });
  await sheet.getByLabel('What did you book?').fill('The reef walk of Tuesday');
  return sheet;
}

test('a form that is being filled in stays when the network comes back and the session has ended', async ({
  page,
  product,
}) => {
  const email = 'ended-while-typing@example.com';
  const sheet = await beginInquiry(page, product, email);
  await page.context().setOffline(true);
  await expect(page.getByText('Offline').first()).toBeAttached();
  await endSessions(product, email);
  const asked = countRequests(page, /\/api\/bookings(\?|$)/);
  await page.context().setOffline(false);
  expectErrors(page, '401 /api/bookings/inquiries');
  await sheet.getByRole('button', { name: 'Ask us to find it' }).click();
  await expect(problem(page)).toContainText('Please sign in');
  expect(asked.count).toBe(0);
  await expect(sheet.getByLabel('What did you book?')).toHaveValue('The reef walk of Tuesday');
  await expect(sheet.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('a session that ended takes nothing away that is being typed, also where another tab meets its end first', async ({
  page,
  product,
}) => {
  const email = 'ended-in-two-tabs@example.com';
  const sheet = await beginInquiry(page, product, email);
  const other = await page.context().newPage();
  await toRest(other, () => other.goto('/saved'));
  await endSessions(product, email);
  expectErrors(page, '401 /api/users/me', '401 /api/bookings');
  await other.goto('/explore');
  await ready(other);
  await expect.poll(() => other.evaluate(() => localStorage.getItem('holoholo.user'))).toBeNull();
  // What the other tab took away is told to this one before it answers.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await expect(sheet.getByLabel('What did you book?')).toHaveValue('The reef walk of Tuesday');
  await expect(page).toHaveURL(/\/bookings$/);
  // And it leaves the screen with the sheet.
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Your Bookings');
});

test('a tap beside a sheet takes nothing away that was typed into it', async ({ page, product }) => {
  await signInTraveler(page, product, 'tapped-beside@example.com');
  await toRest(page, () => page.goto('/bookings'));
  await ready(page);
  const ask = page.getByRole('button', { name: 'My booking is missing' });
  const sheet = page.getByRole('dialog', { name: 'My booking is missing' });
  const beside = () => page.mouse.click(20, 10);
  await ask.click();
  await expect(sheet).toBeVisible();
  await beside();
  await expect(sheet).toBeHidden();
  await ask.click();
  await sheet.getByLabel('What did you book?').fill('The reef walk of Tuesday');
  await beside();
  await expect(sheet.getByLabel('What did you book?')).toHaveValue('The reef walk of Tuesday');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  // What was put aside is there again, and held again; where nothing is typed, nothing is held.
  await ask.click();
  await expect(sheet.getByLabel('What did you book?')).toHaveValue('The reef walk of Tuesday');
  await beside();
  await expect(sheet).toBeVisible();
  await sheet.getByLabel('What did you book?').fill('');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await ask.click();
  await expect(sheet.getByLabel('What did you book?')).toHaveValue('');
  await beside();
  await expect(sheet).toBeHidden();
});

test('a reason that is being written at a desk stays while work runs there', async ({ page, product }) => {
  await clear(product);
  await work(product);
  await deadLetter(product, 'mail', { to: 'lani@dead.example', subject: 'Aloha' });
  await signIn(page, product, admin);
  await page.clock.install();
  await toRest(page, () => openSection(page, '/security/work?list=dead-letters'));
  const asked = countRequests(page, /\/api\/admin\/work(\?|$)/);
  await page.clock.runFor(6_000);
  await expect.poll(() => asked.count).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Aloha' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.fill('Its mailbox is gone');
  await page.waitForLoadState('networkidle');
  const before = asked.count;
  await page.clock.runFor(30_000);
  await expect.poll(() => asked.count).toBeGreaterThan(before);
  await page.waitForLoadState('networkidle');
  await expect(reason).toHaveValue('Its mailbox is gone');
  await clear(product);
});

test('a note that was changed elsewhere takes the place of the one that the device had', async ({ page, product }) => {
  await signInTraveler(page, product, 'note-elsewhere@example.com');
  const listing = (await (await page.request.get('/api/business-listings')).json())[0];
  const write = async (note: string) => {
    const reply = await page.request.put(`/api/saved/${listing.id}`, {
      data: { note },
      headers: { origin: product.url },
    });
    expect(reply.ok()).toBe(true);
  };
  await write('Before breakfast');
  await page.goto('/saved');
  await ready(page);
  await expect(page.getByText('Before breakfast')).toBeVisible();
  await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
  await expect(page.getByText('Point your camera at the code')).toBeVisible();
  await write('After lunch');
  const release = await hold(page, /\/api\/saved(\?|$)/);
  await page.goBack();
  await expect(page.getByText('Before breakfast')).toBeVisible();
  await release();
  await expect(page.getByText('After lunch')).toBeVisible();
  await expect(page.getByText('Before breakfast')).toHaveCount(0);
});

test('a note that the device cannot keep is there when it is written on', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.saved.guest'))).not.toBeNull();
  await page.goto('/saved');
  await ready(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByRole('button', { name: /^Add a note/ }).click();
  const note = page.getByRole('textbox');
  await note.fill('Ask for Leilani');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(problem(page)).toBeVisible();
  await expect(page.getByText('Ask for Leilani')).toHaveCount(0);
  await page.getByRole('button', { name: /^Add a note/ }).click();
  await expect(note).toHaveValue('Ask for Leilani');
});
