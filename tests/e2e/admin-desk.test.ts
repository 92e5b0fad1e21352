import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { book, bookable, openBookings, openDesk, openRow, rowOf } from './bookings-world.ts';
import { stillShown } from './desk-pages.ts';
import { allowHosts } from './embedding.ts';
import { expect, ready, test } from './fixtures.ts';
import { signIn, signInTraveler } from './session.ts';

test.use({ serviceWorker: true });

test('each desk of the money leads to the others', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  const desks = ['News of platforms', 'Reconcile', 'Holds', 'Payouts', 'Rate cards', 'Ledger'];
  await page.goto('/money/ledger');
  await ready(page);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const desk of desks) {
      await sections.getByRole('link', { name: desk, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(desk);
      await expect(sections.locator('[aria-current=page]')).toHaveText(desk);
      await expect(sections.getByRole('link')).toHaveText([...desks, 'Platform Bookings']);
    }
  }
  await sections.getByRole('link', { name: 'Platform Bookings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platform Bookings');
});

test('the desk leads to Platform Bookings, to missing bookings and to reviews', { tag: '@main' }, async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  await page.goto('/dashboard');
  await ready(page);
  await page.getByRole('link', { name: 'Holds', exact: true }).click();
  await expect(page).toHaveURL(`${product.url}/money/holds?state=open`);
  for (const [link, address, words] of [
    ['Platform Bookings', '/bookings', 'Total value (USD)'],
    ['Answer travelers who miss a booking', '/bookings?view=inquiries', 'Missing bookings'],
    ['Read and moderate reviews', '/bookings?view=reviews', 'Reviews'],
  ] as const) {
    await page.goto('/dashboard');
    await ready(page);
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(`${product.url}${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Platform Bookings');
    await expect(page.getByRole('main').getByText(words, { exact: true }).first()).toBeVisible();
  }
});

test.describe('Platform Bookings', () => {
  test('says whether the server can be reached, and shows every ticket', async ({
    page,
    product,
    browser,
    context,
  }) => {
    test.slow();
    await signInTraveler(page, product, 'desk-traveler@example.com');
    const [listing] = await bookable(page);
    const id = await book(page, product, listing!.id);
    const desk = await openDesk(browser, product);
    await openBookings(desk.page);
    const main = desk.page.getByRole('main');
    await expect(main.getByText('Live from our server')).toBeVisible();
    const card = rowOf(desk.page, 'desk-traveler@example.com');
    await card.getByRole('button', { name: /^View Ticket/ }).click();
    const ticket = desk.page.getByRole('dialog', { name: 'Ticket Details' });
    await expect(ticket.getByText('Not confirmed')).toBeVisible();
    // What only its traveler can do is not offered.
    await expect(ticket.getByText('I booked this')).toHaveCount(0);
    await desk.page.keyboard.press('Escape');

    await desk.decide(id, { status: 'confirmed', amount: 100, booking_reference: 'FH-DESK-1' });
    await openBookings(desk.page);
    await card.getByRole('button', { name: /^View Ticket/ }).click();
    await expect(ticket.getByText('Live Ticket')).toBeVisible();
    await expect(ticket.getByText('FH-DESK-1').first()).toBeVisible();
    await expect(ticket.getByText('Add to calendar')).toHaveCount(0);
    await expectAccessible(desk.page);
    await desk.page.keyboard.press('Escape');

    await desk.page.context().setOffline(true);
    await expect(main.getByText('Offline', { exact: true })).toBeVisible();
    await desk.page.context().setOffline(false);
    await expect(main.getByText('Online', { exact: true })).toBeVisible();
    await context.clearCookies();
    await desk.close();
  });

  test.describe('of two administrators who decide about one booking', () => {
    test.use({ expectedErrors: ['409 /api/bookings/*'] });

    test('the later one is told so, overwrites nothing, and then sees what it is now', async ({
      page,
      product,
      browser,
      consoleErrors,
    }) => {
      await signInTraveler(page, product, 'decided-traveler@example.com');
      const [listing] = await bookable(page);
      const id = await book(page, product, listing!.id);
      const [desk, other] = [await openDesk(browser, product), await openDesk(browser, product)];
      consoleErrors.watchPage(desk.page, product.url);
      await openBookings(desk.page);
      const card = await openRow(desk.page, 'decided-traveler@example.com');
      const sheet = desk.page.getByRole('dialog');
      await card.getByRole('button', { name: 'Decide' }).click();
      await sheet.getByRole('radio', { name: 'Cancelled' }).check();
      await sheet.getByLabel('Reason').fill('The traveler did not come');
      await other.decide(id, { status: 'confirmed', amount: 100 });
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(sheet).toContainText(
        'Somebody else has decided about this booking meanwhile: it is confirmed now. Please look at it as it is now.',
      );
      await desk.page.keyboard.press('Escape');
      await expect(card).toContainText('Confirmed');
      await card.getByRole('button', { name: 'Decide' }).click();
      await sheet.getByRole('radio', { name: 'Cancelled' }).check();
      await sheet.getByLabel('Reason').fill('The traveler did not come');
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(card).toContainText('Cancelled');
      await desk.close();
      await other.close();
    });
  });

  test.describe('where a further page cannot be had', () => {
    const rows = (page: Page) => page.locator('tbody tr');

    test('the list stays, with what failed and a way to try again', async ({ page, product }) => {
      await signIn(page, product, 'admin@example.com');
      await openBookings(page);
      await expect(rows(page)).toHaveCount(50);
      const first = await rows(page).first().textContent();
      // Nor does anything else answer: the page asks again by itself where the server does.
      await page.route('**/healthz', (route) => route.abort());
      await page.route('**/api/admin/bookings?**', (route) => route.abort());
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect(stillShown(page)).toBeVisible();
      await expect(rows(page)).toHaveCount(50);
      await expect(rows(page).first()).toHaveText(first!);
      await page.unroute('**/api/admin/bookings?**');
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page).toHaveURL(/after=/);
      await expect(stillShown(page)).toHaveCount(0);
      await expect(rows(page).first()).not.toHaveText(first!);
    });

    test('another list is not shown as if it were the one that was asked for', async ({ page, product }) => {
      await signIn(page, product, 'admin@example.com');
      await openBookings(page);
      await expect(rows(page)).toHaveCount(50);
      await page.route('**/healthz', (route) => route.abort());
      await page.route('**/api/reviews**', (route) => route.abort());
      const sections = page.getByRole('navigation', { name: 'Sections' });
      await sections.getByRole('link', { name: 'Reviews' }).click();
      await expect(stillShown(page)).toBeVisible();
      await expect(sections.getByRole('link', { name: 'Bookings', exact: true })).toHaveAttribute('aria-current', /./);
      await expect(sections.getByRole('link', { name: 'Reviews' })).not.toHaveAttribute('aria-current', /./);
      await expect(rows(page)).toHaveCount(50);
      await page.unroute('**/api/reviews**');
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(sections.getByRole('link', { name: 'Reviews' })).toHaveAttribute('aria-current', /./);
      await expect(stillShown(page)).toHaveCount(0);
    });
  });

  test('an amount that the browser cannot read decides nothing', async ({ page, product, browser }) => {
    await signInTraveler(page, product, 'unreadable@example.com');
    const [listing] = await bookable(page);
    await book(page, product, listing!.id);
    const desk = await openDesk(browser, product);
    let asked = 0;
    await desk.page.route('**/api/bookings/*', (route) => {
      asked += Number(route.request().method() === 'PATCH');
      return route.continue();
    });
    await openBookings(desk.page);
    const card = await openRow(desk.page, 'unreadable@example.com');
    await card.getByRole('button', { name: 'Decide' }).click();
    const sheet = desk.page.getByRole('dialog');
    // A number field takes the signs one by one; together they are none.
    await sheet.getByLabel('True amount (USD)').pressSequentially('1e');
    await sheet.getByLabel('Reason').fill('On the statement');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet.getByRole('alert').filter({ hasText: /./ })).toHaveText(
      'The amount cannot be read. Please write it in digits, such as 129.50.',
    );
    expect(asked).toBe(0);
    await sheet.getByLabel('True amount (USD)').fill('129.50');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(desk.page.getByText('Saved, and noted in the audit log.')).toBeVisible();
    await expect(card).toContainText('$129.50');
    await desk.close();
  });
});

test.describe('two administrators', () => {
  test.use({ expectedErrors: ['409 /api/embed-hosts'] });

  test('who change the hosts at once: the later one is told, sees the list as it is, and overwrites nothing', async ({
    page,
    product,
    browser,
  }) => {
    await allowHosts(browser, product, ['first.example']);
    await signIn(page, product, 'admin@example.com');
    await page.goto('/security/embedded-pages');
    await ready(page);
    // The other one has read the same list, and is quicker.
    await allowHosts(browser, product, ['first.example', 'quicker.example']);
    await page.getByLabel('Host name').fill('later.example');
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Somebody else has changed this list meanwhile.' }),
    ).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'quicker.example' })).toBeVisible();
    await expect(page.getByLabel('Host name')).toHaveValue('later.example');
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText('Pages of later.example open inside the guide now.')).toBeVisible();
    const { hosts } = await (await page.request.get('/api/embed-hosts')).json();
    expect(hosts).toEqual(['first.example', 'later.example', 'quicker.example']);
    await allowHosts(browser, product, []);
  });
});
