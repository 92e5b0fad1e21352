import { answer, at, cut, hold, refuse } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, problem, test } from './fixtures.ts';
import { linkIn, offer, openInvitations, sendInvitation, token } from './inviting.ts';
import { signIn, signInTraveler } from './session.ts';

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

test('expired, and without an answer', async ({ page }) => {
  await refuse(page, at.validate, 410, 'invitation_expired', 'Invitation expired');
  await page.goto(`/invite/${token}`);
  await expect(page.getByRole('heading', { name: 'Invitation Expired' })).toBeVisible();
  await expect(problem(page)).toHaveText(
    'This invitation has expired. Please contact your administrator for a new invitation.',
  );
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
  await page.unroute(at.validate);
  await cut(page, at.validate);
  await page.goto(`/invite/${token}`);
  await expect(page.getByRole('heading', { name: 'Error Processing Invitation' })).toBeVisible();
  await expect(problem(page)).toHaveText(
    'There was an error processing your invitation. Please try again or contact support.',
  );
});

test('a link to sign in with that cannot be sent, and one that is on its way', async ({ page }) => {
  await answer(page, at.validate, offer);
  await page.goto(`/invite/${token}`);
  const send = page.getByRole('button', { name: 'Email me a sign-in link' });
  await cut(page, at.invitedLink);
  await send.click();
  await expect(problem(page)).toHaveText('Failed to send magic link');
  await page.unroute(at.invitedLink);
  await answer(page, at.invitedLink, { message: '', invited_email_hint: offer.invited_email_hint });
  const release = await hold(page, at.invitedLink);
  await send.click();
  await expect(page.getByRole('button', { name: 'Sending your link...' })).toBeDisabled();
  await release();
  await expect(page.getByText('We sent a sign-in link to r•••@example.com. It brings you back here.')).toBeVisible();
});

test('accepting it fails: each way in its own words', async ({ page, product }) => {
  await signInTraveler(page, product, 'shell-traveler@example.com');
  await answer(page, at.validate, offer);
  for (const [status, code, heading, words] of [
    [500, 'internal', 'Error Processing Invitation', 'There was an error processing your invitation.'],
    [409, 'invitation_conflict', 'Error Processing Invitation', 'This account has a role'],
    [410, 'invitation_expired', 'Invitation Expired', 'This invitation has expired.'],
    [404, 'invitation_invalid', 'Invalid Invitation', 'has already been used'],
  ] as const) {
    await refuse(page, at.accept, status, code, 'This account has a role that an invitation cannot change.');
    await page.goto(`/invite/${token}`);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(problem(page)).toContainText(words);
    await page.unroute(at.accept);
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
  await signIn(page, product, 'admin@example.com');
  await openInvitations(page);
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill('kapua@example.com');
  await dialog.getByLabel('Organization name').fill('Kapua Inn');
  for (const [fail, words] of [
    [() => refuse(page, at.invite, 409, 'invitation_pending', 'It is open already.'), ': It is open already.'],
    [() => refuse(page, at.invite, 500, 'internal'), ': Unknown error'],
    [() => cut(page, at.invite), '. Please try again.'],
  ] as const) {
    await fail();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(dialog.getByText(`Failed to send invitation${words}`)).toBeVisible();
    await page.unroute(at.invite);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.unroute(at.invite);
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
