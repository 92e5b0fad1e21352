import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { accountActions } from '../../contract/users.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

/** Travelers of a domain of their own, named so that they sort in this order. */
async function travelers(product: Product, domain: string, count: number): Promise<void> {
  await ask(
    product,
    `with made as (
      insert into users (email, name)
      select 'guest-' || lpad(n::text, 5, '0') || '@' || $1, 'Kaʻiulani ' || lpad(n::text, 5, '0')
      from generate_series(1, $2::int) n returning id)
    insert into profiles (user_id, role) select id, 'traveler' from made`,
    [domain, count],
  );
}

async function openList(page: Page, query: string): Promise<void> {
  await page.goto(`/security/access?${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
}

/** Gives a reason in the open sheet, and confirms. */
async function confirm(page: Page, title: string, reason = 'Asked for by mail'): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByLabel('Reason').fill(reason);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet).toHaveCount(0);
}

test('an administrator finds an account, and each change of it, with a reason, moves exactly what it names', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  const email = 'kai@change.example';
  const phone = await elsewhere();
  await signInTraveler(phone, product, email, { fresh: true });
  await ask(product, `update users set name = 'Kaʻiulani Change' where email = $1`, [email]);
  await ask(
    product,
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
      select id, 'credential-of-' || device, '\\x00', 0, '{}', false, device, now() from users, (values ('Phone'), ('Laptop')) key (device)
      where email = $1`,
    [email],
  );
  await signIn(page, product, 'admin@example.com');
  await page.goto('/manage/users');
  await expect(page).toHaveURL(`${product.url}/security/access`);
  await openList(page, '');
  await page.getByLabel('Search by name or e-mail address').fill('change.example');
  await expect(page.getByText('1 account found.')).toBeVisible();
  await expect(page).toHaveURL(/search=change\.example/);
  await page.getByRole('link', { name: 'Kaʻiulani Change' }).click();
  const detail = page.getByRole('region', { name: 'About this account' });
  await expect(detail.getByText('Phone, since')).toBeVisible();
  await expect(detail.getByText('never used')).toHaveCount(2);

  await detail.getByRole('button', { name: 'Reset passkeys' }).click();
  await confirm(page, 'Reset passkeys');
  await expect(page.getByText(`Passkeys of ${email} removed: 2.`)).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Reset passkeys' })).toHaveCount(0);

  await signInTraveler(phone, product, email, { fresh: true });
  await page.reload();
  await ready(page);
  await detail.getByRole('button', { name: 'End sessions' }).click();
  await confirm(page, 'End sessions');
  await expect(page.getByText(`Sessions of ${email} ended: 1.`)).toBeVisible();
  expect((await phone.request.get('/api/users/me')).status()).toBe(401);

  await detail.getByRole('button', { name: 'Suspend', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Suspend an account' });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Please give a reason.')).toBeVisible();
  await confirm(page, 'Suspend an account');
  await expect(page.getByText(`${email} is suspended.`)).toBeVisible();
  await expect(detail.getByText('Suspended', { exact: true }).first()).toBeVisible();
  await expect(detail.getByText('Asked for by mail').first()).toBeVisible();

  await detail.getByRole('button', { name: 'Reactivate' }).click();
  await confirm(page, 'Reactivate an account');
  await expect(page.getByText(`${email} is active again.`)).toBeVisible();

  await detail.getByRole('button', { name: 'Change role' }).click();
  const roles = page.getByRole('dialog', { name: 'Change a role' });
  await roles.getByLabel('New role').selectOption('Administrator');
  await confirm(page, 'Change a role');
  await expect(page.getByText(`${email} is now: Administrator.`)).toBeVisible();
  await expect(detail.getByText('Administrator', { exact: true })).toBeVisible();
  await expect(detail.getByText('Role changed')).toBeVisible();
  await expectAccessible(page, { enlarged: true });
});

