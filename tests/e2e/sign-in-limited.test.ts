import type { Page } from '@playwright/test';
import ja from '../../web/src/messages/ja.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { expect, ready } from './fixtures.ts';
import { invited, linkIn } from './inviting.ts';
import { networkOf, test } from './limited.ts';
import type { Product } from './product.ts';

/** Asks so often that no more is sent to the address, and comes back for another. */
async function askOften(page: Page, product: Product, email: string): Promise<string> {
  for (let asked = 0; asked < 5; asked++) {
    const reply = await fetch(`${product.url}/api/auth/magic-link`, {
      method: 'POST',
      headers: { origin: product.url, 'content-type': 'application/json', 'x-forwarded-for': networkOf(page) },
      body: JSON.stringify({ email }),
    });
    expect(reply.status).toBe(202);
  }
  await expect.poll(() => product.mail.messages.filter((one) => one.recipients.includes(email)).length).toBe(5);
  return linkIn(product.mail.messages.findLast((one) => one.recipients.includes(email))!.text);
}

const limited =
  /^Sign-in links have been asked for several times\. If one came to your mailbox or its spam folder, the newest still works, for 15 minutes after it was sent\. You can ask for another in 15 minutes\.$/;

test('asked for too often: the page says so, how long to wait, and the link that came still works', async ({
  page,
  product,
}) => {
  expectErrors(page, '429 /api/auth/magic-link', '409 /api/auth/magic-link/verify');
  const link = await askOften(page, product, 'limited@example.com');
  await page.goto('/auth');
  await ready(page);
  const field = page.getByLabel('Email address');
  const send = page.getByRole('button', { name: 'Email me a sign-in link' });
  await field.fill('limited@example.com');
  await send.click();
  const notice = page.getByRole('alert').filter({ hasText: 'asked for several times' });
  await expect(notice).toHaveText(limited);
  // Nothing is wrong with the address.
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/sign-in-limited.png' });
  await field.fill('other@example.com');
  await expect(notice).toBeHidden();
  await send.click();
  await expect(page.getByText('We sent a sign-in link to other@example.com.')).toBeVisible();

  await page.goto(link);
  await page.getByRole('button', { name: 'Yes, sign me in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to Holoholo' })).toBeVisible();
});

test('over another screen too', async ({ page, product }) => {
  expectErrors(page, '429 /api/auth/magic-link');
  await askOften(page, product, 'limited-over@example.com');
  await page.goto('/');
  await ready(page);
  await page.getByRole('link', { name: 'Sign In' }).click();
  const modal = page.getByRole('dialog', { name: 'Sign In' });
  await modal.getByLabel('Email address').fill('limited-over@example.com');
  await modal.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(modal.getByRole('alert').filter({ hasText: 'asked for several times' })).toHaveText(limited);
});

test('and on an invitation', async ({ page, product, useUp }) => {
  await page.goto(await invited(product, { email: 'limited-invited@example.com' }));
  await useUp('link-network', 75, '/api/stakeholder/magic-link/*');
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText('You can ask for another in 2 minutes.')).toBeVisible();
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP', expectedErrors: ['429 /api/auth/magic-link'] });

  test('with the minutes to wait', async ({ page, product }) => {
    await askOften(page, product, 'limited-ja@example.com');
    await page.goto('/auth');
    await ready(page);
    await page.getByLabel(ja.signIn.email).fill('limited-ja@example.com');
    await page.getByRole('button', { name: ja.signIn.send }).click();
    await expect(page.getByText(ja.refusals.link_limited!.replace('{wait}', '15分'))).toBeVisible();
    await page.screenshot({ path: 'test-results/sign-in-limited-ja.png' });
  });
});
