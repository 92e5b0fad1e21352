import type { Page } from '@playwright/test';
import { at, cut, hold } from './answers.ts';
import { book, bookable, cardOf, openDesk } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { openInvitations } from './inviting.ts';
import { heartOf, keptOnDevice, tapHeart } from './saved-pages.ts';
import { signIn, signInTraveler } from './session.ts';

/** More than the three seconds after which a device shows what it keeps. */
const lateMs = 3_500;
const phone = '+1 808 555 0142';

/** Opens a page with a clock that can be put forward, and waits until it knows of typed text, which comes last. */
async function openAtRest(page: Page, path: string): Promise<void> {
  await page.clock.install();
  const rest = page.waitForResponse(/\/assets\/at-rest-/);
  await page.goto(path);
  await ready(page);
  await (await rest).finished();
}

/** Begins to change one's own profile. @returns the field that was filled in */
async function editProfile(page: Page) {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const field = page.getByLabel('Phone');
  await field.fill(phone);
  return field;
}

/** Lets so much time pass that what is waited for is late, and the page do what follows. */
async function beLate(page: Page): Promise<void> {
  await page.clock.fastForward(lateMs);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

test('a profile that is being filled in stays where the list below it is asked for anew, and is late or does not come', async ({
  page,
  product,
  elsewhere,
}) => {
  const email = 'late-sessions@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  for (const _ of ['one', 'another']) await signIn(await elsewhere(), product, email, { fresh: true });
  await openAtRest(page, '/dashboard?tab=profile');
  const field = await editProfile(page);
  const ways = page.getByRole('listitem').getByRole('button', { name: /^Sign out / });
  await expect(ways).toHaveCount(2);

  const release = await hold(page, at.profiles);
  const asked = page.waitForRequest(at.profiles);
  await ways.first().click();
  await asked;
  await beLate(page);
  await expect(field).toHaveValue(phone);
  await release();
  await expect(ways).toHaveCount(1);
  await expect(field).toHaveValue(phone);

  await cut(page, at.profiles);
  await page.route('**/healthz', (route) => route.abort());
  await ways.first().click();
  await expect(page.getByText('Our server does not answer just now.')).toBeVisible();
  await expect(field).toHaveValue(phone);
  await page.unroute(at.profiles);
  await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
  await expect(ways).toHaveCount(0);
  await expect(page.getByText('Our server does not answer just now.')).toHaveCount(0);
  await expect(field).toHaveValue(phone);
});

test('so does an invitation that is begun while the list is on its way', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await page.clock.install();
  await openInvitations(page);
  const release = await hold(page, at.profiles);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const address = page.getByRole('dialog').getByLabel('Email address');
  await address.fill('slowly@example.com');
  await beLate(page);
  const came = page.waitForResponse('**/api/stakeholder/invitations');
  await release();
  await (await came).finished();
  await expect(page.locator('[role=progressbar]')).toBeHidden();
  await expect(address).toHaveValue('slowly@example.com');
});

test('a heart that waited is sent beside a form, and asks for nothing in its place', async ({ page, product }) => {
  await signInTraveler(page, product, 'waited-heart@example.com', { fresh: true });
  await openAtRest(page, `/location/${product.codes[0]!.location_id}`);
  await cut(page, '**/api/saved/*');
  const name = await tapHeart(page, 0);
  await expect.poll(() => keptOnDevice(page, 'queue')).not.toBeNull();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Profile' }).click();
  const field = await editProfile(page);
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/profiles') asked += 1;
  });
  await page.unroute('**/api/saved/*');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => keptOnDevice(page, 'queue')).toBeNull();
  // What that would have asked for is before this.
  await page.evaluate(() => fetch('/api/users/me').then((answer) => answer.text()));
  expect(asked).toBe(0);
  await expect(field).toHaveValue(phone);
  await page.goto('/saved');
  await expect(heartOf(page, name)).toHaveAttribute('aria-pressed', 'true');
});

test('a profile is saved over a slow network: it says so, and the focus is where one goes on', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'slowly-saved@example.com');
  await openAtRest(page, '/dashboard?tab=profile');
  const field = await editProfile(page);
  const release = await hold(page, '**/api/passkeys');
  const asked = page.waitForRequest('**/api/passkeys');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await asked;
  await beLate(page);
  await expect(field).toHaveValue(phone);
  await release();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
  await expect(page.getByText(phone)).toBeVisible();
});

test('from one section of home to another the first stays until the second is there; without a network it is what opens without', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'slow-sections@example.com');
  await page.clock.install();
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const release = await hold(page, '**/api/activity');
  const asked = page.waitForRequest('**/api/activity');
  await sections.getByRole('link', { name: 'My Activity' }).click();
  await asked;
  await beLate(page);
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await release();
  await expect(page.getByRole('main').locator('a[href="/analytics"]')).toBeVisible();
  await page.context().setOffline(true);
  await sections.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('What opens without a connection.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
});

test('a review that is being written stays while the bookings are asked for anew and are late', async ({
  page,
  product,
  browser,
}) => {
  await signInTraveler(page, product, 'late-bookings@example.com');
  const [listing] = await bookable(page);
  const desk = await openDesk(browser, product);
  await desk.decide(await book(page, product, listing!.id), { status: 'completed' });
  await desk.close();
  await openAtRest(page, '/bookings');
  await cardOf(page, listing!.name)
    .getByRole('button', { name: /^Rate this experience/ })
    .click();
  const text = page.getByRole('dialog', { name: 'Your review' }).getByLabel('In your words');
  await page.context().setOffline(true);
  await expect(page.getByText('Your tickets still open')).toBeAttached();
  const release = await hold(page, at.bookings);
  const asked = page.waitForRequest(at.bookings);
  await page.context().setOffline(false);
  await asked;
  await text.fill('The reef at dawn');
  await beLate(page);
  await expect(page.getByText(/You see your bookings as of/)).toBeAttached();
  await expect(text).toHaveValue('The reef at dawn');
  await release();
  await expect(page.getByText(/You see your bookings as of/)).toHaveCount(0);
  await expect(text).toHaveValue('The reef at dawn');
});
