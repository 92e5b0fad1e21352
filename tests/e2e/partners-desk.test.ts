import type { Locator, Page } from '@playwright/test';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { confirm, expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { aHost, aPlaceOf } from './own-places.ts';
import { setRole } from './payouts-world.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const detailOf = (page: Page): Locator => page.getByRole('region', { name: 'About this partner' });

/** A partner of this name with one place. */
async function aPartner(page: Page, product: Product, email: string, name: string): Promise<void> {
  await aHost(page, product, email);
  const named = 'organization_name = $2, phone = $3 where user_id = (select id from users where email = $1)';
  await ask(product, `update profiles set ${named}`, [email, name, '+1 808 555 0100']);
  await aPlaceOf(product, email);
}

/** Opens a partner at the desk, by its name. */
async function openPartner(page: Page, name: string): Promise<void> {
  await at(page, `/partners?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(detailOf(page)).toBeVisible();
}

/** The figures of the first sentence, in their order. */
async function counts(page: Page): Promise<number[]> {
  const sentence = await page.getByText(/active partners?, /).innerText();
  const [active, pending, suspended = '0'] = /(\d+) active partners?, (\d+) pending(?:, (\d+) suspended)?\./
    .exec(sentence)!
    .slice(1);
  return [active, pending, suspended].map(Number);
}

test('a partner is found from home, suspended with a reason and reactivated, and the figures follow', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  test.slow();
  const partner = await elsewhere();
  const email = 'kulia@partners.example';
  await aPartner(partner, product, email, 'Hale Kūlia');
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  await page.getByRole('link', { name: 'Partner Management' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Management');
  await expect(page.getByText(/QR requests: \d+ pending, \d+ approved\./)).toBeVisible();
  for (const tab of ['QR Requests', 'Places to review', 'Partners']) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', /./);
  }
  const [active, pending, suspended] = (await counts(page)) as [number, number, number];
  await expectOnEveryWidth(page, '/partners', 'partners', () => page.getByRole('table'), at);

  await at(page, '/partners');
  await page.getByLabel('Search by name or e-mail address').fill('hale kulia');
  await expect(page.getByText('1 partner found.')).toBeVisible();
  await page.getByRole('link', { name: 'Hale Kūlia', exact: true }).click();
  const detail = detailOf(page);
  for (const told of [email, '+1 808 555 0100', 'Hotel', 'Active'])
    await expect(detail.getByText(told, { exact: true })).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'partner', () => detail, at);

  await detail.getByRole('button', { name: 'Suspend' }).click();
  const sheet = page.getByRole('dialog', { name: 'Suspend a partner' });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet.getByText('Please give a reason.')).toBeVisible();
  await confirm(page, 'Suspend a partner', 'Not paid since March');
  await expect(page.getByText('Hale Kūlia is suspended.')).toBeVisible();
  await expect(detail.getByText('Suspended', { exact: true })).toBeVisible();
  await expect.poll(() => counts(page)).toEqual([active - 1, pending, suspended + 1]);
  expect((await partner.request.get('/api/organisation')).status()).toBe(403);
  await at(page, '/partners?status=suspended');
  await expect(page.getByRole('link', { name: 'Hale Kūlia', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Hale Kūlia', exact: true }).click();
  await detail.getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('Hale Kūlia and its team can go on.')).toBeVisible();
  await confirm(page, 'Reactivate a partner', 'Paid');
  await expect(page.getByText('Hale Kūlia is active again.')).toBeVisible();
  await expect.poll(() => counts(page)).toEqual([active, pending, suspended]);
  expect((await partner.request.get('/api/organisation')).status()).toBe(200);

  await detail.getByRole('button', { name: 'Set the limit of codes' }).click();
  const limit = page.getByRole('dialog', { name: 'Set the limit of codes' });
  await expect(limit.getByLabel('QR codes at most')).toHaveValue('10');
  await limit.getByLabel('QR codes at most').fill('');
  await limit.getByLabel('Reason').fill('A tower more');
  await limit.getByRole('button', { name: 'Confirm' }).click();
  await expect(limit.getByText('Please give a number.')).toBeVisible();
  await limit.getByLabel('QR codes at most').fill('1,200');
  await confirm(page, 'Set the limit of codes', 'A tower more');
  await expect(page.getByText('Hale Kūlia can have 1,200 QR codes.')).toBeVisible();
  await expect(detail.getByText('0 of 1,200', { exact: true })).toBeVisible();
  await at(page, '/partners?search=nobody-like-that');
  await expect(page.getByText('No partner is like that')).toBeVisible();
});

test('who is invited is pending, and leads to the invitation', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await at(page, '/partners');
  const [, pending] = await counts(page);
  const data = { invited_email: 'new@partners.example', stakeholder_type: 'partner', organization_name: 'Hale Hou' };
  const headers = { origin: product.url };
  expect((await page.request.post('/api/stakeholder/invite', { data, headers })).status()).toBe(201);
  await openPartner(page, 'Hale Hou');
  expect((await counts(page))[1]).toBe(pending! + 1);
  const detail = detailOf(page);
  await expect(detail.getByText('The invitation is not accepted yet.')).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Suspend' })).toHaveCount(0);
  await detail.getByRole('link', { name: 'Show the invitation' }).click();
  await expect(page).toHaveURL(/tab=stakeholders&search=new%40partners\.example/);
  await expect(page.getByText('new@partners.example').first()).toBeVisible();
});

test('of two who suspend a partner at once one wins; the other is told and keeps what was typed', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [partner, other] = [await elsewhere(), await elsewhere()];
  const email = 'lani@partners.example';
  await aPartner(partner, product, email, 'Hale Lani');
  await signIn(page, product, 'admin@example.com');
  await signInTraveler(other, product, 'second@partners.example', { fresh: true });
  await setRole(product, 'second@partners.example', 'admin');
  for (const one of [page, other]) await openPartner(one, 'Hale Lani');
  await detailOf(other).getByRole('button', { name: 'Suspend' }).click();
  const late = other.getByRole('dialog', { name: 'Suspend a partner' });
  await late.getByLabel('Reason').fill('Its codes were sold');
  await detailOf(page).getByRole('button', { name: 'Suspend' }).click();
  await confirm(page, 'Suspend a partner', 'Not paid since March');
  await expect(page.getByText('Hale Lani is suspended.')).toBeVisible();

  expectErrors(other, '409 /api/organisations/*');
  await late.getByRole('button', { name: 'Confirm' }).click();
  await expect(late.getByText('Somebody else has changed this meanwhile.', { exact: false })).toBeVisible();
  await expect(late.getByText('The partner is by now: Suspended.')).toBeVisible();
  await expect(late.getByLabel('Reason')).toHaveValue('Its codes were sold');
});

test('of two who set the limit of a partner at once one wins; the other is told, and sets another all the same', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [partner, other] = [await elsewhere(), await elsewhere()];
  const email = 'palena@partners.example';
  await aPartner(partner, product, email, 'Hale Palena');
  await signIn(page, product, 'admin@example.com');
  await signInTraveler(other, product, 'third@partners.example', { fresh: true });
  await setRole(product, 'third@partners.example', 'admin');
  const title = 'Set the limit of codes';
  const most = 'QR codes at most';
  for (const one of [page, other]) {
    await openPartner(one, 'Hale Palena');
    await detailOf(one).getByRole('button', { name: title }).click();
  }
  const late = other.getByRole('dialog', { name: title });
  await late.getByLabel(most).fill('30');
  await late.getByLabel('Reason').fill('A tower more');
  await page.getByRole('dialog', { name: title }).getByLabel(most).fill('20');
  await confirm(page, title, 'Two towers less');
  await expect(page.getByText('Hale Palena can have 20 QR codes.')).toBeVisible();

  expectErrors(other, '409 /api/organisations/*');
  await late.getByRole('button', { name: 'Confirm' }).click();
  await expect(late.getByText('The limit is by now: 20.')).toBeVisible();
  await expect(late.getByLabel(most)).toHaveValue('30');
  await expect(late.getByLabel('Reason')).toHaveValue('A tower more');
  const limit = `select qr_codes_limit from organisations where name = 'Hale Palena'`;
  expect(await ask(product, limit)).toEqual([{ qr_codes_limit: 20 }]);
  await late.getByRole('button', { name: 'Confirm' }).click();
  await expect(other.getByText('Hale Palena can have 30 QR codes.')).toBeVisible();
  expect(await ask(product, limit)).toEqual([{ qr_codes_limit: 30 }]);
});

test('the first five partners stand at home with their state, those that are active with the way into their portal', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const names = ['000 Hale Ekahi', '000 Hale Elua', '000 Hale Ekolu'] as const;
  for (const [at, name] of names.entries())
    await aPartner(await elsewhere(), product, `first-${at}@partners.example`, name);
  await ask(product, `update organisations set state = 'suspended' where name = $1`, [names[1]]);
  await signIn(page, product, 'admin@example.com');
  const data = {
    ...{ invited_email: 'first-3@partners.example', stakeholder_type: 'partner' },
    organization_name: '000 Hale Aha',
  };
  const invited = await page.request.post('/api/stakeholder/invite', { data, headers: { origin: product.url } });
  expect(invited.status()).toBe(201);
  await at(page, '/dashboard');
  const rows = page.getByRole('list', { name: 'Partners', exact: true }).getByRole('listitem');
  const { rows: first } = await (await page.request.get('/api/admin/partners?limit=5')).json();
  await expect(rows).toHaveCount(5);
  const statuses = { active: 'Active', pending: 'Pending', suspended: 'Suspended' };
  const seen = new Set<string>();
  for (const [nth, one] of first.entries()) {
    const { organization_name: name, email, status } = one as Record<string, string>;
    const row = rows.nth(nth);
    await expect(row.getByRole('link', { name: name!, exact: true })).toBeVisible();
    await expect(row).toContainText(email!);
    await expect(row.getByText(statuses[status as keyof typeof statuses], { exact: true })).toBeVisible();
    const eye = row.getByRole('link', { name: `Open the portal of ${name} as an administrator` });
    await expect(eye).toHaveCount(status === 'active' ? 1 : 0);
    seen.add(status!);
  }
  expect([...seen].sort()).toEqual(['active', 'pending', 'suspended']);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/first-partners-${width}.png`, fullPage: true });
  }
  await page.getByRole('link', { name: `Open the portal of ${names[0]} as an administrator` }).click();
  await expect(page.getByText('ADMIN VIEW')).toBeVisible();

  // In the list of all of them it is the same.
  await at(page, '/partners?search=000');
  await expect(page.getByText('4 partners found.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open the portal of / })).toHaveCount(2);
});

test('a partner without an active owner says so, and leads to the account and to the statement', async ({
  page,
  product,
  elsewhere,
}) => {
  const email = 'moe@partners.example';
  await aPartner(await elsewhere(), product, email, 'Hale Moe');
  const isSuspended = 'update profiles set is_active = false where user_id = (select id from users where email = $1)';
  await ask(product, isSuspended, [email]);
  await signIn(page, product, 'admin@example.com');
  await openPartner(page, 'Hale Moe');
  const detail = detailOf(page);
  await expect(detail.getByText(/^None of its owners has an active account/)).toBeVisible();
  const statement = await detail.getByRole('link', { name: 'Statement and terms' }).getAttribute('href');
  await detail.getByRole('link', { name: "The owner's account" }).click();
  await expect(page.getByText('1 account found.')).toBeVisible();
  await at(page, statement!);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monthly statement');
});
