import type { Page } from '@playwright/test';
import { hold, loseAnswer } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { confirm, openSection } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { clear, work } from './desk-work.ts';
import { expect, test } from './fixtures.ts';
import { openInvitations } from './inviting.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const admin = 'admin@example.com';
const state = '**/api/admin/users/*/state';
const suspend = (page: Page) => page.getByRole('button', { name: 'Suspend', exact: true });
const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name });

async function begin(page: Page, product: Product, domain: string, count: number): Promise<void> {
  await accounts(product, domain, count);
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, `/security/access?search=${domain}`);
}

const suspended = async (product: Product, domain: string) =>
  (
    await ask<{ email: string }>(
      product,
      "select email from profiles p join users u on u.id = p.user_id where not is_active and email like '%@' || $1 order by 1",
      [domain],
    )
  ).map(({ email }) => email.split('@')[0]);

test('a deed whose answer is lost is told truly on the second try', async ({ page, product }) => {
  await begin(page, product, 'lost-deed.example', 60);
  await page.getByLabel('Select Guest 002').check();
  await page.getByLabel('Select Guest 003').check();
  await suspend(page).click();
  await loseAnswer(page, '**/api/admin/users/suspend');
  const sheet = sheetOf(page, 'Suspend accounts');
  await sheet.getByLabel('Reason').fill('No longer with us');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Network error.')).toBeVisible();
  await confirm(page, 'Suspend accounts', 'No longer with us');
  await expect(page.getByText('Suspended: 2. Left out: 0.')).toBeVisible();
  expect(await suspended(product, 'lost-deed.example')).toEqual(['g-002', 'g-003']);
});

test('all that match are suspended by one piece of work, though its first answer is lost', async ({
  page,
  product,
}) => {
  test.slow();
  await begin(page, product, 'lost-many.example', 60);
  await page.getByLabel('Select Guest 002').check();
  await page.getByRole('button', { name: 'Select all 60 that match' }).click();
  await suspend(page).click();
  await loseAnswer(page, '**/api/admin/users/suspend-matching');
  const sheet = sheetOf(page, 'Suspend accounts');
  await sheet.getByLabel('Reason').fill('A wave of robots');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Network error.')).toBeVisible();
  // Its end is said to those who do not see it.
  const spoken = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const region = document.getElementById('announcer')!;
        const hear = () => region.textContent?.startsWith('Suspension of accounts') && resolve(region.textContent);
        new MutationObserver(hear).observe(region, { childList: true, characterData: true, subtree: true });
      }),
  );
  await confirm(page, 'Suspend accounts', 'A wave of robots');
  const followed = page.getByRole('region', { name: 'Suspension of accounts' });
  await expect(followed.getByText('60 of 60', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(await spoken).toBe('Suspension of accounts: Done, 60 of 60.');
  const works = await ask(product, "select from long_work where parameters ->> 'search' = 'lost-many.example'");
  expect(works).toHaveLength(1);
});

test('where no answer came, nobody is told that nothing was sent; the page asks what became of it', async ({
  page,
  product,
}) => {
  await begin(page, product, 'unknown.example', 1);
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await suspend(page).click();
  await loseAnswer(page, state);
  const sheet = sheetOf(page, 'Suspend an account');
  await sheet.getByLabel('Reason').fill('No longer with us');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Network error.')).toBeVisible();
  await page.keyboard.press('Escape');
  const question = sheetOf(page, 'Leave without an answer?');
  await expect(
    question.getByText('What you sent may be done all the same. The page asks again what there is.'),
  ).toBeVisible();
  await question.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible();
});

test('so it is where the reason of what was sent was taken away again', async ({ page, product }) => {
  await begin(page, product, 'emptied.example', 1);
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await suspend(page).click();
  await loseAnswer(page, state);
  const sheet = sheetOf(page, 'Suspend an account');
  await sheet.getByLabel('Reason').fill('No longer with us');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Network error.')).toBeVisible();
  await sheet.getByLabel('Reason').fill('');
  await page.keyboard.press('Escape');
  const question = sheetOf(page, 'Leave without an answer?');
  await question.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible();
});

