import { sql } from 'kysely';
import { supplierOf } from '../../server/features/platforms/platforms.ts';
import type { Tx } from '../../server/platform/database/database.ts';
import type { BookableListing, PrintedCode } from './generated-world.ts';

/** Instants are milliseconds since 1970. Rows are numbered within their seed, so that the same seed makes the same keys. */
export interface Visit {
  number: number;
  /** Known once it is stored. */
  id: number;
  traveler: number | null;
  cameAt: number;
  leavesAt: number;
  audience: 'visitor' | 'staff' | 'bot';
  /** When each of its codes counted last, by code. */
  countedAt: Map<number, number>;
}
export interface ScanRow {
  visit: Visit;
  code: PrintedCode;
  at: number;
  counted: boolean;
  camera: boolean;
}
export interface ClickRow {
  number: number;
  scan: ScanRow;
  listing: BookableListing;
  at: number;
}
export interface BookingRow {
  click: ClickRow;
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled';
  amountCents: number;
  estimated: boolean;
  checkInDays: number | null;
  nights: number | null;
  guests: number | null;
}
export interface GeneratedRows {
  travelers: { number: number; visit: Visit; at: number }[];
  visits: Visit[];
  scans: ScanRow[];
  bookings: BookingRow[];
  events: { type: string; scan: ScanRow; listing: BookableListing | undefined; at: number }[];
}

export const newRows = (): GeneratedRows => ({ travelers: [], visits: [], scans: [], bookings: [], events: [] });

/** Stores what was generated since the last time. A traveler of an earlier visit is tied to it here. */
export async function storeRows(tx: Tx, seed: number, rows: GeneratedRows): Promise<void> {
  await storeTravelers(tx, seed, rows);
  await storeVisits(tx, seed, rows);
  await storeScans(tx, rows);
  await storeBookings(tx, seed, rows);
  await storeEvents(tx, seed, rows);
}
const instant = (column: string) => sql.raw(`to_timestamp(${column} / 1000.0)`);
const travelerId = (seed: number) => sql`md5('generated traveler ' || ${seed}::bigint || ' ' || traveler)::uuid`;

async function storeTravelers(tx: Tx, seed: number, { travelers }: GeneratedRows): Promise<void> {
  if (travelers.length === 0) return;
  await sql`
    with guest as (
      insert into users (id, email, created_at)
      select ${travelerId(seed)}, 'guest-' || ${seed}::bigint || '-' || traveler || '@example.com', ${instant('at')}
      from unnest(${travelers.map((one) => one.number)}::integer[], ${travelers.map((one) => one.at)}::float8[])
        as guest (traveler, at)
      returning id, created_at
    )
    insert into profiles (user_id, role, created_at, updated_at)
    select id, 'traveler', created_at, created_at from guest`.execute(tx);
  const earlier = travelers.filter((one) => one.visit.id > 0);
  await sql`
    update visits set user_id = ${travelerId(seed)}
    from unnest(${earlier.map((one) => one.number)}::integer[], ${earlier.map((one) => one.visit.id)}::bigint[])
      as known (traveler, visit)
    where visits.id = known.visit`.execute(tx);
}

async function storeVisits(tx: Tx, seed: number, { visits }: GeneratedRows): Promise<void> {
  // The hashed text has not the form of a token, so that no cookie can ever be one of these visits.
  const { rows } = await sql<{ id: number }>`
    insert into visits (token_hash, user_id, created_at, last_seen_at)
    select sha256(convert_to('generated visit ' || ${seed}::bigint || ' ' || number, 'UTF8')), ${travelerId(seed)},
      ${instant('came')}, ${instant('left_at')}
    from unnest(
      ${visits.map((one) => one.number)}::integer[], ${visits.map((one) => one.traveler)}::integer[],
      ${visits.map((one) => one.cameAt)}::float8[], ${visits.map((one) => one.leavesAt)}::float8[]
    ) as visit (number, traveler, came, left_at)
    returning id`.execute(tx);
  // Ids are given in the order of the arrays.
  const ids = rows.map((row) => row.id).sort((one, other) => one - other);
  for (const [index, visit] of visits.entries()) visit.id = ids[index]!;
}

async function storeScans(tx: Tx, { scans }: GeneratedRows): Promise<void> {
  await sql`
    insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, partner_id, fetch_site, device_class)
    select visit, code, location, ${instant('at')}, counted, case when camera then 'camera' else 'scanner' end, partner,
      case when camera then 'none' else 'same-origin' end, 'phone'
    from unnest(
      ${scans.map((one) => one.visit.id)}::bigint[], ${scans.map((one) => one.code.id)}::integer[],
      ${scans.map((one) => one.code.locationId)}::integer[], ${scans.map((one) => one.at)}::float8[],
      ${scans.map((one) => one.counted)}::boolean[], ${scans.map((one) => one.camera)}::boolean[],
      ${scans.map((one) => one.code.partnerId)}::uuid[]
    ) as scan (visit, code, location, at, counted, camera, partner)`.execute(tx);
}

