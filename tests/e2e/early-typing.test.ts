import type { Page } from '@playwright/test';
import { at, hold } from './answers.ts';
import { openBookings } from './bookings-world.ts';
import { openWithoutScripts } from './early-typing.ts';
import { expect, ready, test } from './fixtures.ts';
import { hearts, keptOnDevice } from './saved-pages.ts';
import { signIn, signInTraveler } from './session.ts';

test('an address typed before the scripts are here is sent', async ({ page, product }) => {
  const release = await openWithoutScripts(page, '/auth');
  const field = page.getByLabel('Email address');
  await field.fill('early@example.com');
  release();
  await ready(page);
  await expect(field).toHaveValue('early@example.com');
  const before = product.mail.messages.length;
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText('We sent a sign-in link to early@example.com.')).toBeVisible();
  await product.mail.waitFor('early@example.com', before);
});

test('an address sent by the Enter key before the scripts are here is sent once they are', async ({
  page,
  product,
}) => {
  const release = await openWithoutScripts(page, '/auth');
  const before = product.mail.messages.length;
  await page.getByLabel('Email address').fill('early-enter@example.com');
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByText('We sent a sign-in link to early-enter@example.com.')).toBeVisible();
  await product.mail.waitFor('early-enter@example.com', before);
});

test('hearts that are tapped before the scripts are here are filled once they are, and the menu opens', async ({
  page,
  product,
}) => {
  const release = await openWithoutScripts(page, `/location/${product.codes[0]!.location_id}`);
  await hearts(page).first().click();
  // Twice is not at all.
  await hearts(page).nth(1).dblclick();
  await hearts(page).nth(2).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [at, isSaved] of [true, false, true].entries())
    await expect(hearts(page).nth(at)).toHaveAttribute('aria-pressed', String(isSaved));
  await expect.poll(async () => JSON.parse((await keptOnDevice(page, 'guest'))!).items.length).toBe(2);
});

test('a search typed before the scripts are here is searched for', async ({ page }) => {
  const release = await openWithoutScripts(page, '/explore');
  const field = page.getByLabel('Search experiences');
  await field.fill('snorkel');
  release();
  await ready(page);
  await expect(page).toHaveURL(/search=snorkel/);
  await expect(field).toHaveValue('snorkel');
});

test('a category chosen before the scripts are here is kept', async ({ page }) => {
  const release = await openWithoutScripts(page, '/explore');
  await page.getByLabel('Category').selectOption('Shopping');
  release();
  await ready(page);
  await expect(page).toHaveURL(/category=Shopping/);
});

test('what is answered in the onboarding before the scripts are here is kept', async ({ page, product }) => {
  await signIn(page, product, 'early-answers@example.com', { fresh: true });
  const release = await openWithoutScripts(page, '/onboarding');
  await page.getByLabel('Location').fill('Kyōto');
  await page.getByLabel('Phone').fill('+1 808 555 0100');
  await page.getByLabel('Nightlife').check();
  await page.getByLabel('Shopping').check();
  release();
  await ready(page);
  await page.getByRole('button', { name: 'Start Discovering' }).click();
  await page.waitForURL('**/dashboard');
  const { profile } = await (await page.request.get('/api/profiles')).json();
  expect(profile).toMatchObject({ location: 'Kyōto', phone: '+1 808 555 0100', interests: ['Shopping', 'Nightlife'] });
});

for (const by of ['Enter', 'a tap'] as const)
  test(`answers of the onboarding that are sent by ${by} before the scripts are here are sent once they are`, async ({
    page,
    product,
  }) => {
    await signIn(page, product, by === 'Enter' ? 'early-enter-sent@example.com' : 'early-tap-sent@example.com', {
      fresh: true,
    });
    const release = await openWithoutScripts(page, '/onboarding');
    await page.getByLabel('Nightlife').check();
    await page.getByLabel('Location').fill('Kyōto');
    if (by === 'Enter') await page.keyboard.press('Enter');
    else await page.getByRole('button', { name: 'Start Discovering' }).click();
    release();
    await page.waitForURL('**/dashboard');
    const { profile } = await (await page.request.get('/api/profiles')).json();
    expect(profile).toMatchObject({ location: 'Kyōto', interests: ['Nightlife'] });
  });

