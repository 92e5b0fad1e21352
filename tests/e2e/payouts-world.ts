import type { Page } from '@playwright/test';
import { book, bookable } from './bookings-world.ts';
import { ask } from './database.ts';
import { expect, ready } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

export const admin = 'admin@example.com';
export const second = 'second@payouts.example';
export const late = 'late@payouts.example';

export async function openPayouts(page: Page, query = ''): Promise<void> {
  await page.goto(`/money/payouts?${query}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payouts');
}

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
export const detailOf = (page: Page) => page.getByRole('region', { name: 'About this payout' });

/** Confirms in the sheet that is open. @returns the sheet */
export async function agree(page: Page, title: string) {
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  return sheet;
}

/** Prepares payouts, and waits until that is done. */
export async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Prepare payouts' }).click();
  await agree(page, 'Prepare payouts');
  const followed = page.getByRole('region', { name: 'Preparing of payouts' });
  await expect(followed.getByRole('link', { name: 'Download' })).toBeVisible({ timeout: 30_000 });
  // It is over, and nothing says that it goes on.
  await expect(page.getByText('Payouts are being prepared. It goes on when you leave this page.')).toHaveCount(0);
}

export async function tickAll(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox', { name: /^Select (?!all)/ }).all()) await box.check();
}

/** Makes somebody a second administrator, or a traveler again. */
export async function setRole(product: Product, email: string, role: 'admin' | 'traveler'): Promise<void> {
  await ask(product, `update profiles set role = $2 from users u where u.id = user_id and u.email = $1`, [email, role]);
}

/** A place of a partner: its name and its code, and who it is of. */
export async function placeOf(
  product: Product,
  owner: string,
): Promise<{ name: string; code: string; partner: string; id: string }> {
  const [place] = await ask<{ name: string; code: string; partner: string; id: string }>(
    product,
    `select l.name, q.code, o.name as partner, o.id from qr_codes q join locations l on l.id = q.location_id
      join users u on u.id = l.partner_id join organisations o on o.owner_id = u.id
      where u.email = $1 and q.status = 'active' order by q.id limit 1`,
    [owner],
  );
  return place!;
}

/**
 * A traveler scans a partner's code and books; an administrator says that it was travelled a month ago.
 * @returns the partner's cents of it, as the ledger explains them
 */
export async function earn(phone: Page, desk: Page, product: Product, code: string, amount: number): Promise<number> {
  return (await earnBy(phone, desk, product, { code, amount })).cents;
}

/** The same by a traveler who may be named. @returns the booking, too */
export async function earnBy(
  phone: Page,
  desk: Page,
  product: Product,
  { code, amount, guest = 'guest' }: { code: string; amount: number; guest?: string },
): Promise<{ id: string; cents: number }> {
  const headers = { origin: product.url };
  await signInTraveler(phone, product, `${guest}-of-${code.toLowerCase()}@payouts.example`);
  expect((await phone.request.post('/api/qr/scan', { data: { qr_code_id: code }, headers })).ok()).toBe(true);
  const [listing] = await bookable(phone);
  const id = await book(phone, product, listing!.id);
  const decide = async (data: object) => {
    const reply = await desk.request.patch(`/api/bookings/${id}`, { data: { reason: 'Told', ...data }, headers });
    expect(reply.status()).toBe(200);
  };
  await decide({ status: 'confirmed' });
  await ask(product, `update bookings set check_in_date = current_date - 30 where id = $1`, [id]);
  await decide({ status: 'completed', amount });
  const { state, share } = await (await desk.request.get(`/api/bookings/${id}/explanation`)).json();
  expect(state).toBe('payable');
  return { id, cents: Math.round(share * 100) };
}
