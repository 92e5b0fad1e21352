import type { Locator, Page } from '@playwright/test';
import { at, hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { openListByMenu } from './saved-pages.ts';
import { signIn, signInTraveler, signInUnheard } from './session.ts';

const draft = (page: Page) => page.evaluate(() => localStorage.getItem('holoholo.draft'));
const missing = (page: Page) => page.getByRole('dialog', { name: 'My booking is missing' });

/** Opens "My booking is missing". @returns its first field */
async function ask(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'My booking is missing' }).click();
  return missing(page).getByLabel('What did you book?');
}

/** By the tab bar to another screen. */
async function toExplore(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect(page).toHaveURL(/\/explore$/);
}

/** A traveler with a saved place, on their list, to which they came from the guide. @returns the place's name */
async function openNote(page: Page, product: Product, email: string): Promise<string> {
  await signInTraveler(page, product, email, { fresh: true });
  const [place] = await (await page.request.get('/api/business-listings')).json();
  const data = { data: {}, headers: { origin: product.url } };
  expect((await page.request.put(`/api/saved/${place.id}`, data)).ok()).toBe(true);
  await page.goto('/explore');
  await ready(page);
  await openListByMenu(page);
  await page.getByRole('button', { name: linkName('Add a note', place.name) }).click();
  return place.name;
}

test('a half-typed note is there again after a step back and after a tap on the tab bar, and goes once it is sent or given up', async ({
  page,
  product,
}) => {
  const name = await openNote(page, product, 'unsent-note@example.com');
  const note = page.getByLabel('Your note');
  await note.fill('At low');
  await page.goBack();
  await expect(note).toHaveCount(0);
  await page.goForward();
  await expect(note).toHaveValue('At low');
  // What came back by itself leaves the focus where it was.
  await expect(note).not.toBeFocused();
  await note.fill('At low tide');
  await toExplore(page);
  await page.goBack();
  await expect(note).toHaveValue('At low tide');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('At low tide')).toBeVisible();
  expect(await draft(page)).toBeNull();

  await page.getByRole('button', { name: linkName('Edit note', name) }).click();
  await note.fill('At no tide');
  await toExplore(page);
  await page.goBack();
  await expect(note).toHaveValue('At no tide');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await toExplore(page);
  await page.goBack();
  await expect(page.getByText('At low tide')).toBeVisible();
  await expect(note).toHaveCount(0);
  expect(await draft(page)).toBeNull();
});

test('a question that was put aside comes back with its sheet, which nothing opens but its writer, until it is sent', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'unsent-question@example.com', { fresh: true });
  await page.goto('/dashboard');
  await ready(page);
  await page.getByRole('link', { name: 'My Bookings' }).click();
  let what = await ask(page);
  await what.fill('The reef walk');
  await missing(page).getByLabel('Booked with').selectOption('Viator');
  await page.goBack();
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'My booking is missing' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const closings = [
    () => page.keyboard.press('Escape'),
    () => missing(page).getByRole('button', { name: 'Close' }).click(),
  ];
  for (const close of closings) {
    what = await ask(page);
    await expect(what).toHaveValue('The reef walk');
    await expect(missing(page).getByLabel('Booked with')).toHaveValue('viator');
    await close();
    await expect(missing(page)).toBeHidden();
    expect(await draft(page)).toContain('The reef walk');
  }
  await page.reload();
  await ready(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  what = await ask(page);
  await expect(what).toHaveValue('The reef walk');
  await missing(page).getByRole('button', { name: 'Ask us to find it' }).click();
  await expect(page.getByText('We are on it. The answer comes by e-mail.')).toBeVisible();
  expect(await draft(page)).toBeNull();
  await expect(await ask(page)).toHaveValue('');
});

test('what was emptied again is not kept', async ({ page, product }) => {
  await signInTraveler(page, product, 'unsent-emptied@example.com', { fresh: true });
  await openBookings(page);
  const what = await ask(page);
  await what.fill('The reef walk');
  await page.keyboard.press('Escape');
  await expect(await ask(page)).toHaveValue('The reef walk');
  await what.fill('');
  await page.keyboard.press('Escape');
  await expect(missing(page)).toBeHidden();
  expect(await draft(page)).toBeNull();
});