test('an export that is asked for before the scripts are here begins once they are', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  const release = await openWithoutScripts(page, '/security/work?new=scans-export');
  await page.getByLabel('First day').fill('2026-11-01');
  await page.getByLabel('Last day').fill('2026-11-05');
  await page.getByRole('button', { name: 'Begin the export' }).click();
  release();
  await expect(page).toHaveURL(/\/security\/work\?open=[0-9a-f-]{36}$/);
  const id = new URL(page.url()).searchParams.get('open');
  const asked = await (await page.request.get(`/api/long-work/${id}`)).json();
  expect(asked.parameters).toEqual({ from: '2026-11-01', to: '2026-11-05' });
});

test('a search at a desk that is sent before the scripts are here keeps the filters', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  const release = await openWithoutScripts(page, '/security/access?role=traveler');
  await page.getByLabel('Search by name or e-mail address').fill('nobody-of-this-name');
  await page.keyboard.press('Enter');
  release();
  await ready(page);
  await expect(page).toHaveURL(/\/security\/access\?role=traveler&search=nobody-of-this-name$/);
});

test('a filter of a desk that is chosen before the scripts are here filters', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  const release = await openWithoutScripts(page, '/security/access');
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Partner');
  release();
  await ready(page);
  await expect(page).toHaveURL(/\/security\/access\?role=partner$/);
});

test('a host typed before the scripts are here is allowed', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  const release = await openWithoutScripts(page, '/security/embedded-pages');
  const field = page.getByLabel('Host name');
  await field.fill('early.example');
  release();
  await ready(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Pages of early.example open inside the guide now.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove early.example' }).click();
  await expect(page.getByText('No host is allowed yet')).toBeVisible();
});

/** Types as a Japanese keyboard does: letters that are not chosen yet; the returned function puts the characters in their place. */
async function compose(page: Page): Promise<() => Promise<unknown>> {
  const keyboard = await page.context().newCDPSession(page);
  for (const text of ['s', 'さ', 'さーふぃん'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  return () => keyboard.send('Input.insertText', { text: 'サーフィン' });
}

for (const { where, path, endpoint, label } of [
  { where: 'in the guide', path: '/explore', endpoint: '/api/business-listings', label: 'Search experiences' },
  {
    where: 'of a list at a desk',
    path: '/security/access',
    endpoint: '/api/admin/users',
    label: 'Search by name or e-mail address',
  },
])
  test(`letters that are still being put together are no search ${where}`, async ({ page, product }) => {
    if (where !== 'in the guide') await signIn(page, product, 'admin@example.com');
    await page.clock.install();
    await page.goto(path);
    await ready(page);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes(endpoint) && asked.push(request.url()));
    const field = page.getByLabel(label);
    await field.focus();
    const choose = await compose(page);
    await expect(field).toHaveValue('さーふぃん');
    await page.clock.runFor(2_000);
    expect(asked).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    await choose();
    await page.clock.runFor(2_000);
    await expect(page).toHaveURL(/search=%E3%82%B5/);
    expect(asked.filter((url) => !url.includes(`search=${encodeURIComponent('サーフィン')}`))).toEqual([]);
    await expect(field).toHaveValue('サーフィン');
  });

test('who goes back at once after a letter comes back, and is not taken to its search', async ({ page, product }) => {
  await signInTraveler(page, product, 'letter-and-back@example.com');
  await openBookings(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
  await expect(page).toHaveURL(/explore$/);
  const answerBookings = await hold(page, at.bookings);
  await page.clock.install();
  await page.getByLabel('Search experiences').pressSequentially('w');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/bookings$/);
  await page.clock.runFor(1_000);
  await answerBookings();
  await expect(page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
  await expect(page).toHaveURL(/bookings$/);
});
