import type { Page } from '@playwright/test';
import { at } from './answers.ts';
import { expect, ready, signInByMail } from './fixtures.ts';
import { be, test } from './identity-provider.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

test.use({ expectedErrors: ['409 /api/sessions'] });

async function invite(page: Page, product: Product, kind: 'Partner' | 'Advertiser', email: string): Promise<string> {
  const since = product.mail.messages.length;
  await signIn(page, product, 'admin@example.com');
  await page.goto('/dashboard?tab=stakeholders');
  await ready(page);
  await page.getByRole('button', { name: `Invite ${kind}` }).click();
  const dialog = page.getByRole('dialog', { name: `Invite New ${kind}` });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel(/^(Organization|Company) name/).fill('Nalu Surf');
  if (kind === 'Partner') await dialog.getByLabel('Partner type').selectOption('Café');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`${kind} invitation sent successfully!`)).toBeVisible();
  return (await product.mail.waitFor(email, since)).text.match(/https?:\/\/\S+/)![0];
}

/** Signs in with the provider for the first time, which takes a link to the address; then signs out. */
async function proveAddress(page: Page, product: Product, email: string): Promise<void> {
  await page.goto('/auth');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in by email first' })).toBeVisible();
  await expect(page.getByText(`sign in once with a link sent to ${email}, in this browser.`)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  expect((await page.request.get('/api/users/me')).status()).toBe(401);
  await page.getByRole('main').getByRole('link', { name: 'Sign in by email' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signInByMail(page, product, email);
  // Only then is all asked that a session is asked for.
  await expect(page.getByRole('heading', { name: 'Make it yours' })).toBeVisible();
  await page.request.post('/api/logout', { headers: { origin: product.url } });
}

test('an account of the same address that a link made comes first: its owner proves the address once', async ({
  page,
  product,
  provider,
  elsewhere,
}) => {
  const email = 'nalu@surf.example';
  const other = await elsewhere();
  await signIn(other, product, email, { fresh: true });
  const { id } = await (await other.request.get('/api/users/me')).json();

  await be(page, provider, product, email);
  await proveAddress(page, product, email);
  await page.goto('/auth?redirect=/explore');
  await ready(page);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('You are signed in. Taking you on...')).toBeVisible();
  await page.waitForURL('**/explore');
  const me = await (await page.request.get('/api/users/me')).json();
  expect(me).toMatchObject({ id, email, google_user_data: { name: 'Nalu Keawe' } });
});

test('a return whose answer is lost on the way has signed in, and says so', { tag: '@main' }, async ({
  page,
  product,
  provider,
}) => {
  const email = 'lost-return@surf.example';
  await be(page, provider, product, email);
  await proveAddress(page, product, email);
  await page.goto('/auth');
  await ready(page);
  await page.route(at.sessions, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('You are signed in. Taking you on...')).toBeVisible();
  expect(await (await page.request.get('/api/users/me')).json()).toMatchObject({ email });
});

for (const [kind, welcome] of [
  ['Partner', 'You are with us as a partner: Café.'],
  ['Advertiser', 'You are with us as an advertiser.'],
] as const) {
  test(`an invitation (${kind}) is accepted on the way back from the provider`, async ({
    page,
    product,
    provider,
    elsewhere,
  }) => {
    const email = `${kind.toLowerCase()}@surf.example`;
    await be(page, provider, product, email);
    await proveAddress(page, product, email);
    await page.goto(await invite(await elsewhere(), product, kind, email));
    await page.getByRole('button', { name: 'Accept with Google' }).click();
    await expect(page.getByText(welcome)).toBeVisible();
    await page.waitForURL(kind === 'Partner' ? '**/partner-portal' : '**/dashboard');
    const { profile } = await (await page.request.get('/api/users/me')).json();
    expect(profile).toMatchObject({ role: kind.toLowerCase(), organization_name: 'Nalu Surf' });
  });
}

test('and where another signed in meanwhile, beside it', async ({ page, product, provider, elsewhere }) => {
  const email = 'meanwhile@surf.example';
  await be(page, provider, product, email);
  await proveAddress(page, product, email);
  await page.goto(await invite(await elsewhere(), product, 'Partner', email));
  const accept = page.getByRole('button', { name: 'Accept with Google' });
  await expect(accept).toBeVisible();
  await signInTraveler(page, product, 'beside-the-invited@surf.example', { fresh: true });
  await accept.click();
  await expect(page.getByText('You are with us as a partner: Café.')).toBeVisible();
  await page.waitForURL('**/partner-portal');
  await ready(page);
  expect(await (await page.request.get('/api/users/me')).json()).toMatchObject({ email, profile: { role: 'partner' } });
});
