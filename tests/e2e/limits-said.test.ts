import type { Page } from '@playwright/test';
import { errors } from '../../contract/errors.ts';
import ja from '../../web/src/messages/ja.ts';
import { at, cut, hold, refuse } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, problem, ready } from './fixtures.ts';
import { invited, token } from './inviting.ts';
import { test } from './limited.ts';
import { linkFromElsewhere, signInTraveler } from './session.ts';

const inAMinute = 'Too many requests. Please try again in 1 minute.';
const asksForLink = '/api/auth/magic-link';
const looksAtLink = '/api/auth/magic-link/verify';
const asksGoogle = '/api/oauth/google/redirect_url';
const shot = (page: Page, name: string) => page.screenshot({ path: `test-results/limits-${name}.png` });

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/auth');
  await ready(page);
}

async function askForLink(page: Page, email = 'someone@example.com'): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Email address').press('Enter');
}

// Seconds go by until the page asks; each of these is said so for a quarter of a minute.
for (const [seconds, wait] of [
  [55, '1 minute'],
  [75, '2 minutes'],
  [3_535, '59 minutes'],
  [3_555, '1 hour'],
  [3_615, '2 hours'],
] as const) {
  test(`a link by mail: no more for ${seconds} seconds, which is said as ${wait}; nothing is wrong with the address`, async ({
    page,
    useUp,
  }) => {
    await openSignIn(page);
    await useUp('magic-link-network', seconds, asksForLink);
    await askForLink(page);
    await expect(problem(page)).toHaveText(`Too many requests. Please try again in ${wait}.`);
    await expect(page.getByLabel('Email address')).not.toHaveAttribute('aria-invalid');
  });
}

test('a link by mail: asked for several times, with hours to wait', async ({ page, useUp }) => {
  await useUp('link-network', 3_590, asksForLink);
  await openSignIn(page);
  await askForLink(page);
  await expect(problem(page)).toContainText('You can ask for another in 1 hour.');
});

test('what was said stays when the field is left, and the first tap on Google acts', async ({ page, useUp }) => {
  await useUp('link-network', 900, asksForLink);
  const release = await hold(page, at.google);
  await openSignIn(page);
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
  await useUp('sign-in-network', 60, asksGoogle);
  await release();
  await expect(problem(page).filter({ hasText: inAMinute })).toBeVisible();
});

test('a network failure stays said when the field is left', async ({ page }) => {
  await cut(page, at.magicLink);
  await openSignIn(page);
  await askForLink(page);
  await expect(problem(page)).toHaveText('Network error. Please check your connection and try again.');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email address')).not.toBeFocused();
  await expect(problem(page)).toHaveText('Network error. Please check your connection and try again.');
});

