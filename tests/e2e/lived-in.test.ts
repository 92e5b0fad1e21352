import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import { test as base, expect, ready } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { signIn } from './session.ts';

/** The demo as `npm start` begins it, once its ninety days have passed. */
const test = base.extend<Record<never, never>, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const product = await startProduct({ DEMO_DATA: 'on' });
      const isLivedIn = async () =>
        (await ask(product, `select from daily_runs where name = 'demo history' and last_day >= current_date - 1`))
          .length;
      await expect.poll(isLivedIn, { timeout: 240_000, intervals: [1_000] }).toBe(1);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Opens a screen and finds all of this on it, and none of the words that a screen without content has. */
async function shows(page: Page, path: string, ...texts: (string | RegExp)[]): Promise<void> {
  await page.goto(path);
  await ready(page);
  const main = page.getByRole('main');
  for (const text of texts) await expect(main.getByText(text).first()).toBeVisible();
  await expect(main.getByText(/^(Nothing|Nobody|No) .*( yet| here| reported| in this time| work)$/)).toHaveCount(0);
}

test('the demo’s traveler has bookings in every state, a ticket, saved places and a history', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'traveler@example.com');
  await shows(
    page,
    '/dashboard?tab=activity',
    'Kaiona Hotel Waikīkī',
    'Kaiona North Shore Lodge',
    'After the beach, before four.',
  );
  await shows(page, '/saved', 'Kaʻala Shave Ice & Bean Store', 'Take the small umbrellas.');
  await shows(page, '/analytics', 'Places visited', 'Bookings by status');
  await shows(page, '/analytics?tab=history', 'Kaiona Hotel Waikīkī');
  await shows(page, '/bookings', 'Pending', 'Confirmed', 'Completed', 'Cancelled', '$150.00');
  const kayaks = page.getByRole('article').filter({ hasText: 'Kahana Bay Kayaks' });
  await kayaks.getByRole('button', { name: 'View Ticket' }).click();
  await expect(page.getByRole('dialog').getByText('77190042').first()).toBeVisible();
  await page.keyboard.press('Escape');
  // Of two that are over one is reviewed.
  const over = page.getByRole('article').filter({ hasText: 'Completed' });
  await expect(over).toHaveCount(2);
});

test('another traveler has days of their own, on another island', async ({ page, product }) => {
  await signIn(page, product, 'traveler2@example.com');
  await shows(page, '/dashboard?tab=activity', 'Kaiona Hotel Wailea', 'Second Cup of Morning, Pāʻia');
  await shows(page, '/saved', 'Saturday, before nine.');
  await shows(page, '/bookings', 'Nāpili Sunset Sail', 'The Slow Road to Hāna');
  await shows(page, '/analytics', 'Places visited');
});

for (const [email, organisation] of [
  ['partner@example.com', 'Kaiona Hotels'],
  ['partner2@example.com', 'Four Breezes Cottages'],
  ['advertiser@example.com', 'Trade Wind Experiences'],
] as const) {
  test(`${email} is at home, and is shown nothing that is not theirs`, async ({ page, product }) => {
    await signIn(page, product, email);
    await shows(page, '/dashboard', 'Profile, passkeys and devices');
    await shows(page, '/dashboard?tab=profile', organisation);
  });
}

test('the administrator finds work of ninety days on every desk', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await shows(page, '/dashboard?tab=invitations', 'Garden Lānai Coffee', 'Waiting', 'Accepted', 'Expired', 'Revoked');
  const [{ bookings, users }] = (await ask<{ bookings: number; users: number }>(
    product,
    'select (select count(*)::int from bookings) as bookings, (select count(*)::int from users) as users',
  )) as [{ bookings: number; users: number }];
  await shows(page, '/bookings', String(bookings));
  const inRows = async (...texts: string[]) => {
    for (const text of texts) await expect(page.locator('tbody').getByText(text).first()).toBeVisible();
  };
  await shows(page, '/bookings?view=inquiries', 'Makawao Woodturners');
  await inRows('Open', 'Dismissed', 'Resolved');
  await shows(page, '/bookings?view=reviews', /^\d of 5: /);
  await inRows('Visible');
  await shows(page, '/bookings?view=reviews&hidden=true', /^\d of 5: /);
  await inRows('Hidden');
  await shows(page, '/security', `${users} accounts. Every change is kept in the audit log.`);
  await shows(page, '/security?state=suspended', 'lottery-desk-1@example.com');
  await shows(page, '/security/quality', 'Faults that are open: 2. Every change is kept in the audit log.', /quota/);
  await shows(page, '/security/work', 'Export of scans', 'Suspension of accounts');
  await shows(page, '/security/work?list=news', 'it is no JSON');
  await shows(page, '/security/embedded-pages', 'morningtable.example');
});

test('an address in a narrow column breaks before its sign alone', async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, product, 'admin@example.com');
  await page.goto('/money/reconcile');
  await ready(page);
  const by = page.locator('td[data-label="By"]').first();
  await expect(by).toHaveText('admin@example.com');
  const lines = await by.evaluate((cell) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const found: [string, number][] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      found.push([range.toString(), range.getClientRects().length]);
    }
    return found;
  });
  expect(lines).toEqual([
    ['admin', 1],
    ['@example.com', 1],
  ]);
});

test('nobody invented was sent a mail', async ({ product }) => {
  const people = /^(traveler2?|partner2?|advertiser|admin)@example\.com$/;
  expect(product.mail.messages.filter(({ to }) => !people.test(String(to)))).toEqual([]);
});
