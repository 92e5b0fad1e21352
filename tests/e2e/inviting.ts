import { expect, type Page } from '@playwright/test';
import { ready } from './fixtures.ts';
import type { Product } from './product.ts';

/** A token that no invitation has, for answers of the test's own. */
export const token = 'abcdefghijklmnopqrstuvwxyz';

/** What an invitation offers, as the server answers it. */
export const offer = {
  stakeholder_type: 'advertiser',
  organization_name: 'Reef & Ridge Tours',
  partner_type: null,
  invited_email_hint: 'r•••@example.com',
  expires_at: '2031-05-06T20:00:00Z',
};

export const linkIn = (text: string): string => text.match(/https?:\/\/\S+/)![0];

export async function openInvitations(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=invitations');
  await ready(page);
}

/** Invites a partner as an administrator does; gives the link that the mail carries. */
export async function sendInvitation(
  page: Page,
  product: Product,
  email: string,
  organization: string,
): Promise<string> {
  const since = product.mail.messages.length;
  await page.getByRole('button', { name: 'Invite Partner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite New Partner' });
  await dialog.getByLabel('Email address').fill(email);
  await dialog.getByLabel('Organization name').fill(organization);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Partner invitation sent successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  return linkIn((await product.mail.waitFor(email, since)).text);
}