async function storeBookings(tx: Tx, seed: number, { bookings }: GeneratedRows): Promise<void> {
  const column = <T>(value: (booking: BookingRow) => T) => bookings.map(value);
  await sql`
    with told as (
      select *, ${instant('click_at')} as clicked_at, 'g' || ${seed}::bigint || '-' || number as name
      from unnest(
        ${column(({ click }) => click.number)}::integer[], ${column(({ click }) => click.scan.visit.id)}::bigint[],
        ${column(({ click }) => click.scan.visit.traveler)}::integer[], ${column(({ click }) => click.scan.at)}::float8[],
        ${column(({ click }) => click.scan.code.id)}::integer[], ${column(({ click }) => click.scan.code.locationId)}::integer[],
        ${column(({ click }) => click.listing.id)}::integer[], ${column(({ click }) => click.listing.platform)}::text[],
        ${column(({ click }) => click.listing.booking_url)}::text[], ${column(({ click }) => click.at)}::float8[],
        ${column((one) => one.status)}::text[], ${column((one) => one.amountCents)}::integer[],
        ${column((one) => one.estimated)}::boolean[], ${column((one) => one.checkInDays)}::integer[],
        ${column((one) => one.nights)}::integer[], ${column((one) => one.guests)}::integer[],
        ${column(({ click }) => click.scan.code.partnerId)}::uuid[],
        ${column(({ click }) => click.listing.commission_rate)}::numeric[],
        ${column(({ click }) => click.listing.price_range)}::text[],
        ${column(({ click }) => supplierOf(click.listing.booking_url))}::text[]
      ) as booking (number, visit, traveler, scan_at, code, location, listing, platform, url, click_at, status, cents,
        estimated, check_in_days, nights, guests, partner, rate, price, supplier)
    ), click as (
      insert into clicks
        (click_id, user_id, visit_id, listing_id, scan_id, qr_code_id, location_id, platform, url, clicked_at,
        partner_id, commission_rate, price_range)
      select name, ${travelerId(seed)}, visit, listing,
        (select id from scans where visit_id = visit and scanned_at = ${instant('scan_at')} order by id limit 1),
        code, location, platform, url, clicked_at, partner, rate, price
      from told
      returning id, click_id
    )
    insert into bookings (id, transaction_id, click_id, user_id, listing_id, qr_code_id, location_id, platform, reference,
      amount_cents, estimated, status, booked_at, check_in_date, check_out_date, guest_count, partner_id, supplier)
    select md5('generated booking ' || name)::uuid, 'txn_' || name, click.id, ${travelerId(seed)}, listing, code, location,
      platform, case when not estimated then upper(left(platform, 2)) || '-' || name end, cents, estimated, status,
      clicked_at, travel_date, travel_date + nights, guests, partner, supplier
    from told join click on click.click_id = name
      cross join lateral (select (clicked_at at time zone 'Pacific/Honolulu')::date + check_in_days as travel_date) as travel`.execute(
    tx,
  );
}

/** In the order in which the server would have received them: their index by time tells where they lie. */
async function storeEvents(tx: Tx, seed: number, { events }: GeneratedRows): Promise<void> {
  const data = events.map(({ type, listing, scan }) =>
    type === 'listing_impression'
      ? JSON.stringify({ list: `location/${scan.code.locationId}` })
      : listing
        ? JSON.stringify({ listing_name: listing.name, category: listing.category, price_range: listing.price_range })
        : type.startsWith('map')
          ? '{"map_mode":"standard","zoom_level":15}'
          : '{}',
  );
  await sql`
    insert into events (received_at, occurred_at, event_type, audience, user_id, visit_id, listing_id, qr_code_id, data,
      location_id, partner_id)
    select ${instant('at')}, ${instant('at')}, type, audience, ${travelerId(seed)}, visit, listing, code, data, location, partner
    from unnest(
      ${events.map((one) => one.at)}::float8[], ${events.map((one) => one.type)}::text[],
      ${events.map((one) => one.scan.visit.audience)}::text[], ${events.map((one) => one.scan.visit.traveler)}::integer[],
      ${events.map((one) => one.scan.visit.id)}::bigint[], ${events.map((one) => one.listing?.id ?? null)}::integer[],
      ${events.map((one) => one.scan.code.id)}::integer[], ${data}::jsonb[],
      ${events.map((one) => one.scan.code.locationId)}::integer[], ${events.map((one) => one.scan.code.partnerId)}::uuid[]
    ) as event (at, type, audience, traveler, visit, listing, code, data, location, partner) order by at`.execute(tx);
}
