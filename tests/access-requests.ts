import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LongWorkKindName } from '../contract/long-work-kinds.ts';
import { versionOf as versionOfCampaign } from '../server/features/campaigns/campaigns.ts';
import { getContent } from '../server/features/content/content.ts';
import { getLocation } from '../server/features/locations/locations.ts';
import { getOwnListing } from '../server/features/own-listings/own-listings.ts';
import { getOwnPictures } from '../server/features/own-listings/own-pictures.ts';
import { askedVersion } from '../server/features/own-listings/own-version.ts';
import { newReportToken } from '../server/features/partner-reports/report-link.ts';
import { versionOfWords } from '../server/features/reviews/reviews.ts';
import { codeKeys, newCode } from '../server/features/scanning/scanning.ts';
import { recordAudit } from '../server/platform/audit/audit.ts';
import type { Row } from './access-table.ts';
import { type AccessWorld, anInvitation, aPasskey, canary } from './access-world.ts';
import { anOwnListing } from './advertiser-scene.ts';
import { aMember, organisationOf } from './an-organisation.ts';
import { aCommission, aHold, aPayout, aProposedCard } from './ledger-rows.ts';
import { aDeletion, aListingImport, anUploadedList } from './listing-import-rows.ts';
import { aboutIt } from './listings-scene.ts';
import { aForm, aPng } from './sent-files.ts';
import { anUploadedStatement, aStatement } from './statement-rows.ts';
import {
  aDeadLetter,
  aDoneWork,
  aFault,
  anAlert,
  anApplication,
  anUnreadableNews,
  aPlatformBooking,
  aSecurityEvent,
} from './work-rows.ts';
import type { TestUser } from './world.ts';

/** What is put in place of the path's parameter, or of each of them, and what is sent; every request would succeed for whoever may make it. */
export interface Sent {
  at?: string | number | readonly string[];
  body?: unknown;
  headers?: Record<string, string>;
  cookie?: string;
}
type Ask = (world: AccessWorld, caller: TestUser, row: Row) => Sent | Promise<Sent>;

const ownScript = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const missingToken = 'A'.repeat(43);
let count = 0;

const place: Ask = async (world, caller, row) => ({
  at:
    row === 'missing'
      ? 2_000_000_000
      : await world.aPlace({ partner_id: (row === 'own' && caller.id) || world.other.id }),
});
const listing: Ask = async (world, caller, row) => ({
  at:
    row === 'missing'
      ? 2_000_000_000
      : await world.aListing({ advertiser_id: (row === 'own' && caller.id) || world.other.id }),
});
const campaignForm = {
  ...{ name: 'Mornings on the reef', pricing: 'fixed', budget: 50, click_price: null, most_impressions: 5_000 },
  ...{ most_a_day: null, first_day: '2026-11-21', last_day: '2026-12-21', time_from: null, time_until: null },
  ...{ languages: [], places: [], categories: [] },
};
/** A campaign of the caller's organisation, or of another one: a draft of a listing that guests find, which has cost something. */
const campaign: Ask = async (world, caller, row) => {
  const isOwn = row === 'own' && caller.role === 'advertiser';
  const { id: owner } = isOwn ? caller : await world.aUser({ role: 'advertiser' });
  const organisation_id = (await organisationOf(world, owner))!;
  const { budget: _, click_price: __, places: ___, ...form } = campaignForm;
  const made = world.db.insertInto('campaigns').values({
    ...{ ...form, organisation_id, listing_id: await world.aListing({ organisation_id }) },
    ...(isOwn ? {} : { name: canary }),
    ...{ budget_cents: 5_000, charged_cents: 1_000, created_at: world.clock.now(), updated_at: world.clock.now() },
  });
  return { at: row === 'missing' ? randomUUID() : (await made.returning('id').executeTakeFirstOrThrow()).id };
};
/** An invoice of the caller's organisation, or of another one, which is open. */
const invoice: Ask = async (world, caller, row) => {
  const isOwn = row === 'own' && caller.role === 'advertiser';
  const { id: owner } = isOwn ? caller : await world.aUser({ role: 'advertiser' });
  const organisation_id = (await organisationOf(world, owner))!;
  const month = '2026-10-01';
  await world.db
    .insertInto('statement_months')
    .values({ month })
    .onConflict((one) => one.doNothing())
    .execute();
  const made = world.db
    .insertInto('campaign_invoices')
    .values({
      organisation_id,
      month,
      name: isOwn ? 'Own' : canary,
      cents: 100,
      lines: '[]',
      made_at: world.clock.now(),
    })
    .onConflict((one) => one.columns(['organisation_id', 'month']).doNothing())
    .returning('id');
  const of = world.db.selectFrom('campaign_invoices').select('id').where('organisation_id', '=', organisation_id);
  if (row === 'missing') return { at: randomUUID() };
  return { at: ((await made.executeTakeFirst()) ?? (await of.executeTakeFirstOrThrow())).id };
};
const campaignWith =
  (body: object): Ask =>
  async (...given) => ({ ...(await campaign(...given)), body });
/** Names the content of one of another organisation. */
const campaignVersion = () =>
  versionOfCampaign({ ...campaignForm, name: canary, pricing: 'fixed', budget_cents: 5_000, click_cents: null }, []);
const content = {
  ...{ name: 'Makai Sunrise Paddle', description: 'Past the reef and the turtles. '.repeat(4), category: 'Shopping' },
  ...{ name_ja: null, description_ja: null },
  ...{ subcategory: null, address: null, phone: null, website_url: null, booking_url: 'https://fareharbor.com/makai' },
  ...{ price_range: '$', commission_rate: 0.1, is_active: true, is_featured: false, latitude: null, longitude: null },
};
const placeContent = {
  ...{ name: 'Hale Kai', description: 'By the sea', address: '1 Beach Road', latitude: 21.3, longitude: -157.8 },
  partner: null,
};
/** A code that was scanned and credited nobody: one of ours that nobody knows, or one that is paused. */
const orphan =
  (status: 'unknown' | 'paused', body?: (world: AccessWorld) => Promise<object>): Ask =>
  async (world, _caller, row) => {
    const made = newCode(codeKeys(world.settings)[0]!);
    const code = status === 'paused' ? (await world.aCode({ status })).code : made;
    const scan = { code, reason: status, scanned_at: world.clock.now(), source: 'scanner', device: null };
    if (row !== 'missing') await world.db.insertInto('orphan_scans').values(scan).execute();
    return { at: code, ...(body && { body: await body(world) }) };
  };
