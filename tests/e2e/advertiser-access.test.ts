import type { Page } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const email = 'accountant@tours.example';

/** Lets the one who is signed in do this alone. */
const mayDo = (product: Product, permissions: readonly string[]) =>
  ask(
    product,
    `update profiles set role = 'advertiser', organization_name = 'Makai Tours', permissions = $2
      where user_id = (select id from users where email = $1)`,
    [email, permissions],
  );

const desks = {
  campaign_management: { title: 'Campaigns', tab: 'Campaigns', path: '/campaigns' },
  advertiser_analytics: { title: 'Campaign results', tab: 'Results', path: '/campaigns/results' },
  revenue_analytics: { title: 'Campaign invoices', tab: 'Invoices', path: '/campaigns/invoices' },
} as const;
const tabs = Object.values(desks).map(({ tab }) => tab);

test('members find from home what they may see of campaigns, and no tab that refuses them', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, email, { fresh: true });
  const main = page.getByRole('main');
  for (const [permission, { title, tab, path }] of Object.entries(desks)) {
    await mayDo(product, [permission]);
    await at(page, '/dashboard');
    for (const other of Object.values(desks))
      await expect(main.getByRole('link', { name: other.title, exact: true })).toHaveCount(Number(other.path === path));
    await main.getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    for (const one of tabs)
      await expect(main.getByRole('link', { name: one, exact: true })).toHaveCount(Number(one === tab));
  }
  // Who has listings has these as tabs of home.
  await mayDo(product, ['content_management', 'advertiser_analytics', 'revenue_analytics']);
  await at(page, '/dashboard');
  for (const one of tabs)
    await expect(main.getByRole('link', { name: one, exact: true })).toHaveCount(Number(one !== 'Campaigns'));
  await at(page, '/analytics');
  await expect(page).toHaveURL('/campaigns/results');
  // And back from each of them.
  await main.getByRole('link', { name: 'Your listings', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('of a listing whoever may not see money is told no commission rate', async ({ page, product }) => {
  await signInTraveler(page, product, email, { fresh: true });
  await mayDo(product, ['content_management', 'revenue_analytics']);
  await ask(
    product,
    `insert into listings (name, description, category, price_range, is_active, held, organisation_id)
     select 'Makai Paddle', repeat('Out to the reef. ', 8), 'Activities & Tours', '$$', false, 'unpublished', m.organisation_id
     from members m join users u on u.id = m.user_id where u.email = $1`,
    [email],
  );
  const about = page.getByRole('region', { name: 'About this listing' });
  for (const [permissions, count] of [
    [['content_management', 'revenue_analytics'], 1],
    [['content_management'], 0],
  ] as const) {
    await mayDo(product, permissions);
    await at(page, '/dashboard');
    await page.getByRole('link', { name: 'Makai Paddle' }).click();
    await expect(about.getByText('Activities & Tours')).toBeVisible();
    await expect(about.getByText('Commission rate', { exact: true })).toHaveCount(count);
    await expect(about.getByText('12.0%', { exact: true })).toHaveCount(count);
  }
});

test('who may not is told so of this part, and of a suspended organisation why', async ({ page, product }) => {
  await signInTraveler(page, product, email, { fresh: true });
  await mayDo(product, ['advertiser_analytics']);
  expectErrors(page, '403 /dashboard/listing', '403 /campaigns', '403 /campaigns/invoices');
  for (const [path, says] of [
    ['/dashboard/listing', /^Listings do not come with your account\./],
    ['/campaigns', /^Campaigns do not come with your account\./],
    ['/campaigns/invoices', /^This does not come with your account\./],
  ] as const) {
    await at(page, path);
    await expect(page.getByText(says)).toBeVisible();
    await expect(page.getByText('Open to')).toHaveCount(0);
  }
  await mayDo(product, ['content_management', 'campaign_management', 'advertiser_analytics', 'revenue_analytics']);
  await ask(
    product,
    `update organisations set state = 'suspended' where owner_id = (select id from users where email = $1)`,
    [email],
  );
  for (const path of ['/campaigns', '/campaigns/editor', '/campaigns/results', '/campaigns/invoices']) {
    await at(page, path);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(/organization is suspended/i)).toBeVisible();
  }
});