test('details and a review outlive a reload, each at its booking, also where the tab was put away behind another app', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  await signInTraveler(page, product, 'unsent-details@example.com', { fresh: true });
  const [pending, done] = await bookable(page);
  await book(page, product, pending!.id);
  const desk = await openDesk(browser, product);
  await desk.decide(await book(page, product, done!.id), { status: 'completed' });
  await desk.close();
  await openBookings(page);
  const details = page.getByRole('dialog', { name: 'I booked this' });
  const openDetails = () =>
    cardOf(page, pending!.name)
      .getByRole('button', { name: /^I booked this/ })
      .click();
  await openDetails();
  await details.getByLabel('Booking reference').fill('TF-99');
  await details.getByLabel('Day').fill('2027-01-15');
  await page.reload();
  await ready(page);
  await expect(details.getByLabel('Booking reference')).toHaveValue('TF-99');
  await expect(details.getByLabel('Day')).toHaveValue('2027-01-15');
  // A phone ends a page behind another app without a word.
  await details.getByLabel('Booking reference').fill('TF-998');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await draft(page)).toContain('TF-998');
  await page.keyboard.press('Escape');

  const review = page.getByRole('dialog', { name: 'Your review' });
  const openReview = () =>
    cardOf(page, done!.name)
      .getByRole('button', { name: /^Rate this experience/ })
      .click();
  await openReview();
  await expect(review.getByLabel('In your words')).toHaveValue('');
  await review.getByLabel('4 out of 5').check();
  await review.getByLabel('In your words').fill('Bring a towel');
  await page.reload();
  await ready(page);
  await expect(review.getByLabel('4 out of 5')).toBeChecked();
  await expect(review.getByLabel('In your words')).toHaveValue('Bring a towel');
  await review.getByRole('button', { name: 'Save review' }).click();
  await expect(page.getByText('Mahalo! Your review is in the guide.')).toBeVisible();
  await openDetails();
  await expect(details.getByLabel('Booking reference')).toHaveValue('TF-998');
  await details.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Noted. The booking stays pending')).toBeVisible();
  expect(await draft(page)).toBeNull();
});

test('a ticket that a mail leads to is shown before what was being typed', async ({ page, product }) => {
  await signInTraveler(page, product, 'unsent-ticket@example.com', { fresh: true });
  const [listing] = await bookable(page);
  const id = await book(page, product, listing!.id);
  await openBookings(page);
  await (await ask(page)).fill('The reef walk');
  await page.goto(`/bookings?ticket=${id}`);
  await ready(page);
  await expect(page.getByRole('dialog')).toContainText(listing!.name);
  await expect(missing(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(await ask(page)).toHaveValue('The reef walk');
});

test('a question whose answer was lost is the same question when its sheet is opened again, until its words change', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'unsent-answer-lost@example.com', { fresh: true });
  await openBookings(page);
  const keys: string[] = [];
  await page.route('**/api/bookings/inquiries', async (route) => {
    keys.push(route.request().headers()['idempotency-key']!);
    // The server has heard it.
    await route.fetch();
    return route.abort('connectionreset');
  });
  const send = missing(page).getByRole('button', { name: 'Ask us to find it' });
  const mayHaveCome = missing(page).getByText('What you sent may have arrived, and be done.');
  let what = await ask(page);
  await expect(mayHaveCome).toHaveCount(0);
  await what.fill('The reef walk');
  await send.click();
  await expect(missing(page).getByText('Network error.')).toBeVisible();
  await expect(mayHaveCome).toBeVisible();
  await expectAccessible(page, { enlarged: true });
  await page.screenshot({ path: 'test-results/answer-lost-390.png' });
  await page.keyboard.press('Escape');
  await page.reload();
  await ready(page);
  what = await ask(page);
  await expect(what).toHaveValue('The reef walk');
  await expect(mayHaveCome).toBeVisible();
  await send.click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(missing(page).getByText('Network error.')).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
  await missing(page).getByRole('button', { name: 'Close' }).click();
  what = await ask(page);
  await what.fill('The reef walk of Tuesday');
  await send.click();
  await expect.poll(() => keys.length).toBe(3);
  await expect(missing(page).getByText('Network error.')).toBeVisible();
  expect(keys[2]).not.toBe(keys[0]);
  await page.unroute('**/api/bookings/inquiries');
  await page.keyboard.press('Escape');
  await expect(await ask(page)).toHaveValue('The reef walk of Tuesday');
  await send.click();
  await expect(page.getByText('We are on it. The answer comes by e-mail.')).toBeVisible();
  expect(await draft(page)).toBeNull();
});

