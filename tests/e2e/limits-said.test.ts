import type { Page } from '@playwright/test';
import ja from '../../web/src/messages/ja.ts';
import { answer, at, cut, hold, limit, refuse } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expect, problem, ready, test } from './fixtures.ts';
import { offer, token } from './inviting.ts';
import { signInTraveler } from './session.ts';

const inAMinute = 'Too many requests. Please try again in 1 minute.';
const shot = (page: Page, name: string) => page.screenshot({ path: `test-results/limits-${name}.png` });

async function askForLink(page: Page, email = 'someone@example.com'): Promise<void> {
  await page.goto('/auth');
  await ready(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Email address').press('Enter');
}

for (const [seconds, wait] of [
  [59, '1 minute'],
  [61, '2 minutes'],
  [3_540, '59 minutes'],
  [3_541, '1 hour'],
  [3_601, '2 hours'],
] as const) {
  test(`a link by mail: no more for ${seconds} seconds, which is said as ${wait}; nothing is wrong with the address`, async ({
    page,
  }) => {
    await limit(page, at.magicLink, seconds);
    await askForLink(page);
    await expect(problem(page)).toHaveText(`Too many requests. Please try again in ${wait}.`);
    await expect(page.getByLabel('Email address')).not.toHaveAttribute('aria-invalid');
  });
}

test('a link by mail: asked for several times, with hours to wait', async ({ page }) => {
  await limit(page, at.magicLink, 3_600, 'link_limited');
  await askForLink(page);
  await expect(problem(page)).toContainText('You can ask for another in 1 hour.');
});

test('what was said stays when the field is left, and the first tap on Google acts', async ({ page }) => {
  await limit(page, at.magicLink, 900, 'link_limited');
  const release = await hold(page, at.google);
  await askForLink(page);
  await expect(problem(page)).toContainText('asked for several times');
  await expect(page.getByLabel('Email address')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email address')).not.toBeFocused();
  await expect(problem(page)).toContainText('asked for several times');
  await page.getByLabel('Email address').focus();
  await page.getByRole('button', { name: 'Continue with Google' }).tap();
  await expect(page.getByRole('button', { name: 'Opening Google...' })).toBeVisible();
  await expect(problem(page)).toContainText('asked for several times');
  await page.unroute(at.google);
  await limit(page, at.google, 60);
  await release();
});

test('a network failure stays said when the field is left', async ({ page }) => {
  await page.route(at.magicLink, (route) => route.abort());
  await askForLink(page);
  await expect(problem(page)).toHaveText('Network error. Please check your connection and try again.');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email address')).not.toBeFocused();
  await expect(problem(page)).toHaveText('Network error. Please check your connection and try again.');
});

test.describe('on a low screen', () => {
  test.use({ viewport: { width: 390, height: 420 } });

  test('the notice comes into view, above the bar', async ({ page }) => {
    await limit(page, at.magicLink, 900, 'link_limited');
    await page.goto('/auth');
    await ready(page);
    const field = page.getByLabel('Email address');
    await field.fill('someone@example.com');
    // The field stands low, as it does over a keyboard.
    await field.evaluate((one) => scrollTo(0, one.getBoundingClientRect().bottom + scrollY - 340));
    await field.press('Enter');
    const notice = problem(page);
    await expect(notice).toContainText('asked for several times');
    const bar = await page.getByRole('navigation').last().boundingBox();
    await expect
      .poll(async () => {
        const box = (await notice.boundingBox())!;
        return box.y >= 0 && box.y + box.height <= bar!.y;
      })
      .toBe(true);
  });
});

test('Google: says how long to wait, on the first address and on the other', async ({ page }) => {
  await limit(page, at.google, 30);
  await page.goto('/auth');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(problem(page)).toContainText(inAMinute);
  await expect(problem(page)).not.toContainText('internet connection');
  await shot(page, 'google');
  await page.unroute(at.google);
  await refuse(page, at.google, 503, 'sign_in_unavailable');
  await limit(page, at.googleOtherwise, 61);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(problem(page)).toContainText('Please try again in 2 minutes.');
});

test('on the way back from Google: says so, and the same return can be tried again', async ({ page }) => {
  await limit(page, at.sessions, 30);
  await page.goto('/auth/callback?code=c&state=s');
  await expect(page.getByRole('heading', { name: 'Please wait a moment' })).toBeVisible();
  await expect(problem(page)).toHaveText(inAMinute);
  await expectAccessible(page);
  await shot(page, 'callback');
  await page.unroute(at.sessions);
  const asked: unknown[] = [];
  await page.route(at.sessions, (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ status: 400, json: { error: '', code: 'sign_in_failed' } });
  });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.waitForURL('**/?error=auth_failed&reason=sign_in_failed');
  expect(asked).toEqual([{ code: 'c', state: 's' }]);
});

