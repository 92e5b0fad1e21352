import { expect, type Page } from '@playwright/test';
import type { Invitation } from '../../contract/invitations.ts';
import { defaultPermissions } from '../../contract/permissions.ts';
import { newToken } from '../../server/platform/sessions/tokens.ts';
import { ask } from './database.ts';
import { ready } from './fixtures.ts';
import type { Product } from './product.ts';

/** A token that no invitation has, nor any link. */
export const token = 'abcdefghijklmnopqrstuvwxyz';

/** An invitation that was mailed, or has expired since. */
interface Invited {
  email: string;
  kind?: 'partner' | 'advertiser';
  organization?: string;
  partnerType?: NonNullable<Invitation['partner_type']>;
  hasExpired?: boolean;
  sentTimes?: number;
}

/** Invites an address without the screens for it, in place of an invitation that it had. @returns its link's path. */
export async function invited(product: Product, given: Invited): Promise<string> {
  const { email, kind = 'advertiser', organization = 'Reef & Ridge Tours', partnerType = 'cafe' } = given;
  const secret = newToken();
  await ask(product, 'update invitations set closed_at = now() where invited_email = $1 and closed_at is null', [
    email,
  ]);
  await ask(
    product,
    `insert into invitations (token_hash, invited_email, stakeholder_type, organization_name, partner_type, permissions,
      created_at, sent_at, sent_count, expires_at)
      select $1, $2, $3, $4, $5, $6, now() - interval '1 day', now() - interval '1 day', $7, now() + $8 * interval '1 hour'`,
    [
      secret.hash,
      email,
      kind,
      organization,
      kind === 'partner' ? partnerType : null,
      defaultPermissions[kind],
      given.sentTimes ?? 1,
      given.hasExpired ? -1 : 100,
    ],
  );
  return `/invite/${secret.token}`;
}

export const linkIn = (text: string): string => text.match(/https?:\/\/\S+/)![0];

export async function openInvitations(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=stakeholders');
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
