import { at, hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import { invited, linkIn, openInvitations, sendInvitation } from './inviting.ts';
import { signIn } from './session.ts';

test('from an administrator to a partner: invited, signed in by mail, accepted, at home', async ({
  page,
  product,
  elsewhere,
}) => {
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  await expect(dialog.getByRole('button', { name: 'Send invitation' })).toBeDisabled();
  await expect(dialog.getByRole('list').getByRole('listitem')).toHaveText([
    'Portal access',
    'Self-service QR management',
    'Real-time commission tracking',
    'Analytics and reports',
    'Direct booking integration',
    'Mobile dashboard',
  ]);
  await dialog.getByLabel('Organization name').fill('Hale Mele');
  await dialog.getByLabel('Organization name').blur();
  await expect(dialog.getByText('Please fill in all required fields')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const email = 'new-partner@example.com';
  const link = await sendInvitation(page, product, email, 'Hale Mele');
  // By the address: others of that name may be invited on the same server.
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Waiting');
  await expectAccessible(page);

  const guest = await elsewhere();
  await guest.goto(link);
  await expect(guest.getByText('Hale Mele is invited as a partner.')).toBeVisible();
  expect(new URL(guest.url()).pathname).toBe('/invite');
  await guest.reload();
  await expect(guest.getByText('Hale Mele is invited as a partner.')).toBeVisible();
  const since = product.mail.messages.length;
  await guest.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(guest.getByText('It brings you back here.')).toBeVisible();
  await guest.goto(linkIn((await product.mail.waitFor(email, since)).text));
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(guest.getByText('You are now a partner (Hotel).')).toBeVisible();
  await guest.waitForURL('**/partner-portal');
  await expect(guest.getByText(/ scans? this month, /)).toBeVisible();
  await expect(guest.getByRole('navigation', { name: 'Main' })).toContainText('Partner Portal');
});

test('an advertiser is invited with a company, sees what is coming, and is at home in their own area', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  const email = 'new-advertiser@example.com';
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite Advertiser' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite New Advertiser' });
  await expect(dialog.getByLabel('Partner type')).toBeHidden();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Create and manage business listings',
    'View campaign analytics',
    'Access revenue and ROI reports',
    'Manage content and media uploads',
  ]);
  await dialog.getByText('Choose permissions').click();
  for (const name of ['Listings', 'Campaigns', 'Reach of the listings', 'Revenue'])
    await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeChecked();
  await dialog.getByLabel('Email address').fill(email);
  await expect(dialog.getByRole('button', { name: 'Send invitation' })).toBeDisabled();
  await dialog.getByLabel('Company name').fill('Reef & Ridge Tours');
  const since = product.mail.messages.length;
  const release = await hold(page, at.invite);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await release();
  await expect(page.getByText('Advertiser invitation sent successfully!')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Reef & Ridge Tours');
  const link = linkIn((await product.mail.waitFor(email, since)).text);

  const guest = await elsewhere();
  await signIn(guest, product, email, { fresh: true });
  await guest.clock.install();
  await guest.goto(link);
  await expect(guest.getByText('Reef & Ridge Tours is invited as an advertiser.')).toBeVisible();
  // Otherwise it leads on by itself in a moment.
  await guest.clock.pauseAt((await guest.evaluate(() => Date.now())) + 1_000);
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(guest.getByText('You are now an advertiser. Taking you on...')).toBeVisible();
  await guest.getByRole('link', { name: 'Continue now' }).click();
  await expect(guest.getByText('You run the listings of your business in the guide.')).toBeVisible();
});

test('an invitation carries a note for the house, and allows what is chosen alone', async ({
  page,
  product,
  elsewhere,
}) => {
  const email = 'no-codes@example.com';
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Organization name').fill('Hale Noted');
  await dialog.getByLabel('Notes').fill('Met in Hilo,\nwants cards');
  await dialog.getByText('Choose permissions').click();
  const offered = ['Partner portal', 'QR codes', 'Commission', 'Performance', 'Places and their lists'];
  const allowed = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
  for (const name of offered) await expect(allowed(name)).toBeChecked();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.screenshot({ path: `test-results/invite-permissions-${width}.png` });
    await expectAccessible(page);
  }
  for (const name of offered) await allowed(name).setChecked(false);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Please choose at least one permission')).toBeVisible();
  for (const name of ['Partner portal', 'Performance']) await allowed(name).setChecked(true);
  const since = product.mail.messages.length;
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Partner invitation sent successfully!')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Met in Hilo');
  await expect(row).toContainText('May use: Partner portal, Performance');
  const { text } = await product.mail.waitFor(email, since);
  expect(text).not.toContain('Met in Hilo');

  const guest = await elsewhere();
  await signIn(guest, product, email, { fresh: true });
  await guest.goto(linkIn(text));
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await guest.waitForURL('**/partner-portal');
  const sections = guest.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Performance' })).toBeVisible();
  await expect(sections.getByRole('link', { name: 'QR Manager' })).toHaveCount(0);
});

test('who accepts is led to their new home by itself, also where it takes long to hear who is here', async ({
  page,
  product,
}) => {
  const email = 'slowly-invited@example.com';
  await signIn(page, product, email);
  await page.goto(await invited(product, { email }));
  // As on a slow network: until then the page takes them for whom it knew, who has no business.
  await hold(page, at.me);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('You run the listings of your business in the guide.')).toBeVisible({ timeout: 20_000 });
});

test('an invitation that is sent again, and then once more, is mailed each time', async ({ page, product }) => {
  const email = 'mail-that-hides@example.com';
  await invited(product, { email });
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  // The screen stays, and asks for the very same again: that is another sending, not an answer that was lost.
  const links = new Set<string>();
  for (let time = 0; time < 2; time++) {
    const since = product.mail.messages.length;
    await page.getByRole('button', { name: `Resend the invitation to ${email}` }).click();
    links.add(linkIn((await product.mail.waitFor(email, since)).text));
    await expect(page.getByRole('button', { name: `Resend the invitation to ${email}` })).toBeEnabled();
  }
  expect(links.size).toBe(2);
});

test('an invitation is typed at once; left half written, it is there again', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  const email = dialog.getByLabel('Email address');
  const open = () => page.getByRole('button', { name: 'Invite Partner' }).click();
  const draft = () => page.evaluate(() => localStorage.getItem('holoholo.draft'));
  await open();
  await expect(email).toBeFocused();
  await page.keyboard.type('half@written.example');
  await dialog.getByLabel('Partner type').selectOption('Café');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.reload().then(() => ready(page)),
    () => page.goto('/explore').then(() => openInvitations(page)),
  ]) {
    await leave();
    await expect(dialog).toBeHidden();
    await open();
    await expect(email).toHaveValue('half@written.example');
    await expect(dialog.getByLabel('Partner type')).toHaveValue('cafe');
    await expect(email).toBeFocused();
  }
  await dialog.getByLabel('Organization name').fill('Half Inn');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Partner invitation sent successfully!')).toBeVisible();
  expect(await draft()).toBeNull();
  await open();
  await expect(email).toHaveValue('');
});
