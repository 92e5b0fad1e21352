import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { allowHosts, browserOf, learnLink, openListing, standInForBookingPage } from './embedding.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn, signInTraveler } from './session.ts';

const ownHost = 'kaimanareefswims.example';

test.beforeEach(({ browser, product }) => allowHosts(browser, product, []));
test.afterAll(({ browser, product }) => allowHosts(browser, product, []));

test.describe('an administrator', () => {
  test('allows a host and takes it back, and the next page does as told', async ({ page, context, product }) => {
    expectErrors(page, '400 /api/embed-hosts');
    await standInForBookingPage(context, ownHost);
    await signIn(page, product, 'admin@example.com');
    await page.goto('/dashboard');
    await ready(page);
    await page.getByRole('link', { name: 'Choose whose pages open inside the guide' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pages inside the guide');
    await expect(page.getByText('No host is allowed yet')).toBeVisible();
    await expectAccessible(page);

    const field = page.getByLabel('Host name');
    const allow = page.getByRole('button', { name: 'Allow' });
    await allow.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Please enter a host name' })).toBeVisible();
    for (const wrong of ['localhost', '*.fareharbor.com', 'fareharbor.com:8443']) {
      await field.fill(wrong);
      await allow.click();
      await expect(page.getByText(`${wrong} cannot be shown inside the guide.`)).toBeVisible();
    }
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    // A pasted address means its host.
    await field.fill(`https://${ownHost.toUpperCase()}/swims?x=1`);
    await field.press('Enter');
    await expect(page.getByText(`Pages of ${ownHost} open inside the guide now.`)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: ownHost })).toBeVisible();
    await expectAccessible(page);

    await openListing(page, 'Kaimana Reef Swims');
    await learnLink(page, 'Kaimana Reef Swims').click();
    await expect(browserOf(page, 'Kaimana Reef Swims')).toBeVisible();

    await page.goto('/security/embedded-pages');
    await ready(page);
    await page.getByRole('button', { name: `Remove ${ownHost}` }).click();
    await expect(page.getByText(`Pages of ${ownHost} open in the browser from now on.`)).toBeVisible();
    await page.reload();
    await expect(page.getByText('No host is allowed yet')).toBeVisible();
  });

  test('is told what was not saved', async ({ page, product }) => {
    await signIn(page, product, 'admin@example.com');
    await page.goto('/security/embedded-pages');
    await ready(page);
    await page.route('**/api/embed-hosts', (route) => route.abort());
    await page.getByLabel('Host name').fill(ownHost);
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText('That was not saved. Check your connection and try again.')).toBeVisible();
    await expect(page.getByLabel('Host name')).toHaveValue(ownHost);
  });
});

test.describe('nobody else', () => {
  test.use({ expectedErrors: ['403 /security/embedded-pages'] });

  test('sees the screen', async ({ page, product }) => {
    await page.goto('/security/embedded-pages');
    await expect(page).toHaveURL(`${product.url}/`);
    await signInTraveler(page, product, 'curious@example.com');
    await page.goto('/security/embedded-pages');
    await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
    await expect(page.getByLabel('Host name')).toHaveCount(0);
  });
});
