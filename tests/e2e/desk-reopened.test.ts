import type { Page } from '@playwright/test';
import { book, bookable } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { deadLetter } from './desk-work.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

/** Signs in an administrator of this test alone, whose session it can end. */
async function signInAdmin(page: Page, product: Product, email: string): Promise<void> {
  await signInTraveler(page, product, email, { fresh: true });
  await ask(product, `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`, [email]);
}

/** Gives a reason as the session has ended, and signs in again from there. */
async function confirmAfterEnd(page: Page, product: Product, admin: string, reason: string): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Reason').fill(reason);
  await endSessions(product, admin);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await sheet.getByRole('link', { name: 'Sign In' }).click();
  await signInByMail(page, product, admin);
}

test('who has signed in again finds the sheet open, what was typed, and what it was ticked for', async ({
  page,
  product,
}) => {
  test.slow();
  const admin = 'reopens@example.com';
  await accounts(product, 'reopened.example', 4);
  await signInAdmin(page, product, admin);
  await openSection(page, '/security/access?search=reopened.example');
  await page.getByLabel('Select Guest 003').check();
  await page.getByLabel('Select Guest 002').check();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  expectErrors(page, '401 /api/admin/users/suspend');
  await confirmAfterEnd(page, product, admin, 'Their cards are not their own');
  const sheet = page.getByRole('dialog', { name: 'Suspend accounts' });
  await expect(sheet.getByLabel('Reason')).toHaveValue('Their cards are not their own');
  await expect(page.getByText('2 selected')).toBeVisible();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Suspended: 2. Left out: 0.')).toBeVisible();
  const suspended = await ask<{ name: string }>(
    product,
    "select name from users u join profiles p on p.user_id = u.id where not is_active and email like '%@reopened.example' order by 1",
  );
  expect(suspended.map(({ name }) => name)).toEqual(['Guest 002', 'Guest 003']);
});

test('so it is of a fault and of a dead letter', async ({ page, product }) => {
  test.slow();
  const admin = 'reopens-two@example.com';
  await signInAdmin(page, product, admin);
  const [fault] = await ask<{ id: string }>(
    product,
    `insert into faults (id, kind, message, first_seen, last_seen, reports)
      values (gen_random_uuid(), 'TypeError', 'Reopened sheet', now(), now(), 1) returning id`,
  );
  await openSection(page, `/security/quality?open=${fault!.id}`);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  expectErrors(page, '401 /api/admin/faults/*/state', '401 /api/admin/dead-letters/*/discard');
  await confirmAfterEnd(page, product, admin, 'Mended');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Close a fault' })).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('Mended');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The fault is closed.')).toBeVisible();

  await deadLetter(product, 'mail', { to: 'kai@reopened.example', subject: 'Reopened' });
  await openSection(page, '/security/work?list=dead-letters&search=reopened');
  await page.getByRole('link', { name: 'Reopened' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await confirmAfterEnd(page, product, admin, 'Of no use');
  await expect(sheet.getByLabel('Reason')).toHaveValue('Of no use');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Reopened is put away.')).toBeVisible();
});

test('so it is of what is on hold, and of a partner’s terms', async ({ page, product, elsewhere }) => {
  test.slow();
  const admin = 'reopens-three@example.com';
  await signInAdmin(page, product, admin);
  const phone = await elsewhere();
  const email = 'held@reopened.example';
  await signInTraveler(phone, product, email);
  const [listing] = await bookable(phone);
  for (const n of [1, 2]) {
    const booking = await book(phone, product, listing!.id);
    await ask(product, 'insert into commission_holds (booking_id, rule, opened_at) values ($1, $2, now())', [
      booking,
      `by_hand_${n}`,
    ]);
  }
  const openDesk = async (address: string) => {
    await page.goto(address);
    await ready(page);
  };
  await openDesk(`/money/holds?state=open&search=${email}`);
  for (const box of await page.getByRole('checkbox', { name: /^Select (?!all)/ }).all()) await box.check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Void', exact: true }).click();
  expectErrors(page, '401 /api/admin/holds/decide', '401 /api/admin/organisations/*/terms');
  await confirmAfterEnd(page, product, admin, 'Their own brother');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Void commissions' })).toBeVisible();
  await expect(sheet.getByText('Holds: 2. The partner earns nothing')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('Their own brother');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Voided: 2. Left out: 0.')).toBeVisible();

  const [payout] = await ask<{ id: string; partner: string }>(
    product,
    `with made as (insert into payouts (organisation_id, run_id, cents, prepared_by, prepared_at)
      select o.id, gen_random_uuid(), 7000, u.id, now() from organisations o, users u
      where o.kind = 'partner' and u.email = $1 order by o.id limit 1 returning id, organisation_id)
    select made.id, name as partner from made join organisations o on o.id = organisation_id`,
    [admin],
  );
  await openDesk(`/money/payouts?open=${payout!.id}`);
  await page.getByRole('button', { name: 'Change terms' }).click();
  await sheet.getByRole('textbox', { name: 'Paid out from' }).fill('62.50');
  await confirmAfterEnd(page, product, admin, 'Agreed by letter');
  await expect(sheet.getByRole('heading', { name: "The partner's terms" })).toBeVisible();
  await expect(sheet.getByRole('textbox', { name: 'Paid out from' })).toHaveValue('62.50');
  await expect(sheet.getByLabel('Reason')).toHaveValue('Agreed by letter');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The terms are proposed, and wait to be confirmed.')).toBeVisible();
  const [terms] = await ask<{ cents: string }>(
    product,
    `delete from rate_changes where reason = 'Agreed by letter' returning minimum_payout_cents as cents`,
  );
  expect(Number(terms!.cents)).toBe(6250);
  await ask(product, 'delete from payouts where id = $1', [payout!.id]);
});

test('what was typed about rows is there again in whatever order they were ticked', async ({ page, product }) => {
  await accounts(product, 'ordered.example', 3);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access?search=ordered.example');
  const tick = async (...names: string[]) => {
    for (const name of names) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  };
  await tick('Guest 003', 'Guest 001');
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.fill('Long thought about');
  page.on('dialog', (dialog) => dialog.accept());
  // Elsewhere, so that the sheet does not open by itself.
  await page.goto('/security/work');
  await ready(page);
  await openSection(page, '/security/access?search=ordered.example&sort=-name');
  await expect(reason).toHaveValue('Long thought about');
});

test('what is ticked outlives a reload; where other rows are shown it is said that none is', async ({
  page,
  product,
}) => {
  await accounts(product, 'kept-ticks.example', 60);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access?search=kept-ticks.example');
  const lost = page.getByText('Other rows are shown: none is selected any more.');
  await page.getByLabel('Select Guest 002').check();
  await page.getByLabel('Select Guest 001').check();
  await page.reload();
  await ready(page);
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(page.getByLabel('Select Guest 002')).toBeChecked();
  await expect(lost).toHaveCount(0);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('link', { name: 'Guest 060' })).toBeVisible();
  await expect(lost).toBeInViewport();
  await page.getByLabel('Select Guest 060').check();
  await expect(lost).toHaveCount(0);
});

test('who signs out in another tab leaves no reason behind on the device', async ({ page, product }) => {
  await accounts(product, 'left-reason.example', 1);
  await signInAdmin(page, product, 'leaves-reason@example.com');
  await openSection(page, '/security/access?search=left-reason.example');
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('About somebody');
  page.on('dialog', (dialog) => dialog.accept());
  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await ready(other);
  await other.getByRole('button', { name: 'Menu' }).first().click();
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  expect(await page.evaluate(() => localStorage.getItem('holoholo.draft'))).toBeNull();
});
