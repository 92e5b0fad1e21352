import type { Locator, Page } from '@playwright/test';
import { hold } from './answers.ts';
import { openSection } from './desk-pages.ts';
import { admin, clear, work } from './desk-work.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn, signInTraveler } from './session.ts';

/** Presses so often that nothing is rendered in between, while the answer is held, and once more after that. @returns how often it was asked for */
async function askedFor(page: Page, method: string, address: string | RegExp, button: Locator): Promise<number> {
  const release = await hold(page, address);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === method && new RegExp(address).test(request.url())) asked += 1;
  });
  await button.evaluate((one: HTMLElement) => {
    for (let time = 0; time < 3; time++) one.click();
  });
  await expect.poll(() => asked).toBeGreaterThan(0);
  await button.evaluate((one: HTMLElement) => one.click());
  await release();
  return asked;
}

test('however often it is pressed, a profile is saved once', async ({ page, product }) => {
  await signInTraveler(page, product, 'presses-often@example.com');
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Name').fill('Pressed Often');
  const save = page.locator('form button[type=submit]');
  expect(await askedFor(page, 'PUT', /\/api\/profiles$/, save)).toBe(1);
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
});

test('work is cancelled once', async ({ page, product }) => {
  await clear(product);
  const id = await work(product);
  await signIn(page, product, admin);
  await openSection(page, `/security/work?open=${id}`);
  const cancel = page.getByRole('region', { name: 'About this work' }).locator('button', { hasText: 'Cancel' });
  expect(await askedFor(page, 'POST', /\/cancel$/, cancel)).toBe(1);
  await expect(page.getByText('The work is cancelled.')).toBeVisible();
});

test('a link is asked for once by whoever presses Enter again and taps', async ({ page }) => {
  await page.goto('/auth');
  await ready(page);
  const email = page.getByLabel('Email address');
  await email.fill('impatient@example.com');
  const send = page.locator('form button[type=submit]');
  expect(await askedFor(page, 'POST', /\/api\/auth\/magic-link$/, send)).toBe(1);
  await expect(page.getByText('impatient@example.com')).toBeVisible();
  // Another one can be asked for.
  await page.getByRole('button', { name: 'Use a different email' }).click();
  await email.fill('another@example.com');
  await email.press('Enter');
  await expect(page.getByText('another@example.com')).toBeVisible();
});