test.describe('on a low screen', () => {
  test.use({ viewport: { width: 390, height: 420 } });

  test('the notice comes into view, above the bar', async ({ page, useUp }) => {
    await useUp('link-network', 900, asksForLink);
    await openSignIn(page);
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

test('Google: says how long to wait, on the first address and on the other', async ({ page, useUp, moveOn }) => {
  await openSignIn(page);
  await useUp('sign-in-network', 55, asksGoogle);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(problem(page)).toContainText(inAMinute);
  await expect(problem(page)).not.toContainText('internet connection');
  await shot(page, 'google');
  await refuse(page, at.google, 503, 'sign_in_unavailable');
  await moveOn();
  await useUp('sign-in-network', 75, `${asksGoogle}/fallback`);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(problem(page)).toContainText('Please try again in 2 minutes.');
});

test('on the way back from Google: says so, and the same return can be tried again', async ({
  page,
  useUp,
  moveOn,
}) => {
  expectErrors(page, '400 /api/sessions');
  await useUp('sign-in-network', 55, '/api/sessions');
  await page.goto('/auth/callback?code=c&state=s');
  await expect(page.getByRole('heading', { name: 'Please wait a moment' })).toBeVisible();
  await expect(problem(page)).toHaveText(inAMinute);
  await expectAccessible(page);
  await shot(page, 'callback');
  await moveOn();
  const again = page.waitForRequest(at.sessions);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.waitForURL('**/?error=auth_failed&reason=sign_in_failed');
  expect((await again).postDataJSON()).toEqual({ code: 'c', state: 's' });
});

test('an invitation: says how long to wait, wherever it is refused', async ({ page, product, useUp, moveOn }) => {
  const email = 'waiting-advertiser@example.com';
  const path = await invited(product, { email });
  await useUp('invitation-network', 55, '/api/stakeholder/validate/*');
  await page.goto(path);
  await expect(problem(page)).toHaveText(inAMinute);
  await shot(page, 'invitation');
  await moveOn();
  await page.getByRole('button', { name: 'Try Again' }).click();
  const send = page.getByRole('button', { name: 'Email me a sign-in link' });
  await expect(send).toBeVisible();
  await useUp('invitation-network', 75, '/api/stakeholder/magic-link/*');
  await send.click();
  await expect(problem(page)).toHaveText('Too many requests. Please try again in 2 minutes.');
  await moveOn();
  await signInTraveler(page, product, email);
  const { id } = await (await page.request.get('/api/users/me')).json();
  await page.goto(path);
  const accept = page.getByRole('button', { name: 'Accept the invitation' });
  await expect(accept).toBeVisible();
  await useUp('invitation', 55, '/api/stakeholder/accept/*', id);
  await accept.click();
  await expect(problem(page)).toHaveText(inAMinute);
});

test('a sign-in link: is not said to be used, and is tried again with the same token', async ({
  page,
  product,
  useUp,
  moveOn,
}) => {
  expectErrors(page, '409 /api/auth/magic-link/verify');
  const link = await linkFromElsewhere(product, 'waiting-link@example.com');
  const held = new URL(link).searchParams.get('token')!;
  await useUp('sign-in-network', 55, looksAtLink);
  await page.goto(link);
  await expect(problem(page)).toHaveText(inAMinute);
  await expect(page.getByText('has been used already')).toHaveCount(0);
  expect(page.url()).not.toContain(held);
  await expectAccessible(page);
  await shot(page, 'link');
  await moveOn();
  const again = page.waitForRequest(at.verify);
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect((await again).postDataJSON()).toEqual({ token: held, confirm: false });
  const confirm = page.getByRole('button', { name: 'Yes, sign me in' });
  await expect(confirm).toBeVisible();
  await moveOn();
  await useUp('sign-in-network', 55, looksAtLink);
  await confirm.click();
  const confirmed = page.waitForRequest(at.verify);
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect((await confirmed).postDataJSON()).toEqual({ token: held, confirm: true });
});

test('a sign-in link that a busy server or a dead network kept from being looked at is tried again, too', async ({
  page,
  product,
}) => {
  expectErrors(page, '409 /api/auth/magic-link/verify');
  const link = await linkFromElsewhere(product, 'looked-at-late@example.com');
  const held = new URL(link).searchParams.get('token')!;
  for (const [spoil, mend, words] of [
    [
      () => failAt(page, product, 'unavailable', 'magic_links', looksAtLink),
      () => mendDatabase(product),
      errors.unavailable.words,
    ],
    [() => cut(page, at.verify), () => page.unroute(at.verify), 'Network error during verification'],
  ] as const) {
    await spoil();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    await expect(problem(page)).toHaveText(words);
    await mend();
    const again = page.waitForRequest(at.verify);
    await page.getByRole('button', { name: 'Try Again' }).click();
    expect((await again).postDataJSON()).toEqual({ token: held, confirm: false });
    await expect(page.getByRole('button', { name: 'Yes, sign me in' })).toBeVisible();
  }
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('the same, with its own words', async ({ page, useUp, moveOn }) => {
    const words = (wait: string) => ja.refusals.rate_limited!.replace('{wait}', wait);
    await useUp('sign-in-network', 3_590, looksAtLink);
    await page.goto(`/auth/magic-link?token=${token}`);
    await expect(problem(page)).toHaveText(words('1時間'));
    await shot(page, 'link-ja');
    await moveOn();
    await useUp('sign-in-network', 75, '/api/sessions');
    await page.goto('/auth/callback?code=c&state=s');
    await expect(problem(page)).toHaveText(words('2分'));
    await shot(page, 'callback-ja');
    await openSignIn(page);
    await moveOn();
    await useUp('sign-in-network', 55, asksGoogle);
    await page.getByRole('button', { name: ja.signIn.google }).click();
    await expect(problem(page)).toContainText(words('1分'));
    await shot(page, 'google-ja');
  });
});
