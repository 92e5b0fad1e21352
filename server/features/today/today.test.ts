import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { listingFields } from '../../../contract/listing-form.ts';
import type { Need } from '../../../contract/today.ts';
import { anOwnListing } from '../../../tests/advertiser-scene.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { aCommission, aHold, aPayout } from '../../../tests/ledger-rows.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { aDeadLetter, anUnreadableNews, aPlatformBooking } from '../../../tests/work-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { countNeeds } from './today.store.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
  await world.db
    .updateTable('organisations')
    .set({ qr_codes_limit: 50 })
    .where('id', '=', scene.organisation)
    .execute();
});
afterAll(() => world.close());

/** A call that is to succeed. @returns what it is answered */
async function call(request: `${string} ${string}`, body?: object, by = admin) {
  const reply = await world.call(request, { cookie: by.cookie, ...(body && { body }) });
  expect(reply.status, `${request}: ${reply.raw}`).toBeLessThan(300);
  return reply.body;
}

/** How much there is of each kind. */
async function counts(): Promise<Record<Need, number>> {
  const { needs } = await call('GET /api/admin/today');
  const all = needs as { need: Need; count: number; path: string }[];
  for (const { need, path } of all) expect(path, need).toBe(whereDecided[need]);
  return Object.fromEntries(all.map(({ need, count }) => [need, count])) as Record<Need, number>;
}

/** The screen where each is decided, and what of its list is to be shown. */
const whereDecided: Record<Need, string> = {
  qr_requests: '/partners/requests?status=pending',
  place_proposals: '/partners/proposals?status=pending',
  listing_proposals: '/content/proposals?state=submitted',
  empty_places: '/locations/lists?empty=coded',
  applications: '/applications?state=new',
  holds: '/money/holds?state=open',
  proposed_news: '/money/news?state=proposed',
  unmatched_news: '/money/news?state=unmatched',
  unreadable_news: '/money/news?list=messages&state=unreadable',
  payouts: '/money/payouts?state=prepared',
  rate_changes: '/money/rate-cards',
  inquiries: '/bookings?view=inquiries&status=open',
  reviews: '/bookings?view=reviews&awaits_look=true',
  broken_links: '/content?links=broken',
  dead_letters: '/security/work?list=dead-letters',
};
const reason = 'Looked at with care';
const inHilo = { latitude: 19.72, longitude: -155.08 };
const request = async () =>
  (await call('POST /api/partner-portal/qr-request', { location_name: 'Beach house', ...inHilo }, scene.owner)).request
    .id;
const discardNews = (id: string) => call(`POST /api/admin/news/${id}/discard`, { reason });
const putAway = (id: string) => call(`POST /api/admin/platform-bookings/${id}/dismiss`, { reason });

/** What a platform tells of a booking of ours that it may be. */
async function proposedNews(): Promise<string> {
  const booking_id = await aCommission(world, scene.organisation, 'Reef walk', { status: 'pending' });
  return await aPlatformBooking(world, { state: 'proposed', match_kind: 'evidence', booking_id });
}

