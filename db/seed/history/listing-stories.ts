import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OwnListingField, ownListingFields } from '../../../contract/own-listing-form.ts';
import {
  type AdvertisedListing,
  advertisedFacts,
  cliffJump,
  cloudWalk,
  lavaWalk,
  starCanoe,
  taroSupper,
} from '../advertised.ts';
import type { ByAdmin } from './desk-stories.ts';
import type { Guide } from './guide.ts';
import type { Act, Past } from './past.ts';
import type { Person } from './person.ts';

/** Does something as the demo's advertiser, signed in. */
export type ByAdvertiser = ByAdmin;

/** Where somebody of the present has been quicker, theirs stay. */
export const mayBe = [403, 404, 409];

const pictures = join(import.meta.dirname, '../../../web/public/pictures');

/** What the advertiser makes of its listings, and what the administrator decides of it. */
export function listings(guide: Guide, byAdvertiser: ByAdvertiser, byAdmin: ByAdmin): Act[] {
  const make = (days: number, time: string, listing: AdvertisedListing) =>
    byAdvertiser(days, time, (past, advertiser) => makeListing(past, advertiser, guide, listing));
  const step = (days: number, time: string, { content }: AdvertisedListing, what: string) =>
    byAdvertiser(days, time, async (past, advertiser) => {
      const id = await findOwn(past, advertiser, content.name);
      if (id) await advertiser.ask(past, `POST /api/own-listings/${id}/state`, { body: { step: what }, mayBe });
    });
  const change = (days: number, time: string, key: string, what: Partial<Record<OwnListingField, unknown>>) =>
    byAdvertiser(days, time, (past, advertiser) => changeListing(past, advertiser, guide.listing(key).id, what));
  const decide = (days: number, time: string, name: string, reason?: string) =>
    byAdmin(days, time, (past, admin) => decideAsked(past, admin, name, reason));
  const [music, kitchens] = [guide.listing('slack-key-sundown').name, guide.listing('kakaako-night-kitchens').name];
  return [
    ...Object.entries(advertisedFacts).map(([key, facts], at) => change(79, `09:${10 + at}`, key, facts)),
    make(78, '09:20', starCanoe),
    step(78, '09:50', starCanoe, 'submit'),
    decide(77, '10:40', starCanoe.content.name),
    make(70, '14:10', lavaWalk),
    step(70, '14:40', lavaWalk, 'submit'),
    decide(69, '09:10', lavaWalk.content.name),
    step(14, '08:50', lavaWalk, 'pause'),
    change(43, '11:15', 'slack-key-sundown', { website_url: 'https://slackkeysundown.example/evenings' }),
    decide(42, '09:35', music),
    change(30, '16:05', 'kakaako-night-kitchens', { price_range: '$$$$' }),
    decide(
      29,
      '10:25',
      kitchens,
      'Its booking page has the price of before. Please submit it again once that says the same.',
    ),
    make(11, '20:15', cliffJump),
    step(11, '20:30', cliffJump, 'submit'),
    decide(10, '09:25', cliffJump.content.name, 'The cove is closed to visitors since a rockfall in spring.'),
    make(3, '17:20', cloudWalk),
    change(2, '15:30', 'kuhio-canoe-rides', { price_range: '$$$' }),
    make(1, '13:05', taroSupper),
    step(1, '13:40', taroSupper, 'submit'),
  ];
}

async function findOwn(past: Past, advertiser: Person, name: string): Promise<number | undefined> {
  const { body } = await advertiser.ask(past, `GET /api/own-listings?search=${encodeURIComponent(name)}`);
  return (body.rows as { id: number; name: string }[]).find((one) => one.name === name)?.id;
}

async function makeListing(past: Past, advertiser: Person, guide: Guide, listing: AdvertisedListing): Promise<void> {
  const { key, content } = listing;
  const made = await advertiser.ask(past, 'POST /api/own-listings', { body: content, key: `listing ${key}`, mayBe });
  const { id } = made.body;
  if (made.status >= 400) return;
  guide.advertised(listing).id = id;
  for (const { of, words } of listing.pictures) {
    const file = { name: `${of}.avif`, content: readFileSync(join(pictures, `${of}.avif`)) };
    const sent = await advertiser.ask(past, 'POST /api/uploads/picture', { file, key: `picture ${of}`, mayBe });
    const body = { upload: sent.body.id, words, crop: null };
    if (sent.status < 400) await advertiser.ask(past, `POST /api/own-listings/${id}/pictures`, { body, mayBe });
  }
}

async function changeListing(past: Past, advertiser: Person, id: number, change: object): Promise<void> {
  const { status, body } = await advertiser.ask(past, `GET /api/own-listings/${id}`, { mayBe });
  if (status >= 400) return;
  const content = Object.fromEntries(ownListingFields.map((field) => [field, body[field]]));
  await advertiser.ask(past, `PUT /api/own-listings/${id}`, {
    body: { ...content, ...change, replaces: body.version },
    mayBe,
  });
}

/** Approves what waits of a listing, or declines it with a reason. */
async function decideAsked(past: Past, admin: Person, name: string, reason: string | undefined): Promise<void> {
  const waiting = `state=submitted&search=${encodeURIComponent(name)}`;
  const { body } = await admin.ask(past, `GET /api/admin/listing-proposals?${waiting}`);
  const [asked] = body.rows as { id: string; version: string }[];
  if (!asked) return;
  const decision = { version: asked.version, ...(reason && { reason }) };
  await admin.ask(past, `POST /api/admin/listing-proposals/${asked.id}/${reason ? 'decline' : 'approve'}`, {
    ...{ body: decision, key: `decide ${name}`, mayBe },
  });
}
