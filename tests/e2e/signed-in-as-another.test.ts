import type { Page } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { expect, ready, test } from './fixtures.ts';
import { invited } from './inviting.ts';
import type { Product } from './product.ts';
import { linkFromElsewhere, signInTraveler } from './session.ts';

/** A sign-in link of this address that leads on to a path. */
async function linkTo(page: Page, product: Product, email: string, redirect: string): Promise<string> {
  const since = product.mail.messages.length;
  await page.request.post('/api/auth/magic-link', { data: { email, redirect }, headers: { origin: product.url } });
  return (await product.mail.waitFor(email, since, /token=/)).text.match(/https?:\/\/\S+/)![0];
}
const me = async (page: Page) => (await (await page.request.get('/api/users/me')).json()).email;

test('whoever signs in where another is signed in goes on to where they were going', async ({
  page,
  product,
  elsewhere,
}) => {
  const email = 'returns-second@example.com';
  const { location_id: id } = product.codes.find((one) => one.status === 'active')!;
  await signInTraveler(await elsewhere(), product, email, { fresh: true });
  await signInTraveler(page, product, 'returns-first@example.com', { fresh: true });
  await page.goto('/explore');
  await ready(page);
  const link = await linkTo(page, product, email, `/location/${id}`);
  await page.goto(link);
  await ready(page);
  await page.waitForURL(`**/location/${id}`);
  await ready(page);
  expect(await me(page)).toBe(email);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.user'))).toContain(email);
});

test('and whoever is invited, to their invitation', async ({ page, product }) => {
  const email = 'returns-invited@example.com';
  const path = await invited(product, { email });
  await signInTraveler(page, product, 'returns-not-invited@example.com', { fresh: true });
  await page.goto('/explore');
  await ready(page);
  await page.goto(await linkTo(page, product, email, path));
  await ready(page);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome aboard');
});

test('the question whether to sign in here outlives a reload and another language', async ({ page, product }) => {
  expectErrors(page, '409 /api/auth/magic-link/verify');
  const email = 'asked-here@example.com';
  await page.goto(await linkFromElsewhere(product, email));
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in on this device?');
  expect(page.url()).not.toContain('token');
  await page.reload();
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in on this device?');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByLabel('Language').selectOption('ja');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await ready(page);
  await page.getByRole('main').getByRole('button').click();
  await expect.poll(async () => (await page.request.get('/api/users/me')).status()).toBe(200);
  expect(await me(page)).toBe(email);
  // What was used is kept no more.
  expect(JSON.stringify(await page.evaluate(() => history.state))).not.toMatch(/[\w-]{40}/);
});
