import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGoogleWorld, type GoogleWorld } from '../google-flow.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld({ RATE_LIMITS: 'off' });
});
afterAll(() => world.close());

const points = (...ranges: (readonly [number, number])[]) =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at)));
const direction = points([0x061c, 0x061c], [0x200e, 0x200f], [0x202a, 0x202e], [0x2066, 0x2069]);
const lineBreaks = ['\t', '\n', '\r'];
const controls = points([0x00, 0x08], [0x0b, 0x0c], [0x0e, 0x1f], [0x7f, 0x9f]);
const separators = ['\u2028', '\u2029'];

/** What people are called: it all has to arrive unchanged. */
const names = [
  'Kaʻiulani Kahakō ʻĀina',
  'ナーイノア・ケアロハ',
  '内田 百閒',
  'محمد علی‌زاده',
  'שרה לוי',
  'नागार्जुन क्‍ष',
  'Zoë 👩🏽‍🚀🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  "D'Arcy-O’Neill & Søn",
];

interface Surface {
  /** The field that a refusal names. */
  field: string;
  role: 'traveler' | 'partner' | 'admin';
  /** Sends the words; `nth` tells one call from another. */
  send: (words: string, cookie: string, nth: number) => ReturnType<GoogleWorld['call']>;
  severalLines?: boolean;
}

const day = '2026-12-24';
const put =
  (field: string): Surface['send'] =>
  (words, cookie) =>
    world.call('PUT /api/profiles', { cookie, body: { [field]: words } });
const invite =
  (field: string): Surface['send'] =>
  (words, cookie, nth) =>
    world.call('POST /api/stakeholder/invite', {
      cookie,
      body: {
        invited_email: `host-${field}-${nth}@hotel.example`,
        stakeholder_type: 'partner',
        organization_name: 'Hale',
        [field]: words,
      },
    });
const ask =
  (field: string): Surface['send'] =>
  async (words) => {
    // Somebody else each time: a person may ask so often a day.
    const { cookie } = await world.aUser();
    const body = { experience_name: 'Reef walk', booking_platform: 'viator', travel_date: day, [field]: words };
    return await world.call('POST /api/bookings/inquiries', { cookie, body });
  };

const surfaces: Record<string, Surface> = {
  'a display name': { field: 'displayName', role: 'traveler', send: put('displayName') },
  'where somebody lives': { field: 'location', role: 'traveler', send: put('location') },
  "a partner's organization": { field: 'organizationName', role: 'partner', send: put('organizationName') },
  'an invited organization': { field: 'organization_name', role: 'admin', send: invite('organization_name') },
  "an invitation's notes": { field: 'notes', role: 'admin', send: invite('notes'), severalLines: true },
  'the name of an experience that is missed': {
    field: 'experience_name',
    role: 'traveler',
    send: ask('experience_name'),
  },
  'a reference that is missed': { field: 'booking_reference', role: 'traveler', send: ask('booking_reference') },
  'a note on what is missed': { field: 'note', role: 'traveler', send: ask('note'), severalLines: true },
  'the words of a review': {
    field: 'words',
    role: 'traveler',
    severalLines: true,
    send: async (words) => {
      const user = await world.aUser();
      const booking_id = await world.aBooking({ user_id: user.id, status: 'completed' });
      return await world.call('POST /api/reviews', { cookie: user.cookie, body: { booking_id, rating: 4, words } });
    },
  },
};

describe.each(Object.entries(surfaces))('%s', (_what, { field, role, send, severalLines }) => {
  const refused = [...direction, ...controls, ...(severalLines ? [] : [...separators, ...lineBreaks])];

  test('is refused with control characters or marks of direction, by the name of the field', async () => {
    const { cookie } = await world.aUser({ role });
    for (const [nth, mark] of refused.entries()) {
      const reply = await send(`Hale${mark} Kai`, cookie, nth);
      const point = `U+${mark.charCodeAt(0).toString(16)}`;
      expect([reply.status, reply.body.code], point).toEqual([400, 'invalid_request']);
      expect(reply.body.error, point).toContain(`body.${field}: contains`);
    }
  });

  test('keeps what people of all scripts are called', async () => {
    const { cookie } = await world.aUser({ role });
    for (const [nth, name] of names.entries()) {
      const words = severalLines ? `${name}\n\n\t${name}` : name;
      const reply = await send(words, cookie, 1_000 + nth);
      expect(reply.status, name).toBeLessThan(300);
      expect(reply.raw, name).toContain(JSON.stringify(words));
    }
  });
});

test('the name of a passkey is refused like any other', async () => {
  const { cookie } = await world.aUser();
  const credential = {
    id: 'A',
    rawId: 'A',
    type: 'public-key',
    response: { clientDataJSON: 'A', attestationObject: 'A' },
  };
  for (const mark of [...direction, ...controls, ...separators, ...lineBreaks]) {
    const reply = await world.call('POST /api/passkeys', { cookie, body: { name: `Phone${mark}s`, credential } });
    expect(reply.body.error).toContain('body.name: contains');
  }
});

test('a name that the identity provider brings is cleaned instead, as its owner did not write it here', async () => {
  world.answerAsGoogle();
  const said = {
    sub: 'marked',
    email: 'marked@gmail.com',
    email_verified: true,
    name: ' Kai\u202e\u2066 Naka\u0000mura\n\u200f',
    given_name: 'Zoë 👩🏽‍🚀\u2028',
  };
  const reply = await world.signIn(said);
  expect(reply.body.user.google_user_data).toMatchObject({ name: 'Kai Naka mura', given_name: 'Zoë 👩🏽‍🚀' });
  const empty = await world.signIn({ ...said, sub: 'empty', email: 'empty@gmail.com', name: '\u202e\u0007' });
  expect(empty.status).toBe(200);
  expect(empty.body.user.google_user_data).toBeNull();
});