test('an invitation: says how long to wait, wherever it is refused', async ({ page, product }) => {
  await limit(page, at.validate, 30);
  await page.goto(`/invite/${token}`);
  await expect(problem(page)).toHaveText(inAMinute);
  await shot(page, 'invitation');
  await page.unroute(at.validate);
  await answer(page, at.validate, offer);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await limit(page, at.invitedLink, 61);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(problem(page)).toHaveText('Too many requests. Please try again in 2 minutes.');
  await signInTraveler(page, product, 'shell-traveler@example.com');
  await limit(page, at.accept, 30);
  await page.goto(`/invite/${token}`);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(problem(page)).toHaveText(inAMinute);
});

test('a sign-in link: is not said to be used, and is tried again with the same token', async ({ page }) => {
  await limit(page, at.verify, 30);
  await page.goto(`/auth/magic-link?token=${token}`);
  await expect(problem(page)).toHaveText(inAMinute);
  await expect(page.getByText('has been used already')).toHaveCount(0);
  expect(page.url()).not.toContain(token);
  await expectAccessible(page);
  await shot(page, 'link');
  await page.unroute(at.verify);
  await refuse(page, at.verify, 409, 'link_confirm');
  const again = page.waitForRequest(at.verify);
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect((await again).postDataJSON()).toEqual({ token, confirm: false });
  await page.unroute(at.verify);
  await limit(page, at.verify, 30);
  await page.getByRole('button', { name: 'Yes, sign me in' }).click();
  const confirmed = page.waitForRequest(at.verify);
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect((await confirmed).postDataJSON()).toEqual({ token, confirm: true });
});

test('a sign-in link that a busy server or a dead network kept from being looked at is tried again, too', async ({
  page,
}) => {
  for (const [spoil, words] of [
    [
      () => refuse(page, at.verify, 503, 'unavailable', 'Please try again in a moment.'),
      'Please try again in a moment.',
    ],
    [() => cut(page, at.verify), 'Network error during verification'],
  ] as const) {
    await spoil();
    await page.goto(`/auth/magic-link?token=${token}`);
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await expect(problem(page)).toHaveText(words);
    await page.unroute(at.verify);
    await refuse(page, at.verify, 409, 'link_confirm');
    const again = page.waitForRequest(at.verify);
    await page.getByRole('button', { name: 'Try Again' }).click();
    expect((await again).postDataJSON()).toEqual({ token, confirm: false });
    await expect(page.getByRole('button', { name: 'Yes, sign me in' })).toBeVisible();
    await page.unroute(at.verify);
  }
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('the same, with its own words', async ({ page }) => {
    const words = (wait: string) => ja.refusals.rate_limited!.replace('{wait}', wait);
    await limit(page, at.verify, 3_600);
    await page.goto(`/auth/magic-link?token=${token}`);
    await expect(problem(page)).toHaveText(words('1時間'));
    await shot(page, 'link-ja');
    await limit(page, at.sessions, 61);
    await page.goto('/auth/callback?code=c&state=s');
    await expect(problem(page)).toHaveText(words('2分'));
    await shot(page, 'callback-ja');
    await limit(page, at.google, 30);
    await page.goto('/auth');
    await ready(page);
    await page.getByRole('button', { name: ja.signIn.google }).click();
    await expect(problem(page)).toContainText(words('1分'));
    await shot(page, 'google-ja');
  });
});