const limitRaise = { organisation_id: '00000000-0000-4000-8000-000000000000', qr_codes_limit: 20, replaces_limit: 10 };
const batchRow = () => ({ name: `Row ${count++}`, address: 'Row Road', latitude: '21.3', longitude: '-157.8' });
const batch: Ask = async (world, _caller, row) => {
  const { id: created_by } = await world.aUser({ role: 'admin' });
  const style = { format: 'sticker', paper: 'a4', language: 'en' };
  const values = { ...style, digest: randomBytes(32), created_by, created_at: world.clock.now() };
  const made = world.db.insertInto('location_batches').values(values).returning('id');
  return { at: row === 'missing' ? 2_000_000_000 : (await made.executeTakeFirstOrThrow()).id };
};
const invitationOf = async (world: AccessWorld, caller: TestUser, row: Row) =>
  await anInvitation(world, row === 'own' ? caller.email : `${count++}-${world.other.email}`);
const invitationToken: Ask = async (world, caller, row) => ({
  at: row === 'missing' ? missingToken : (await invitationOf(world, caller, row)).token,
  body: {},
});
const reportToken: Ask = async (world, _caller, row) => {
  const { id: userId } = await world.aUser({ role: 'partner' });
  const organisationId = (await organisationOf(world, userId))!;
  const token = newReportToken(world.settings, { organisationId, userId }, world.clock.now());
  return { at: row === 'missing' ? missingToken : token, body: {} };
};
const invitationId: Ask = async (world, caller, row) => {
  if (row === 'missing') return { at: randomUUID() };
  const { id } = await invitationOf(world, world.other, row === 'own' ? 'foreign' : row);
  const invited_by = row === 'own' && caller.id ? caller.id : world.other.id;
  await world.db.updateTable('invitations').set({ invited_by }).where('id', '=', id).execute();
  return { at: id };
};
const sessionId: Ask = async (world, caller, row) => {
  const user_id = row === 'own' && caller.id ? caller.id : world.other.id;
  const sessions = world.db.selectFrom('sessions').select('id').where('user_id', '=', user_id);
  return { at: row === 'missing' ? randomUUID() : ((await sessions.executeTakeFirst())?.id ?? randomUUID()) };
};
const passkeyId: Ask = async (world, caller, row) => {
  if (row === 'own') return { at: (await aPasskey(world, caller)).id };
  const passkeys = world.db.selectFrom('passkeys').select('id').where('user_id', '=', world.other.id);
  return { at: row === 'missing' ? randomUUID() : (await passkeys.executeTakeFirstOrThrow()).id };
};
const userWithPasskey: Ask = async (world, caller, row) => {
  const body = { reason: 'Lost their phone' };
  if (row !== 'foreign') return { at: (row === 'own' && caller.id) || randomUUID(), body };
  const user = await world.aUser();
  await aPasskey(world, user);
  return { at: user.id, body };
};
const userId: Ask = async (world, caller, row) => ({
  at: row === 'foreign' ? (await world.aUser()).id : (row === 'own' && caller.id) || randomUUID(),
});
const userWith =
  (body: object): Ask =>
  async (...given) => ({ ...(await userId(...given)), body: { ...body, reason: 'Asked for by mail' } });
const faultId: Ask = async (world, _caller, row) => ({
  at: row === 'missing' ? randomUUID() : await aFault(world),
});
const confirmation: Ask = async (world, caller, row) => {
  const own = await aPasskey(world, caller);
  const options = await world.call('POST /api/passkeys/confirmation-options', { cookie: caller.cookie });
  const challenge = { challenge: row === 'missing' ? missingToken : (options.body.challenge ?? ''), rpId: 'localhost' };
  if (row !== 'foreign') return { body: { credential: own.key.confirm(challenge) } };
  const somebody = await aPasskey(world, await world.aUser());
  return { body: { credential: somebody.key.confirm(challenge) } };
};
const registration: Ask = async (world, caller, row) => {
  const { key } = await aPasskey(world, await world.aUser());
  const options = await world.call('POST /api/passkeys/registration-options', { cookie: caller.cookie });
  const challenge = row === 'missing' || !options.body.challenge ? missingToken : options.body.challenge;
  const fresh = new (key.constructor as new (origin: string) => typeof key)(world.settings.publicUrl);
  return { body: { credential: fresh.register({ challenge, rp: { id: 'localhost' } }) } };
};
const signInLink: Ask = async (world, caller, row) => {
  if (row === 'missing') return { body: { token: missingToken } };
  // A suspended account is mailed no link: it has one of before.
  const profiles = world.db.updateTable('profiles').where('user_id', '=', caller.id || randomUUID());
  const suspended = await profiles.set({ is_active: true }).where('is_active', '=', false).returning('id').execute();
  const asked = await world.call('POST /api/auth/magic-link', { body: { email: caller.email } });
  if (suspended.length > 0) await profiles.set({ is_active: false }).execute();
  const link = (await world.mail()).findLast((one) => one.to === caller.email);
  const token = link?.text.match(/token=([\w-]+)/)?.[1];
  return { body: { token }, cookie: `magic_link=${asked.cookies.magic_link}` };
};
/** A listing that the caller has saved, or the other tenant has. */
const savedListing: Ask = async (world, caller, row) => {
  if (row === 'missing') return { at: 2_000_000_000, body: {} };
  const listing_id = await world.aListing();
  const user_id = row === 'own' && caller.id ? caller.id : world.other.id;
  const saved = { user_id, listing_id, note: canary, saved_at: world.clock.now() };
  await world.db.insertInto('saved_listings').values(saved).execute();
  return { at: listing_id, body: row === 'own' ? { note: 'At dusk' } : {} };
};
const code: Ask = async (world, _caller, row) => ({
  at: row === 'missing' ? await unknownCode(world) : (await world.aCode()).code,
});
/** A code of ours that was never printed. */
async function unknownCode(world: AccessWorld): Promise<string> {
  const { codeKeys, newCode } = await import('../server/features/scanning/scanning.ts');
  return newCode(codeKeys(world.settings)[0]!);
}

