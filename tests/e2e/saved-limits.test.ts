import type { Page } from '@playwright/test';
import { errors } from '../../contract/errors.ts';
import { mostMerged, mostSaved } from '../../contract/saved-limits.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import type { Product } from './product.ts';
import { hearts, keptOnDevice, openListByMenu, openPlace, savedOnServer, tapHeart } from './saved-pages.ts';
import { signInTraveler } from './session.ts';
import { userIdOf } from './stored-events.ts';

let ids: number[] = [];
test.beforeAll(async ({ product }) => {
  ids = await addListings(
    product,
    Array.from({ length: mostSaved }, (_, index) => ({ name: `Brimful Bay ${index}` })),
  );
});
test.afterAll(({ product }) => removeListings(product, ids));

/** Gives the page's user a list that is full. */
const fillList = async (page: Page, product: Product) =>
  await ask(
    product,
    "insert into saved_listings (user_id, listing_id, saved_at) select $1, unnest($2::int[]), now() - interval '1 day'",
    [await userIdOf(page), ids],
  );

/** A device on which a guest has saved as many places as it keeps, as their hearts leave them there. */
async function fillGuestsList(page: Page): Promise<void> {
  const experiences: { id: number }[] = [];
  while (experiences.length < mostMerged) {
    const query = `search=brimful&limit=50&offset=${experiences.length}`;
    experiences.push(...(await (await page.request.get(`/api/business-listings?${query}`)).json()));
  }
  await page.evaluate(
    (all) => {
      const items = all.map((experience) => ({
        listing_id: experience.id,
        note: null,
        saved_at: '2026-11-20T10:00:00Z',
        experience,
      }));
      localStorage.setItem('holoholo.saved.guest', JSON.stringify({ version: 1, items }));
    },
    experiences.slice(0, mostMerged),
  );
}

test('a guest who has saved all that a device keeps is told, signs in, and the account takes them all and more', async ({
  page,
  product,
}) => {
  await openPlace(page, product);
  await fillGuestsList(page);
  await hearts(page).first().click();
  const told = page.getByRole('alert').filter({ hasText: 'You have saved as many places as this device keeps.' });
  await expect(told).toBeVisible();
  await expect(hearts(page).first()).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);
  await openListByMenu(page);
  await page.getByRole('link', { name: 'Sign In', exact: true }).click();
  await ready(page);
  await signInByMail(page, product, 'brimful@example.com');
  await page.waitForURL('**/saved');
  await expect.poll(() => keptOnDevice(page, 'guest')).toBeNull();
  expect(await savedOnServer(page)).toHaveLength(mostMerged);
  await openPlace(page, product);
  await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(mostMerged + 1);
});

test('a heart for which the account has no room turns back, with the reason', async ({ page, product }) => {
  expectErrors(page, '409 /api/saved/*');
  await signInTraveler(page, product, 'no-room@example.com');
  await fillList(page, product);
  await openPlace(page, product);
  await hearts(page).first().click();
  await expect(page.getByRole('alert').filter({ hasText: errors.saved_full.words })).toBeVisible();
  await expect(hearts(page).first()).toHaveAttribute('aria-pressed', 'false');
  expect(await keptOnDevice(page, 'queue')).toBeNull();
});

test('places of a guest that an account has no room for stay on the device, and follow when there is', async ({
  page,
  product,
}) => {
  // Lists of five hundred cards.
  test.slow();
  await openPlace(page, product);
  const names = [await tapHeart(page, 0), await tapHeart(page, 1)];
  await signInTraveler(page, product, 'overfull@example.com', { fresh: true });
  await fillList(page, product);
  await openPlace(page, product);
  await openListByMenu(page);
  await expect(page.getByText('Your account is full: 2 places stay on this device only.')).toBeVisible();
  await expect.poll(() => keptOnDevice(page, 'guest')).toBeNull();
  for (const name of names) expect(await keptOnDevice(page, 'left')).toContain(name);

  const removeOneAndReturn = async () => {
    const removing = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page
      .locator('main li:has(article)')
      .last()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await removing;
    await page.getByRole('link', { name: 'Explore' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Experiences');
    await openListByMenu(page);
  };
  await removeOneAndReturn();
  await expect(page.getByText('Your account is full: 1 place stays on this device only.')).toBeVisible();
  await removeOneAndReturn();
  await expect(page.getByText(/^Your account is full/)).toHaveCount(0);
  expect(await keptOnDevice(page, 'left')).toBeNull();
  const list = await savedOnServer(page);
  expect(list).toHaveLength(mostSaved);
  expect(list.slice(0, 2)).toMatchObject(names.toReversed().map((name) => ({ experience: { name } })));
});