test('a late answer for one account takes nothing away that is typed for another, and is told above the list', async ({
  page,
  product,
}) => {
  await begin(page, product, 'late-deed.example', 2);
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await suspend(page).click();
  const release = await hold(page, state);
  const sheet = sheetOf(page, 'Suspend an account');
  await sheet.getByLabel('Reason').fill('The first');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await page.getByRole('link', { name: 'Guest 002' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Guest 002' })).toBeVisible();
  await suspend(page).click();
  await sheet.getByLabel('Reason').fill('The second, thought about');
  const answered = page.waitForResponse(state);
  await release();
  await answered;
  await expect(page.getByText('g-001@late-deed.example is suspended.')).toBeAttached();
  await expect(sheet.getByLabel('Reason')).toHaveValue('The second, thought about');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('g-002@late-deed.example is suspended.')).toBeVisible();
  await page.getByRole('button', { name: 'Put away' }).click();
  await expect(page.getByText('g-001@late-deed.example is suspended.')).toHaveCount(0);
  await expect(page.getByText('g-002@late-deed.example is suspended.')).toBeVisible();
});

test('whoever has gone elsewhere is not pulled to what they began before', async ({ page, product }) => {
  await clear(product);
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/work?new=scans-export');
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  const address = '**/api/admin/exports/scans';
  const release = await hold(page, address);
  await page.getByRole('button', { name: 'Begin the export' }).click();
  await page.getByRole('link', { name: 'Access Control' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await expect(page).toHaveURL(/\/security$/);
  // The address is there before what it shows.
  await expect(page.getByRole('heading', { name: 'Export of scans' })).toHaveCount(0);
  const answered = page.waitForResponse(address);
  await release();
  await answered;
  await expect(page.getByText('Export of scans: begun. It goes on.')).toBeVisible();
  await expect(page).toHaveURL(/\/security$/);
});

test('nor by work that begins late, to the list that it is done to', async ({ page, product }) => {
  await accounts(product, 'late-work.example', 60);
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access?search=late-work.example');
  await page.getByLabel('Select all shown').check();
  await page.getByRole('button', { name: 'Select all 60 that match' }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Their cards are not their own');
  const address = '**/api/admin/users/suspend-matching';
  const release = await hold(page, address);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave', exact: true }).last().click();
  await page.getByRole('link', { name: 'Quality Assurance' }).click();
  await expect(page).toHaveURL(/\/security\/quality$/);
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/admin\/users\?/.test(request.url())) lists.push(request.url());
  });
  const answered = page.waitForResponse(address);
  await release();
  await answered;
  // By the time that the work is done its list would have been asked for.
  const isDone = async () =>
    (await ask<{ state: string }>(product, 'select state from long_work order by created_at desc limit 1'))[0]?.state;
  await expect.poll(isDone, { timeout: 20_000 }).toBe('done');
  await expect(page).toHaveURL(/\/security\/quality$/);
  expect(lists).toEqual([]);
});

test('of two pieces of work the end of one is not said above the other', async ({ page, product }) => {
  await clear(product);
  const ids = await ask<{ id: string }>(
    product,
    `insert into long_work (kind, parameters, asked_by, mail_when_done, created_at)
      select 'scans-export', '{}', id, false, now() - n * interval '1 minute' from users, generate_series(1, 2) n
      where email = $1 returning id`,
    [admin],
  );
  await signIn(page, product, admin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, `/security/work?open=${ids[0]!.id}`);
  const address = '**/api/long-work/*/cancel';
  const release = await hold(page, address);
  await page.getByRole('button', { name: 'Cancel this work', exact: true }).click();
  await page.locator('a[data-row]').nth(1).click();
  await expect(page).toHaveURL(new RegExp(`open=${ids[1]!.id}`));
  await expect(page.getByRole('button', { name: 'Cancel this work', exact: true })).toBeVisible();
  const answered = page.waitForResponse(address);
  await release();
  await answered;
  await expect(page.locator('tbody').getByText('Cancelled')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('The work is cancelled.')).toHaveCount(0);
});

test('an invitation that is answered late leaves another alone that is being written', async ({ page, product }) => {
  await signIn(page, product, admin);
  await openInvitations(page);
  const address = '**/api/stakeholder/invite';
  const sheet = page.getByRole('dialog');
  const write = async (kind: string, email: string) => {
    await page.getByRole('button', { name: `Invite ${kind}` }).click();
    await sheet.getByLabel('Email address').fill(email);
    await sheet.getByLabel(kind === 'Partner' ? 'Organization name' : 'Company name').fill('Hale Late');
  };
  const release = await hold(page, address);
  await write('Partner', 'late@invited.example');
  await sheet.getByRole('button', { name: 'Send invitation' }).click();
  await page.keyboard.press('Escape');
  await write('Advertiser', 'next@invited.example');
  const answered = page.waitForResponse(address);
  await release();
  await answered;
  await expect(page.getByText('late@invited.example')).toBeVisible();
  await expect(sheet.getByLabel('Email address')).toHaveValue('next@invited.example');
  // An answer that is lost: the list says what became of it.
  await loseAnswer(page, address);
  await sheet.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.locator('main').getByText('next@invited.example')).toBeVisible();
});

