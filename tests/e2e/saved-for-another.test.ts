import type { Page, Response } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import { workerReady } from './offline.ts';
import type { Product } from './product.ts';
import { hearts, keptOnDevice, openListByMenu, openPlace, savedOnServer, tapHeart } from './saved-pages.ts';
import { signInTraveler, signInUnheard } from './session.ts';

test.use({ serviceWorker: true });

/** What this browser changes of saved places from now on, as far as it was not refused as another’s. */
function watchChanges(page: Page): () => string[] {
  const seen: string[] = [];
  page.on('response', (response) => {
    const method = response.request().method();
    const { pathname } = new URL(response.url());
    if (method !== 'GET' && pathname.startsWith('/api/saved')) seen.push(`${response.status()} ${method}`);
  });
  return () => seen.filter((one) => !one.startsWith('412'));
}

const isRefused = (answer: Response) =>
  answer.status() === 412 && new URL(answer.url()).pathname.startsWith('/api/saved');
const user = (page: Page) => page.evaluate(() => localStorage.getItem('holoholo.user')).catch(() => undefined);

/** Opens pages as whoever is signed in by now, until all that they would send has been sent. */
async function lookAround(page: Page, product: Product, email: string): Promise<void> {
  // The cover leads on to their home.
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  await ready(page);
  await openPlace(page, product);
  await expect.poll(() => user(page)).toContain(email);
  // Their own heart is sent after all that waited: once it is taken, so would that have been.
  await tapHeart(page, 3);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
}

test('a heart and a private note that waited without a network, and met another’s session, stay for their writer', async ({
  page,
  product,
  consoleErrors,
}) => {
  test.slow();
  const [writer, another] = ['waits-for-owner@example.com', 'comes-between@example.com'];
  await signInTraveler(page, product, writer, { fresh: true });
  await openPlace(page, product);
  const noted = await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  await workerReady(page);
  await page.context().setOffline(true);
  const loved = await tapHeart(page, 1);
  await openListByMenu(page);
  await page.getByRole('button', { name: linkName('Add a note', noted) }).click();
  await page.getByLabel('Your note').fill('With Grandma, in secret');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => keptOnDevice(page, 'queue')).toContain('in secret');
  const owners = await page.context().cookies();

  await signInUnheard(page, product, another);
  // What waits is sent and refused, or its page has left before.
  consoleErrors.explain((line) => /^412 \/api\/(analytics\/events|saved\/\d+)$/.test(line));
  const taken = watchChanges(page);
  await page.context().setOffline(false);
  await lookAround(page, product, another);
  expect(await savedOnServer(page)).toMatchObject([{ note: null }]);
  expect(taken()).toEqual(['200 PUT']);
  const waiting = JSON.parse((await keptOnDevice(page, 'queue'))!) as { note?: string }[];
  expect(waiting.map(({ note }) => note)).toEqual([undefined, 'With Grandma, in secret']);

  // Their writer is back.
  await page.context().clearCookies();
  await page.context().addCookies(owners);
  await page.goto('/saved');
  await ready(page);
  await expect.poll(() => keptOnDevice(page, 'queue')).toBeNull();
  expect(await savedOnServer(page)).toMatchObject([
    { note: null, experience: { name: loved } },
    { note: 'With Grandma, in secret', experience: { name: noted } },
  ]);
  await expect(page.getByText('With Grandma, in secret')).toBeVisible();
  expect(taken()).toEqual(['200 PUT', '200 PUT', '200 PUT']);
});

test('a heart that is tapped on the page of one, where another is signed in by now, is the first one’s', async ({
  page,
  product,
  consoleErrors,
}) => {
  const [first, second] = ['taps-her-own@example.com', 'taps-nothing@example.com'];
  await signInTraveler(page, product, first, { fresh: true });
  await openPlace(page, product);
  await expect.poll(() => user(page)).toContain(first);
  const owners = await page.context().cookies();
  await signInUnheard(page, product, second);
  expectErrors(page, '412 /api/saved/*');
  consoleErrors.explain((line) => line === '412 /api/analytics/events');
  const refused = page.waitForResponse(isRefused);
  const name = await hearts(page).first().textContent();
  await hearts(page).first().click();
  await refused;
  await lookAround(page, product, second);
  expect(await keptOnDevice(page, 'queue')).toContain('"saved":true');
  await page.context().clearCookies();
  await page.context().addCookies(owners);
  await page.goto('/saved');
  await ready(page);
  await expect.poll(() => keptOnDevice(page, 'queue')).toBeNull();
  expect(await savedOnServer(page)).toMatchObject([{ experience: { name: name!.replace('Save: ', '') } }]);
});
