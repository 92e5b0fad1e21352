import type { Page } from '@playwright/test';
import { hold } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { expect, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const list = '/security/access?search=reason.example';
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Suspend an account' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without sending?' });
const answerIt = (page: Page, button: string) =>
  question(page).getByRole('button', { name: button, exact: true }).last().click();
const suspend = (page: Page) => page.getByRole('button', { name: 'Suspend', exact: true });

/** Opens an account from its list, and the sheet that suspends it. */
async function begin(page: Page, product: Product): Promise<void> {
  await ask(
    product,
    "insert into users (email, name) values ('kai@reason.example', 'Kai Reason') on conflict do nothing",
    [],
  );
  await signIn(page, product, 'admin@example.com');
  await openSection(page, list);
  await page.getByRole('link', { name: 'Kai Reason' }).click();
  await suspend(page).press('Enter');
}

test('a reason is typed at once; Escape and the closing button ask before it is lost', async ({ page, product }) => {
  await begin(page, product);
  const reason = sheetOf(page).getByLabel('Reason');
  await expect(reason).toBeFocused();
  await page.keyboard.type('Asked for by mail');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => sheetOf(page).getByRole('button', { name: 'Close' }).click(),
  ]) {
    await leave();
    await expect(question(page).getByText('What you changed here has not been sent, and would be lost.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await leave();
    await answerIt(page, 'Stay here');
    await expect(reason).toHaveValue('Asked for by mail');
  }
  await page.keyboard.press('Escape');
  await answerIt(page, 'Leave');
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(suspend(page)).toBeFocused();
  // What was typed and taken back is nothing to lose.
  await suspend(page).press('Enter');
  await reason.fill('Once');
  await reason.fill('');
  await page.keyboard.press('Escape');
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(suspend(page)).toBeFocused();
});

test('the way back takes the sheet with the page, and asks before what was typed', async ({ page, product }) => {
  await begin(page, product);
  await sheetOf(page).getByLabel('Reason').fill('Asked for by mail');
  await page.goBack();
  await answerIt(page, 'Stay here');
  await expect(sheetOf(page).getByLabel('Reason')).toHaveValue('Asked for by mail');
  await expect(page).toHaveURL(/open=/);
  await page.goBack();
  await answerIt(page, 'Leave');
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
  await expect(page.getByRole('link', { name: 'Kai Reason' })).toBeFocused();
  await page.getByRole('link', { name: 'Kai Reason' }).press('Enter');
  await suspend(page).press('Enter');
  await expect(sheetOf(page)).toBeVisible();
  await page.goBack();
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});

test('so it does where nothing is open, for those that are ticked', async ({ page, product }) => {
  await begin(page, product);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Active');
  await expect(page).toHaveURL(/state=active/);
  await page.getByRole('checkbox', { name: 'Select Kai Reason' }).check();
  await suspend(page).click();
  const sheet = page.getByRole('dialog', { name: 'Suspend accounts' });
  await sheet.getByLabel('Reason').fill('A wave of robots');
  await page.goBack();
  await answerIt(page, 'Stay here');
  await expect(sheet.getByLabel('Reason')).toHaveValue('A wave of robots');
  await page.goBack();
  await answerIt(page, 'Leave');
  await expect(sheet).toHaveCount(0);
  await expect(page).not.toHaveURL(/state=active/);
});

test('a list that was asked for before comes late, and leaves the sheet and what is being typed', async ({
  page,
  product,
}) => {
  await begin(page, product);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('checkbox', { name: 'Select Kai Reason' }).check();
  const release = await hold(page, /\/api\/admin\/users\?/);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Active');
  await suspend(page).click();
  const sheet = page.getByRole('dialog', { name: 'Suspend accounts' });
  await sheet.getByLabel('Reason').fill('A wave of robots');
  await release();
  await expect(page).toHaveURL(/state=active/);
  await expect(sheet.getByLabel('Reason')).toHaveValue('A wave of robots');
  // A step back is one still.
  await page.goBack();
  await answerIt(page, 'Leave');
  await expect(sheet).toHaveCount(0);
  await expect(page).not.toHaveURL(/state=active/);
});

