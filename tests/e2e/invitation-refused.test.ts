import { errors } from '../../contract/errors.ts';
import { at, cut, hold, refuse } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, problem, test } from './fixtures.ts';
import { invited, linkIn, openInvitations, sendInvitation, token } from './inviting.ts';
import { signIn } from './session.ts';

test('unknown: says so, validates again, offers the way home', async ({ page }) => {
  expectErrors(page, '404 /api/stakeholder/validate/*');
  await page.goto(`/invite/${token}`);
  await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
  await expect(problem(page)).toHaveText('This invitation link is invalid or has already been used.');
  expect(page.url()).not.toContain(token);
  const again = page.waitForRequest(at.validate);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await again;
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('expired, and without an answer', async ({ page, product }) => {
  expectErrors(page, '410 /api/stakeholder/validate/*');
  await page.goto(await invited(product, { email: 'expired@example.com', hasExpired: true }));
  await expect(page.getByRole('heading', { name: 'Invitation Expired' })).toBeVisible();
  await expect(problem(page)).toHaveText(
    'This invitation has expired. Please contact your administrator for a new invitation.',
  );
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
  await cut(page, at.validate);
  await page.goto(`/invite/${token}`);
  await expect(page.getByRole('heading', { name: 'Error Processing Invitation' })).toBeVisible();
  await expect(problem(page)).toHaveText(
    'There was an error processing your invitation. Please try again or contact support.',
  );
});

test('a link to sign in with that cannot be sent, and one that is on its way', async ({ page, product }) => {
  await page.goto(await invited(product, { email: 'reef@example.com' }));
  const send = page.getByRole('button', { name: 'Email me a sign-in link' });
  await cut(page, at.invitedLink);
  await send.click();
  await expect(problem(page)).toHaveText('Failed to send magic link');
  await page.unroute(at.invitedLink);
  const release = await hold(page, at.invitedLink);
  await send.click();
  await expect(page.getByRole('button', { name: 'Sending your link...' })).toBeDisabled();
  await release();
  await expect(page.getByText('We sent a sign-in link to r•••@example.com. It brings you back here.')).toBeVisible();
});

test('accepting it fails: each way in its own words', async ({ page, product }) => {
  expectErrors(page, ...['409', '410', '404'].map((status) => `${status} /api/stakeholder/accept/*`));
  const email = 'partner@example.com';
  const change = (what: string) =>
    ask(product, `update invitations set ${what} where invited_email = $1 and closed_at is null`, [email]);
  await signIn(page, product, email);
  for (const [happens, heading, words] of [
    [
      () => failAt(page, product, 'internal', 'invitations', '/api/stakeholder/accept/*', ['update']),
      'Error Processing Invitation',
      'There was an error processing your invitation.',
    ],
    // A partner does not become an advertiser.
    [() => mendDatabase(product), 'Error Processing Invitation', 'This account has a role'],
    [() => change('expires_at = now()'), 'Invitation Expired', 'This invitation has expired.'],
    [() => change('revoked_at = now(), closed_at = now()'), 'Invalid Invitation', 'has already been used'],
  ] as const) {
    await page.goto(await invited(product, { email }));
    const accept = page.getByRole('button', { name: 'Accept the invitation' });
    await expect(accept).toBeVisible();
    await happens();
    await accept.click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(problem(page)).toContainText(words);
  }
});

test('sent to somebody else: says so; resent, the old link ends; revoked, the new one too', async ({
  page,
  product,
}) => {
  expectErrors(page, '404 /api/stakeholder/validate/*', '403 /api/stakeholder/accept/*');
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  const email = 'lani@example.com';
  const link = await sendInvitation(page, product, email, 'Lani Rooms');
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Waiting');
  const since = product.mail.messages.length;
  await page.getByRole('button', { name: `Resend the invitation to ${email}` }).click();
  await expect(page.getByText(`A new link is on its way to ${email}.`)).toBeVisible();
  await expect(row).toContainText('(2 times)');
  const newer = linkIn((await product.mail.waitFor(email, since)).text);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
  await page.goto(newer);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('This invitation was sent to another e-mail address.')).toBeVisible();

  await openInvitations(page);
  await page.getByRole('button', { name: `Revoke the invitation to ${email}` }).click();
  await expect(page.getByText(`The invitation to ${email} no longer works.`)).toBeVisible();
  await expect(row).toContainText('Revoked');
  await page.goto(newer);
  await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible();
});

test('sending one fails: the reason of the server, none, and no answer; an expired one can be sent again', async ({
  page,
  product,
}) => {
  expectErrors(page, '409 /api/stakeholder/invite', '400 /api/stakeholder/invite');
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill('kapua@example.com');
  await dialog.getByLabel('Organization name').fill('Kapua Inn');
  const fails = async (words: string) => {
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByText(`Failed to send invitation${words}`)).toBeVisible();
  };
  // At its field, too.
  const email = dialog.getByLabel('Email address');
  await email.fill('kapua at example.com');
  await fails(`: ${errors.invalid_email.words}`);
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toBeFocused();
  await email.fill('kapua@example.com');
  await refuse(page, at.invite, 500, 'internal');
  await fails(': Unknown error');
  await page.unroute(at.invite);
  await cut(page, at.invite);
  await fails('. Please try again.');
  await page.unroute(at.invite);
  // Another administrator has sent one meanwhile.
  await invited(product, { email: 'kapua@example.com' });
  await fails(`: ${errors.invitation_pending.words}`);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await ask(product, "delete from invitations where invited_email = 'kapua@example.com'");
  await sendInvitation(page, product, 'kapua@example.com', 'Kapua Inn');
  // A week would have to pass.
  await ask(
    product,
    "update invitations set expires_at = now() - interval '1 hour' where organization_name = 'Kapua Inn'",
  );
  await page.getByRole('button', { name: 'Refresh data' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Kapua Inn' });
  await expect(row).toContainText('Expired');
  await expect(row.getByRole('button', { name: /^Resend/ })).toBeVisible();
});
