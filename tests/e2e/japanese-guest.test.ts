import type { Page } from '@playwright/test';
import type { Privacy } from '../../contract/privacy.ts';
import ja from '../../web/src/messages/ja.ts';
import { at, hold } from './answers.ts';
import { bookable } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { failAt } from './failing-database.ts';
import { expect, test } from './fixtures.ts';
import { button, cardOf, dialog, expectJapanese, open, reef } from './japanese-world.ts';
import { standInForPictures } from './map-pictures.ts';
import { contentOf } from './words-on-screen.ts';

test.use({ locale: 'ja-JP' });

test.use({ serviceWorker: true });

/** The hosts that the privacy page tells, longest first: one may end as another one does. */
async function hostsTold(page: Page): Promise<string[]> {
  const { third_parties }: Privacy = await (await page.request.get('/api/privacy')).json();
  return third_parties.flatMap(({ hosts }) => hosts).sort((one, other) => other.length - one.length);
}

test.describe('a guest reads in Japanese', () => {
  for (const [path, says, refused] of [
    ['/saved', ja.saved.empty],
    ['/offline', ja.offline.lead],
    ['/auth/magic-link', ja.magicLink.errors.noToken],
    ['/auth/magic-link?token=nothing', ja.magicLink.failed, '400 /api/auth/magic-link/verify'],
    ['/auth/callback', ja.landing.signInFailed],
    ['/invite/nothing', ja.invite.invalid, '404 /api/stakeholder/validate/nothing'],
    ['/unsubscribe/nothing', ja.unsubscribe.title],
    ['/apply', ja.apply.kind],
    ['/how-we-order', ja.ranking.never],
    ['/privacy', ja.privacy.cookies],
    ['/nowhere', ja.first.error.notFound, '404 /nowhere'],
    ['/explore?search=zzz', ja.explore.empty],
  ] as const)
    test(path, async ({ page }) => {
      if (refused) expectErrors(page, refused);
      await open(page, path, refused?.startsWith('404 /nowhere') ? 404 : 200);
      await expect(page.getByText(says).first()).toBeVisible();
      // The signal has no other name, nor has a host.
      const given = path === '/privacy' ? ['GPC', ...(await hostsTold(page))] : [];
      await expectJapanese(page, [...(await contentOf(page)), ...given], path);
    });

  test('a sign-in that is being completed', async ({ page }) => {
    expectErrors(page, '400 /api/sessions');
    const release = await hold(page, at.sessions);
    await open(page, '/auth/callback?code=c&state=s');
    await expect(page.getByRole('heading', { level: 1, name: ja.titles.callback })).toBeVisible();
    await expectJapanese(page, [], 'callback');
    await release();
    await page.waitForURL('**/?error=auth_failed&reason=sign_in_failed');
  });

  test('the menu, the settings and the bookmarks', async ({ page }) => {
    await page.addInitScript(() => {
      const kept = {
        id: 'x',
        name: 'Kaimana Reef Swims',
        url: 'https://kaimanareefswims.example/',
        bookmarked_at: '2026-11-20T20:00:00Z',
      };
      localStorage.setItem('holoholo.bookmarks', JSON.stringify([kept]));
    });
    await open(page, '/');
    const content = await contentOf(page);
    await button(page, ja.first.shell.menu).click();
    await expect(dialog(page, ja.menu.title)).toBeVisible();
    await expectJapanese(page, content, 'menu');
    await button(page, ja.menu.settings).click();
    await expect(dialog(page, ja.settings.title)).toBeVisible();
    await expectJapanese(page, content, 'settings');
    await page.keyboard.press('Escape');
    await button(page, ja.first.shell.menu).click();
    await button(page, ja.menu.bookmarks).click();
    await expect(dialog(page, ja.bookmarks.title)).toContainText('2026/11/20');
    await expectJapanese(page, [...content, 'Kaimana Reef Swims', 'kaimanareefswims.example'], 'bookmarks');
  });

  test('a place with its pack, the sign-in over it, and the reviews of an experience', async ({ page, product }) => {
    const place = product.codes.find((one) => one.status === 'active')!.location_id;
    await open(page, `/location/${place}`);
    const content = await contentOf(page, `/api/locations/${place}`);
    await expect(page.getByText('島', { exact: false }).first()).toBeVisible();
    await expectJapanese(page, content, 'place');
    await button(page, ja.first.place.keep).click();
    await expect(dialog(page, ja.offline.packTitle)).toContainText(/[MK]B/i);
    await expectJapanese(page, content, 'pack');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: ja.first.experience.signInToBook }).first().click();
    await expect(page.getByText(ja.signIn.toBook)).toBeVisible();
    await expectJapanese(page, content, 'sign-in modal');
    await page.getByLabel(ja.signIn.email).fill('x');
    await button(page, ja.signIn.send).click();
    await expect(page.getByText(ja.signIn.errors.format)).toBeVisible();
    await expectJapanese(page, content, 'sign-in modal refused');

    const { id } = (await bookable(page)).find((one) => one.review_count > 0)!;
    const inJapanese = { headers: { 'accept-language': 'ja' } };
    const rated = await (await page.request.get(`/api/business-listings/${id}`, inJapanese)).json();
    await open(page, `/explore?search=${encodeURIComponent(rated.name)}`);
    await cardOf(page, rated.name)
      .getByRole('button', { name: /口コミ/ })
      .click();
    await expect(dialog(page, ja.reviews.title(rated.name)).getByRole('listitem').first()).toBeVisible();
    const told = await contentOf(page, `/api/business-listings/${id}/reviews`);
    await expectJapanese(page, told, 'reviews');
  });

  test('kinds of listings by their own words, once they are there', async ({ page }) => {
    await open(page, `/explore?search=${encodeURIComponent(reef)}`);
    await expect(cardOf(page, reef).getByText('シュノーケリング')).toBeVisible();
    await open(page, '/explore?search=zzz');
    await page.getByRole('link', { name: ja.explore.clear }).click();
    await expect(page.getByText('ハイキング', { exact: true }).first()).toBeVisible();
  });

  test('samples, where the guide does not answer', async ({ page, product }) => {
    await open(page, '/');
    const content = await contentOf(page);
    await failAt(page, product, 'unavailable', 'listings', '/api/business-listings*');
    await page.getByRole('link', { name: ja.first.navigation.discover }).click();
    await expect(page.getByText(ja.samples.sail.name)).toBeVisible();
    await expectJapanese(page, content, 'sample experiences');
  });

  test('the scanner, and a code that is none', async ({ page }) => {
    await open(page, '/scan');
    const content = await contentOf(page);
    await button(page, ja.scan.start).click();
    await expect(page.getByLabel(ja.scan.codeField)).toBeVisible();
    await page.getByLabel(ja.scan.codeField).fill('K7M2');
    await button(page, ja.scan.manual).click();
    await expect(page.getByRole('alert').getByText(ja.refusals.invalid_code!)).toBeVisible();
    await expectJapanese(page, content, 'scan refused');
  });
});

test.describe('the map in Japanese', () => {
  test('with a pin, its panel and the distance to it', async ({ page, context }) => {
    await standInForPictures(context);
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 21.2679, longitude: -157.8206, accuracy: 5 });
    await open(page, `/explore?search=${encodeURIComponent(reef)}&view=map`);
    const content = await contentOf(page);
    await expect(page.getByText(ja.map.here).first()).toBeVisible();
    await page.getByRole('region', { name: ja.map.shown }).getByRole('button', { name: /m先/ }).first().click();
    await expect(page.getByRole('link', { name: ja.first.experience.signInToBook }).first()).toBeVisible();
    await expect(page.getByText(/\d\s?k?m先/).first()).toBeVisible();
    await expectJapanese(page, content, 'map');
  });
});
