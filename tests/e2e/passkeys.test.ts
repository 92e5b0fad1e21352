import type { Page } from '@playwright/test';
import { at, cut } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { addDevice, addPasskey, type Device, openProfile, removePasskey } from './device-passkeys.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

/** An administrator with a passkey, signed in anew: this session has confirmed nothing yet. */
async function beginAsAdministrator(page: Page, product: Product): Promise<Device> {
  const device = await addDevice(page);
  await signIn(page, product, 'admin@example.com', { fresh: true });
  await addPasskey(page);
  await page.context().clearCookies();
  await signIn(page, product, 'admin@example.com', { fresh: true });
  await page.goto('/dashboard?tab=stakeholders');
  await ready(page);
  return device;
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Organization name').fill('Hale Kukui');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
}

test('is added and removed', async ({ page, product }) => {
  await addDevice(page);
  await signInTraveler(page, product, 'keys@example.com', { fresh: true });
  await openProfile(page);
  await expect(page.getByText('No passkey yet.')).toBeVisible();
  await addPasskey(page);
  await removePasskey(page);
});

test.describe('what matters asks for it', () => {
  test.use({ expectedErrors: ['403 /api/*'] });

  test('once, and is done when it is given', async ({ page, product }) => {
    const device = await beginAsAdministrator(page, product);
    const answers: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/stakeholder\/invite$|passkeys\/confirm/.test(pathname)) answers.push(`${pathname} ${response.status()}`);
    });
    await invite(page, 'kukui@example.com');
    await expect(page.getByText('Partner invitation sent successfully!')).toBeVisible();
    expect(answers).toEqual([
      '/api/stakeholder/invite 403',
      '/api/passkeys/confirmation-options 200',
      '/api/passkeys/confirm 200',
      '/api/stakeholder/invite 201',
    ]);
    expect(device.confirmations()).toBe(1);

    // A confirmation holds for a while.
    await page.getByRole('button', { name: 'Revoke the invitation to kukui@example.com' }).click();
    await expect(page.getByText('The invitation to kukui@example.com no longer works.')).toBeVisible();
    expect(device.confirmations()).toBe(1);
    await openProfile(page);
    await expect(page.getByText(/^Added .*, last used/)).toBeVisible();
    await removePasskey(page);
  });

  test('and is not done where the device says no', async ({ page, product }) => {
    const device = await beginAsAdministrator(page, product);
    await device.say('no');
    await invite(page, 'nobody@example.com');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert').filter({ hasText: 'your device did not confirm' })).toHaveText(
      'Failed to send invitation: Nothing was changed: your device did not confirm.',
    );
    await expect(dialog.getByRole('button', { name: 'Send invitation' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(page.getByText('nobody@example.com')).toBeHidden();
    await openProfile(page);
    await page.getByRole('button', { name: /^Remove the passkey/ }).click();
    await expect(page.getByText('Nothing was changed: your device did not confirm.')).toBeVisible();
    await device.say('yes');
    await removePasskey(page);
  });
});

test.describe('cannot be added', () => {
  test('by a browser without passkeys', async ({ page, product }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
    await signInTraveler(page, product, 'old-browser@example.com', { fresh: true });
    await openProfile(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('This browser cannot keep passkeys. Update it, or use another one.')).toBeVisible();
  });

  test('a while after the sign-in: one signs in again, and comes back', async ({ page, product }) => {
    await signInTraveler(page, product, 'long-here@example.com', { fresh: true });
    await openProfile(page);
    expectErrors(page, '403 /api/passkeys/registration-options');
    const age =
      "update sessions set created_at = sessions.created_at - interval '1 hour' from users where users.id = user_id";
    await ask(product, `${age} and email = 'long-here@example.com'`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByText('For this, please sign in again first.')).toBeVisible();
    const signInAgain = page.getByRole('main').getByRole('button', { name: 'Sign In' });
    await cut(page, at.logout);
    await signInAgain.click();
    await expect(page.getByText('That did not work. Check your connection and try again.')).toBeVisible();
    await page.unroute(at.logout);
    await signInAgain.click();
    await expect(page).toHaveURL('/auth?redirect=%2Fdashboard%3Ftab%3Dprofile');
    await expect(page.getByLabel('Email address')).toBeVisible();
  });
});
