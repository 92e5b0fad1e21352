import { test } from './behind.ts';
import { expect } from './fixtures.ts';
import { invited } from './inviting.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

const verify = '/api/auth/magic-link/verify';

type Page = Parameters<typeof signIn>[0];

/** A sign-in link that this browser asked for. */
async function linkFor(page: Page, product: Product, email: string): Promise<string> {
  const since = product.mail.messages.length;
  await page.request.post('/api/auth/magic-link', { data: { email }, headers: { origin: product.url } });
  return (await product.mail.waitFor(email, since, /token=/)).text.match(/https?:\/\/\S+/)![0];
}

const me = async (page: Page) => (await page.request.get('/api/users/me')).json();

test('a link whose answer is cut after its head has signed in, and says so', async ({ page, behind }) => {
  const link = await linkFor(page, behind, 'cut-link@example.com');
  behind.network.spoil('cut', new RegExp(`^${verify}`));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome to /);
  expect(await me(page)).toMatchObject({ email: 'cut-link@example.com' });
});

test('so does one that is tried again, which is used by then, and that is opened again', async ({ page, behind }) => {
  const link = await linkFor(page, behind, 'cut-twice@example.com');
  behind.network.spoil('cut', new RegExp(`^(${verify}|/api/users/me)`));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed');
  behind.network.mend();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome to /);
  await page.waitForURL(/\/(dashboard|onboarding)/);
  const { id } = await me(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome to /);
  expect(await me(page)).toMatchObject({ id, email: 'cut-twice@example.com' });
  await page.waitForURL(/\/(dashboard|onboarding)/);
});

test('a link whose answer never came signs in when it is tried again in the same browser', async ({ page, behind }) => {
  const link = await linkFor(page, behind, 'unheard-link@example.com');
  behind.network.spoil('unheard', new RegExp(`^${verify}`));
  await page.goto(link);
  // The page waits ten seconds for it.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed', { timeout: 20_000 });
  expect((await page.request.get('/api/users/me')).status()).toBe(401);
  behind.network.mend();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome to /);
  expect(await me(page)).toMatchObject({ email: 'unheard-link@example.com' });
});

test('a link that is tapped twice signs in once, and leads on in both tabs', async ({ page, behind }) => {
  const link = await linkFor(page, behind, 'tapped-link@example.com');
  const other = await page.context().newPage();
  const answers: number[] = [];
  page.context().on('response', (answer) => answer.url().endsWith(verify) && answers.push(answer.status()));
  await Promise.all([page.goto(link), other.goto(link)]);
  for (const tab of [page, other]) await tab.waitForURL(/\/(dashboard|onboarding)/);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await (await page.request.get('/api/sessions')).json()).toHaveLength(1);
});

test('a link that did not arrive makes nobody else’s session its own', async ({ page, behind }) => {
  const link = await linkFor(page, behind, 'not-arrived@example.com');
  await signInTraveler(page, behind, 'already-here@example.com', { fresh: true });
  behind.network.spoil('gone', new RegExp(`^${verify}`));
  const asked = page.waitForRequest('**/api/users/me');
  await page.goto(link);
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed');
});

test('an invitation whose answer is cut was accepted, and says so, also when its link is opened again', async ({
  page,
  behind,
}) => {
  const email = 'cut-partner@example.com';
  const path = await invited(behind, { email, kind: 'partner', organization: 'Cut House' });
  await signIn(page, behind, email, { fresh: true });
  await page.goto(path);
  behind.network.spoil('cut', /^\/api\/stakeholder\/accept/);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('You are now a partner (Café).')).toBeVisible();
  await page.waitForURL('**/partner-portal');
  behind.network.mend();
  await page.goto(path);
  await expect(page.getByText('You are now a partner (Café).')).toBeVisible();
  await page.getByRole('link', { name: 'Continue now' }).click();
  await page.waitForURL('**/partner-portal');
});
