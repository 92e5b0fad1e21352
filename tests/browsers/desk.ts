import type { Product } from '../e2e/product.ts';

interface Decision {
  status: 'confirmed' | 'completed' | 'cancelled';
  booking_reference?: string;
}

const linkToken = /token=([\w-]+)/;

/** Decides about a booking as the administrator, over HTTP. @param origin where the product's pages are */
export async function decideBooking(product: Product, origin: string, id: string, decision: Decision): Promise<void> {
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
  const { text } = await product.mail.waitFor('admin@example.com', since, linkToken);
  await ask('POST', '/api/auth/magic-link/verify', { token: text.match(linkToken)![1], confirm: true });
  await ask('PATCH', `/api/bookings/${id}`, { reason: 'On the statement', ...decision });
}

/** The same, for one that is confirmed with a reference of its own, as its ticket needs. */
export const confirmBooking = (product: Product, origin: string, id: string): Promise<void> =>
  decideBooking(product, origin, id, { status: 'confirmed', booking_reference: id.slice(0, 8).toUpperCase() });
