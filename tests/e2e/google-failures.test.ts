import type { Page } from '@playwright/test';
import { at, cut, hold } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { expect, problem, ready } from './fixtures.ts';
import { be, test } from './identity-provider.ts';

// What the provider says of itself is kept from the first time that it can be had: what cannot be had comes first.

test.afterEach(({ provider }) => {
  provider.behaviour = {};
});

const withGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' }).click();

async function openPage(page: Page): Promise<void> {
  await page.goto('/auth');
  await ready(page);
}

test('no answer, and a wrong configuration', async ({ page, provider }) => {
  expectErrors(page, '503 /api/oauth/google/redirect_url');
  provider.behaviour = { discovery: (response) => void response.writeHead(404).end() };
  await cut(page, at.google);
  await openPage(page);
  await withGoogle(page);
  await expect(problem(page)).toContainText('Sign in failed. Please check your internet connection and try again.');
  await page.unroute(at.google);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(problem(page)).toContainText('OAuth configuration error. Please contact support or try again later.');
});

test('a service that fails is tried another way; where that fails too it is told, and Try Again begins anew', async ({
  page,
  provider,
}) => {
  expectErrors(page, '503 /api/oauth/google/redirect_url', '503 /api/oauth/google/redirect_url/fallback');
  provider.behaviour = { discovery: (response) => void response.writeHead(503).end() };
  const asked: string[] = [];
  page.on('request', (request) => at.google.test(request.url()) && asked.push(request.url()));
  const release = await hold(page, at.googleOtherwise);
  await openPage(page);
  await withGoogle(page);
  await expect(
    page.getByText('Authentication service temporarily unavailable. Trying fallback method...'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Opening Google...' })).toBeDisabled();
  await release();
  await expect(problem(page)).toContainText(
    'All authentication methods failed. Please try again later or contact support.',
  );
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(problem(page)).toBeHidden();
  await expect(problem(page)).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('a service that fails once leads there by the other way; a return that it does not answer says why', async ({
  page,
  product,
  provider,
}) => {
  expectErrors(page, '503 /api/oauth/google/redirect_url', '503 /api/sessions', 'foreign http://127.0.0.1:*');
  await be(page, provider, product, 'kanoa@surf.example');
  let asked = 0;
  provider.behaviour = {
    discovery: (response, document) =>
      void (asked++
        ? response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
        : response.writeHead(503).end()),
    token: (response) => void response.writeHead(503).end(),
  };
  await openPage(page);
  await withGoogle(page);
  await page.waitForURL('**/?error=auth_failed&reason=sign_in_unavailable');
  await expect(page.getByRole('alert')).toContainText('Authentication service temporarily unavailable.');
});
