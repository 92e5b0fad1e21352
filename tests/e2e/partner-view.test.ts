import type { Locator, Page } from '@playwright/test';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import { ownPlaces } from './portal-partner.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const viewOf = (page: Page): Locator => page.getByRole('dialog', { name: 'ADMIN VIEW' });
const tabOf = (page: Page, name: string): Locator => viewOf(page).getByRole('link', { name, exact: true });

/** How often administrators have opened a partner's portal, as the audit log has it. */
async function openings(product: Product, email: string): Promise<number> {
  const [row] = await ask<{ count: string }>(
    product,
    `select count(*) from audit_entries e join organisations o on o.id::text = e.subject_id join users u on u.id = o.owner_id
      where e.action = 'admin_partner_view' and e.subject_kind = 'organisation' and u.email = $1`,
    [email],
  );
  return Number(row!.count);
}

async function nameIt(product: Product, email: string, name: string): Promise<void> {
  const of = 'user_id = (select id from users where email = $1)';
  await ask(product, `update profiles set organization_name = $2 where ${of}`, [email, name]);
}

test('a partner’s portal is looked at in all four tabs, read-only, and the partner reads of it', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  const partner = await elsewhere();
  const email = 'looked-at@partners.example';
  const { codes } = await ownPlaces(partner, product, email, ['Lobby', 'Lobby']);
  await nameIt(product, email, 'Hale Nānā');
  await at(partner, '/partner-portal/team');
  await expect(partner.getByText('No administrator has looked at your portal.')).toBeVisible();

  await signIn(page, product, 'admin@example.com');
  await at(page, `/partners?search=${encodeURIComponent('Hale Nānā')}`);
  await page.getByRole('link', { name: 'Open the portal of Hale Nānā as an administrator' }).click();
  const view = viewOf(page);
  await expect(view.getByRole('heading', { name: 'Hale Nānā', level: 1 })).toBeVisible();
  await expect(view.getByText(/Each access is logged/)).toBeVisible();
  await expect(view.getByRole('heading', { name: 'This month' })).toBeVisible();
  await expect(view.getByRole('link', { name: 'Export report' })).toHaveCount(0);
  await expect.poll(() => openings(product, email)).toBe(1);

  await view.getByRole('link', { name: 'Manage QR codes' }).click();
  await expect(tabOf(page, 'QR Manager')).toHaveAttribute('aria-current', 'page');
  await expect(view.getByRole('link', { name: 'Request New' })).toHaveCount(0);
  await view.getByRole('link', { name: 'Lobby' }).first().click();
  const code = view.getByRole('region', { name: 'About this QR code' });
  await expect(code.getByText(new RegExp(codes.join('|')))).toBeVisible();
  for (const deed of ['Pause', 'Change']) await expect(code.getByRole('button', { name: deed })).toHaveCount(0);

  await tabOf(page, 'Performance').click();
  await view.getByRole('link', { name: '90 days', exact: true }).click();
  await expect(page).toHaveURL(/tab=performance&range=90d/);
  await expect(view.getByRole('heading', { name: 'Scans by day' }).first()).toBeVisible();

  await tabOf(page, 'Settings').click();
  const name = view.getByLabel('Organization name');
  await expect(name).toHaveValue('Hale Nānā');
  await expect(name).toBeDisabled();
  await expect(view.getByRole('button', { name: /Save/ })).toHaveCount(0);
  await page.reload();
  await ready(page);
  await expect(view.getByLabel('Organization name')).toHaveValue('Hale Nānā');
  const before = await openings(product, email);
  expect(before).toBeGreaterThan(4);

  await partner.reload();
  await ready(partner);
  await expect(partner.getByText(new RegExp(`Viewed by an administrator on .*, ${before} times`))).toBeVisible();
});

test('its button, Escape and the way back close it', async ({ page, product, elsewhere }) => {
  test.slow();
  const email = 'closed@partners.example';
  await ownPlaces(await elsewhere(), product, email, ['Pool']);
  await nameIt(product, email, 'Hale Pani');
  await signIn(page, product, 'admin@example.com');
  const list = `/partners?search=${encodeURIComponent('Hale Pani')}`;
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => viewOf(page).getByRole('button', { name: 'Close the admin view' }).click(),
  ];
  for (const close of ways) {
    await at(page, list);
    await page.getByRole('link', { name: 'Hale Pani', exact: true }).click();
    await page.getByRole('link', { name: 'Open the portal', exact: true }).click();
    await tabOf(page, 'Settings').click();
    await expect(viewOf(page).getByLabel('Organization name')).toBeVisible();
    await close();
    await expect(viewOf(page)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'About this partner' })).toBeVisible();
  }
});

for (const [tab, heading] of [
  ['overview', 'This month'],
  ['codes', 'Your requests'],
  ['performance', 'Top Performing Locations'],
  ['settings', 'Account information'],
] as const)
  test(`the tab ${tab} is of use at every width`, async ({ page, product, elsewhere }) => {
    test.slow();
    const email = `${tab}@partners.example`;
    await ownPlaces(await elsewhere(), product, email, ['Pool']);
    const [partner] = await ask<{ id: string }>(
      product,
      'select o.id from organisations o join users u on u.id = o.owner_id where u.email = $1',
      [email],
    );
    await signIn(page, product, 'admin@example.com');
    const content = () => viewOf(page).getByRole('heading', { name: heading }).first();
    const address = `/partners/view?partner=${partner!.id}&tab=${tab}`;
    await expectOnEveryWidth(page, address, `partner-view-${tab}`, content, at);
  });

test('where the entry cannot be written nothing is shown', async ({ page, product, elsewhere }) => {
  const email = 'unwritten@partners.example';
  await ownPlaces(await elsewhere(), product, email, ['Garden']);
  await nameIt(product, email, 'Hale Huna');
  await signIn(page, product, 'admin@example.com');
  await at(page, `/partners?search=${encodeURIComponent('Hale Huna')}`);
  await failAt(page, product, 'internal', 'audit_inbox', '/api/admin/partner-view/*', ['insert']);
  await page.getByRole('link', { name: /Open the portal of Hale Huna/ }).click();
  const view = viewOf(page);
  await expect(view.getByText('Failed to access partner view. Please try again.')).toBeVisible();
  await expect(view.getByText('Hale Huna')).toHaveCount(0);
  expect(await openings(product, email)).toBe(0);
  await mendDatabase(product);
  await view.getByRole('button', { name: 'Try again' }).click();
  await expect(view.getByRole('heading', { name: 'This month' })).toBeVisible();
  expect(await openings(product, email)).toBe(1);
});