test('an account, a fault or work that is not there is said not to be', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  const unknown = '01234567-89ab-7def-8123-456789abcdef';
  for (const [path, id] of [
    ['/security/access?', unknown],
    ['/security/quality?', unknown],
    ['/security/work?', unknown],
    ['/security/work?list=dead-letters&', unknown],
    ['/security/work?list=news&', '999999999'],
  ] as const) {
    await page.goto(`${path}open=${id}`);
    await ready(page);
    const said = page.getByRole('status').filter({ hasText: 'What you asked for is not there.' });
    await expect(said, path).toBeVisible();
    await expectAccessible(page);
    await page.goto(path);
    await ready(page);
    await expect(said).toHaveCount(0);
  }
});

/** Accounts of other tests that are suspended. */
const suspendedElsewhere = (product: Product) =>
  ask(
    product,
    'select email from profiles p join users u on u.id = p.user_id where not is_active and email not like $1 order by 1',
    ['%@tick.example'],
  );

test('what is ticked is suspended, and all that match, and nobody else', { tag: '@main' }, async ({
  page,
  product,
}) => {
  test.slow();
  await travelers(product, 'tick.example', 60);
  const before = await suspendedElsewhere(product);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openList(page, 'search=tick.example');
  await expect(page.getByText('60 accounts found.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(51);
  await page.getByLabel('Select Kaʻiulani 00002').check();
  await page.getByLabel('Select Kaʻiulani 00003').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  const bar = page.getByRole('button', { name: 'Suspend', exact: true });
  await bar.click();
  await confirm(page, 'Suspend accounts');
  await expect(page.getByText('Suspended: 2. Left out: 0.')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Suspended');
  await expect(page.getByText('2 accounts found.')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Active');
  await expect(page.getByText('58 accounts found.')).toBeVisible();

  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('row')).toHaveCount(9);
  await page.getByRole('link', { name: 'First page' }).click();
  await page.getByLabel('Select all shown').check();
  await page.getByRole('button', { name: 'Select all 58 that match' }).click();
  await expect(page.getByText('58 selected')).toBeVisible();
  await bar.click();
  await confirm(page, 'Suspend accounts');
  const followed = page.getByRole('region', { name: 'Suspension of accounts' });
  await expect(followed.getByText('58 of 58')).toBeVisible({ timeout: 30_000 });
  const goesOn = page.getByText('The accounts are being suspended. It goes on when you leave this page.');
  await expect(goesOn).toHaveCount(0, { timeout: 15_000 });
  await expect(page.getByText('0 accounts found.')).toBeVisible();
  await expect(page.getByText('No account is like that')).toBeVisible();
  expect(await suspendedElsewhere(product)).toEqual(before);
});

test('the list is sorted, walked by arrow keys, shows the columns that were chosen, and is exported as it is', async ({
  page,
  product,
}) => {
  await travelers(product, 'sort.example', 3);
  const second = 'guest-00002@sort.example';
  await ask(
    product,
    `with made as (
      insert into organisations (kind, name, owner_id) select 'partner', 'Hale Kai', id from users where email = 'guest-00001@sort.example'
      returning id, kind)
    insert into members (organisation_id, kind, user_id, standing, permissions)
      select made.id, made.kind, users.id, 'staff', '{}' from made, users where email = $1`,
    [second],
  );
  await ask(
    product,
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at, last_used_at)
      select id, 'credential-of-sort', '\\x00', 0, '{}', false, 'Phone', '2026-11-01 20:00Z', '2026-11-20 20:00Z'
      from users where email = $1`,
    [second],
  );
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openList(page, 'search=sort.example');
  const names = page.locator('a[data-row]');
  await expect(names).toHaveText(['Kaʻiulani 00001', 'Kaʻiulani 00002', 'Kaʻiulani 00003']);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(names).toHaveText(['Kaʻiulani 00003', 'Kaʻiulani 00002', 'Kaʻiulani 00001']);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await names.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'About this account' })).toContainText(second);
  await expect(page.getByText('None').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Hale Kai, staff')).toBeVisible();
  await expect(page.getByText('last used Nov 20, 2026')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();

  await page.getByText('Columns', { exact: true }).first().click();
  const column = (name: string) => page.getByRole('columnheader', { name });
  for (const name of ['Sessions', 'Passkeys']) await expect(column(name)).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Sessions' }).check();
  await page.getByRole('checkbox', { name: 'Organization' }).uncheck();
  const chosen = async () => {
    await expect(column('Sessions')).toHaveCount(1);
    for (const name of ['Passkeys', 'Organization']) await expect(column(name)).toHaveCount(0);
  };
  await chosen();
  await page.reload();
  await ready(page);
  await chosen();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export what I see (CSV)' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.trim().split('\n')).toHaveLength(4);
  expect(text).toContain('guest-00003@sort.example');
});

test('more than 200 that match are suspended as long work, which goes on without the page', async ({
  page,
  product,
}) => {
  test.slow();
  await travelers(product, 'many.example', 230);
  await signIn(page, product, 'admin@example.com');
  await openList(page, 'search=many.example');
  await page.getByLabel('Select Kaʻiulani 00001').check();
  await page.getByRole('button', { name: 'Select all 230 that match' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await confirm(page, 'Suspend accounts');
  await expect(page.getByText('The accounts are being suspended. It goes on when you leave this page.')).toBeVisible();
  await page.goto('/explore');
  const suspended = () =>
    ask<{ count: number }>(
      product,
      `select count(*)::int from profiles p join users u on u.id = p.user_id
        where not p.is_active and u.email like '%@many.example'`,
    );
  await expect.poll(async () => (await suspended())[0]!.count, { timeout: 30_000 }).toBe(230);
});

test("one's own account is left to another administrator", async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await openList(page, 'search=admin@example.com');
  await page.locator('a[data-row]').click();
  await expect(page.getByText('This is your own account: another administrator changes it.')).toBeVisible();
});

test('of more than ten thousand, no figure is said that is not known', async ({ page, product }) => {
  test.slow();
  await travelers(product, 'legion.example', 10_001);
  await signIn(page, product, 'admin@example.com');
  await openList(page, 'search=legion.example');
  await expect(page.getByText('More than 10,000 accounts found.')).toBeVisible();
  await page.getByLabel('Select Kaʻiulani 00001').check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(
    page.getByText('All that match can be selected up to 10,000: search or filter for fewer.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Select all / })).toHaveCount(0);
  await ask(product, `delete from users where email like '%@legion.example'`);
});

test('an address that asks what there is not leads to the list, with what else it asks', async ({ page, product }) => {
  await travelers(product, 'wrong.example', 1);
  await signIn(page, product, 'admin@example.com');
  await openList(page, 'search=wrong.example&open=abc&sort=foo&role=boss&after=zz&state=active&work=1');
  await expect(page).toHaveURL(/\/security\/access\?search=wrong\.example&state=active$/);
  await expect(page.getByText('1 account found.')).toBeVisible();
  for (const [address, name] of [
    ['/security/quality', 'State'],
    ['/security/work', 'State'],
    ['/security/work?list=dead-letters', 'Kind'],
  ] as const) {
    const wrong = `open=abc&sort=foo&state=boss&queue=none&after=zz`;
    await page.goto(address + (address.includes('?') ? '&' : '?') + wrong);
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
    await expect(page.getByRole('combobox', { name, exact: true })).toHaveValue('');
  }
  await page.goto('/explore');
  await ready(page);
  expectErrors(page, '400 /api/admin/users');
  await page.evaluate(() => {
    history.pushState({}, '', '/security/access?sort=foo');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
});

test('an address of before keeps what it asks, and each section is marked in the navigation', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  await page.goto('/manage/users?search=admin@example.com');
  await expect(page).toHaveURL(/\/security\/access\?search=admin(@|%40)example\.com$/);
  await ready(page);
  await expect(page.getByText('1 account found.')).toBeVisible();
  const security = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Security' });
  for (const section of ['', '/api', '/access', '/quality', '/work']) {
    await page.goto(`/security${section}`);
    await ready(page);
    await expect(security).toHaveAttribute('aria-current', 'page');
  }
  await page.goto('/dashboard');
  await ready(page);
  await expect(security).not.toHaveAttribute('aria-current', 'page');
});

test('from 900 px the areas stand at the left and not below, addresses on one line, and the list says whose its times are', async ({
  page,
  product,
}) => {
  await travelers(product, 'wide.example', 40);
  await signIn(page, product, 'admin@example.com');
  const [areas, bar] = ['Areas', 'Main'].map((name) => page.getByRole('navigation', { name })) as [Locator, Locator];
  const sections = page.getByRole('navigation', { name: 'Sections' });
  for (const [width, isWide] of [
    [390, false],
    [899, false],
    [900, true],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await openList(page, 'search=wide.example');
    await expect(areas).toBeVisible({ visible: isWide });
    await expect(bar).toBeVisible({ visible: !isWide });
    await expect((isWide ? areas : bar).getByRole('link')).toHaveText(['Admin Home', 'Security', 'Analytics']);
    await expect(page.getByText('Times are Hawaiʻi’s.')).toBeVisible();
  }
  const [area, section, list] = await Promise.all(
    [areas, sections, page.getByRole('table')].map((one) => one.boundingBox()),
  );
  expect([area!.x + area!.width, section!.x + section!.width].every((edge) => edge < list!.x)).toBe(true);
  expect(area!.y + area!.height).toBeLessThanOrEqual(section!.y);
  await expect(areas.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page');
  const lines = await page.locator('td[data-label="E-mail"] div').evaluateAll((cells) =>
    cells.map((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
  // Nothing is kept free at the end of the page for a bar that is not there.
  const free = await page.evaluate(
    () => getComputedStyle(document.querySelector('main')!.parentElement!).paddingBottom,
  );
  expect(free).toBe('0px');
  await areas.getByRole('link', { name: 'Admin Home' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(areas).toBeVisible();
});

test('the history of an account is worded, whatever happened to it', async ({ page, product }) => {
  await travelers(product, 'history.example', 1);
  for (const action of accountActions)
    await ask(
      product,
      `insert into audit_inbox (recorded_at, action, actor_id, subject_kind, subject_id, salt, person_id, content)
        select now(), $1, id, 'user', id::text, decode(md5($1), 'hex'), id, '{}' from users where email like '%@history.example'`,
      [action],
    );
  await signIn(page, product, 'admin@example.com');
  await openList(page, 'search=history.example');
  await page.getByRole('link', { name: 'Kaʻiulani 00001' }).click();
  const detail = page.getByRole('region', { name: 'About this account' });
  for (const words of [
    ...['Profile created', 'Profile changed', 'Role changed', 'Suspended', 'Reactivated', 'Sessions ended'],
    ...['Passkeys reset', 'Joined a team', 'Permissions in a team changed', 'Taken out of a team'],
    'Left a team',
  ])
    await expect(detail.getByText(words, { exact: true })).toBeVisible();
});

test('on every width it is a list to be used: cards, a table, a table beside what is open', async ({
  page,
  product,
}) => {
  await travelers(product, 'look.example', 40);
  await signIn(page, product, 'admin@example.com');
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openList(page, 'search=look.example');
    await expect(page.getByRole('link', { name: 'Kaʻiulani 00040' })).toBeAttached();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await openList(page, 'search=look.example&sort=-last_seen');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, { enlarged: true });
});

test('an account that its owner erases leaves the list and its count', async ({ page, product, elsewhere }) => {
  const phone = await elsewhere();
  await travelers(product, 'erases.example', 1);
  await signInTraveler(phone, product, 'leaves@erases.example', { fresh: true });
  await signIn(page, product, 'admin@example.com');
  const shot = (name: string) => page.screenshot({ path: `test-results/access-${name}.png` });
  await openList(page, 'search=erases.example');
  await expect(page.getByText('2 accounts found.')).toBeVisible();
  const headers = { origin: product.url };
  const reply = await phone.request.post('/api/users/me/erase', { data: { confirm: 'erase my account' }, headers });
  expect(reply.status()).toBe(200);
  await openList(page, 'search=erases.example');
  await expect(page.getByText('1 account found.')).toBeVisible();
  await openList(page, 'state=suspended');
  await expect(page.getByText('erased.invalid')).toHaveCount(0);
  await openList(page, '');
  await expect(page.getByText('erased.invalid')).toHaveCount(0);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await shot(`without-erased-${width}`);
  }
});
