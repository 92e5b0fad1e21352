import type { Product } from '../e2e/product.ts';

/** Confirms a booking as the administrator, over HTTP, with the platform's reference for its ticket. */
export async function confirmBooking(product: Product, origin: string, id: string): Promise<void> {
  let cookie = '';
  const ask = async (method: string, path: string, body: object) => {
    const headers = { origin, cookie, 'content-type': 'application/json' };
    const reply = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    cookie = reply.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  };
  const since = product.mail.messages.length;
  await ask('POST', '/api/auth/magic-link', { email: 'admin@example.com' });
  const { text } = await product.mail.waitFor('admin@example.com', since);
  await ask('POST', '/api/auth/magic-link/verify', { token: text.match(/token=([\w-]+)/)![1], confirm: true });
  await ask('PATCH', `/api/bookings/${id}`, {
    status: 'confirmed',
    booking_reference: id.slice(0, 8).toUpperCase(),
    reason: 'On the statement',
  });
}
