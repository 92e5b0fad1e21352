import type { Page } from '@playwright/test';
import { at, cut } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, problem, ready, test } from './fixtures.ts';
import { reportTokenOf } from './report-token.ts';
import { signIn } from './session.ts';

const owner = 'partner@example.com';

test.use({ viewport: { width: 390, height: 844 } });

const end = (page: Page) => page.getByRole('button', { name: 'End my reports' });
const byMail = (page: Page) => page.getByRole('switch', { name: 'Reports by e-mail' });

async function openSettings(page: Page): Promise<void> {
  await page.goto('/partner-portal/settings');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
}

test('a link ends the reports with one press and without a sign-in; the settings show it, and have them again', async ({
  page,
  product,
}) => {
  test.slow();
  // Another test may have switched them off.
  await ask(product, 'update partner_settings set email_reports = true');
  const token = await reportTokenOf(product, owner);
  // As a browser opens what stands in the head of a mail.
  await page.goto(`/api/report-mails/${token}`);
  await expect(page).toHaveURL(`/unsubscribe/${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('End your reports by e-mail');
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
  const chosen = () => ask(product, 'select from report_choices');
  expect(await chosen()).toEqual([]);
  await cut(page, at.reportMails);
  await end(page).click();
  await expect(problem(page)).toBeVisible();
  await page.unroute(at.reportMails);
  await end(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your reports have ended');
  await expect(page.getByText(/^No more reports of .+ are mailed to you\.$/)).toBeVisible();
  await expect(page.getByText('To have them again, sign in and switch on “Reports by e-mail”')).toBeVisible();
  expect(await chosen()).toHaveLength(1);
  // Again: nothing is wrong with that.
  await page.reload();
  await end(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your reports have ended');

  await signIn(page, product, owner);
  await openSettings(page);
  await expect(byMail(page)).not.toBeChecked();
  await expect(page.getByText(/^A link in one of the mails has ended them on .+\. Switch them on/)).toBeVisible();
  await expect(page.getByText('Push notifications: Coming soon')).toBeVisible();
  await byMail(page).check();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings updated successfully!')).toBeVisible();
  await page.reload();
  await openSettings(page);
  await expect(byMail(page)).toBeChecked();
  await expect(page.getByText(/^A link in one of the mails/)).toHaveCount(0);
});

test('a link that is none says where to choose', async ({ page }) => {
  expectErrors(page, '404 /api/report-mails/*');
  await page.goto('/unsubscribe/nothing');
  await end(page).click();
  await expect(problem(page)).toHaveText(
    'This link does not end any reports (any more). Sign in and choose in your settings which reports you get.',
  );
  await expect(end(page)).toHaveCount(0);
  const settings = page.getByRole('link', { name: 'Open the settings' });
  await expect(settings).toHaveAttribute('href', '/auth?redirect=%2Fpartner-portal%2Fsettings');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('one of the staff chooses reports of their own in the settings, and sees them ended by a link', async ({
  page,
  product,
}) => {
  test.slow();
  const staff = 'reports-clerk@example.com';
  await ask(
    product,
    `with clerk as (insert into users (email) values ($1) returning id),
       house as (select m.organisation_id as id from members m join users u on u.id = m.user_id where u.email = $2)
     insert into members (organisation_id, kind, user_id, standing, permissions)
       select house.id, 'partner', clerk.id, 'staff', array['performance_analytics'] from house, clerk`,
    [staff, owner],
  );
  await ask(product, "insert into profiles (user_id, role) select id, 'partner' from users where email = $1", [staff]);
  await signIn(page, product, staff);
  await openSettings(page);
  await expect(byMail(page)).not.toBeChecked();
  await expect(page.getByText('Push notifications: Coming soon')).toBeVisible();
  await expect(page.getByLabel('Organization name')).toHaveCount(0);
  await byMail(page).check();
  await page.getByLabel('Reporting frequency').selectOption('weekly');
  await page.getByRole('button', { name: 'Save my reports' }).click();
  await expect(page.getByText('Settings updated successfully!')).toBeVisible();
  await page.goto(`/unsubscribe/${await reportTokenOf(product, staff)}`);
  await end(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your reports have ended');
  await openSettings(page);
  await expect(byMail(page)).not.toBeChecked();
  await expect(page.getByLabel('Reporting frequency')).toHaveValue('weekly');
  await expect(page.getByText(/^A link in one of the mails/)).toBeVisible();
  await ask(
    product,
    `update members set permissions = array['qr_code_management'] where user_id = (select id from users where email = $1)`,
    [staff],
  );
  await page.reload();
  await expect(page.getByText('The settings of your organization are for its owner.')).toBeVisible();
});