/** The user id of a partner: the caller's, or that of one of their own. */
const ownerId = async (world: AccessWorld, caller: TestUser, row: Row): Promise<string> => {
  if (row === 'missing') return randomUUID();
  return row === 'own' && caller.id ? caller.id : (await world.aUser({ role: 'partner' })).id;
};
/** A code of the caller's own place, or of another partner's. */
const partnersCode: Ask = async (world, caller, row) => {
  const body = { label: 'Lobby' };
  if (row === 'missing') return { at: await unknownCode(world), body };
  const place = await world.aPlace({ partner_id: await ownerId(world, caller, row), listings: [] });
  return { at: (await world.aCode({ location_id: place })).code, body };
};
/** The caller's own place, or another partner's, which has no listing. */
const partnersPlace: Ask = async (world, caller, row) => ({
  at:
    row === 'missing'
      ? 2_000_000_000
      : await world.aPlace({ partner_id: await ownerId(world, caller, row), listings: [] }),
  body: { version: 'of none', listings: [] },
});
/** What waits for the caller's own place, or for another partner's, with a picture. */
const placeProposal: Ask = async (world, caller, row) => {
  if (row === 'missing') return { at: randomUUID() };
  const partner_id = await ownerId(world, caller, row);
  const location_id = await world.aPlace({ partner_id, listings: [] });
  const mark = row === 'own' ? 'Hale Kai' : canary;
  const words = { name: mark, has_picture: true, picture: Buffer.from(mark), created_at: world.clock.now() };
  const { id } = await world.db
    .insertInto('place_proposals')
    .values({ location_id, organisation_id: (await organisationOf(world, partner_id))!, ...words })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { at: id };
};
/** A draft of the caller's own, or of another advertiser's. */
const ownListing = async (world: AccessWorld, caller: TestUser, row: Row) => {
  if (row === 'missing') return { at: 2_000_000_000, organisation: null };
  const isOwn = row === 'own' && caller.role === 'advertiser';
  const owner = isOwn ? caller : await world.aUser({ role: 'advertiser' });
  const organisation = (await organisationOf(world, owner.id))!;
  const mark = isOwn ? 'Hale Kai' : canary;
  const hidden = { is_active: false, held: 'unpublished', organisation_id: organisation } as const;
  return { at: await world.aListing({ name: mark, description: `${mark} ${aboutIt}`, ...hidden }), organisation };
};
const ownListingId: Ask = async (...given) => ({ at: (await ownListing(...given)).at });
/** What waits for such a listing. */
const listingProposal: Ask = async (world, caller, row) => {
  const { at, organisation } = await ownListing(world, caller, row);
  const content = { name: canary };
  const body = { version: askedVersion({ content, was: null }) };
  if (!organisation) return { at: randomUUID(), body };
  const { id } = await world.db
    .insertInto('listing_proposals')
    .values({
      ...{ listing_id: at, organisation_id: organisation, is_new: true, content: JSON.stringify(content), was: null },
      ...{ state: 'submitted', submitted_at: world.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { at: id, body };
};
const atProposal: Ask = async (...given) => ({ at: (await placeProposal(...given)).at! });
const partnersKit: Ask = async (...given) => ({ at: (await partnersCode(...given)).at! });
/** A request that waits. */
const qrRequest: Ask = async (world, _caller, row) => {
  if (row === 'missing') return { at: randomUUID() };
  const owner = await world.aUser({ role: 'partner' });
  const request = { request_type: 'new_location', location_name: `Pool ${count++}`, location_address: '' } as const;
  const { id } = await world.db
    .insertInto('qr_requests')
    .values({
      ...{ ...request, location_description: '', latitude: 21.3, longitude: -157.8, created_at: world.clock.now() },
      organisation_id: (await organisationOf(world, owner.id))!,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { at: id };
};

/** The caller's organisation, where they have one, or the other tenant's. */
const organisation = async (world: AccessWorld, caller: TestUser, row: Row) => {
  const own = row === 'own' && caller.id ? await organisationOf(world, caller.id) : undefined;
  return own ?? (await organisationOf(world, world.other.id))!;
};
const organisationId: Ask = async (world, caller, row) => ({
  at: row === 'missing' ? randomUUID() : await organisation(world, caller, row),
  body: { state: 'active', reason: 'Paid again' },
});
/** The oldest entry of the audit log, of which there is one by then. */
const auditEntry = async ({ db, clock }: AccessWorld) => {
  const subject = { kind: 'thing', id: 1 };
  const entry = { action: 'thing_changed', actorId: null, subject };
  await db.transaction().execute((tx) => recordAudit(tx, clock.now(), entry));
  const [first] = await db.selectFrom('audit_entries').select('sequence').orderBy('sequence').limit(1).execute();
  return String(first!.sequence);
};
/** Of a partner, for an administrator's look at it. */
const viewedId: Ask = async (world, _caller, row) => ({
  at: row === 'missing' ? randomUUID() : await organisation(world, world.other, 'own'),
});
const memberId: Ask = async (world, caller, row) => ({
  at: row === 'missing' ? randomUUID() : (await aMember(world, await organisation(world, caller, row))).id,
  body: { permissions: [] },
});
const staffInvitationId: Ask = async (world, caller, row) => {
  if (row === 'missing') return { at: randomUUID() };
  const { id } = await anInvitation(world, `staff-${count++}@hotel.example`);
  const mark = { organisation_id: await organisation(world, caller, row), closed_at: world.clock.now() };
  await world.db.updateTable('invitations').set(mark).where('id', '=', id).execute();
  return { at: id };
};
/** The organisation of a partner who calls, or the other tenant's, with a month. */
const partnerMonth: Ask = async (world, caller, row) => ({
  at: [row === 'missing' ? randomUUID() : await partnerId(world, caller, row), '2026-11'],
});
const partnerId = async (world: AccessWorld, caller: TestUser, row: Row) => {
  const id = await organisation(world, caller, caller.role === 'partner' ? row : 'foreign');
  await aCommission(world, id, canaryOf(id === (await organisationOf(world, world.other.id))));
  return id;
};
const canaryOf = (isOthers: boolean) => (isOthers ? canary : 'Reef walk');
const commissionId: Ask = async (world, caller, row) => {
  if (row === 'missing') return { at: randomUUID() };
  const id = await organisation(world, caller, caller.role === 'partner' ? row : 'foreign');
  return { at: await aCommission(world, id, canaryOf(row !== 'own' || caller.role !== 'partner')) };
};
const aHeld = async (world: AccessWorld) =>
  await aHold(world, await aCommission(world, await organisation(world, world.other, 'own')));
/** A payout that the caller prepared, or another administrator. */
const payoutIds: Ask = async (world, caller, row) => {
  const by = row === 'own' && caller.id ? caller.id : world.other.id;
  const id = row === 'missing' ? randomUUID() : await aPayout(world, by);
  return { body: { ids: [id] } };
};

/** A rate card that the caller proposed, or another administrator. */
const rateChangeId = async (...[world, caller, row]: Parameters<Ask>) => {
  const by = row === 'own' && caller.id ? caller.id : world.other.id;
  return row === 'missing' ? randomUUID() : await aProposedCard(world, by);
};

const statementId: Ask = async (world, _caller, row) => ({
  at: row === 'missing' ? 2_000_000_000 : await aStatement(world, world.other.id),
});
/** A file that the caller has sent, where they may send any, or another administrator. */
const uploadOf =
  (send: typeof anUploadedStatement): Ask =>
  async (world, caller, row) => {
    if (row === 'missing' || (row === 'own' && caller.role !== 'admin')) return { body: { upload_id: randomUUID() } };
    const sender = row === 'own' ? caller : await world.aUser({ role: 'admin' });
    return { body: { upload_id: await send(world, sender) } };
  };
const statementUpload = uploadOf(anUploadedStatement);
const listingImportId: Ask = async (world, _caller, row) => ({
  at: row === 'missing' ? 2_000_000_000 : await aListingImport(world, world.other.id),
});
const reconciledMonth: Ask = () => ({ at: ['fareharbor', '2026-11'] });

/** A request with what is put in place of its path's parameters. */
export function fillIn(name: string, at: Sent['at'] = ''): `${string} ${string}` {
  const values = [at].flat();
  return name.replace(/\{\w+\}/g, () => encodeURIComponent(values.shift() ?? '')) as `${string} ${string}`;
}

/** A booking of the caller's, or of somebody else's, or none. */
const bookingId = async (world: AccessWorld, caller: TestUser, row: Row, status = 'pending') => {
  if (row === 'missing') return randomUUID();
  const user_id = row === 'own' && caller.id ? caller.id : (await world.aUser()).id;
  const transaction_id = `${row === 'foreign' ? canary : 'own'}-${count++}`;
  return await world.aBooking({ user_id, transaction_id, status, check_in_date: '2026-12-24' });
};
const reviewId = async (world: AccessWorld, caller: TestUser, row: Row) => {
  if (row === 'missing') return randomUUID();
  const user_id = row === 'own' && caller.id ? caller.id : world.other.id;
  const listing_id = await world.aListing();
  const booking_id = await world.aBooking({ user_id, listing_id, status: 'completed' });
  const times = { created_at: world.clock.now(), updated_at: world.clock.now() };
  const review = { booking_id, listing_id, user_id, rating: 5, words: canary, ...times };
  return (await world.db.insertInto('reviews').values(review).returning('id').executeTakeFirstOrThrow()).id;
};
const claimOf =
  (platform: string): Ask =>
  async (world, caller, row) => {
    const listing_id = row === 'missing' ? 2_000_000_000 : await world.aListing();
    const user_id = row === 'own' && caller.id ? caller.id : world.other.id;
    if (row !== 'missing') await world.aBooking({ listing_id, user_id, platform });
    const told = { booking_reference: `R-${count++}`, amount: 1_000_000 };
    return { body: { business_listing_id: listing_id, [`${platform}_data`]: told } };
  };
const inquiryId = async (world: AccessWorld, row: Row) => {
  if (row === 'missing') return randomUUID();
  const inquiry = {
    user_id: world.other.id,
    listing_text: canary,
    platform: 'viator',
    note: canary,
    created_at: world.clock.now(),
  };
  return (await world.db.insertInto('booking_inquiries').values(inquiry).returning('id').executeTakeFirstOrThrow()).id;
};

const application: Ask = async (world, _caller, row) => ({
  at: row === 'missing' ? randomUUID() : await anApplication(world, { organization_name: canary, message: canary }),
});

const unreadableNews: Ask = async (world, _caller, row) => ({
  at: row === 'missing' ? 2_000_000_000 : await anUnreadableNews(world, canary),
});
const deadLetter: Ask = async (world, _caller, row) => ({
  at:
    row === 'missing'
      ? randomUUID()
      : await aDeadLetter(world, { to: world.other.email, subject: canary, text: canary }),
});
const withReason =
  (ask: Ask): Ask =>
  async (...given) => ({ ...(await ask(...given)), body: { reason: 'Looked at and decided' } });
const doneWork =
  (kind?: LongWorkKindName): Ask =>
  async (world, caller, row) => {
    if (row === 'missing') return { at: randomUUID() };
    const isOwn = row === 'own' && caller.id;
    return { at: await aDoneWork(world, isOwn ? caller.id : world.other.id, isOwn ? 'my own' : canary, kind) };
  };

/** How each endpoint that needs anything is asked. */
export const requests: Record<string, Ask> = {
  'GET /api/locations/{id}': place,
  'GET /api/business-listings/{id}': listing,
  'POST /api/business-listings': () => ({ body: content }),
  'PUT /api/business-listings/{id}': async (world, caller, row) => {
    const { at } = await listing(world, caller, row);
    const found = row === 'missing' ? undefined : await getContent(world.db, world.clock.now(), Number(at));
    return { at: at!, body: { ...content, replaces: found?.version ?? 'none' } };
  },
  'DELETE /api/business-listings/{id}': listing,
  'GET /api/knowledge/{slug}': (_world, _caller, row) => ({ at: row === 'missing' ? 'gold' : 'holds' }),
  'GET /api/admin/listings/{id}': listing,
  'POST /api/admin/listings/{id}/restore': listing,
  'GET /api/admin/locations/{id}': place,
  'POST /api/admin/locations': () => ({ body: placeContent }),
  'PUT /api/admin/locations/{id}': async (world, caller, row) => {
    const { at } = await place(world, caller, row);
    const found = row === 'missing' ? undefined : await getLocation(world.db, world.clock.now(), Number(at));
    return { at: at!, body: { ...placeContent, replaces: found?.version ?? 'none' } };
  },
  'DELETE /api/admin/locations/{id}': place,
  'POST /api/admin/locations/{id}/restore': place,
  'POST /api/admin/locations/change': async (...given) => ({
    body: { ids: [Number((await place(...given)).at)], action: 'delete' },
  }),
  'POST /api/admin/locations/change-matching': () => ({
    body: { search: 'nothing is called this', seen: '0.0', action: 'delete' },
  }),
  'POST /api/admin/locations/undo-deletion': async (world, _caller, row) => ({
    body: {
      work: row === 'missing' ? randomUUID() : await aDeletion(world, world.other.id, { kind: 'places-change' }),
    },
  }),
  'POST /api/admin/locations/geocode': () => ({ body: { address: '1 Beach Road' } }),
  'GET /api/admin/orphan-scans/{code}': orphan('unknown'),
  'POST /api/admin/orphan-scans/{code}/code': orphan('unknown', async (world) => ({
    location_id: await world.aPlace(),
  })),
  'POST /api/admin/orphan-scans/{code}/resume': orphan('paused'),
  'POST /api/admin/location-batches/check': () => ({ body: { rows: [batchRow()] } }),
  'POST /api/admin/location-batches': () => ({ body: { rows: [batchRow()], raise_limits: [limitRaise] } }),
  'GET /api/admin/location-batches/{id}': batch,
  'POST /api/admin/listings/change': async (...given) => ({
    body: { ids: [Number((await listing(...given)).at)], action: 'feature' },
  }),
  'POST /api/admin/listings/change-matching': () => ({
    body: { search: 'nothing is called this', seen: '0.0', action: 'delete' },
  }),
  'POST /api/admin/listings/undo-deletion': async (world, _caller, row) => ({
    body: { work: row === 'missing' ? randomUUID() : await aDeletion(world, world.other.id) },
  }),
  'GET /api/locations/{id}/pack': place,
  'POST /api/qr/scan': async (...given) => ({ body: { qr_code_id: (await code(...given)).at } }),
  'GET /api/qr/codes/{qr_code_id}/image': code,
  'POST /api/auth/magic-link': () => ({ body: { email: `somebody-${count++}@example.com` } }),
  'POST /api/auth/magic-link/verify': signInLink,
  'GET /api/logout': () => ({ headers: ownScript }),
  'POST /api/sessions': () => ({ body: { code: 'unknown' } }),
  'DELETE /api/sessions/{id}': sessionId,
  'POST /api/profiles': () => ({ body: { role: 'traveler', interests: ['Nightlife'] } }),
  'PUT /api/profiles': () => ({ body: { phone: '+1 808 555 0134' } }),
  'POST /api/stakeholder/invite': () => ({
    body: {
      invited_email: `host-${count++}@hotel.example`,
      stakeholder_type: 'partner',
      organization_name: 'Hale Kai',
    },
  }),
  'POST /api/stakeholder/invitations/{id}/resend': invitationId,
  'POST /api/stakeholder/invitations/{id}/revoke': invitationId,
  'GET /api/stakeholder/validate/{token}': async (...given) => ({ at: (await invitationToken(...given)).at }),
  'POST /api/stakeholder/accept/{token}': invitationToken,
  'POST /api/stakeholder/magic-link/{token}': async (...given) => ({ at: (await invitationToken(...given)).at }),
  'GET /api/organisations/{id}/members': async (...given) => ({ at: (await organisationId(...given)).at }),
  'PATCH /api/organisations/{id}': organisationId,
  'GET /api/admin/partner-view/{id}': viewedId,
  'GET /api/admin/partner-view/{id}/qr-codes': viewedId,
  'GET /api/admin/partner-view/{id}/performance': viewedId,
  'GET /api/admin/partner-view/{id}/settings': viewedId,
  'GET /api/admin/audit-log/export': () => ({ headers: ownScript }),
  'GET /api/admin/audit-log/{id}': async (world, _caller, row) => ({
    at: row === 'missing' ? '999999999' : await auditEntry(world),
  }),
  'POST /api/admin/audit-log/check': () => ({ body: {} }),
  'POST /api/admin/audit-log': (world, _caller, row) => ({
    body: { action_type: 'admin_partner_view', partner_id: row === 'missing' ? randomUUID() : world.other.id },
  }),
  'PATCH /api/organisation/members/{user_id}': memberId,
  'DELETE /api/organisation/members/{user_id}': async (...given) => ({ at: (await memberId(...given)).at }),
  'POST /api/organisation/leave': () => ({ body: {} }),
  'POST /api/organisation/hand-over': async (...given) => ({
    body: { user_id: (await memberId(...given)).at, stays: true },
  }),
  'POST /api/organisation/invitations': () => ({ body: { invited_email: `clerk-${count++}@hotel.example` } }),
  'POST /api/organisation/invitations/{id}/resend': staffInvitationId,
  'POST /api/organisation/invitations/{id}/revoke': staffInvitationId,
  'GET /api/partner-portal/qr-codes/{partnerId}': async (...given) => ({ at: await ownerId(...given) }),
  'GET /api/partner-portal/qr-requests/{partnerId}': async (...given) => ({ at: await ownerId(...given) }),
  'GET /api/partner-portal/places/{id}': async (...given) => ({ at: (await partnersPlace(...given)).at! }),
  'GET /api/partner-portal/performance/places/{id}': async (...given) => ({ at: (await partnersPlace(...given)).at! }),
  'PUT /api/partner-portal/places/{id}/listings': partnersPlace,
  'GET /api/partner-portal/places/{id}/proposals': async (...given) => ({ at: (await partnersPlace(...given)).at! }),
  'POST /api/partner-portal/places/{id}/proposals': async (...given) => ({
    at: (await partnersPlace(...given)).at!,
    body: { name: 'Hale Kai' },
  }),
  'POST /api/partner-portal/place-proposals/{id}/withdraw': placeProposal,
  'GET /api/partner-portal/place-proposals/{id}/picture': atProposal,
  'GET /api/admin/place-proposals/{id}/picture': atProposal,
  'POST /api/applications': () => ({
    body: {
      stakeholder_type: 'partner',
      organization_name: 'Hale Nani',
      contact_name: 'Leilani Kahananui',
      email: `leilani-${randomUUID()}@halenani.example`,
    },
  }),
  'POST /api/admin/applications/{id}/invite': application,
  'POST /api/admin/applications/{id}/decline': withReason(application),
  'POST /api/own-listings': () => ({ body: anOwnListing() }),
  'GET /api/own-listings/{id}': ownListingId,
  'PUT /api/own-listings/{id}': async (world, caller, row) => {
    const { at, organisation } = await ownListing(world, caller, row);
    const found = organisation
      ? await getOwnListing(world, { organisationId: organisation, permissions: [] }, at)
      : undefined;
    return { at, body: { ...anOwnListing(), replaces: found?.version ?? 'none' } };
  },
  'POST /api/own-listings/{id}/state': async (...given) => ({
    at: (await ownListing(...given)).at,
    body: { step: 'submit' },
  }),
  'DELETE /api/own-listings/{id}': ownListingId,
  'GET /api/own-listings/{id}/pictures': ownListingId,
  'POST /api/own-listings/{id}/pictures': async (world, caller, row) => {
    const isOwn = row === 'own' && caller.role === 'advertiser';
    const sender = isOwn ? caller : await world.aUser({ role: 'advertiser' });
    const { body, headers } = aForm(aPng());
    const sent = await world.call('POST /api/uploads/picture', { cookie: sender.cookie, body, headers });
    return { at: (await ownListing(world, caller, row)).at, body: { upload: sent.body.id, words: null, crop: null } };
  },
  'PUT /api/own-listings/{id}/pictures': async (world, caller, row) => {
    const { at, organisation } = await ownListing(world, caller, row);
    await world.db.updateTable('listings').set({ image_url: '/pictures/reef.avif' }).where('id', '=', at).execute();
    const found = organisation ? await getOwnPictures(world.db, { organisationId: organisation }, at) : undefined;
    return { at, body: { pictures: [], replaces: found?.version ?? 'none' } };
  },
  'GET /api/business-listings/{id}/details': listing,
  'POST /api/admin/listing-proposals/{id}/approve': listingProposal,
  'POST /api/admin/listing-proposals/{id}/decline': async (...given) => {
    const { at, body } = await listingProposal(...given);
    return { at: at!, body: { ...(body as object), reason: 'That is not its price' } };
  },
  'POST /api/admin/place-proposals/{id}/approve': placeProposal,
  'POST /api/admin/place-proposals/{id}/decline': async (...given) => ({
    at: (await placeProposal(...given)).at!,
    body: { reason: 'That is not its name' },
  }),
  'PUT /api/admin/listings/{id}/picture': async (world, caller, row) => {
    const sender = row === 'own' && caller.role === 'admin' ? caller : await world.aUser({ role: 'admin' });
    const { body, headers } = aForm(aPng());
    const sent = await world.call('POST /api/uploads/picture', { cookie: sender.cookie, body, headers });
    return { at: (await listing(world, caller, row)).at!, body: { upload: sent.body.id } };
  },
  'DELETE /api/admin/listings/{id}/picture': listing,
  'GET /listing-pictures/{id}/{file}': async (world, _caller, row) => {
    const id = randomUUID();
    const bytes = Buffer.from('a picture');
    if (row !== 'missing') {
      const sent = { id, listing_id: await world.aListing(), state: 'done', url: '/x', asked_at: new Date() } as const;
      await world.db.insertInto('listing_pictures').values(sent).execute();
      await world.db
        .insertInto('listing_picture_files')
        .values({ picture_id: id, width: 640, type: 'webp', bytes })
        .execute();
    }
    return { at: [id, '640.webp'] };
  },
  'GET /place-pictures/{id}': async (world, _caller, row) => {
    const id = randomUUID();
    const picture = { id, location_id: await world.aPlace({ listings: [] }), picture: Buffer.from('a picture') };
    if (row !== 'missing') await world.db.insertInto('place_pictures').values(picture).execute();
    return { at: id };
  },
  'GET /api/admin/locations/{id}/list': async (...given) => ({ at: (await partnersPlace(...given)).at! }),
  'PUT /api/admin/locations/{id}/list': async (...given) => ({
    at: (await partnersPlace(...given)).at!,
    body: { replaces: 'of none', listings: [] },
  }),
  'GET /api/admin/locations/{id}/preview': async (...given) => ({ at: (await partnersPlace(...given)).at! }),
  'GET /api/admin/places/{id}/listings': async (...given) => ({ at: (await partnersPlace(...given)).at! }),
  'PATCH /api/partner-portal/qr-code/{qr_code_id}': partnersCode,
  'GET /api/partner-portal/qr-code/{qr_code_id}/print-kit': partnersKit,
  'GET /api/partner-portal/qr-code/{qr_code_id}/print-kit/file': partnersKit,
  'POST /api/partner-portal/qr-request': async (...given) => ({
    body: { partner_id: await ownerId(...given), location_name: 'Pool', location_address: '1 Kalākaua Ave' },
  }),
  'POST /api/partner-portal/qr-request/{id}/auto-approve': qrRequest,
  'POST /api/admin/qr-requests/{id}/reject': qrRequest,
  'POST /api/partner-portal/settings': () => ({ body: { marketing_consent: true } }),
  'PUT /api/partner-portal/reports': () => ({ body: { email: true, reporting_frequency: 'weekly' } }),
  'GET /api/report-mails/{token}': async (...given) => ({ at: (await reportToken(...given)).at }),
  'POST /api/report-mails/{token}': reportToken,
  'POST /api/passkeys': registration,
  'DELETE /api/passkeys/{id}': passkeyId,
  'DELETE /api/admin/users/{id}/passkeys': userWithPasskey,
  'POST /api/passkeys/confirmation-options': async (world, caller, row) => {
    if (row === 'own') await aPasskey(world, caller);
    return {};
  },
  'POST /api/passkeys/confirm': confirmation,
  'PUT /api/saved/{listing_id}': savedListing,
  'DELETE /api/saved/{listing_id}': savedListing,
  'POST /api/saved/merge': async (...given) => ({
    body: { items: [{ listing_id: (await savedListing(...given)).at as number }] },
  }),
  'POST /api/analytics/events': () => ({ body: { event_type: 'map_initialized' } }),
  'POST /api/platform-ai/recommendations': async (world, caller, row) => ({
    body: {
      user_id: row === 'foreign' ? world.other.id : caller.id,
      completed_booking: { business_listing_id: row === 'missing' ? 2_000_000_000 : await world.aListing() },
    },
  }),
  'PUT /api/embed-hosts': () => ({ body: { hosts: ['fareharbor.com'] } }),
  'POST /api/errors/track': () => ({ body: { error_id: `error-${count++}`, message: 'boom' } }),
  'POST /api/errors/report': () => ({ body: { error_id: `error-${count++}`, additional_context: 'I tapped Book' } }),
  'POST /api/qr/booking-conversion': async (world, _caller, row) => ({
    body: { business_listing_id: row === 'missing' ? 2_000_000_000 : await world.aListing() },
  }),
  'PUT /api/bookings/{id}/details': async (...given) => ({
    at: await bookingId(...given),
    body: { booking_reference: 'FH-12345', check_in_date: '2026-12-24', guest_count: 2 },
  }),
  'PATCH /api/bookings/{id}': async (...given) => ({
    at: await bookingId(...given),
    body: { status: 'confirmed', reason: 'Seen on the statement' },
  }),
  'GET /api/bookings/{id}/calendar.ics': async (...given) => ({ at: await bookingId(...given) }),
  'POST /api/revenue/fareharbor/booking': claimOf('fareharbor'),
  'POST /api/revenue/viator/booking': claimOf('viator'),
  'POST /api/admin/platform-bookings/{id}/match': async (world, _caller, row) => ({
    at: row === 'missing' ? randomUUID() : await aPlatformBooking(world),
    body: { booking_id: await world.aBooking(), reason: 'The guest has shown it' },
  }),
  'POST /api/admin/platform-bookings/{id}/unmatch': async (world, _caller, row) => {
    const matched = { state: 'matched', match_kind: 'claim', confidence: 100, booking_id: await world.aBooking() };
    return {
      at: row === 'missing' ? randomUUID() : await aPlatformBooking(world, matched),
      body: { reason: 'Guessed' },
    };
  },
  'POST /api/admin/platform-bookings/{id}/dismiss': async (world, _caller, row) => ({
    at: row === 'missing' ? randomUUID() : await aPlatformBooking(world),
    body: { reason: 'Booked without us' },
  }),
  'GET /api/bookings/{id}/explanation': commissionId,
  'GET /api/admin/ledger/accounts/{id}/entries': async (world, _caller, row) => {
    if (row === 'missing') return { at: '2147483647' };
    await aCommission(world, await organisation(world, world.other, 'own'));
    const { rows } = await sql<{ id: number }>`select max(id) as id from ledger_accounts`.execute(world.db);
    return { at: String(rows[0]!.id) };
  },
  'GET /api/organisations/{id}/earnings': async (...given) => ({
    at: [(await partnerMonth(...given)).at].flat()[0] as string,
  }),
  'GET /api/organisations/{id}/payouts': async (...given) => ({
    at: [(await partnerMonth(...given)).at].flat()[0] as string,
  }),
  'GET /api/organisations/{id}/commissions': async (...given) => ({
    at: [(await partnerMonth(...given)).at].flat()[0] as string,
  }),
  'GET /api/organisations/{id}/statements/{month}': partnerMonth,
  'GET /api/organisations/{id}/statements/{month}/file': partnerMonth,
  'GET /api/admin/rate-cards/{id}': (_world, _caller, row) => ({ at: row === 'missing' ? '2147483647' : '1' }),
  'POST /api/admin/rate-cards': () => ({
    body: { tier: 'gold', partner_share: 0.2, effective_from: '2026-12-24', reason: 'Agreed with the hotels' },
  }),
  'GET /api/admin/organisations/{id}/terms': async (world, _caller, row) => ({
    at: row === 'missing' ? randomUUID() : await organisation(world, world.other, 'own'),
  }),
  'PUT /api/admin/organisations/{id}/terms': async (world, _caller, row) => ({
    at: row === 'missing' ? randomUUID() : await organisation(world, world.other, 'own'),
    body: { tier: 'standard', minimum_payout: 25, reason: 'Agreed with the hotel' },
  }),
  'GET /api/admin/rate-changes/{id}': async (...given) => ({ at: await rateChangeId(...given) }),
  'POST /api/admin/rate-changes/{id}/confirm': async (...given) => ({ at: await rateChangeId(...given), body: {} }),
  'POST /api/admin/rate-changes/{id}/withdraw': async (...given) => ({
    at: await rateChangeId(...given),
    body: { reason: 'Not what was agreed' },
  }),
  'POST /api/admin/holds/decide': async (world, _caller, row) => ({
    body: {
      ids: [row === 'missing' ? randomUUID() : await aHeld(world)],
      decision: 'released',
      reason: 'Known guests',
    },
  }),
  'POST /api/admin/holds/decide-matching': () => ({
    body: { search: 'nobody is called this', seen: '0.0', decision: 'voided', reason: 'A forged crowd' },
  }),
  'POST /api/admin/payout-runs': () => ({ body: {} }),
  'GET /api/admin/payouts/{id}/bookings': async (world, _caller, row) => ({
    at: row === 'missing' ? randomUUID() : await aPayout(world, world.other.id),
  }),
  'POST /api/admin/payouts/release': payoutIds,
  'POST /api/admin/payouts/withdraw': async (...given) => ({
    body: { ...((await payoutIds(...given)).body as object), reason: 'Not to be paid yet' },
  }),
  'POST /api/campaigns': async (world, caller) => ({
    body: { ...campaignForm, listing_id: await world.aListing({ advertiser_id: caller.id || world.other.id }) },
  }),
  'GET /api/campaigns/{id}': campaign,
  'PUT /api/campaigns/{id}': async (...given) => ({
    ...(await campaign(...given)),
    body: { ...campaignForm, replaces: campaignVersion(), reason: 'The operator asked for it' },
  }),
  'DELETE /api/campaigns/{id}': campaignWith({ reason: 'The operator asked for it' }),
  'POST /api/campaigns/{id}/state': campaignWith({ step: 'start', reason: 'The operator asked for it' }),
  'GET /api/campaign-invoices/{id}': invoice,
  'GET /api/campaign-invoices/{id}/file': invoice,
  'POST /api/campaign-invoices/{id}/paid': async (...given) => ({
    ...(await invoice(...given)),
    body: { reason: 'Wire of December 5' },
  }),
  'POST /api/campaigns/{id}/credits': campaignWith({
    amount: 1.5,
    credited: 0,
    reason: 'Shown beside the wrong place',
  }),
  'POST /api/admin/listing-imports': uploadOf(anUploadedList),
  'GET /api/admin/listing-imports/{id}': listingImportId,
  'GET /api/admin/listing-imports/{id}/rows': listingImportId,
  'PUT /api/admin/listing-imports/{id}/columns': async (...given) => ({
    ...(await listingImportId(...given)),
    body: { columns: { name: 'name', description: 'description', category: 'category', booking_url: 'booking_url' } },
  }),
  'POST /api/admin/listing-imports/{id}/import': async (...given) => ({
    ...(await listingImportId(...given)),
    body: {},
  }),
  'POST /api/admin/statement-imports': statementUpload,
  'GET /api/admin/statement-imports/{id}': statementId,
  'GET /api/admin/statement-imports/{id}/rows': statementId,
  'PUT /api/admin/statement-imports/{id}/map': async (...given) => ({
    ...(await statementId(...given)),
    body: { platform: 'fareharbor', columns: { reference: 'Booking ID', status: 'Status' }, supplier: 'reefwalk' },
  }),
  'POST /api/admin/statement-imports/{id}/apply': async (...given) => ({
    ...(await statementId(...given)),
    body: { reason: 'The statement of the month' },
  }),
  'GET /api/admin/reconciliation/{platform}/{month}': reconciledMonth,
  'GET /api/admin/reconciliation/{platform}/{month}/file': reconciledMonth,
  'POST /api/bookings/inquiries': async (world, _caller, row) => ({
    body: {
      business_listing_id: row === 'missing' ? 2_000_000_000 : await world.aListing(),
      booking_platform: 'viator',
    },
  }),
  'PATCH /api/bookings/inquiries/{id}': async (world, _caller, row) => ({
    at: await inquiryId(world, row),
    body: { status: 'resolved', note: 'Found it' },
  }),
  'POST /api/news/{source}/{secret}': (_world, _caller, row) => ({
    at: ['demo', row === 'missing' ? 'n'.repeat(31) : 'n'.repeat(32)],
    body: {},
  }),
  'POST /api/webhooks/fareharbor/{secret}': (_world, _caller, row) => ({
    at: row === 'missing' ? 'n'.repeat(31) : 'n'.repeat(32),
    body: {},
  }),
  'GET /api/admin/news/{id}': unreadableNews,
  'POST /api/admin/news/{id}/retry': withReason(unreadableNews),
  'POST /api/admin/news/{id}/discard': withReason(unreadableNews),
  'GET /api/admin/faults/{id}': faultId,
  'PUT /api/admin/faults/{id}/state': async (...given) => ({
    ...(await faultId(...given)),
    body: { state: 'resolved', reason: 'Mended' },
  }),
  'POST /api/security/events/{id}/resolve': async (world, _caller, row) => ({
    at: row === 'missing' ? '2147483647' : await aSecurityEvent(world),
  }),
  'POST /api/security/alerts/{id}/dismiss': async (world, _caller, row) => ({
    at: row === 'missing' ? randomUUID() : await anAlert(world),
  }),
  'GET /api/admin/users/export': () => ({ headers: ownScript }),
  'POST /api/users/me/erase': () => ({ body: { confirm: 'erase my account' } }),
  'GET /api/map/tiles/{layer}/{z}/{x}/{y}': () => ({ at: ['standard', '1', '0', '0'] }),
  'GET /api/users/me/data': () => ({ headers: ownScript }),
  'GET /api/admin/users/{id}': userId,
  'PUT /api/admin/users/{id}/role': userWith({ role: 'traveler' }),
  'PUT /api/admin/users/{id}/state': userWith({ state: 'suspended' }),
  'POST /api/admin/users/{id}/end-sessions': userWith({}),
  'POST /api/admin/users/suspend': async (...given) => ({
    body: { ids: [(await userId(...given)).at], reason: 'Asked for by mail' },
  }),
  'POST /api/admin/users/suspend-matching': () => ({
    body: { search: 'nobody is called this', seen: '0.0', reason: 'Asked for by mail' },
  }),
  'POST /api/admin/dead-letters/{id}/retry': withReason(deadLetter),
  'POST /api/admin/dead-letters/{id}/discard': withReason(deadLetter),
  'POST /api/admin/exports/events': () => ({ body: { from: '2026-11-01', to: '2026-11-21', format: 'parquet' } }),
  'POST /api/admin/exports/listings': () => ({ body: {} }),
  'POST /api/admin/exports/scans': () => ({ body: { from: '2026-11-01', to: '2026-11-21' } }),
  'POST /api/reports/generate': () => ({
    body: { type: 'stakeholder', filters: { stakeholder_types: ['advertiser'] }, instant: true },
  }),
  'PUT /api/admin/report-subscriptions': () => ({ body: { type: 'revenue', frequency: 'weekly' } }),
  'GET /api/long-work/{id}': doneWork(),
  'POST /api/long-work/{id}/cancel': doneWork(),
  'GET /api/long-work/{id}/result': doneWork('accounts-suspension'),
  'POST /api/uploads/statement': () => aForm('day,amount\r\n'),
  'POST /api/uploads/listings': () => aForm('name,category\r\n'),
  'POST /api/uploads/locations': () => aForm('name,address\r\n'),
  'POST /api/uploads/picture': () => aForm(aPng()),
  'POST /api/uploads/place-picture': () => aForm(aPng()),
  'POST /api/reviews': async (world, caller, row) => ({
    body: { booking_id: await bookingId(world, caller, row, 'completed'), rating: 4, words: 'A good day' },
  }),
  'GET /api/business-listings/{id}/reviews': async (world, _caller, row) => ({
    at: row === 'missing' ? 2_000_000_000 : await world.aListing({ rating: 4.5 }),
  }),
  'POST /api/reviews/{id}/leave': async (...given) => {
    const id = await reviewId(...given);
    return { at: id, body: { reports: 0, words_version: versionOfWords({ id, words: canary }) } };
  },
  'POST /api/reviews/{id}/report': async (...given) => ({ at: await reviewId(...given), body: { reason: 'private' } }),
  'PATCH /api/reviews/{id}': async (...given) => ({
    at: await reviewId(...given),
    body: { hidden: true, reason: 'Names a person' },
  }),
};