test('what was done to one row is said neither above another nor of another list', async ({ page, product }) => {
  await begin(page, product, 'said-once.example', 2);
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await suspend(page).click();
  await confirm(page, 'Suspend an account', 'No longer with us');
  const said = page.getByText('g-001@said-once.example is suspended.');
  await expect(said).toBeVisible();
  await page.getByRole('link', { name: 'Guest 002' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Guest 002' })).toBeVisible();
  await expect(said).toHaveCount(0);
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await confirm(page, 'Reactivate an account', 'Back again');
  const active = page.getByText('g-001@said-once.example is active again.');
  await expect(active).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Active');
  await expect(page).toHaveURL(/state=active/);
  await expect(active).toHaveCount(0);
});

test('what another administrator has done meanwhile is neither overwritten nor passed over', async ({
  page,
  product,
}) => {
  await begin(page, product, 'two-admins.example', 1);
  await page.getByRole('link', { name: 'Guest 001' }).click();
  const meanwhile = 'Somebody else has changed this meanwhile. Nothing was changed.';
  const leave = () => page.getByRole('button', { name: 'Leave', exact: true }).last().click();
  expectErrors(page, '409 /api/admin/users/*/role', '409 /api/admin/users/*/state');
  await page.getByRole('button', { name: 'Change role' }).click();
  await ask(
    product,
    "insert into profiles (user_id, role) select id, 'advertiser' from users where email = 'g-001@two-admins.example'",
  );
  const roles = sheetOf(page, 'Change a role');
  await roles.getByLabel('New role').selectOption('Administrator');
  await roles.getByLabel('Reason').fill('Promoted');
  await roles.getByRole('button', { name: 'Confirm' }).click();
  await expect(roles.getByText(meanwhile)).toBeVisible();
  await page.keyboard.press('Escape');
  await leave();
  const detail = page.getByRole('region', { name: 'About this account' });
  await expect(detail.getByText('Advertiser', { exact: true })).toBeVisible();
  await suspend(page).click();
  await ask(
    product,
    "update profiles set is_active = false from users where users.id = user_id and email = 'g-001@two-admins.example'",
  );
  const sheet = sheetOf(page, 'Suspend an account');
  await sheet.getByLabel('Reason').fill('No longer with us');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText(meanwhile)).toBeVisible();
  await expect(sheet.getByText('The account is by now: Suspended.')).toBeVisible();
  await expect(sheet.getByText('So there is nothing left to do, and your reason would not be kept.')).toBeVisible();
  await page.keyboard.press('Escape');
  await leave();
  await expect(page.getByRole('button', { name: 'Reactivate' })).toBeVisible();
});

test('news that another has put away meanwhile leaves the list with its figure', async ({ page, product }) => {
  await clear(product);
  const [row] = await ask<{ id: string }>(
    product,
    `insert into inbox (source, received_at, headers, body, digest, state, attempts, problem, settled_at)
      values ('demo', now(), '{}', '', '', 'unreadable', 1, 'it is no JSON', now()) returning id`,
  );
  await signIn(page, product, admin);
  await openSection(page, `/security/work?list=news&open=${row!.id}`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await ask(product, `update inbox set state = 'discarded' where id = $1`, [row!.id]);
  expectErrors(page, '404 /api/admin/news/*/discard');
  const sheet = sheetOf(page, 'Discard');
  await sheet.getByLabel('Reason').fill('Not ours');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('link', { name: 'Unreadable news: 0' })).toBeAttached();
  await expect(sheet.getByLabel('Reason')).toHaveValue('Not ours');
});

test('what is open and goes away is said to be gone, and the focus stays on the page', async ({ page, product }) => {
  await clear(product);
  await signIn(page, product, admin);
  const id = await work(product, { state: 'running', done_steps: 1, total_steps: 9 });
  await page.clock.install();
  await openSection(page, `/security/work?open=${id}`);
  const detail = page.getByRole('region', { name: 'About this work' });
  await detail.getByRole('button', { name: 'Cancel this work' }).focus();
  await ask(product, 'delete from long_work where id = $1', [id]);
  expectErrors(page, '404 /api/long-work/*');
  await page.clock.runFor(6_000);
  await expect(detail).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'What was open is no longer there.' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
