import { at, hold } from './answers.ts';
import { expect, problem, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

test('an answer belongs to the address that was asked for: the field is held, and a late answer says nothing', async ({
  page,
}) => {
  await page.goto('/auth');
  await ready(page);
  const field = page.getByLabel('Email address');
  const release = await hold(page, at.magicLink);
  await field.fill('first@example.com');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Sending your link...' })).toBeDisabled();
  await page.keyboard.type('x');
  await expect(field).toHaveValue('first@example.com');
  await expect(field).toHaveAttribute('readonly');
  // Not everything that fills in forms heeds that.
  await field.evaluate((one: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(one, 'second@example.com');
    one.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page.getByRole('button', { name: 'Email me a sign-in link' })).toBeEnabled();
  const late = page.waitForResponse(at.magicLink);
  await release();
  await (await late).finished();
  // Its answer, too, comes after the late one.
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText('We sent a sign-in link to second@example.com.')).toBeVisible();
  expect(await page.getByText('We sent a sign-in link to first@example.com.').count()).toBe(0);
});

test('a late answer for another address is not shown', async ({ page }) => {
  await page.goto('/auth');
  await ready(page);
  const field = page.getByLabel('Email address');
  const release = await hold(page, at.magicLink);
  await field.fill('first@example.com');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Sending your link...' })).toBeDisabled();
  await field.evaluate((one: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(one, 'second@example.com');
    one.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const late = page.waitForResponse(at.magicLink);
  await release();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(page.getByRole('heading', { name: 'Check your email' })).toHaveCount(0);
  await expect(field).toHaveValue('second@example.com');
});

test('an ask for a link that hangs ends as a network failure', async ({ page }) => {
  await page.clock.install();
  await page.goto('/auth');
  await ready(page);
  const release = await hold(page, at.magicLink);
  await page.getByLabel('Email address').fill('hangs@example.com');
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByRole('button', { name: 'Sending your link...' })).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(problem(page)).toHaveText('Network error. Please check your connection and try again.');
  await release();
});

test('so does a sign-out', async ({ page, product }) => {
  await signInTraveler(page, product, 'hanging-traveler@example.com');
  await page.clock.install();
  await page.goto('/explore');
  await ready(page);
  const release = await hold(page, at.logout);
  await page.getByRole('button', { name: 'Menu' }).click();
  const asked = page.waitForRequest(at.logout);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await asked;
  await page.clock.fastForward(10_000);
  // In the menu, and in the bar once that is closed.
  await expect(page.getByText('You are signed out on this phone').first()).toBeVisible();
  await release();
});
