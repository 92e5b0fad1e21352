import { randomBytes, randomUUID } from 'node:crypto';
import { setHold } from '../../server/features/commission/commission.ts';
import { preparePayout } from '../../server/features/commission/payouts.ts';
import { withTransaction } from '../../server/platform/database/database.ts';
import { type Tenant, withTenant } from '../../server/platform/database/tenants.store.ts';
import { aMember, organisationOf } from '../an-organisation.ts';
import { follow } from '../ledger-rows.ts';
import type { TestUser, World } from '../world.ts';

/** One of everything that somebody owns, of two whose paths do not cross with those of another house. */
export interface House {
  traveler: TestUser;
  partner: TestUser;
  advertiser: TestUser;
  staff: TestUser;
  hotel: string;
  agency: string;
  place: number;
  listing: number;
  booking: string;
  inquiry: string;
  invitation: string;
  /** Whom a transaction can work for. */
  tenants: Record<'traveler' | 'partner' | 'advertiser' | 'staff' | 'nobody', Tenant>;
}

/** A hotel with a clerk, an advertiser, and a traveler who did there all that leaves a row. */
export async function aHouse(world: World): Promise<House> {
  const { db, clock } = world;
  const now = clock.now();
  const one = <Row>(rows: { executeTakeFirstOrThrow(): Promise<Row> }) => rows.executeTakeFirstOrThrow();
  const [traveler, partner, advertiser] = [
    await world.aUser(),
    await world.aUser({ role: 'partner' }),
    await world.aUser({ role: 'advertiser' }),
  ];
  const hotel = (await organisationOf(world, partner.id))!;
  const agency = (await organisationOf(world, advertiser.id))!;
  const staff = await aMember(world, hotel);
  const listing = await world.aListing({ organisation_id: agency });
  const draft = await world.aListing({ organisation_id: agency, is_active: false, held: 'unpublished' });
  await db
    .insertInto('listing_proposals')
    .values({
      ...{ organisation_id: agency, listing_id: draft, is_new: true, content: '{}', was: null, state: 'submitted' },
      submitted_at: world.clock.now(),
    })
    .execute();
  const hidden = await world.aListing({ is_active: false });
  await db.insertInto('saved_listings').values({ user_id: traveler.id, listing_id: hidden, saved_at: now }).execute();
  const place = await world.aPlace({ organisation_id: hotel, listings: [listing] });
  const kept = { location_id: place, listing_id: await world.aListing(), position: 9, hidden_by_partner: true };
  await db.insertInto('curated_listings').values(kept).execute();
  const code = await world.aCode({ location_id: place });
  const token_hash = () => randomBytes(32);
  const visits = db.insertInto('visits');
  const visit = (
    await one(
      visits
        .values({ token_hash: token_hash(), user_id: traveler.id, created_at: now, last_seen_at: now })
        .returning('id'),
    )
  ).id;
  const there = { qr_code_id: code.id, location_id: place };
  const scan = { ...there, visit_id: visit, scanned_at: now, counted: true, source: 'camera', partner_id: partner.id };
  await db.insertInto('scans').values(scan).execute();
  await db.insertInto('counted_scans').values({ visit_id: visit, qr_code_id: code.id, counted_at: now }).execute();
  const what = { user_id: traveler.id, listing_id: listing, platform: 'viator' };
  const click = {
    ...what,
    ...there,
    click_id: token_hash().toString('hex'),
    partner_id: partner.id,
    url: 'https://viator.com',
    clicked_at: now,
  };
  await db.insertInto('clicks').values(click).execute();
  const travelled = { check_in_date: '2026-10-01', amount_cents: 40_000, estimated: false, partner_id: partner.id };
  const booking = await world.aBooking({ ...what, ...there, ...travelled, status: 'completed' });
  await follow(world, booking);
  await preparePayout(db, now, { userId: partner.id, requestId: 'test' }, randomUUID(), hotel);
  await withTransaction(db, (tx) => setHold(tx, now, { bookingId: booking, rule: 'burst' }));
  await db
    .insertInto('reviews')
    .values({
      booking_id: booking,
      user_id: traveler.id,
      listing_id: listing,
      rating: 5,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db.insertInto('saved_listings').values({ user_id: traveler.id, listing_id: listing, saved_at: now }).execute();
  const inquiry = (
    await one(
      db
        .insertInto('booking_inquiries')
        .values({ ...what, created_at: now })
        .returning('id'),
    )
  ).id;
  const times = { created_at: now, sent_at: now, closed_at: now, expires_at: new Date(now.getTime() + 86_400_000) };
  const invitation = (
    await one(
      db
        .insertInto('invitations')
        .values({
          ...times,
          token_hash: token_hash(),
          invited_email: `clerk-${hotel}@hotel.example`,
          stakeholder_type: 'partner',
          partner_type: 'hotel',
          organization_name: 'Hale',
          permissions: [],
          organisation_id: hotel,
        })
        .returning('id'),
    )
  ).id;
  const sent = { purpose: 'picture', name: 'reef.png', bytes: 3, media_type: 'image/png', sha256: token_hash() };
  for (const [person, organisation] of [
    [traveler.id, undefined],
    [staff.id, hotel],
    [advertiser.id, agency],
  ] as const) {
    const of = { id: randomUUID(), user_id: person, organisation_id: organisation ?? null };
    const upload = { ...sent, ...of, created_at: now, expires_at: times.expires_at };
    await withTenant(db, { person, organisation }, (tx) => tx.insertInto('uploads').values(upload).execute());
  }
  const key = { credential_id: token_hash().toString('hex'), public_key: token_hash(), counter: 0, backed_up: false };
  await db
    .insertInto('passkeys')
    .values({ ...key, user_id: traveler.id, transports: [], name: 'Phone', created_at: now })
    .execute();
  const asked = { asked_by: traveler.id, kind: 'scans-export', parameters: '{}', mail_when_done: false };
  await db
    .insertInto('long_work')
    .values({ ...asked, created_at: now })
    .execute();
  await aStatement(world, hotel, booking);
  await db
    .insertInto('qr_requests')
    .values({
      ...{ organisation_id: hotel, requested_by: partner.id, request_type: 'new_location', location_name: 'Pool' },
      ...{ location_description: '', location_address: '', created_at: now },
    })
    .execute();
  await db
    .insertInto('code_alerts')
    .values({ kind: 'quiet', location_id: place, qr_code_id: null, since: now, visits: null, opened_at: now })
    .execute();
  const proposed = { location_id: place, organisation_id: hotel, proposed_by: partner.id, created_at: now };
  await db
    .insertInto('place_proposals')
    .values({ ...proposed, has_picture: true, picture: Buffer.from('a picture') })
    .execute();
  const campaign = await one(
    db
      .insertInto('campaigns')
      .values({ ...aCampaign(now), organisation_id: agency, listing_id: listing, held: true })
      .returning('id'),
  );
  await db.insertInto('campaign_places').values({ campaign_id: campaign.id, location_id: place }).execute();
  const counted = { campaign_id: campaign.id, day: '2026-11-21', location_id: place };
  await db.insertInto('campaign_days').values(counted).execute();
  const touch = { ...counted, kind: 'click', visit_id: visit, touched_at: now, cents: 0 };
  await db.insertInto('campaign_touches').values(touch).execute();
  await anInvoice(world, agency);
  await db.insertInto('partner_settings').values({ organisation_id: hotel, updated_at: now }).execute();
  const reports = { email_reports: true, reporting_frequency: 'weekly', ended_at: null, updated_at: now };
  for (const { id } of [partner, staff])
    await db
      .insertInto('report_choices')
      .values({ ...reports, organisation_id: hotel, user_id: id })
      .execute();
  await db
    .insertInto('events')
    .values({
      event_type: 'map_pin_clicked',
      audience: 'visitor',
      received_at: now,
      data: {},
      ...there,
      partner_id: partner.id,
    })
    .execute();
  const keys = {
    partner: partner.id,
    place,
    code: code.id,
    listing,
    platform: 'viator',
    partner_listing: `${partner.id}/${listing}`,
    partner_platform: `${partner.id}/viator`,
  };
  for (const [dimension, key] of Object.entries(keys))
    await db
      .insertInto('rollups')
      .values({ ...noFigures, scans: 1, grain: 'day', dimension, key: String(key), starts_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const tenants = {
    traveler: { person: traveler.id },
    partner: { organisation: hotel, person: partner.id },
    advertiser: { organisation: agency },
    staff: { organisation: hotel, person: staff.id },
    nobody: {},
  };
  return { traveler, partner, advertiser, staff, hotel, agency, place, listing, booking, inquiry, invitation, tenants };
}

/** A draft with a fixed fee. */
export const aCampaign = (now: Date) => ({
  ...{ name: 'The reef', pricing: 'fixed', budget_cents: 5_000, most_impressions: 100 },
  ...{ first_day: '2026-11-21', last_day: '2026-11-30', created_at: now, updated_at: now },
});

const noFigures = {
  scans: 1,
  scans_raw: 1,
  visits: 1,
  clicks: 1,
  bookings_pending: 0,
  bookings_confirmed: 0,
  bookings_completed: 0,
  bookings_cancelled: 0,
  estimated_cents: 0,
  confirmed_cents: 0,
  events: 0,
};

/** A final statement of a partner with one line. */
/** The month that each house has a final statement of. */
export const statedMonth = '2026-10-01';

/** An advertiser's invoice of that month. */
async function anInvoice({ db, clock }: Pick<World, 'db' | 'clock'>, organisation_id: string) {
  const month = statedMonth;
  await db
    .insertInto('statement_months')
    .values({ month })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const invoice = { organisation_id, month, name: 'Reef', cents: 100, lines: '[]', made_at: clock.now() };
  await db.insertInto('campaign_invoices').values(invoice).execute();
}

async function aStatement({ db, clock }: Pick<World, 'db' | 'clock'>, organisation_id: string, booking_id: string) {
  const month = statedMonth;
  const moved = { earned_cents: 6_000, clawed_back_cents: 0, paid_cents: 0 };
  const of = { organisation_id, month };
  await db
    .insertInto('statement_months')
    .values({ month })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('partner_statements')
    .values({ ...of, ...moved, name: 'Hale', opening_cents: 0, line_count: 1, made_at: clock.now() })
    .execute();
  const line = { position: 1, booking_id, experience: 'Reef walk', booked_on: month, amount_cents: 40_000 };
  const day = { day: clock.now(), told: 1, told_cents: 40_000, earning: 1, cents: 6_000 };
  await db
    .insertInto('partner_earned_days')
    .values({ organisation_id, qr_code_id: null, location_id: null, ...day })
    .execute();
  await db
    .insertInto('partner_statement_lines')
    .values({ ...of, ...moved, ...line, travel_day: null, partner_share: 0.15 })
    .execute();
}
