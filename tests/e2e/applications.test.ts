import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { confirm, expectOnEveryWidth } from './desk-pages.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, problem, ready, test } from './fixtures.ts';
import { linkIn } from './inviting.ts';
import { setRole } from './payouts-world.ts';
import { signIn, signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'About this application' });
const send = (page: Page) => page.getByRole('button', { name: 'Send application' });

interface Application {
  organization: string;
  email: string;
  website?: string;
  isAdvertiser?: boolean;
}

async function fillIn(page: Page, { organization, email, website }: Application): Promise<void> {
  await page.getByLabel('Organization name').fill(organization);
  await page.getByLabel('Your name').fill('Leilani Kahananui');
  await page.getByLabel('E-mail').fill(email);
  if (website) await page.getByLabel('Website').fill(website);
}

async function applies(page: Page, application: Application): Promise<void> {
  await at(page, '/apply');
  if (application.isAdvertiser) await page.getByRole('radio', { name: 'An advertiser' }).check();
  await fillIn(page, application);
  await send(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mahalo for your application');
}

test.beforeEach(async ({ product }) => {
  await ask(product, 'delete from applications');
});

test('from a stranger on a phone to a partner: applied, looked at, invited by mail, accepted', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  const email = 'hale.malie@gmail.com';
  const guest = await elsewhere();
  await guest.setViewportSize({ width: 390, height: 844 });
  await at(guest, '/');
  await guest.getByRole('link', { name: 'Become a partner or advertiser' }).click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Become a partner or advertiser');
  await guest.screenshot({ path: 'test-results/apply-390.png', fullPage: true });
  await send(guest).click();
  for (const said of ['the name of your organization.', 'your name.', 'an address that mail can be sent to.'])
    await expect(guest.getByText(`Please give ${said}`)).toBeVisible();
  await expect(guest.getByLabel('Organization name')).toBeFocused();
  await fillIn(guest, { organization: 'Hale Mālie', email, website: 'javascript:alert(1)' });
  await guest.getByLabel('Phone number').fill('call me');
  await send(guest).click();
  await expect(guest.getByText('Please give the address of a website, or leave this empty.')).toBeVisible();
  await expect(guest.getByText('Please give a phone number, or leave this empty.')).toBeVisible();
  await guest.getByLabel('Website').fill('halemalie.example');
  await guest.getByLabel('Phone number').fill('+1 808 555 0100');
  await guest.getByRole('radio', { name: 'An advertiser' }).check();
  await expect(guest.getByText('You offer something to visitors, and show it in the guide.')).toBeVisible();
  await guest.getByRole('radio', { name: 'A partner' }).check();
  await guest.getByLabel('What kind of house').selectOption('vacation_rental');
  await guest.getByLabel('Island or address').fill('Oʻahu');
  await guest.getByLabel('What else should we know?').fill('Twelve rooms.\nMahalo!');
  const since = product.mail.messages.length;
  await send(guest).click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Mahalo for your application');
  await expect(guest.getByText(`If it is a fit, an invitation comes to ${email}.`)).toBeVisible();
  await expectAccessible(guest);
  await guest.screenshot({ path: 'test-results/applied-390.png', fullPage: true });
  expect((await product.mail.waitFor(email, since)).text).toContain('One of us reads every application.');

  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard?tab=advertisers');
  await expect(page.getByText('No application waits.')).toBeVisible();
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page).toHaveURL('/applications?state=new&stakeholder_type=advertiser');
  await at(page, '/dashboard?tab=advertisers');
  await page.getByRole('link', { name: 'Stakeholder Mgmt', exact: true }).click();
  await expect(page.getByText('Waiting: 1 application.')).toBeVisible();
  await page.getByRole('link', { name: 'Applications', exact: true }).click();
  await expect(page).toHaveURL('/applications?state=new');
  await at(page, '/dashboard');
  await page.getByRole('link', { name: 'Applications: 1' }).click();
  await expect(page.getByText('Waiting: 1 application.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Administration' }).locator('[aria-current=page]')).toHaveText(
    'Advertiser Mgmt',
  );
  await page.getByRole('link', { name: 'Hale Mālie' }).click();
  const detail = detailOf(page);
  for (const told of ['Partner, Vacation rental', 'Leilani Kahananui', email, 'https://halemalie.example/', 'Oʻahu'])
    await expect(detail.getByText(told, { exact: true })).toBeVisible();
  await expect(detail.getByText('The e-mail address is of a free provider (gmail.com).')).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'application', () => detail, at);
  await detail.getByRole('button', { name: 'Invite' }).click();
  const sheet = page.getByRole('dialog', { name: 'Invite' });
  await expect(sheet.getByText(`which goes to ${email} now`)).toBeVisible();
  const before = product.mail.messages.length;
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`The invitation is on its way to ${email}.`)).toBeVisible();
  await expect(detail.getByText('Invited', { exact: true })).toBeVisible();
  await expect(page.getByText('No application waits.')).toBeVisible();
  await detail.getByRole('link', { name: 'Show the invitation' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Waiting');

  await guest.goto(linkIn((await product.mail.waitFor(email, before, /\/invite\//)).text));
  await expect(guest.getByText('Hale Mālie is invited as a partner.')).toBeVisible();
  const asked = product.mail.messages.length;
  await guest.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await guest.goto(linkIn((await product.mail.waitFor(email, asked)).text));
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(guest.getByText('You are now a partner (Vacation rental).')).toBeVisible();
  await guest.waitForURL('**/partner-portal');
});

test('who applies as an advertiser is invited as one, and is one once that is accepted', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const email = 'makai@tours.example';
  const guest = await elsewhere();
  await applies(guest, { organization: 'Makai Tours', email, isAdvertiser: true });
  await signIn(page, product, 'admin@example.com');
  await at(page, '/applications');
  await page.getByRole('link', { name: 'Makai Tours' }).click();
  await expect(detailOf(page).getByText('Advertiser', { exact: true })).toBeVisible();
  const before = product.mail.messages.length;
  await detailOf(page).getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog', { name: 'Invite' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`The invitation is on its way to ${email}.`)).toBeVisible();
  await guest.goto(linkIn((await product.mail.waitFor(email, before, /\/invite\//)).text));
  await expect(guest.getByText('Makai Tours is invited as an advertiser.')).toBeVisible();
  const asked = product.mail.messages.length;
  await guest.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await guest.goto(linkIn((await product.mail.waitFor(email, asked)).text));
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(guest.getByText('You are now an advertiser.')).toBeVisible();
});

test('of two administrators one decides; the other is told, and keeps what was typed', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [guest, other] = [await elsewhere(), await elsewhere()];
  await applies(guest, { organization: 'Odd 11111 Tours', email: 'tours@mailinator.com', website: 'tours.example' });
  await applies(guest, { organization: 'Odd 11111 Tours', email: 'tours@mailinator.com' });
  await applies(guest, { organization: 'Odd 11111 Tours', email: 'tours@another.example' });
  await ask(product, "update applications set is_trapped = true where email = 'tours@another.example'");
  await signIn(page, product, 'admin@example.com');
  await signInTraveler(other, product, 'second-reader@example.com', { fresh: true });
  await setRole(product, 'second-reader@example.com', 'admin');
  await expectOnEveryWidth(page, '/applications', 'applications', () => page.getByRole('table'), at);
  await at(page, '/applications?search=another.example');
  await page.getByRole('link', { name: 'Odd 11111 Tours' }).click();
  for (const hint of [
    'A field was filled in that people do not see: a program may have sent it.',
    'From around the same network came 3 applications within 7 days.',
    'Of an organization of this name, with another address, there are 2 others.',
    'The organization or the contact has an odd name.',
  ])
    await expect(detailOf(page).getByText(hint)).toBeVisible();
  await at(page, '/applications?search=mailinator&sort=applied');
  await page.getByRole('link', { name: 'Odd 11111 Tours' }).first().click();
  for (const hint of [
    'The e-mail address is one to throw away (mailinator.com).',
    'The e-mail address (mailinator.com) and the website (tours.example) are of different domains.',
    'Of the same e-mail address there are 1 other.',
  ])
    await expect(detailOf(page).getByText(hint)).toBeVisible();

  await other.goto(page.url());
  await ready(other);
  await detailOf(other).getByRole('button', { name: 'Decline' }).click();
  const late = other.getByRole('dialog', { name: 'Decline' });
  await late.getByLabel('Reason').fill('It is no house of ours');
  await detailOf(page).getByRole('button', { name: 'Decline' }).click();
  const since = product.mail.messages.length;
  await page.getByRole('switch', { name: 'Tell them by e-mail' }).check();
  await confirm(page, 'Decline', 'We show tours of people we know');
  await expect(page.getByText('The application of Odd 11111 Tours is declined.')).toBeVisible();
  await expect(detailOf(page).getByText(/admin@example\.com, We show tours of people we know/)).toBeVisible();
  await expect(detailOf(page).getByText('less than an hour', { exact: true })).toBeVisible();
  const mail = await product.mail.waitFor('tours@mailinator.com', since);
  expect(mail.text).toContain('The reason: We show tours of people we know');
  expectErrors(other, '409 /api/admin/applications/*/decline');
  await late.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    late.getByText('Somebody else has decided about this application meanwhile: it is declined now.'),
  ).toBeVisible();
  await expect(late.getByLabel('Reason')).toHaveValue('It is no house of ours');

  await at(page, '/applications?state=invited');
  await expect(page.getByText('No application is like that')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Declined');
  await expect(page.getByText('1 application found.', { exact: false })).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Advertiser');
  await expect(page.getByText('No application is like that')).toBeVisible();
  await ask(product, 'delete from applications');
  await at(page, '/applications');
  await expect(page.getByText('Nobody has applied yet')).toBeVisible();
});

test('what was filled in stays where the network or the server fails, and is sent once', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await at(page, '/apply');
  await fillIn(page, { organization: 'Hale Pono', email: 'hale@pono.example' });
  await page.context().setOffline(true);
  await send(page).click();
  await expect(problem(page)).toBeVisible();
  await expect(page.getByText('What you sent may have arrived, and be done.', { exact: false })).toBeVisible();
  await page.context().setOffline(false);
  await failAt(page, product, 'unavailable', 'applications', '/api/applications', ['insert']);
  await send(page).click();
  await expect(problem(page)).toBeVisible();
  await expect(page.getByLabel('Organization name')).toHaveValue('Hale Pono');
  await page.screenshot({ path: 'test-results/apply-failed-390.png', fullPage: true });
  await mendDatabase(product);
  await send(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mahalo for your application');
  expect(await ask(product, 'select from applications')).toHaveLength(1);
  await signIn(page, product, 'admin@example.com');
  await at(page, '/applications');
  await page.getByRole('link', { name: 'Hale Pono' }).click();
  await expect(detailOf(page).getByText('Nothing about it asks for a second look.')).toBeVisible();
});
