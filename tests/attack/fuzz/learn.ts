import type { Random } from '../../../db/seed/generated-random.ts';
import type { GoogleWorld } from '../../google-flow.ts';
import type { Answer } from './civil.ts';
import type { Sent } from './requests.ts';
import type { Person, Stock } from './stock.ts';

/** Keeps in mind what an answer brought into being, and signs in again whose session has ended. */
export async function learn(
  world: GoogleWorld,
  stock: Stock,
  random: Random,
  { sent, answer, person }: { sent: Sent; answer: Answer; person: Person },
): Promise<void> {
  takeCookies(person, sent, answer);
  const isOut = !person.cookies.has('session') || (answer.status === 401 && sent.wrong !== 'cookie');
  if (isOut) await stock.renew(person);
  if (answer.status < 200 || answer.status >= 300 || sent.method === 'HEAD' || sent.wrong.startsWith('method')) return;
  const body = answer.headers['content-type']?.toString().startsWith('application/json') ? JSON.parse(answer.text) : {};
  const brought: Record<string, () => void | Promise<void>> = {
    'POST /api/qr/booking-conversion': () => stock.add(stock.bookings, body.booking_id),
    'PATCH /api/bookings/{id}': () => {
      if (body.status === 'completed') stock.add(stock.completed, body.id);
    },
    'POST /api/business-listings': () => stock.add(stock.edited, `${body.id} ${body.version}`),
    'PUT /api/business-listings/{id}': () => stock.add(stock.edited, `${body.id} ${body.version}`),
    'POST /api/own-listings': () => stock.add(stock.ownListings, `${body.id} ${body.version}`),
    'PUT /api/own-listings/{id}': () => stock.add(stock.ownListings, `${body.id} ${body.version}`),
    'GET /api/own-listings/{id}/pictures': () => stock.add(stock.ownPictures, body.version),
    'GET /api/admin/listing-proposals': () =>
      stock.add(
        stock.listingProposals,
        ...body.rows.map((one: { id: string; version: string }) => `${one.id} ${one.version}`),
      ),
    'POST /api/uploads/picture': () => {
      if (person.name.startsWith('advertiser')) stock.add(stock.ownUploads, body.id);
    },
    'POST /api/admin/locations': () => stock.add(stock.editedPlaces, `${body.id} ${body.version}`),
    'PUT /api/admin/locations/{id}': () => stock.add(stock.editedPlaces, `${body.id} ${body.version}`),
    'POST /api/admin/location-batches': () => stock.add(stock.batches, String(body.id)),
    'POST /api/reviews': () => stock.add(stock.reviews, body.id),
    'POST /api/bookings/inquiries': () => stock.add(stock.inquiries, body.id),
    'POST /api/stakeholder/invite': () => stock.add(stock.invitations, body.id),
    'POST /api/organisation/invitations': () => {
      const own = stock.belongingsOf(person);
      if (own) stock.add(own.staffInvitations, body.id);
    },
    'DELETE /api/organisation/members/{user_id}': () => stock.replaceStaff(person),
    'GET /api/sessions': () => stock.add(stock.sessions, ...body.map((one: { id: string }) => one.id)),
    'GET /api/passkeys': () => stock.add(stock.passkeys, ...body.passkeys.map((one: { id: string }) => one.id)),
    'GET /api/activity': () => stock.add(stock.cursors, body.next ?? undefined),
    // Whoever signs in as somebody else signs in as themselves again.
    'POST /api/sessions': () => stock.renew(person),
    'POST /api/auth/magic-link/verify': () => stock.renew(person),
    // Whoever accepts is of another role from then on.
    'POST /api/stakeholder/accept/{token}': () => stock.renew(person, true),
    // Whoever leaves or hands over owns nothing any more.
    'POST /api/users/me/erase': () => stock.renew(person, true),
    'POST /api/organisation/leave': () => stock.renew(person, true),
    'POST /api/organisation/hand-over': () => stock.renew(person, true),
  };
  await brought[sent.key]?.();
  // Reading the mail costs more the more there is of it.
  if (/magic-link|invite|resend/.test(sent.key) && random.chance(0.1)) await readMail(world, stock);
}

async function readMail(world: GoogleWorld, stock: Stock): Promise<void> {
  for (const { text } of (await world.mail()).slice(-5)) {
    const token = text.match(/[?&=/]([\w-]{43})\b/)?.[1];
    if (token) stock.add(text.includes('/invite') ? stock.invitationTokens : stock.linkTokens, token);
  }
}

function takeCookies(person: Person, sent: Sent, { headers }: Answer): void {
  // An answer to another browser's cookies is not this browser's.
  if (sent.wrong === 'cookie') return;
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
    if (!name || name === 'lang') continue;
    if (/Max-Age=0/.test(String(line)) || value === '') person.cookies.delete(name);
    else if (name !== 'session' || person.user) person.cookies.set(name, value!);
  }
}
