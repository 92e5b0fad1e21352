import type { CDPSession, Page } from '@playwright/test';
import { expect, ready } from './fixtures.ts';

/** Chromium's virtual authenticator: a device that has a passkey's key, and says yes or no. */
export interface Device {
  /** How often it has confirmed. */
  confirmations: () => number;
  /** What it says from now on. */
  say: (answer: 'yes' | 'no') => Promise<unknown>;
}

/** Gives a page such a device. */
export async function addDevice(page: Page): Promise<Device> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  let count = 0;
  devtools.on('WebAuthn.credentialAsserted', () => {
    count += 1;
  });
  return {
    confirmations: () => count,
    say: (answer) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: answer === 'yes' }),
  };
}

/** Opens one's profile, where passkeys are kept. */
export async function openProfile(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=profile');
  await ready(page);
}

/** Adds the passkey of the page's device to whoever is signed in. */
export async function addPasskey(page: Page): Promise<void> {
  await openProfile(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toBeVisible();
}

/** Takes it away again. */
export async function removePasskey(page: Page): Promise<void> {
  await openProfile(page);
  await page.getByRole('button', { name: /^Remove the passkey/ }).click();
  await expect(page.getByText('No passkey yet.')).toBeVisible();
}