test('it is the same one also where the guide’s own names come late', async ({ page, product }) => {
  await signInTraveler(page, product, 'unsent-names-late@example.com', { fresh: true });
  const [listing] = await bookable(page);
  await openBookings(page);
  const sent: unknown[] = [];
  await page.route('**/api/bookings/inquiries', (route) => {
    sent.push([route.request().headers()['idempotency-key'], route.request().postDataJSON()]);
    return route.abort('connectionreset');
  });
  const send = missing(page).getByRole('button', { name: 'Ask us to find it' });
  await (await ask(page)).fill(listing!.name);
  await expect(missing(page).locator('datalist option').first()).toBeAttached();
  await send.click();
  await expect(missing(page).getByText('Network error.')).toBeVisible();
  await page.keyboard.press('Escape');
  const release = await hold(page, at.listings);
  await expect(await ask(page)).toHaveValue(listing!.name);
  await send.click();
  await expect(missing(page).getByRole('button', { name: 'Sending' })).toBeVisible();
  await release();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toMatchObject([expect.any(String), { business_listing_id: listing!.id }]);
  expect(sent[1]).toEqual(sent[0]);
});

test('what is sent as its writer leaves is kept until its answer comes, and then no more', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'unsent-on-its-way@example.com', { fresh: true });
  await openBookings(page);
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/bookings/inquiries', async (route) => {
    await held;
    await route.continue();
  });
  await (await ask(page)).fill('The reef walk');
  await missing(page).getByRole('button', { name: 'Ask us to find it' }).click();
  await page.keyboard.press('Escape');
  await expect(missing(page)).toBeHidden();
  await expect.poll(() => draft(page)).toContain('The reef walk');
  answer();
  await expect.poll(() => draft(page)).toBeNull();
});

test('what was put aside goes with its writer: signed out, and where another signs in', async ({ page, product }) => {
  await signInTraveler(page, product, 'unsent-left@example.com', { fresh: true });
  await openBookings(page);
  const putAside = async () => {
    await (await ask(page)).fill('A secret surprise');
    await page.keyboard.press('Escape');
    await expect(missing(page)).toBeHidden();
    expect(await draft(page)).toContain('A secret surprise');
  };
  await putAside();
  await signInUnheard(page, product, 'unsent-next@example.com');
  await openBookings(page);
  await expect.poll(() => draft(page)).toBeNull();
  await expect(await ask(page)).toHaveValue('');
  await page.keyboard.press('Escape');

  await putAside();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  expect(await draft(page)).toBeNull();
});

test('a profile that is being changed, and the first answers, are kept as they stand; what is given up is not', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'unsent-profile@example.com', { fresh: true });
  await page.goto('/onboarding');
  await ready(page);
  await page.getByLabel('Location').fill('Hilo');
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Location')).toHaveValue('Hilo');
  await page.getByRole('button', { name: 'Start Discovering' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await draft(page)).toBeNull();

  await page.goto('/dashboard?tab=profile');
  await ready(page);
  const edit = () => page.getByRole('button', { name: 'Edit Profile' }).click();
  const location = page.getByLabel('Location');
  await edit();
  await location.fill('Kona');
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect(location).toHaveCount(0);
  await page.goBack();
  await edit();
  await expect(location).toHaveValue('Kona');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await edit();
  await expect(location).toHaveValue('Hilo');
});
