import type { Locator, Page } from '@playwright/test';
import { hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { invited, linkIn } from './inviting.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

async function openTeam(page: Page, query = ''): Promise<void> {
  await page.goto(`/partner-portal/team${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Portal');
}

/** What is open now, on every width; its picture is kept by this name. */
async function expectLooks(page: Page, name: string, shown: (page: Page) => Locator): Promise<void> {
  await expect(shown(page)).toBeVisible();
  const { pathname, search } = new URL(page.url());
  await expectOnEveryWidth(
    page,
    pathname + search,
    `team-${name}`,
    () => shown(page),
    async (at, address) => {
      await at.goto(address);
      await ready(at);
    },
  );
}

/** Follows an invitation's link, signed in with its address, and accepts. */
async function accept(page: Page, product: Product, email: string, link: string): Promise<void> {
  await signIn(page, product, email, { fresh: true });
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await page.waitForURL('**/partner-portal');
  await ready(page);
}

/** An owner of an organization of their own. */
async function anOwner(page: Page, product: Product, email: string, organization: string): Promise<void> {
  await accept(page, product, email, await invited(product, { email, kind: 'partner', organization }));
}

/** An owner invites somebody, who accepts in a browser of their own. */
async function invite(page: Page, product: Product, email: string, as: 'Staff' | 'Owner' = 'Staff'): Promise<string> {
  await openTeam(page, '?view=invite');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('radio', { name: as }).check();
  const since = product.mail.messages.length;
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation sent.')).toBeVisible();
  return linkIn((await product.mail.waitFor(email, since)).text);
}

const member = (page: Page) => page.getByRole('region', { name: 'About this member' });
const openMember = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Members, owners first' }).getByRole('link', { name }).click();

/** Does something with the member who is open, once it was confirmed. */
async function change(page: Page, deed: string, text: string): Promise<void> {
  await member(page).getByRole('button', { name: deed, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: new RegExp(`^${deed}: `) });
  await expect(sheet).toContainText(text);
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(sheet).toBeHidden();
}

test('somebody is invited, joins, is made an owner and staff again, and sees no amount as staff', async ({
  page,
  product,
  elsewhere,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await anOwner(page, product, 'owner@team.example', 'Hale Team');
  await openTeam(page);
  await expect(page.getByText('1 owner, 0 staff.')).toBeVisible();
  await expect(page.getByText('You are the only owner and the only member.')).toBeVisible();
  await expect(page.getByText('No invitation yet')).toBeVisible();

  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Please fill in an e-mail address').first()).toBeVisible();
  await expect(page.getByText('Staff see codes and scans, and no money.')).toBeVisible();
  await page.getByRole('radio', { name: 'Owner' }).check();
  await expect(page.getByText('An owner sees all that you see, money too')).toBeVisible();

  const link = await invite(page, product, 'clerk@team.example');
  await expect(page.getByText('1 owner, 0 staff; 1 invitation is open.')).toBeVisible();
  const clerk = await elsewhere();
  await clerk.setViewportSize({ width: 390, height: 844 });
  await accept(clerk, product, 'clerk@team.example', link);
  await openTeam(page);
  await expect(page.getByText('1 owner, 1 staff.')).toBeVisible();
  await expect(page.getByText('You are the only owner. To leave, hand over to another member first')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Invitations, newest first' })).toContainText('Accepted');

  for (const path of ['', '/qr-codes', '/performance', '/settings', '/team']) {
    await clerk.goto(`/partner-portal${path}`);
    await ready(clerk);
    await expect(clerk.getByRole('main')).not.toContainText('$');
  }
  await expect(clerk.getByRole('link', { name: 'Invite', exact: true })).toBeHidden();
  await expect(clerk.getByRole('button', { name: 'Leave the team' })).toBeVisible();
  await expect(clerk.getByRole('table', { name: 'Invitations, newest first' })).toBeHidden();

  await openMember(page, 'clerk@team.example');
  await change(page, 'Make an owner', 'An owner sees all that you see');
  await expect(page.getByText('There is another owner now.')).toBeVisible();
  await openTeam(clerk);
  await expect(clerk.getByText('2 owners, 0 staff.')).toBeVisible();
  await change(page, 'Make staff', 'Staff see codes and scans');
  await expect(page.getByText('This member is staff now.')).toBeVisible();
  await openTeam(clerk);
  await expect(clerk.getByText('1 owner, 1 staff.')).toBeVisible();
});

test('the team, an invitation and a member on every width', async ({ page, product, elsewhere }) => {
  test.slow();
  await anOwner(page, product, 'looks@team.example', 'Hale Looks');
  await openTeam(page);
  await expectLooks(page, 'alone', (at) => at.getByRole('table', { name: 'Members, owners first' }));
  await page.getByRole('link', { name: 'Invite', exact: true }).click();
  await expectLooks(page, 'invite', (at) => at.getByRole('heading', { name: 'Invite to the team' }));
  const link = await invite(page, product, 'seen@team.example');
  await accept(await elsewhere(), product, 'seen@team.example', link);
  await openTeam(page);
  await openMember(page, 'seen@team.example');
  await expectLooks(page, 'member', member);
});

test('an owner hands over and is staff, the new one hands back and leaves; whoever is taken out sees nothing any more', async ({
  page,
  product,
  elsewhere,
}) => {
  await anOwner(page, product, 'first@hand.example', 'Hale Hand');
  const other = await elsewhere();
  await accept(other, product, 'second@hand.example', await invite(page, product, 'second@hand.example'));
  await openTeam(page);
  await openMember(page, 'second@hand.example');
  await member(page).getByRole('button', { name: 'Hand over' }).click();
  const sheet = page.getByRole('dialog', { name: 'Hand over: second@hand.example' });
  await expect(sheet).toContainText('This member becomes an owner in your place.');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
  }
  const since = product.mail.messages.length;
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Handed over: you are staff now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave the team' })).toBeVisible();
  for (const [email, became] of [
    ['second@hand.example', 'made you an owner of Hale Hand'],
    ['first@hand.example', 'you handed Hale Hand over to'],
  ] as const)
    expect((await product.mail.waitFor(email, since)).text).toContain(became);

  await openTeam(other);
  await openMember(other, 'first@hand.example');
  await member(other).getByRole('button', { name: 'Hand over' }).click();
  const back = other.getByRole('dialog', { name: 'Hand over: first@hand.example' });
  await expect(back.getByText('And you?')).toBeVisible();
  await back.getByRole('radio', { name: 'Leave the team' }).check();
  await back.getByRole('button', { name: 'Confirm' }).click();
  await other.waitForURL('**/dashboard');
  await openTeam(page);
  await expect(page.getByText('1 owner, 0 staff.')).toBeVisible();

  const third = await elsewhere();
  await accept(third, product, 'third@hand.example', await invite(page, product, 'third@hand.example'));
  await openTeam(third);
  await third.getByRole('button', { name: 'Leave the team' }).click();
  const leaving = third.getByRole('dialog', { name: 'Leave the team' });
  await expect(leaving).toContainText('To come back you have to be invited again.');
  await leaving.getByRole('button', { name: 'Confirm' }).click();
  await third.waitForURL('**/dashboard');

  const fourth = await elsewhere();
  await accept(fourth, product, 'fourth@hand.example', await invite(page, product, 'fourth@hand.example'));
  await openTeam(page);
  await openMember(page, 'fourth@hand.example');
  await change(page, 'Remove from the team', 'They are signed out everywhere');
  await expect(page.getByText('Removed from the team.')).toBeVisible();
  await expect(page.getByText('1 owner, 0 staff.')).toBeVisible();
  await fourth.goto('/partner-portal/team');
  await expect(fourth.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
});

test('an invitation is sent again, revoked, or has expired; one that cannot be sent says why', async ({
  page,
  product,
}) => {
  await anOwner(page, product, 'owner@invites.example', 'Hale Invites');
  await invite(page, product, 'old@invites.example', 'Owner');
  await invite(page, product, 'new@invites.example');
  await expect(page.getByText('1 owner, 0 staff; 2 invitations are open.')).toBeVisible();
  await ask(product, "update invitations set expires_at = now() - interval '1 hour' where invited_email = $1", [
    'old@invites.example',
  ]);
  await openTeam(page);
  const list = page.getByRole('table', { name: 'Invitations, newest first' });
  await expect(list.getByRole('row').filter({ hasText: 'old@invites.example' })).toContainText('Expired');
  await list.getByRole('link', { name: 'new@invites.example' }).click();
  const detail = page.getByRole('region', { name: 'About this invitation' });
  await expect(detail).toContainText('Open');
  await expectLooks(page, 'invitation', () => detail);
  const since = product.mail.messages.length;
  const change = async (deed: string, text: string) => {
    await detail.getByRole('button', { name: deed }).click();
    const sheet = page.getByRole('dialog', { name: `${deed}: new@invites.example` });
    await expect(sheet).toContainText(text);
    await sheet.getByRole('button', { name: 'Confirm' }).click();
  };
  await change('Send again', 'The older one does not work any more.');
  await expect(page.getByText('Sent again.')).toBeVisible();
  await product.mail.waitFor('new@invites.example', since);
  await change('Revoke', 'The link does not work any more.');
  await expect(page.getByText('The invitation is revoked.')).toBeVisible();
  await expect(detail).toContainText('Revoked');

  // Whoever is invited already is told of, and no second mail goes out.
  await invite(page, product, 'twice@invites.example');
  await openTeam(page, '?view=invite');
  await page.getByLabel('E-mail').fill('twice@invites.example');
  const release = await hold(page, '**/api/organisation/invitations');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  expectErrors(page, '409 /api/organisation/invitations');
  await release();
  await expect(page.getByText(/^Failed to send invitation: /).first()).toBeVisible();
  await page.context().setOffline(true);
  await page.getByLabel('E-mail').fill('else@invites.example');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Failed to send invitation. Please try again.').first()).toBeVisible();
  await page.context().setOffline(false);
});
