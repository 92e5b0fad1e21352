import type { Page } from '@playwright/test';
import { book, bookable } from './bookings-world.ts';
import { ask } from './database.ts';
import { expect } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

export const admin = 'admin@example.com';
export const second = 'second@payouts.example';
export const late = 'late@payouts.example';

/** Makes somebody a second administrator, or a traveler again. */
export async function setRole(product: Product, email: string, role: 'admin' | 'traveler'): Promise<void> {
  await ask(product, `update profiles set role = $2 from users u where u.id = user_id and u.email = $1`, [email, role]);
}

/** A place of a partner: its code, and who it is of. */
export async function placeOf(product: Product, owner: string): Promise<{ code: string; partner: string; id: string }> {
  const [place] = await ask<{ code: string; partner: string; id: string }>(
    product,
    `select q.code, o.name as partner, o.id from qr_codes q join locations l on l.id = q.location_id
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
  const headers = { origin: product.url };
  await signInTraveler(phone, product, `guest-of-${code.toLowerCase()}@payouts.example`);
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
  return Math.round(share * 100);
}
