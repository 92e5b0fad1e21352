import type { Page } from '@playwright/test';
import { aPng } from '../sent-files.ts';
import { standIn } from './answers.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { setRole } from './payouts-world.ts';
import { signIn, signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const administration = (page: Page) => page.getByRole('navigation', { name: 'Administration' });
/** The tabs in their order, each with the heading that it shows. */
const tabs: readonly (readonly [tab: string, heading: string])[] = [
  ['Overview', 'What needs you today'],
  ['Stakeholder Mgmt', 'Invitations'],
  ['Partner Management', 'Partner Management'],
  ['Distributor Ops', 'Commission overview'],
  ['Advertiser Mgmt', 'Advertiser Mgmt'],
  ['Knowledge Base', 'Knowledge Base'],
  ['Content Mgmt', 'Content Mgmt'],
  ['Analytics', 'Analytics'],
  ['Advanced Reports', 'Advanced Reports'],
];

test('every tab of administration is one tap from every other, and the open one is marked', { tag: '@main' }, async ({
  page,
  product,
}) => {
  test.slow();
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const [tab, heading] of [...tabs, tabs[0]!]) {
      await administration(page).getByRole('link', { name: tab, exact: true }).click();
      await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible();
      await expect(administration(page).locator('[aria-current=page]')).toHaveText(tab);
      await expect(administration(page).getByRole('link')).toHaveText(tabs.map(([name]) => name));
    }
  }
});

test('the head says who is here, and the first six tabs stand three by three on a phone', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 390, height: 844 });
  await at(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Aloha');
  const links = administration(page).getByRole('link');
  const boxes = await Promise.all([0, 1, 2, 3, 4, 5].map((nth) => links.nth(nth).boundingBox()));
  const [rows, columns] = [new Set(boxes.map((box) => box!.y)), new Set(boxes.map((box) => box!.x))];
  expect([rows.size, columns.size]).toEqual([2, 3]);
  await page.setViewportSize({ width: 1280, height: 900 });
  const [beside, first] = [(await page.getByRole('heading', { level: 2 }).first().boundingBox())!, links.first()];
  expect((await first.boundingBox())!.x).toBeLessThan(beside.x);
});

test('the head shows the picture of whoever has one, else the first letter of their name', async ({
  page,
  product,
}) => {
  const email = 'pictured@admins.example';
  await signInTraveler(page, product, email, { fresh: true });
  await setRole(product, email, 'admin');
  await at(page, '/dashboard');
  const head = page.locator('[data-desk] div:has(> h1)').first();
  await expect(head).toContainText(/^P/);
  await expect(head.getByRole('img', { includeHidden: true })).toHaveCount(0);
  await standIn(page, 'https://pictures.example/leilani.png', { contentType: 'image/png', body: aPng() });
  const named = `update users set name = 'Leilani Kahananui', given_name = 'Leilani', picture = 'https://pictures.example/leilani.png'`;
  await ask(product, `${named} where email = $1`, [email]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await at(page, '/dashboard');
    const picture = head.locator('img[src="https://pictures.example/leilani.png"]');
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(head.getByRole('heading', { level: 1 })).toHaveText('Aloha, Leilani Kahananui');
    await page.screenshot({ path: `test-results/admin-pictured-${width}.png` });
  }
});

test('what needs somebody today stands above the figures, and the quick actions lead to their tabs', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await at(page, '/dashboard');
    const bottom = await page
      .getByRole('region', { name: 'What needs you today' })
      .boundingBox()
      .then((box) => box!.y + box!.height);
    for (const name of ['Users', 'Revenue', 'Today', 'Intelligence, last 7 days', 'Partners']) {
      const { y } = (await page.getByRole('region', { name, exact: true }).boundingBox())!;
      expect(y, `${name} at ${width} px`).toBeGreaterThanOrEqual(bottom);
    }
  }
  for (const [action, tab, address] of [
    ['Manage partners', 'Partner Management', '/partners'],
    ['Manage content', 'Content Mgmt', '/content'],
    ['Manage distributors', 'Distributor Ops', '/dashboard?tab=distributors'],
    ['View analytics', 'Analytics', '/dashboard?tab=analytics'],
  ] as const) {
    await at(page, '/dashboard');
    const quick = page.getByRole('region', { name: 'Quick actions' });
    await expect(quick.getByRole('link')).toHaveCount(4);
    await quick.getByRole('link', { name: action }).click();
    await expect(page).toHaveURL(address);
    await expect(administration(page).locator('[aria-current=page]')).toHaveText(tab);
  }
});

test('from Distributor Ops one comes to batches of places', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  await administration(page).getByRole('link', { name: 'Distributor Ops' }).click();
  const overview = page.getByRole('region', { name: 'Commission overview' });
  await overview.getByRole('link', { name: 'Create Location QR Batch' }).click();
  await expect(page).toHaveURL('/locations/batch');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Location QR Batch');
  await page.getByRole('main').getByRole('link', { name: 'Create Location QR Batch' }).last().click();
  const form = page.getByRole('region', { name: 'Create Location QR Batch' });
  await expect(form.getByRole('group', { name: 'Row 1', exact: true })).toBeVisible();
});

test('an address of an earlier edition leads to the tab that has the invitations now', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard?tab=invitations&search=nobody.example');
  await expect(page).toHaveURL(/\/dashboard\?tab=stakeholders&search=nobody\.example$/);
  await expect(page.getByText('No invitation is like that')).toBeVisible();
});

for (const [name, address, shown] of [
  ['overview', '/dashboard', 'What needs you today'],
  ['stakeholders', '/dashboard?tab=stakeholders', 'Invitations'],
  ['distributors', '/dashboard?tab=distributors', 'Commission overview'],
  ['advertisers', '/dashboard?tab=advertisers', 'Advertiser Mgmt'],
  ['analytics', '/dashboard?tab=analytics', 'Intelligence Summary'],
  ['revenue', '/dashboard?tab=reports', 'Advanced Reports'],
  ['performance', '/dashboard?tab=reports&report=performance', 'Advanced Reports'],
] as const)
  test(`the tab is of use at every width: ${name}`, async ({ page, product }) => {
    test.slow();
    await signIn(page, product, 'admin@example.com');
    const heading = () => page.getByRole('heading', { name: shown, exact: true }).first();
    await expectOnEveryWidth(page, address, `admin-${name}`, heading, at);
  });
