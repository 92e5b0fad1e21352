import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { ask } from './database.ts';
import { confirm, expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { ownPlaces } from './portal-partner.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'About this entry' });
const rows = (page: Page): Locator => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');

/** A partner, suspended by an administrator at its desk. @returns the id of its organisation */
async function suspended(page: Page, host: Page, product: Product, email: string, reason: string): Promise<string> {
  await ownPlaces(host, product, email, ['Lanai']);
  await signIn(page, product, 'admin@example.com');
  const sql = 'select o.id from organisations o join users u on u.id = o.owner_id where u.email = $1';
  const [partner] = await ask<{ id: string }>(product, sql, [email]);
  await at(page, `/partners?open=${partner!.id}`);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await confirm(page, 'Suspend a partner', reason);
  await expect(page.getByText(/ is suspended\./)).toBeVisible();
  return partner!.id;
}

test('what is done at another desk is one entry, found by each filter, with before and after', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  const id = await suspended(page, await elsewhere(), product, 'audited@partners.example', 'Sold its codes');
  await at(page, '/security/access');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('Id or QR code').fill(id);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('admin@example.com');
  await page.getByRole('link', { name: 'Organisation suspended' }).click();
  const detail = detailOf(page);
  await expect(detail.getByRole('row', { name: /State Changed active suspended/ })).toBeVisible();
  await expect(detail.getByRole('row', { name: /Reason Changed Nothing Sold its codes/ })).toBeVisible();
  await expect(detail.getByText(/^\d[\d,]* of \d[\d,]*$/)).toBeVisible();
  // Beside an open entry the filters stand line below line: what has several fields pushes no other down.
  await page.setViewportSize({ width: 1280, height: 900 });
  const bottomOf = async (label: string) => {
    const box = await page.getByLabel(label, { exact: true }).boundingBox();
    return box!.y + box!.height;
  };
  expect((await bottomOf('Action')) - (await bottomOf('Id or QR code'))).toBeLessThan(120);
  expect(await bottomOf('First day')).toBeGreaterThan(await bottomOf('Action'));
  await detail.getByRole('link', { name: 'Open what it is about' }).click();
  await expect(page).toHaveURL(new RegExp(`/partners\\?open=${id}`));

  for (const [address, count] of [
    ['action=organisation_suspended', 1],
    ['subject_kind=organisation&search=admin%40example', 1],
    ['search=nobody-like-that', 0],
    // Of what nobody has done yet, too.
    ['action=thing_never_done', 0],
    ['subject_kind=thing_never_made', 0],
    ['to=2020-01-01', 0],
    ['from=2020-01-01', 1],
  ] as const) {
    await at(page, `/audit?subject_id=${id}&${address}`);
    if (count) await expect(rows(page)).toHaveCount(count);
    else await expect(page.getByText('No entry is like that')).toBeVisible();
  }
  await at(page, '/audit');
  await page.getByLabel('Action').selectOption('Organisation suspended');
  await expect(page).toHaveURL(/action=organisation_suspended/);
  await page.getByLabel('Kind of subject').selectOption('Organisation');
  await expect(page).toHaveURL(/subject_kind=organisation/);

  await at(page, `/audit?subject_id=${id}`);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export what I see (CSV)' }).click();
  const csv = await readFile(await (await file).path(), 'utf8');
  expect(csv).toContain('Organisation suspended');
  expect(csv).toContain('organisation_suspended');
  expect(csv).toContain('Sold its codes');
  await at(page, '/audit?action=audit_log_exported');
  await expect(rows(page).first()).toContainText('Audit log exported');
});

test('Verify says up to where the chain holds, and where it is broken', async ({ page, product }) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  // Each check is an entry itself: the second one is damaged below.
  for (const _ of [1, 2]) {
    await at(page, '/audit');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('The audit log is whole')).toBeVisible({ timeout: 60_000 });
  }
  await expect(page.getByText(/The chain holds up to entry [\d,]+\./)).toBeVisible();
  await at(page, page.url());
  await expect(page.getByText('The audit log is whole')).toBeVisible();
  const edit = (set: string) =>
    ask(
      product,
      `begin; alter table audit_details disable trigger user;
       update audit_details set content = ${set} where sequence = 2;
       alter table audit_details enable trigger user; commit`,
    );
  await edit("content || ' '");
  try {
    await at(page, '/audit');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText('The audit log is damaged')).toBeVisible({ timeout: 60_000 });
    await expect(
      page.getByText(/holds up to entry 1, and is broken after it\. Entry 2 has details other/),
    ).toBeVisible();
  } finally {
    await edit('rtrim(content)');
  }
});

test('the log and an entry of it are of use at every width', async ({ page, product, elsewhere }) => {
  test.slow();
  const id = await suspended(page, await elsewhere(), product, 'widths@partners.example', 'Unpaid since March');
  await expectOnEveryWidth(page, '/audit', 'audit', () => page.getByRole('table', { name: 'Audit log' }), at);
  await at(page, `/audit?subject_id=${id}`);
  await page.getByRole('link', { name: 'Organisation suspended' }).click();
  await expect(detailOf(page)).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'audit-entry', () => detailOf(page), at);
});
