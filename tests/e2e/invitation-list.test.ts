import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { stillShown } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { openInvitations } from './inviting.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const search = (page: Page) => page.getByLabel('Search by address or organization');
const found = (page: Page, count: number) =>
  page.getByRole('status').filter({ hasText: `${count} invitations found.` });
const rows = (page: Page) => page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');

/** So many invitations that wait, of an organization of their own, the last one the newest; older than those of other tests. */
const crowd = (product: Product, organization: string, count: number) =>
  ask(
    product,
    `insert into invitations (token_hash, invited_email, stakeholder_type, organization_name, permissions, created_at, sent_at,
      expires_at)
    select sha256(($1 || n)::bytea), 'i-' || case when n < 100 then lpad(n::text, 3, '0') else n::text end || '@' || $1, 'advertiser', $1, '{}',
      now() - interval '400 days' + n * interval '1 minute', now(), now() + interval '5 days' from generate_series(1, $2::int) n`,
    [organization, count],
  );

test('every invitation is found, a page at a time, by what it says and by its status', async ({ page, product }) => {
  await crowd(product, 'paged.example', 260);
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  await search(page).fill('PAGED.example');
  await expect(page).toHaveURL(/search=PAGED/);
  await expect(found(page, 260)).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText('i-260@paged.example');
  const next = page.getByRole('link', { name: 'Next page' });
  for (let at = 2; at <= 6; at++) {
    await next.click();
    await expect(rows(page).first()).toContainText(`i-${String(310 - 50 * at).padStart(3, '0')}@paged.example`);
    await expect(page.getByRole('list', { name: 'Invitations' })).toBeFocused();
  }
  await expect(rows(page)).toHaveCount(10);
  await expect(next).toHaveCount(0);
  await page.reload();
  await ready(page);
  await expect(rows(page).last()).toContainText('i-001@paged.example');
  await expectAccessible(page, { enlarged: true });
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(rows(page).first()).toContainText('i-260@paged.example');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `test-results/invitation-list-${width}.png` });
  }
  await search(page).fill('paged.example nobody');
  await expect(page.getByText('No invitation is like that')).toBeVisible();
  await expect(page.getByText('Take a word out of the search, or choose all.')).toBeVisible();
  await expect(found(page, 0)).toBeVisible();
});

test('of more than 10,000 invitations the list says so', async ({ page, product }) => {
  await crowd(product, 'many.example', 10_001);
  await signIn(page, product, 'admin@example.com');
  await page.goto('/dashboard?tab=stakeholders&search=many.example');
  await ready(page);
  await expect(page.getByText('More than 10,000 invitations found.')).toBeVisible();
  await ask(product, "delete from invitations where organization_name = 'many.example'", []);
});

test('one that is revoked leaves the focus at its row, or where the row is gone at the head; each figure moves by that', async ({
  page,
  product,
}) => {
  await crowd(product, 'ends.example', 3);
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  await search(page).fill('ends.example');
  await expect(page).toHaveURL(/search=ends/);
  await expect(found(page, 3)).toBeVisible();
  const revoke = (n: number) => page.getByRole('button', { name: `Revoke the invitation to i-00${n}@ends.example` });
  await revoke(2).press('Enter');
  await expect(rows(page).nth(1)).toContainText('Revoked');
  await expect(rows(page).nth(1)).toBeFocused();
  await expect(found(page, 3)).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Waiting');
  await expect(found(page, 2)).toBeVisible();
  await revoke(3).press('Enter');
  await expect(page.getByText('1 invitation found.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeFocused();
});

test('a revoking that fails says nothing of sending', async ({ page, product }) => {
  await crowd(product, 'fails.example', 2);
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  await search(page).fill('fails.example');
  await expect(found(page, 2)).toBeVisible();
  const revoke = (n: number) => page.getByRole('button', { name: `Revoke the invitation to i-00${n}@fails.example` });
  // Elsewhere meanwhile, once the list is asked for no more.
  await page.waitForLoadState('networkidle');
  const [first] = await ask<{ id: string }>(
    product,
    `select id from invitations where invited_email = 'i-001@fails.example'`,
  );
  const headers = { origin: product.url };
  expect((await page.request.post(`/api/stakeholder/invitations/${first!.id}/revoke`, { headers })).ok()).toBe(true);
  expectErrors(page, '409 /api/stakeholder/invitations/*/revoke');
  await revoke(1).click();
  const alert = page.getByRole('alert').filter({ hasText: /./ });
  await expect(alert).toHaveText('This invitation has been accepted or revoked.');
  await cut(page, '**/api/stakeholder/invitations/*/revoke');
  await revoke(2).click();
  await expect(alert).toHaveText('Network error. Please check your connection and try again.');
});

test('an address that asks what there is not leads to the list', async ({ page, product }) => {
  await crowd(product, 'asked.example', 1);
  await signIn(page, product, 'admin@example.com');
  await page.goto('/dashboard?tab=stakeholders&status=lost&after=none');
  await ready(page);
  await expect(page).toHaveURL(/\/dashboard\?tab=stakeholders$/);
  await expect(search(page)).toBeVisible();
});

test('while another search, status or page cannot be had, all that is said is of the list on screen', async ({
  page,
  product,
}) => {
  await crowd(product, 'unreached.example', 60);
  await signIn(page, product, 'admin@example.com');
  await page.goto('/dashboard?tab=stakeholders&search=unreached.example');
  await ready(page);
  await expect(found(page, 60)).toBeVisible();
  const status = page.getByRole('combobox', { name: 'Status' });
  const next = page.getByRole('link', { name: 'Next page' });
  await page.context().setOffline(true);
  await search(page).fill('unreached.example nobody');
  await expect(page).toHaveURL(/nobody/);
  await expect(stillShown(page)).toBeInViewport();
  await status.selectOption('Revoked');
  await expect(page).toHaveURL(/status=revoked/);
  await expect(stillShown(page)).toBeVisible();
  await expect(found(page, 60)).toBeVisible();
  await expect(rows(page)).toHaveCount(50);
  await expect(rows(page).first()).toContainText('i-060@unreached.example');
  await expect(next).toHaveAttribute('href', /\?tab=stakeholders&search=unreached\.example&after=/);
  await page.context().setOffline(false);
  await expect(page.getByText('No invitation is like that')).toBeVisible();
  await expect(stillShown(page)).toHaveCount(0);

  // A server that is not reached is no other.
  await status.selectOption('All');
  await expect(page).not.toHaveURL(/status=/);
  const list = /\/api\/stakeholder\/invitations\?/;
  await cut(page, list);
  await search(page).fill('unreached.example');
  await expect(stillShown(page)).toBeVisible();
  await expect(page.getByText('No invitation is like that')).toBeVisible();
  await expect(found(page, 0)).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Refresh data' }).click();
  await expect(found(page, 60)).toBeVisible();
  await expect(stillShown(page)).toHaveCount(0);
});
