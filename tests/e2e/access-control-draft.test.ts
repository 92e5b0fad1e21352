import type { Page } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { openSection } from './desk-pages.ts';
import { accounts } from './desk-rows.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';
import { openInvitations } from './inviting.ts';
import type { Product } from './product.ts';
import { endSessions, signInTraveler } from './session.ts';

/** Signs in an administrator of this test alone, whose session it can end. */
async function signInAdmin(page: Page, product: Product, email: string): Promise<void> {
  await signInTraveler(page, product, email, { fresh: true });
  await ask(product, `update profiles set role = 'admin' from users u where u.id = user_id and u.email = $1`, [email]);
}

test('a role is chosen by whoever gives it, and what was chosen for one account is never put to another', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const admin = 'desk-draft@example.com';
  const [kai, lani] = ['kai@draft.example', 'lani@draft.example'];
  const other = await elsewhere();
  for (const one of [kai, lani]) await signInTraveler(other, product, one, { fresh: true });
  await signInAdmin(page, product, admin);
  await openSection(page, '/security/access?search=draft.example');
  const sheet = page.getByRole('dialog', { name: 'Change a role' });
  const begin = async (email: string) => {
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('button', { name: 'Change role' }).click();
  };
  await begin(kai);
  await expect(sheet.getByLabel('New role')).toHaveValue('');
  await sheet.getByLabel('Reason').fill('She runs the desk now');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Please choose a role.')).toBeVisible();
  await expect(sheet.getByLabel('New role')).toBeFocused();
  await sheet.getByLabel('New role').selectOption('Administrator');
  await endSessions(product, admin);
  expectErrors(page, '401 /api/admin/users/*/role');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await sheet.getByRole('link', { name: 'Sign In' }).click();
  await signInByMail(page, product, admin);
  await expect(sheet.getByText(kai)).toBeVisible();
  await expect(sheet.getByLabel('New role')).toHaveValue('admin');
  await expect(sheet.getByLabel('Reason')).toHaveValue('She runs the desk now');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without sending?' });
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('link', { name: 'Back to the list' }).click();

  await begin(lani);
  await expect(sheet.getByText(lani)).toBeVisible();
  await expect(sheet.getByLabel('New role')).toHaveValue('');
  await expect(sheet.getByLabel('Reason')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await begin(kai);
  await sheet.getByLabel('New role').selectOption('Administrator');
  await sheet.getByLabel('Reason').fill('She runs the desk now');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${kai} is now: Administrator.`)).toBeVisible();
});

test('a reason half typed is asked about before the page is loaded anew, and is there again in its own sheet', async ({
  page,
  product,
  elsewhere,
}) => {
  const [admin, kai] = ['desk-reloads@example.com', 'kai@reload.example'];
  await signInTraveler(await elsewhere(), product, kai, { fresh: true });
  await signInAdmin(page, product, admin);
  await openSection(page, '/security/access?search=reload.example');
  await page.getByRole('link', { name: kai }).click();
  const begin = (what: string) => page.getByRole('button', { name: what, exact: true }).click();
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await begin('Suspend');
  await reason.fill('Their cards are not their own');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog.accept();
  });
  await page.reload();
  await ready(page);
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByRole('dialog', { name: 'Suspend an account' })).toBeVisible();
  await expect(reason).toHaveValue('Their cards are not their own');
  // What is there again is no less unsent; once it was taken nothing is kept or asked about.
  await page.reload();
  await ready(page);
  expect(asked).toHaveLength(2);
  await expect(reason).toHaveValue('Their cards are not their own');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await ready(page);
  expect(asked).toHaveLength(2);
  await begin('Reactivate');
  await expect(reason).toHaveValue('');
});

test('where the session has ended, an invitation is signed in from, and what was typed is there again', async ({
  page,
  product,
}) => {
  const admin = 'desk-invites@example.com';
  await signInAdmin(page, product, admin);
  await openInvitations(page);
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  const open = () => page.getByRole('button', { name: 'Invite Partner' }).click();
  await open();
  await dialog.getByLabel('Email address').fill('kept@invite.example');
  await dialog.getByLabel('Organization name').fill('Hale Kept');
  await dialog.getByLabel('Partner type').selectOption('Café');
  await endSessions(product, admin);
  expectErrors(page, '401 /api/stakeholder/invite');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('What you typed is kept while you sign in.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Sign In' }).click();
  await signInByMail(page, product, admin);
  await expect(page).toHaveURL(/\/dashboard\?tab=stakeholders$/);
  await page.getByRole('button', { name: 'Invite Advertiser' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email address')).toHaveValue('');
  await page.keyboard.press('Escape');
  await open();
  await expect(dialog.getByLabel('Email address')).toHaveValue('kept@invite.example');
  await expect(dialog.getByLabel('Organization name')).toHaveValue('Hale Kept');
  await expect(dialog.getByLabel('Partner type')).toHaveValue('cafe');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Partner invitation sent successfully!')).toBeVisible();
});

test('where others match after a new sign-in, that is said, none is selected, and the reason waits for those that are then', async ({
  page,
  product,
}) => {
  test.slow();
  const admin = 'desk-matching@example.com';
  await accounts(product, 'all-drafted.example', 60);
  await signInAdmin(page, product, admin);
  await openSection(page, '/security/access?search=all-drafted.example');
  const suspendAll = async (count: number) => {
    await page.getByLabel('Select Guest 002').check();
    await page.getByRole('button', { name: `Select all ${count} that match` }).click();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  };
  await suspendAll(60);
  const sheet = page.getByRole('dialog', { name: 'Suspend accounts' });
  await sheet.getByLabel('Reason').fill('A wave of robots');
  await endSessions(product, admin);
  expectErrors(page, '401 /api/admin/users/suspend-matching');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await sheet.getByRole('link', { name: 'Sign In' }).click();
  await ask(product, "insert into users (email, name) values ('new@all-drafted.example', 'New One')");
  await signInByMail(page, product, admin);
  await ready(page);
  await expect(
    page.getByText(
      'The list has changed meanwhile. None is selected any more. Your reason is there again once you have selected anew.',
    ),
  ).toBeVisible();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(/^\d+ selected$/)).toHaveCount(0);
  await expect(page.getByLabel('Select Guest 002')).not.toBeChecked();
  await suspendAll(61);
  await expect(sheet.getByText('Accounts: 61.')).toBeVisible();
  await expect(sheet.getByLabel('Reason')).toHaveValue('A wave of robots');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  const followed = page.getByRole('region', { name: 'Suspension of accounts' });
  await expect(followed.getByText('61 of 61')).toBeVisible({ timeout: 30_000 });
  expect(await page.evaluate(() => localStorage.getItem('holoholo.draft'))).toBeNull();
});
