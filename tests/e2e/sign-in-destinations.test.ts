import type { Page } from '@playwright/test';
import { at, cut } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { signIn, signInTraveler } from './session.ts';

/** Addresses that the page has been at, in order. */
function visited(page: Page): string[] {
  const paths: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && paths.push(new URL(frame.url()).pathname));
  return paths;
}

test('/qr-scan leads to the scanner, from outside and after a sign-in', async ({ page, product }) => {
  const reply = await page.request.get('/qr-scan', { maxRedirects: 0 });
  expect([reply.status(), reply.headers().location]).toEqual([302, '/scan']);
  await page.goto('/auth?redirect=/qr-scan');
  await ready(page);
  await signInByMail(page, product, 'qr-scan@example.com');
  await page.waitForURL('**/scan');
  await expect(page.getByRole('button', { name: 'Start QR Scanner' })).toBeVisible();
});

test.describe('a partner who signs in at the cover', () => {
  const partner = 'partner@example.com';

  test('by mail lands on the portal', async ({ page, product }) => {
    await page.goto('/');
    await ready(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await signInByMail(page, product, partner);
    await page.waitForURL('**/partner-portal');
    await expect(page.getByText(/ scans? this month, /)).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/\/partner-portal$/);
  });

  for (const [from, open] of [
    ['the cover', (page: Page) => page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()],
    ['the menu', (page: Page) => page.getByRole('button', { name: 'Menu' }).click()],
  ] as const)
    test(`with Google, from ${from}, lands there too`, async ({ page }) => {
      expectErrors(page, 'foreign http://127.0.0.1:*');
      await page.goto('/');
      await ready(page);
      await open(page);
      await page.getByRole('button', { name: /Continue with Google|Sign In with Google/ }).click();
      await page.getByRole('button', { name: new RegExp(partner) }).click();
      await page.waitForURL('**/partner-portal');
    });
});

test.describe('"Sign In with Google" of the menu', () => {
  /** Signs in by the menu; gives what the server was told to return to. */
  async function signInByMenu(page: Page): Promise<string | null> {
    await ready(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const asked = page.waitForRequest(/\/redirect_url/);
    await page.getByRole('button', { name: 'Sign In with Google' }).click();
    const { searchParams } = new URL((await asked).url());
    await page.getByRole('button', { name: /traveler@example\.com/ }).click();
    return searchParams.get('redirect');
  }

  for (const path of ['/auth', '/auth?redirect=/saved', '/auth/magic-link'])
    test(`leads home from ${path}`, async ({ page }) => {
      expectErrors(page, 'foreign http://127.0.0.1:*');
      await page.goto(path);
      expect(await signInByMenu(page)).toBeNull();
      await page.waitForURL('**/dashboard');
    });

  test('tells nobody the token of a link that could not be looked at', async ({ page }) => {
    expectErrors(page, 'foreign http://127.0.0.1:*');
    await cut(page, at.verify);
    await page.goto(`/auth/magic-link?token=${'t'.repeat(43)}`);
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    expect(await signInByMenu(page)).toBeNull();
    await page.waitForURL('**/dashboard');
  });

  test('leads back to where one was, with its search, and to an invitation', async ({ page }) => {
    expectErrors(page, 'foreign http://127.0.0.1:*', '404 /api/stakeholder/validate/*');
    await page.goto(`/invite/${'i'.repeat(43)}`);
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
    expect(await signInByMenu(page)).toBe(`/invite/${'i'.repeat(43)}`);
    await page.waitForURL('**/invite');
    await page.context().clearCookies();
    await page.goto('/explore?search=sail');
    expect(await signInByMenu(page)).toBe('/explore?search=sail');
    await page.waitForURL('**/explore?search=sail');
  });
});

test('a traveler who signs in at the cover lands at home', async ({ page, product }) => {
  await page.goto('/');
  await ready(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await signInByMail(page, product, 'traveler@example.com');
  await page.waitForURL('**/dashboard');
});

test('who follows the link to sign out sees the cover, signed out', async ({ page, product }) => {
  await signInTraveler(page, product, 'leaving-by-link@example.com', { fresh: true });
  await page.goto('/explore');
  await ready(page);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/api/logout', textContent: 'leave by link' });
    document.querySelector('main')!.prepend(link);
  });
  await page.getByRole('link', { name: 'leave by link' }).click();
  await page.waitForURL(`${product.url}/`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect((await page.request.get('/api/users/me')).status()).toBe(401);
});

for (const [reason, words] of [
  ['sign_in_misconfigured', 'OAuth configuration error. Please contact support or try again later.'],
  ['sign_in_all_failed', 'All authentication methods failed. Please try again later or contact support.'],
  ['sign_in_unavailable', 'Authentication service temporarily unavailable.'],
  ['account_deactivated', 'This account is deactivated. Please contact support.'],
  ['rate_limited', 'Too many requests. Please wait a moment and try again.'],
  ['toString', 'Sign in failed. Please check your internet connection and try again.'],
  ['', 'Sign in failed. Please check your internet connection and try again.'],
] as const)
  test(`a sign-in that failed says why: ${reason || 'no reason'}`, async ({ page }) => {
    await page.goto(`/?error=auth_failed&reason=${reason}`);
    await expect(page.getByRole('alert')).toContainText(words);
    await ready(page);
    await expect(page.getByRole('alert')).toContainText(words);
    await expectAccessible(page, { enlarged: true });
  });

test('a return from Google that is refused says why: account_deactivated', async ({ page, product }) => {
  expectErrors(page, 'foreign http://127.0.0.1:*', '403 /api/sessions');
  const email = 'welcome@example.com';
  const activate = (isActive: boolean) =>
    ask(product, 'update profiles set is_active = $2 from users where users.id = user_id and email = $1', [
      email,
      isActive,
    ]);
  await activate(false);
  await page.goto('/auth');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: new RegExp(email) }).click();
  await page.waitForURL('**/?error=auth_failed&reason=account_deactivated');
  await expect(page.getByRole('alert')).toContainText('This account is deactivated. Please contact support.');
  await activate(true);
});