test('what is typed while a step back is on its way stays', async ({ page, product }) => {
  await begin(page, product);
  const release = await hold(page, /\/api\/admin\/users\?/);
  await page.goBack();
  await sheetOf(page).getByLabel('Reason').fill('Asked for by mail');
  await release();
  await expect(page.getByText('Back to the list')).toHaveCount(0);
  await expect(sheetOf(page).getByLabel('Reason')).toHaveValue('Asked for by mail');
});

/** Whoever acts before the browser draws its next frame, which tells of a closed dialog: the telling waits until it is let go. */
async function holdClosing(page: Page): Promise<() => Promise<void>> {
  const told = await page.evaluateHandle(() => {
    const waiting: (() => void)[] = [];
    addEventListener(
      'close',
      (event) => {
        const { target } = event;
        event.stopImmediatePropagation();
        waiting.push(() => target?.dispatchEvent(new Event('close')));
      },
      { capture: true, once: true },
    );
    return waiting;
  });
  return async () =>
    await told.evaluate((waiting) => {
      for (const tell of waiting) tell();
    });
}

test('a step back at once after one was stayed for is asked about anew, and the answer to that one alone is heard', async ({
  page,
  product,
}) => {
  await begin(page, product);
  await sheetOf(page).getByLabel('Reason').fill('Asked for by mail');
  await page.goBack();
  await expect(question(page)).toBeVisible();
  const release = await holdClosing(page);
  await answerIt(page, 'Stay here');
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await release();
  await expect(question(page)).toBeVisible();
  await answerIt(page, 'Leave');
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
});

test('what somebody else has changed meanwhile is shown in the sheet; a second Confirm is about that, with the same reason', async ({
  page,
  product,
}) => {
  await accounts(product, 'by-now.example', 1);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, '/security/access?search=by-now.example');
  await page.getByRole('link', { name: 'Guest 001' }).click();
  await page.getByRole('button', { name: 'Change role' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change a role' });
  const confirm = sheet.getByRole('button', { name: 'Confirm' });
  await sheet.getByLabel('New role').selectOption('Administrator');
  await sheet.getByLabel('Reason').fill('She runs the desk now');
  await ask(
    product,
    "insert into profiles (user_id, role) select id, 'advertiser' from users where email = 'g-001@by-now.example'",
  );
  const replaced: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/role')) replaced.push(request.postDataJSON().replaces);
  });
  expectErrors(page, '409 /api/admin/users/*/role');
  await confirm.click();
  await expect(sheet.getByText('Somebody else has changed this meanwhile. Nothing was changed.')).toBeVisible();
  await expect(sheet.getByText('The role is by now: Advertiser.')).toBeVisible();
  await expect(
    sheet.getByText('Your reason is still here. Confirm once more if it is still what you want.'),
  ).toBeVisible();
  await expect(sheet.getByLabel('New role')).toHaveValue('admin');
  await expect(sheet.getByLabel('Reason')).toHaveValue('She runs the desk now');
  await confirm.click();
  await expect(page.getByText('g-001@by-now.example is now: Administrator.')).toBeVisible();
  await expect(page.getByText('She runs the desk now').first()).toBeVisible();
  expect(replaced).toEqual(['traveler', 'advertiser']);
});

test('so it is of a fault that was closed meanwhile, and of nothing else is the sheet by then', async ({
  page,
  product,
}) => {
  const [fault] = await ask<{ id: string }>(
    product,
    `insert into faults (id, kind, message, first_seen, last_seen, reports)
      values (gen_random_uuid(), 'TypeError', 'Closed meanwhile', now(), now(), 1) returning id`,
  );
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSection(page, `/security/quality?open=${fault!.id}`);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Close a fault' });
  const confirm = sheet.getByRole('button', { name: 'Confirm' });
  await sheet.getByLabel('When it is reported again').selectOption('It stays closed');
  await sheet.getByLabel('Reason').fill('No page asks for it');
  await ask(product, "update faults set state = 'resolved' where id = $1", [fault!.id]);
  expectErrors(page, '409 /api/admin/faults/*/state');
  await confirm.click();
  await expect(sheet.getByText('The fault is by now: Closed.')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('No page asks for it');
  await confirm.click();
  await expect(page.getByText('The fault is closed for good.')).toBeVisible();
});
