import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const linkIn = (text: string) => text.match(/https?:\/\/\S+/)![0];

/** Invites an address as an administrator does; gives the link that the mail carries. */
async function invite(page: Page, product: Product, email: string, organization: string): Promise<string> {
  const since = product.mail.messages.length;
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Organization name').fill(organization);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Partner invitation sent successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  return linkIn((await product.mail.waitFor(email, since)).text);
}

test('from an administrator to a partner: invited, signed in by mail, accepted, at home', async ({
  page,
  product,
  browser,
  contextOptions,
}) => {
  await signIn(page, product, 'admin@example.com');
  await page.goto('/dashboard?tab=invitations');
  await ready(page);
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  await expect(dialog.getByRole('button', { name: 'Send invitation' })).toBeDisabled();
  await expect(dialog).toContainText('Real-time commission tracking');
  await dialog.getByLabel('Organization name').fill('Hale Mele');
  await dialog.getByLabel('Organization name').blur();
  await expect(dialog.getByText('Please fill in all required fields')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const email = 'mele@example.com';
  const link = await invite(page, product, email, 'Hale Mele');
  await expect(page.getByRole('listitem').filter({ hasText: 'Hale Mele' })).toContainText('Waiting');
  await expectAccessible(page);

  const guest = await (await browser.newContext({ ...contextOptions, baseURL: product.url })).newPage();
  await guest.goto(link);
  await expect(guest.getByText('Hale Mele is invited as a partner.')).toBeVisible();
  expect(new URL(guest.url()).pathname).toBe('/invite');
  await guest.reload();
  await expect(guest.getByText('Hale Mele is invited as a partner.')).toBeVisible();
  await expectAccessible(guest);
  const since = product.mail.messages.length;
  await guest.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(guest.getByText('It brings you back here.')).toBeVisible();
  await guest.goto(linkIn((await product.mail.waitFor(email, since)).text));
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(guest.getByText('You are now a partner (Hotel).')).toBeVisible();
  await guest.waitForURL('**/dashboard');
  await expect(guest.getByText('You hand out the codes at your place')).toBeVisible();
  await expect(guest.getByRole('navigation', { name: 'Main' })).toContainText('Partner Portal');
  await expectAccessible(guest);
  await guest.context().close();
});

test.describe('an invitation that is not good', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('unknown: says so, validates again, offers the way home', async ({ page }) => {
    await page.goto('/invite/abcdefghijklmnopqrstuvwxyz');
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
    await expect(page.getByText('This invitation link is invalid or has already been used.')).toBeVisible();
    expect(page.url()).not.toContain('abcdefg');
    await expectAccessible(page);
    const again = page.waitForRequest('**/api/stakeholder/validate/*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await again;
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('expired, and without an answer', async ({ page }) => {
    const validate = '**/api/stakeholder/validate/*';
    const expired = { error: 'Invitation expired', code: 'invitation_expired' };
    await page.route(validate, (route) => route.fulfill({ status: 410, json: expired }));
    await page.goto('/invite/abcdefghijklmnopqrstuvwxyz');
    await expect(page.getByRole('heading', { name: 'Invitation Expired' })).toBeVisible();
    await expect(page.getByText('Please contact your administrator for a new invitation.')).toBeVisible();

    await page.unroute(validate);
    await page.route(validate, (route) => route.abort());
    await page.goto('/invite/abcdefghijklmnopqrstuvwxyz');
    await expect(page.getByRole('heading', { name: 'Error Processing Invitation' })).toBeVisible();
    await expect(
      page.getByText('There was an error processing your invitation. Please try again or contact support.'),
    ).toBeVisible();
    await expectAccessible(page);
  });

  test('sent to somebody else: says so; resent, the old link ends; revoked, the new one too', async ({
    page,
    product,
  }) => {
    await signIn(page, product, 'admin@example.com');
    await page.goto('/dashboard?tab=invitations');
    await ready(page);
    const email = 'lani@example.com';
    const link = await invite(page, product, email, 'Lani Rooms');
    const since = product.mail.messages.length;
    await page.getByRole('button', { name: `Resend the invitation to ${email}` }).click();
    await expect(page.getByText(`A new link is on its way to ${email}.`)).toBeVisible();
    const newer = linkIn((await product.mail.waitFor(email, since)).text);

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
    await page.goto(newer);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(page.getByText('This invitation was sent to another e-mail address.')).toBeVisible();

    await page.goto('/dashboard?tab=invitations');
    await ready(page);
    await page.getByRole('button', { name: `Revoke the invitation to ${email}` }).click();
    await expect(page.getByText(`The invitation to ${email} no longer works.`)).toBeVisible();
    await page.goto(newer);
    await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
  });
});