test.describe('/onboarding', () => {
  test('leads home who has answered already, from outside and from within', async ({ page, product }) => {
    await signInTraveler(page, product, 'answered@example.com');
    const reply = await page.request.get('/onboarding', { maxRedirects: 0 });
    expect([reply.status(), reply.headers().location]).toEqual([302, '/dashboard']);
    const paths = visited(page);
    await page.goto('/onboarding');
    await ready(page);
    await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start Discovering' })).toHaveCount(0);
    expect(paths.at(-1)).toBe('/dashboard');
  });

  test('asks who has not answered', async ({ page, product }) => {
    await signIn(page, product, 'unanswered@example.com');
    await page.goto('/onboarding');
    await expect(page.getByRole('button', { name: 'Start Discovering' })).toBeVisible();
  });
});

for (const [role, home] of [
  ['partner', '/partner-portal'],
  ['advertiser', '/dashboard'],
] as const)
  test(`suspended, an organisation’s ${role} is told so at home, and not before`, async ({ page, product }) => {
    const email = `suspended-${role}@example.com`;
    await ask(product, 'insert into users (email, name) values ($1, $1)', [email]);
    await ask(
      product,
      `insert into profiles (user_id, role, partner_type, organization_name, onboarded_at)
        select id, $2, case when $2 = 'partner' then 'hotel' end, 'Hale Nani', now() from users where email = $1`,
      [email, role],
    );
    await signIn(page, product, email);
    await page.goto(home);
    await ready(page);
    const told = page.getByText('Access Restricted: Your organization is suspended. Please contact support.');
    await expect(
      page.getByRole('link', { name: role === 'partner' ? 'Account settings' : 'Profile' }).first(),
    ).toBeVisible();
    await expect(told).toHaveCount(0);
    await ask(
      product,
      `update organisations set state = 'suspended' where kind = $2 and id in (
        select organisation_id from members m join users u on u.id = m.user_id where u.email = $1)`,
      [email, role],
    );
    await page.reload();
    await expect(told).toBeVisible();
  });
