import ja from '../../web/src/messages/ja.ts';
import { at, cut, refuse } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { failAt } from './failing-database.ts';
import { expect, test } from './fixtures.ts';
import { aTravelerOfEverything, button, dialog, expectJapanese, open } from './japanese-world.ts';
import { signInTraveler } from './session.ts';
import { contentOf } from './words-on-screen.ts';

test.use({ locale: 'ja-JP' });

test.use({ serviceWorker: true });

test.describe('a traveler reads in Japanese', () => {
  for (const [path, says, status] of [
    ['/dashboard', ja.dashboard.featured],
    ['/dashboard?tab=explore', ja.dashboard.searchTitle],
    ['/dashboard?tab=activity', ja.activity.timeline],
    ['/dashboard?tab=profile', ja.profile.edit],
    ['/analytics', ja.analytics.byStatus],
    ['/analytics?time_range=24h', ja.analytics.byStatus],
    ['/analytics?time_range=1y', ja.analytics.byStatus],
    ['/analytics?tab=history', ja.activity.timeline],
    ['/saved', ja.saved.editNote],
    ['/offline', ja.offline.lead],
    ['/bookings', ja.bookings.statuses.cancelled],
    ['/bookings?status=pending', ja.bookings.statuses.pending],
    ['/security', ja.deskRefusals.security, 403],
    ['/partner-portal', ja.deskRefusals.partnerText, 403],
  ] as const)
    test(path, async ({ page, product, browser }) => {
      if (status) expectErrors(page, `${status} ${path}`);
      const content = await aTravelerOfEverything(page, product, browser);
      await open(page, path, status);
      await expect(page.getByRole('main').getByText(says).first()).toBeVisible();
      // A filter that is chosen says so.
      const chosen = new URL(path, product.url).searchParams.values().next().value;
      if (chosen) await expect(page.locator(`main a[href*="=${chosen}"][aria-current=page]`).first()).toBeAttached();
      await expectJapanese(page, content, path);
      if (path === '/analytics') await expectAccessible(page, { enlarged: true });
    });

  test('figures in US dollars, days as they are written in Japan, and tickets in every state', async ({
    page,
    product,
    browser,
  }) => {
    const content = await aTravelerOfEverything(page, product, browser);
    await open(page, '/bookings');
    const cards = page.locator('main li > article').filter({ has: page.locator('h2') });
    await expect(cards).toHaveCount(6);
    const confirmed = cards.filter({ hasText: ja.bookings.statuses.confirmed });
    await expect(confirmed).toContainText('$1,234.50');
    await expect(confirmed).toContainText('2027/01/15 8:30');
    expect(await page.getByRole('main').textContent()).not.toMatch(/[¥￥円]/);
    for (const [status, says] of [
      ['confirmed', ja.tickets.live],
      ['pending', ja.tickets.waiting('JA-2')],
      ['completed', ja.tickets.over.completed],
      ['cancelled', ja.tickets.over.cancelled],
    ] as const) {
      const card = cards.filter({ hasText: ja.bookings.statuses[status] });
      await button(
        status === 'pending' ? card.filter({ hasText: '2027/01/15' }) : card.first(),
        ja.bookings.ticket,
      ).click();
      await expect(dialog(page, ja.tickets.title)).toContainText(says);
      await expectJapanese(page, content, `ticket ${status}`);
      await page.keyboard.press('Escape');
      await expect(dialog(page, ja.tickets.title)).toBeHidden();
    }
  });

  test('what it may book next, and why', async ({ page, product, browser }) => {
    const content = await aTravelerOfEverything(page, product, browser);
    await open(page, '/bookings');
    const shown = page.getByRole('region', { name: ja.bookings.suggestions });
    await expect(
      shown
        .getByText(/^(その前|そのあと|同じ日|翌日)の(アクティビティ|お食事|ご宿泊|お買い物|文化体験)に・\d.*m先/)
        .first(),
    ).toBeVisible();
    await expectJapanese(page, content, 'suggestions on bookings');
  });

  test('the sheets over the bookings, and what the server refuses in them', async ({ page, product, browser }) => {
    const content = await aTravelerOfEverything(page, product, browser);
    await open(page, '/bookings');
    const sheets = [
      [
        ja.bookings.missing,
        ja.bookingForms.missingTitle,
        ja.bookingForms.send,
        '**/api/bookings/inquiries',
        ja.bookingForms.experience,
      ],
      [ja.bookings.rate, ja.reviews.write, ja.reviews.save, '**/api/reviews', null],
      [
        ja.bookings.booked,
        ja.bookingForms.bookedTitle,
        ja.bookingForms.save,
        '**/api/bookings/*/details',
        ja.bookingForms.reference,
      ],
    ] as const;
    for (const [opens, title, sends, address, field] of sheets) {
      await page.getByRole('main').getByRole('button', { name: opens }).first().click();
      const sheet = dialog(page, title);
      await button(sheet, sends).click();
      await expect(sheet.locator('[role=alert]:not(:empty)').first()).toBeVisible();
      await expectJapanese(page, content, title);
      await refuse(page, address, 429, 'rate_limited');
      if (field) await sheet.getByLabel(field).fill('Kaimana Reef Swims');
      else await sheet.getByLabel(ja.reviews.rated(4)).check();
      const day = sheet.getByLabel(ja.bookingForms.date);
      if (await day.count()) await day.fill('2027-01-20');
      await button(sheet, sends).click();
      await expect(sheet.getByText(ja.refusals.rate_limited!.replace('{wait}', '1分'))).toBeVisible();
      await expectJapanese(page, content, `${title} refused`);
      await page.unroute(address);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    }
  });

  test('a saved place and its note', async ({ page, product, browser }) => {
    const content = await aTravelerOfEverything(page, product, browser);
    await open(page, '/saved');
    await expect(page.getByText('2026/11/20')).toBeVisible();
    await button(page, ja.saved.editNote).click();
    await expect(page.getByLabel(ja.saved.note)).toBeVisible();
    await expectJapanese(page, content, 'note');
    await button(page, ja.saved.cancel).click();
    await button(page.getByRole('main'), ja.saved.remove).click();
    await expect(button(page, ja.saved.undo)).toBeVisible();
    await expectJapanese(page, content, 'removed');
    await button(page, ja.saved.undo).click();
    await expect(page.getByText('2026/11/20')).toBeVisible();
  });

  test('sample bookings, where there is no answer yet', async ({ page, product }) => {
    await signInTraveler(page, product, 'hajimete@example.com');
    const content = await contentOf(page, '/api/users/me');
    await open(page, '/dashboard');
    await failAt(page, product, 'unavailable', 'bookings', '/api/bookings');
    await page.getByRole('link', { name: ja.dashboard.bookings }).click();
    await expect(page.getByText(ja.bookings.sampleText)).toBeVisible();
    await expectJapanese(page, content, 'sample bookings');
  });

  test('without a network, and when the server fails', async ({ page, product, browser }) => {
    const content = await aTravelerOfEverything(page, product, browser);
    await open(page, '/bookings');
    await expect(page.locator('main li > article h2').first()).toBeVisible();
    await open(page, '/dashboard');
    await cut(page, at.bookings);
    await page.getByRole('link', { name: ja.dashboard.bookings }).click();
    await expect(page.getByText('現在の予約です')).toBeVisible();
    await expectJapanese(page, content, 'bookings of the device');
    await page.unroute(at.bookings);
    await open(page, '/dashboard?tab=activity');
    await failAt(page, product, 'internal', 'saved_listings', '/api/analytics/traveler');
    await page.getByRole('link', { name: ja.activity.toFigures }).click();
    await expect(page.getByRole('heading', { name: ja.first.error.title })).toBeVisible();
    await expectJapanese(page, content, 'error');
    await button(page, ja.first.error.report).click();
    await expect(dialog(page, ja.errorReport.title)).toBeVisible();
    await cut(page, at.reportError);
    await button(page, ja.errorReport.send).click();
    await expect(page.getByText(ja.errorReport.failed)).toBeVisible();
    await expectJapanese(page, content, 'error report');
  });
});
