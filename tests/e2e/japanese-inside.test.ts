import ja from '../../web/src/messages/ja.ts';
import { answer, cut } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { allowHosts, standInForBookingPage } from './embedding.ts';
import { expect, test } from './fixtures.ts';
import { button, cardOf, dialog, expectJapanese, open, reef } from './japanese-world.ts';
import { signInTraveler } from './session.ts';
import { contentOf } from './words-on-screen.ts';

test.use({ locale: 'ja-JP' });

test.use({ serviceWorker: true });

test.describe('pages inside the guide, in Japanese', () => {
  test('a page inside the guide, and what goes well with it', async ({ page, context, product, browser }) => {
    await signInTraveler(page, product, 'uchi@example.com');
    const content = [...(await contentOf(page)), 'fareharbor.com'];
    await allowHosts(browser, product, ['fareharbor.com']);
    await standInForBookingPage(context);
    await page.clock.install();
    await open(page, `/explore?search=${encodeURIComponent(reef)}`);
    await cardOf(page, reef).getByRole('link', { name: ja.first.experience.bookExperience }).click();
    const view = dialog(page, reef);
    await expect(view.frameLocator('iframe').getByRole('heading')).toBeVisible();
    await expectJapanese(page, content, 'a page inside');
    for (let tap = 0; tap < 6; tap++) await button(view, ja.inApp.bookmark).click();
    await page.clock.runFor(63_000);
    const panel = view.getByRole('region', { name: ja.suggestions.title });
    await expect(panel.getByRole('article').first()).toBeVisible();
    await expect(
      panel.getByText(/の(アクティビティ|お食事|ご宿泊|お買い物|文化体験)に・\d.*m先/).first(),
    ).toBeVisible();
    await expectJapanese(page, content, 'suggestions');
    await expectAccessible(page);
    await allowHosts(browser, product, []);
  });

  test('suggestions that cannot be had, and none at all', async ({ page, context, product, browser }) => {
    await signInTraveler(page, product, 'uchi@example.com');
    const content = [...(await contentOf(page)), 'fareharbor.com'];
    await allowHosts(browser, product, ['fareharbor.com']);
    await standInForBookingPage(context);
    await page.clock.install();
    for (const [state, json] of [
      ['sample', null],
      ['none', { recommendations: [] }],
    ] as const) {
      if (json) await answer(page, '**/api/platform-ai/recommendations', json);
      else await cut(page, '**/api/platform-ai/recommendations');
      await open(page, `/explore?search=${encodeURIComponent(reef)}`);
      await cardOf(page, reef).getByRole('link', { name: ja.first.experience.bookExperience }).click();
      const view = dialog(page, reef);
      await expect(view.frameLocator('iframe').getByRole('heading')).toBeVisible();
      for (let tap = 0; tap < 6; tap++) await button(view, ja.inApp.bookmark).click();
      await page.clock.runFor(63_000);
      const said = json ? ja.suggestions.none : ja.suggestions.failed;
      await expect(view.getByRole('paragraph').filter({ hasText: said })).toBeVisible();
      await expectJapanese(page, content, `suggestions ${state}`);
      await page.unroute('**/api/platform-ai/recommendations');
    }
    await allowHosts(browser, product, []);
  });
});
