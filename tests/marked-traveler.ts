import { randomUUID } from 'node:crypto';
import { aPasskey } from './access-world.ts';
import { ownerOf } from './attack/owner.ts';
import { onServer } from './database-setup.ts';
import type { GoogleWorld } from './google-flow.ts';
import { aFareharborBooking, bring, takeUp } from './platform-news.ts';
import type { Reply, TestUser } from './world.ts';

/** A traveler whose word stands in every field that they can fill, with its place, so that a leftover says where it is from. */
export interface MarkedTraveler extends TestUser {
  word: string;
  /** What was written where a person reads their own data again. */
  written: readonly string[];
  /** Of a booking of theirs that a platform has confirmed. */
  booking: string;
}

const answered = (reply: Reply, what: string): Reply => {
  if (reply.status >= 300) throw new Error(`${what} is answered ${reply.status} ${reply.raw}`);
  return reply;
};

/**
 * A traveler comes by a code, signs in with Google and once by mail, and uses all that there is for travelers.
 * @param world one that answers as Google and takes FareHarbor's webhook.
 * @param scene a code, a listing that can be booked at the platform, another one, and a review of somebody else's.
 */
export async function aMarkedTraveler(
  world: GoogleWorld,
  word: string,
  scene: { code: string; listing: number; other: number; review: string },
): Promise<MarkedTraveler> {
  const written: string[] = [];
  const mark = (place: string) => {
    written.push(`${word}-${place}`);
    return `${word}-${place}`;
  };
  const headers = { 'user-agent': `Browser ${word}-browser` };
  const keyed = { ...headers, 'idempotency-key': `${word}-key-${randomUUID()}` };
  const email = `${word}@gmail.com`;
  written.push(email);

  const device = { type: 'mobile', userAgent: mark('device'), location: '21.3,-157.8', scan_id: `${word}-scan` };
  const body = { qr_code_id: scene.code, device_info: device };
  const scanned = answered(await world.call('POST /api/qr/scan', { body, headers }), 'a scan');
  const visit = `visit=${scanned.cookies.visit}`;
  // As the address of a code brings it, which a browser opens; the application itself changes no scan.
  const landing = JSON.stringify({ utm_campaign: mark('campaign') });
  await onServer(
    await ownerOf(world),
    `update scans set landing = '${landing}' where device ->> 'userAgent' = '${device.userAgent}'`,
  );
  const asGuest = { event_type: 'map_initialized', event_data: { source: `${word}-guest` } };
  answered(await world.call('POST /api/analytics/events', { body: asGuest, cookie: visit, headers }), 'an event');

  const person = {
    sub: mark('subject'),
    email,
    email_verified: true,
    name: `${word}-google`,
    picture: `https://x.example/${word}`,
  };
  const { cookies } = answered(await world.signIn(person, {}, visit), 'a sign-in');
  const cookie = `session=${cookies.session}; visit=${cookies.visit ?? scanned.cookies.visit}`;
  const { id } = (await world.call('GET /api/users/me', { cookie })).body;
  const as = async (request: `${string} ${string}`, given: object) =>
    answered(await world.call(request, { cookie, headers, body: given }), request);
  answered(
    await world.call('POST /api/auth/magic-link', { body: { email, redirect: `/explore?q=${word}` }, headers }),
    'a link',
  );
  const token = (await world.mail()).findLast(({ to }) => to === email)!.text.match(/token=([\w-]+)/)![1];
  const redeemed = { body: { token, confirm: true }, headers };
  answered(await world.call('POST /api/auth/magic-link/verify', redeemed), 'a link that is followed');

  const unproven = { sub: mark('pending'), email, email_verified: false };
  const waits = await world.signIn(unproven);
  if (waits.status !== 409)
    throw new Error(`an account that has proven nothing is answered ${waits.status} ${waits.raw}`);

  await as('PUT /api/profiles', {
    ...{ phone: '+18085550100', location: mark('home'), interests: ['Shopping'], displayName: mark('name') },
    preferences: { discovery_mode: mark('mode'), booking_preference: mark('way'), communication_method: mark('by') },
  });
  await as(`PUT /api/saved/${scene.listing}`, { note: mark('note') });
  const event = {
    event_type: 'external_navigation',
    event_data: { experience_name: mark('seen'), error: mark('failed') },
  };
  await as('POST /api/analytics/events', event);
  await aPasskey(world, { id, email, role: 'traveler', cookie }, mark('passkey'));

  const booking_url = `https://fareharbor.com/embeds/book/reefwalk/items/4711/?full-items=yes&${word}=1`;
  const conversion = { business_listing_id: scene.listing, booking_url, booking_details: { experience_name: word } };
  const made = answered(
    await world.call('POST /api/qr/booking-conversion', { cookie, headers: keyed, body: conversion }),
    'a conversion',
  );
  const booking = made.body.booking_id as string;
  const told = aFareharborBooking({ contact: { name: `${word}-customer`, phone: '808-555-0100', email } });
  const details = { booking_reference: String(told.pk), check_in_date: '2026-12-20', check_out_date: '2026-12-21' };
  await as(`PUT /api/bookings/${booking}/details`, { ...details, guest_count: 2 });
  const { status } = await bring(world, { booking: told });
  if (status !== 200) throw new Error(`FareHarbor is answered ${status}`);
  await takeUp(world);
  // Another one, of which nobody tells.
  const second = answered(
    await world.call('POST /api/qr/booking-conversion', {
      cookie,
      headers,
      body: { business_listing_id: scene.other },
    }),
    'a conversion',
  ).body.booking_id;
  await as(`PUT /api/bookings/${second}/details`, { ...details, booking_reference: mark('reference'), guest_count: 2 });
  await world.db
    .updateTable('bookings')
    .set({ status: 'completed', contact_info: mark('contact') })
    .where('id', '=', second)
    .execute();
  await as('POST /api/reviews', { booking_id: second, rating: 4, words: mark('review') });
  await as(`POST /api/reviews/${scene.review}/report`, { reason: 'other', note: mark('report') });
  await as('POST /api/bookings/inquiries', {
    ...{ experience_name: mark('experience'), booking_platform: 'fareharbor', booking_reference: mark('asked') },
    note: mark('question'),
  });
  const error_id = `err-${word}`;
  await as('POST /api/errors/track', {
    ...{ error_id, message: mark('message'), stack: mark('stack'), component_stack: mark('component') },
    ...{ url: `https://x.example/${word}`, user_agent: mark('agent'), error_type: mark('type') },
  });
  await as('POST /api/errors/report', { error_id, user_report: true, additional_context: mark('told') });
  await as('POST /api/applications', {
    ...{ stakeholder_type: 'partner', organization_name: mark('house'), contact_name: mark('applicant'), email },
    ...{ address: mark('street'), message: mark('application') },
  });
  return { id, email, role: 'traveler', cookie, word, written, booking };
}
