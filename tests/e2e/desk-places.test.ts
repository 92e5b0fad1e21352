import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { confirm, openSection, stillShown } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { expect, test } from './fixtures.ts';
import { endSessions, signIn } from './session.ts';

test('a next page that cannot be had takes neither the list nor what is ticked, and comes by itself', async ({
  page,
  product,
}) => {
  await accounts(product, 'further.example', 60);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access?search=further.example');
  await page.getByRole('checkbox', { name: 'Select Guest 002' }).check();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(stillShown(page)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Guest 002' })).toBeChecked();
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: 'Guest 060' })).toBeVisible();
  await expect(stillShown(page)).toHaveCount(0);
});

test('a search says how many it found to those who do not see it', async ({ page, product }) => {
  await accounts(product, 'counted.example', 1);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access');
  await page.getByLabel('Search by name or e-mail address').fill('counted.example');
  await expect(page.getByRole('status').filter({ hasText: '1 account found.' })).toBeVisible();
});

test('on a phone what is opened is in sight and has the focus; the way back leads to where the list was read', async ({
  page,
  product,
}) => {
  await accounts(product, 'phone.example', 20);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access?search=phone.example');
  const row = page.getByRole('link', { name: 'Guest 016' });
  await row.scrollIntoViewIfNeeded();
  const read = await page.evaluate(() => scrollY);
  expect(read).toBeGreaterThan(1_000);
  await row.click();
  const heading = page.getByRole('heading', { name: 'Guest 016' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(read);
});

test('a reason that was typed as the session had ended leads to a sign-in; closed, it leaves nothing of others on screen', async ({
  page,
  product,
}) => {
  await accounts(product, 'ended.example', 1);
  const admin = 'leaving-admin@example.com';
  await ask(product, 'insert into users (email, name) values ($1, $1) on conflict do nothing', [admin]);
  await ask(
    product,
    "insert into profiles (user_id, role, onboarded_at) select id, 'admin', now() from users where email = $1 on conflict (user_id) do update set role = 'admin'",
    [admin],
  );
  await signIn(page, product, admin);
  await openSection(page, '/security/access?search=ended.example');
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await page.getByRole('button', { name: 'Suspend' }).click();
  expectErrors(
    page,
    '401 /api/admin/users/*/state',
    '401 /api/users/me',
    '401 /api/admin/users',
    '401 /api/admin/users/*',
  );
  await endSessions(product, admin);
  const sheet = page.getByRole('dialog', { name: 'Suspend' });
  await sheet.getByLabel('Reason').fill('They asked for it');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('They asked for it');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Leave without sending?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click();
  await expect(page.getByText('g-001@ended.example')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Guest 001' })).toHaveCount(0);
});

test('while another search cannot be had, head, sentence, export and what is done are of the list on screen', async ({
  page,
  product,
}) => {
  await accounts(product, 'kept-search.example', 3);
  await accounts(product, 'not-shown.example', 2);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access?search=kept-search.example&sort=-name');
  const names = page.locator('a[data-row]');
  const descending = ['Guest 003', 'Guest 002', 'Guest 001'];
  await expect(names).toHaveText(descending);
  await page.context().setOffline(true);
  await page.getByLabel('Search by name or e-mail address').fill('');
  await expect(stillShown(page)).toBeVisible();
  await page.getByRole('link', { name: 'Name' }).click();
  await expect(stillShown(page)).toBeVisible();
  await expect(names).toHaveText(descending);
  await expect(page.getByText('3 accounts found.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  const exported = page.getByRole('link', { name: 'Export what I see (CSV)' });
  await expect(exported).toHaveAttribute(
    'href',
    /search=kept-search\.example.*sort=-name|sort=-name.*search=kept-search\.example/,
  );
  await page.getByLabel('Select all shown').check();
  await expect(page.getByText('3 selected')).toBeVisible();
});

test('what was done is no longer ticked; a list that has changed since is not acted on as a whole', async ({
  page,
  product,
}) => {
  await accounts(product, 'ticked.example', 60);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access?search=ticked.example');
  await page.getByLabel('Select Guest 002').check();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await confirm(page, 'Suspend accounts', 'No longer with us');
  await expect(page.getByText('Suspended: 1. Left out: 0.')).toBeVisible();
  await expect(page.getByLabel('Select Guest 002')).not.toBeChecked();
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await page.getByLabel('Select Guest 003').check();
  await page.getByRole('button', { name: 'Select all 60 that match' }).click();
  await ask(product, "insert into users (email, name) values ('new@ticked.example', 'New One')", []);
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  expectErrors(page, '409 /api/admin/users/suspend-matching');
  const sheet = page.getByRole('dialog', { name: 'Suspend accounts' });
  await sheet.getByLabel('Reason').fill('All of them');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('The list has changed: 61 match now. Nothing was done.')).toBeVisible();
  await expect(page.getByText('None is selected any more. Your reason is there again')).toBeInViewport({ ratio: 1 });
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(/^\d+ selected$/)).toHaveCount(0);
  const suspended = await ask<{ count: number }>(
    product,
    "select count(*)::int from profiles p join users u on u.id = p.user_id where not is_active and email like '%@ticked.example'",
  );
  expect(suspended[0]!.count).toBe(1);
  // Who selects anew goes on with the same reason.
  await page.getByLabel('Select Guest 003').check();
  await page.getByRole('button', { name: 'Select all 61 that match' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(sheet.getByText('Accounts: 61.')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('All of them');
});

test('what is ticked stays so where a row more has come; where one of them is gone it is said that none is', async ({
  page,
  product,
}) => {
  await accounts(product, 'stays.example', 4);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access?search=stays.example');
  const lost = page.getByText('Other rows are shown: none is selected any more.');
  for (const name of ['Guest 001', 'Guest 002']) await page.getByLabel(`Select ${name}`).check();
  await ask(product, "insert into users (email, name) values ('new@stays.example', 'A New One')", []);
  await page.getByRole('link', { name: 'Guest 003' }).click();
  await expect(page.getByText('5 accounts found.')).toBeVisible();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(page.getByLabel('Select Guest 002')).toBeChecked();
  await expect(page.getByLabel('Select A New One')).not.toBeChecked();
  await expect(lost).toHaveCount(0);
  await ask(product, "delete from users where email = 'g-002@stays.example'", []);
  await page.getByRole('link', { name: 'Guest 004' }).click();
  await expect(page.getByText('4 accounts found.')).toBeVisible();
  await expect(lost).toBeVisible();
  await expect(page.getByText('2 selected')).toHaveCount(0);
});

test('the focus stays where one goes on, whatever became of what was pressed', async ({ page, product }) => {
  await accounts(product, 'focus.example', 1);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access?search=focus.example');
  await page.getByRole('link', { name: 'Guest 001' }).click();
  for (const [press, title] of [
    ['Suspend', 'Suspend an account'],
    ['Reactivate', 'Reactivate an account'],
  ] as const) {
    await page.getByRole('button', { name: press, exact: true }).press('Enter');
    await confirm(page, title, 'Seen by keyboard');
    const other = press === 'Suspend' ? 'Reactivate' : 'Suspend';
    await expect(page.getByRole('button', { name: other, exact: true })).toBeFocused();
  }
  await openSection(page, '/security/work');
  const begin = page.getByRole('link', { name: 'Export scans' });
  await begin.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Export of scans' })).toBeFocused();
  await page.getByRole('link', { name: 'Back to the list' }).press('Enter');
  await expect(begin).toBeFocused();
});

test('all that match stay those that were chosen: others that match by now, or by another filter, are told and taken by nobody', async ({
  page,
  product,
}) => {
  await accounts(product, 'chosen.example', 60);
  await ask(
    product,
    `insert into profiles (user_id, role, is_active) select id, 'traveler', false from users where email >= 'g-058@chosen' and email like '%@chosen.example'`,
  );
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access?search=chosen.example&state=active');
  const chooseAll = async (count: number) => {
    await page.getByLabel('Select all shown').check();
    await page.getByRole('button', { name: `Select all ${count} that match` }).click();
    await expect(page.getByText(`${count} selected`)).toBeVisible();
  };
  const lost = page.getByText('Other rows are shown: none is selected any more.');
  await chooseAll(57);
  await page.getByRole('combobox', { name: 'State', exact: true }).selectOption({ index: 0 });
  await expect(page.getByText('60 accounts found.')).toBeVisible();
  await expect(lost).toBeVisible();
  await expect(page.getByText(/^\d+ selected$/)).toHaveCount(0);
  await chooseAll(60);
  await accounts(product, 'chosen.example.org', 1);
  await ask(
    product,
    `update users set email = 'z-001@chosen.example', name = 'Zoe' where email like '%@chosen.example.org'`,
  );
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await expect(page.getByText('61 accounts found.')).toBeVisible();
  await expect(lost).toBeVisible();
  await expect(page.getByText(/^\d+ selected$/)).toHaveCount(0);
});

test('a row that is opened just after a search was typed stays open, and the list follows the search', async ({
  page,
  product,
}) => {
  await accounts(product, 'just-typed.example', 3);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access?search=just-typed.example&sort=-name');
  // Within the pause after which a list follows what is typed.
  await page.getByLabel('Search by name or e-mail address').evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '3@just-typed.example');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector<HTMLElement>('a[data-row]')!.click();
  });
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('search') === '3@just-typed.example' && searchParams.has('open'),
  );
  await expect(page.getByText('1 account found.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Guest 003' })).toBeVisible();
});

test('that none is selected any more is said also where no row matched in between', async ({ page, product }) => {
  await accounts(product, 'between.example', 2);
  await signIn(page, product, 'admin@example.com');
  await openSection(page, '/security/access?search=between.example');
  const search = page.getByLabel('Search by name or e-mail address');
  const lost = page.getByText('Other rows are shown: none is selected any more.');
  await page.getByLabel('Select Guest 001').check();
  await search.fill('nobody between');
  await expect(page.getByText('No account is like that')).toBeVisible();
  await search.fill('between.example');
  await expect(page.getByRole('link', { name: 'Guest 001' })).toBeVisible();
  await expect(lost).toBeVisible();
  await expect(page.getByLabel('Select Guest 001')).not.toBeChecked();
  await search.fill('g-002@between.example');
  await expect(page.getByRole('link', { name: 'Guest 001' })).toHaveCount(0);
  await expect(lost).toHaveCount(0);
});