/** Of each kind how one comes to wait, and how it is settled. */
const ways: Record<Need, { waits: () => Promise<string | number>; settles: (id: string) => Promise<unknown> }> = {
  qr_requests: { waits: request, settles: (id) => call(`POST /api/admin/qr-requests/${id}/reject`, { reason }) },
  place_proposals: {
    waits: async () => {
      const path = `POST /api/partner-portal/places/${scene.placeId}/proposals` as const;
      return (await call(path, { name: 'Hale Nani' }, scene.owner)).id;
    },
    settles: (id) => call(`POST /api/admin/place-proposals/${id}/approve`),
  },
  listing_proposals: {
    waits: async () => {
      const advertiser = await world.aUser({ role: 'advertiser' });
      const { id } = await call('POST /api/own-listings', anOwnListing(), advertiser);
      await call(`POST /api/own-listings/${id}/state`, { step: 'submit' }, advertiser);
      return (await call('GET /api/admin/listing-proposals?state=submitted')).rows[0].id;
    },
    settles: async (id) => {
      const [{ version }] = (await call(`GET /api/admin/listing-proposals?id=${id}`)).rows;
      return await call(`POST /api/admin/listing-proposals/${id}/decline`, { version, reason });
    },
  },
  empty_places: {
    waits: async () => (await world.aCode({ location_id: await world.aPlace({ listings: [] }) })).locationId,
    settles: async (id) => {
      const path = `/api/admin/locations/${id}/list` as const;
      const { version } = await call(`GET ${path}`);
      return await call(`PUT ${path}`, { replaces: version, listings: [{ id: await world.aListing() }] });
    },
  },
  applications: {
    waits: async () => {
      await call('POST /api/applications', {
        stakeholder_type: 'partner',
        organization_name: 'Hale Nani',
        contact_name: 'Leilani Kahananui',
        email: 'leilani@halenani.example',
      });
      return (await call('GET /api/admin/applications')).rows[0].id;
    },
    settles: (id) => call(`POST /api/admin/applications/${id}/decline`, { reason }),
  },
  holds: {
    // Of a commission that two rules hold it is one all the same.
    waits: async () => {
      const booking = await aCommission(world, scene.organisation);
      return `${await aHold(world, booking, 'burst')} ${await aHold(world, booking, 'own_email')}`;
    },
    settles: (ids) => call('POST /api/admin/holds/decide', { ids: ids.split(' '), decision: 'released', reason }),
  },
  proposed_news: { waits: () => proposedNews(), settles: putAway },
  unmatched_news: { waits: () => aPlatformBooking(world), settles: putAway },
  unreadable_news: { waits: () => anUnreadableNews(world, 'not to be read'), settles: discardNews },
  payouts: {
    waits: () => aPayout(world, admin.id),
    settles: (id) => call('POST /api/admin/payouts/withdraw', { ids: [id], reason }),
  },
  rate_changes: {
    waits: async () => {
      const effective_from = hawaiiDay(new Date(world.clock.now().getTime() + 86_400_000));
      return (await call('POST /api/admin/rate-cards', { tier: 'gold', partner_share: 0.1, effective_from, reason }))
        .id;
    },
    settles: (id) => call(`POST /api/admin/rate-changes/${id}/withdraw`, { reason }),
  },
  inquiries: {
    waits: async () =>
      (
        await call(
          'POST /api/bookings/inquiries',
          { booking_platform: 'viator', experience_name: 'Reef walk' },
          await world.aUser(),
        )
      ).id,
    settles: (id) => call(`PATCH /api/bookings/inquiries/${id}`, { status: 'dismissed' }),
  },
  reviews: {
    waits: async () => {
      const traveler = await world.aUser();
      const booking = { user_id: traveler.id, listing_id: await world.aListing(), status: 'completed' };
      const written = { booking_id: await world.aBooking(booking), rating: 2, words: 'Ask for Dave' };
      return (await call('POST /api/reviews', written, traveler)).id;
    },
    settles: async (id) => {
      const { rows } = (await world.call(`GET /api/reviews?id=${id}`, { cookie: admin.cookie })).body;
      return await call(`POST /api/reviews/${id}/leave`, { reports: 0, words_version: rows[0].words_version });
    },
  },
  broken_links: {
    waits: async () => {
      const url = 'https://gone.example/book';
      const listing_id = await world.aListing({ booking_url: url });
      const found = { checked_at: world.clock.now(), failing_since: world.clock.now(), answer: '404', broken: true };
      await world.db
        .insertInto('listing_links')
        .values({ listing_id, field: 'booking_url', url, ...found })
        .execute();
      return listing_id;
    },
    settles: async (id) => {
      const now = await call(`GET /api/admin/listings/${id}`);
      const content = Object.fromEntries(listingFields.map((field) => [field, now[field] ?? null]));
      const body = { ...content, booking_url: 'https://there.example/book', replaces: now.version };
      return await call(`PUT /api/business-listings/${id}`, body);
    },
  },
  dead_letters: {
    waits: () => aDeadLetter(world, { to: 'someone@example.com', subject: 'A word', text: 'Aloha' }),
    settles: (id) => call(`POST /api/admin/dead-letters/${id}/discard`, { reason }),
  },
};

test.each(Object.keys(ways) as Need[])(
  'what waits of %s is counted until it is settled, and nothing else is',
  async (need) => {
    const before = await counts();
    const id = await ways[need].waits();
    expect(await counts()).toEqual({ ...before, [need]: before[need] + 1 });
    await ways[need].settles(String(id));
    expect(await counts()).toEqual(before);
  },
);

test('a request is about to be late after a day, late after two, and of no count once its code is made', async () => {
  const of = async () => (await call('GET /api/admin/today')).qr_requests;
  const before = await of();
  const id = await request();
  const path = `GET /api/admin/qr-requests?id=${id}` as const;
  const waits = async () => (await call(path)).rows[0].waits;
  expect([await of(), await waits()]).toEqual([before, 'in_time']);
  const aDayLater = async () => {
    world.clock.advance(24 * 3_600);
    admin = await world.aUser({ role: 'admin' });
  };
  await aDayLater();
  expect([await of(), await waits()]).toEqual([{ ...before, due: before.due + 1 }, 'due']);
  await aDayLater();
  expect([await of(), await waits()]).toEqual([{ ...before, late: before.late + 1 }, 'late']);
  await call(`POST /api/partner-portal/qr-request/${id}/auto-approve`);
  expect([await of(), await waits()]).toEqual([before, null]);
});

test('what was settled long ago is not read again', async () => {
  const { owner, organisation } = scene;
  await onServer(
    await ownerOf(world),
    `insert into booking_inquiries (user_id, listing_text, platform, created_at, status, handled_at)
       select '${owner.id}', 'Reef walk', 'viator', now(), 'dismissed', now() from generate_series(1, 5000);
     insert into payouts (organisation_id, run_id, cents, state, prepared_by, prepared_at, settled_by, settled_at)
       select '${organisation}', gen_random_uuid(), 100, 'withdrawn', '${admin.id}', now(), '${admin.id}', now()
       from generate_series(1, 5000);
     analyze booking_inquiries, payouts`,
  );
  const explaining = new Explaining({ analyze: true });
  await countNeeds(world.db.withPlugin(explaining), world.clock.now());
  const { booking_inquiries = 0, payouts = 0 } = rowsReadBy(explaining.plans.map(({ plan }) => plan));
  expect([booking_inquiries, payouts].every((rows) => rows < 50)).toBe(true);
});

test('how long decisions took is the middle one of the last 30 days', async () => {
  const decided = async () => (await call('GET /api/admin/qr-requests')).decided;
  world.clock.advance(31 * 86_400);
  [admin, scene] = [await world.aUser({ role: 'admin' }), await aPartner(world)];
  expect(await decided()).toEqual({ count: 0, median_hours: null });
  for (const hours of [1, 5, 40]) {
    const id = await request();
    world.clock.advance(hours * 3_600);
    admin = await world.aUser({ role: 'admin' });
    await call(`POST /api/admin/qr-requests/${id}/reject`, { reason });
  }
  expect(await decided()).toEqual({ count: 3, median_hours: 5 });
});
