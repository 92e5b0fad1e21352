import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Position } from '../../platform/distance.ts';
import type { KeyedCall } from '../../platform/idempotency.ts';
import { listingColumns } from '../listings/listings.ts';
import type { CuratedRow } from '../places/places.ts';
import type { Landing } from './landing.ts';
import type { ScanOrigin } from './scan-origin.ts';

export type CodeState = 'active' | 'paused' | 'expired' | 'replaced' | 'unknown';

/** What the scanner is shown of a code's place. */
export interface PlaceRow {
  location_name: string;
  location_description: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  partner_id: string | null;
  /** Those that it shows at some time to somebody. */
  listings: CuratedRow[];
}

/** What one scan statement answers. */
export interface ScanRow {
  state: CodeState;
  visit_id: number | null;
  /** False where the key is known: nothing was recorded now. */
  fresh: boolean;
  counted: boolean;
  /** Null for an unknown code. */
  location_id: number | null;
  /** Tells one state of the place and its listings from another; null where it was not asked for. */
  place_digest: string | null;
  /** Null as well where the caller said that it has this one. */
  place: PlaceRow | null;
}

export interface ScanInput {
  code: string;
  visitHash: Buffer;
  userId: string | null;
  now: Date;
  source: 'scanner' | 'camera';
  device: object | null;
  /** Of the address that the code opened. */
  landing: Landing | null;
  origin: ScanOrigin;
  /** Where the visitor is, as far as they share it: kept is whether that is far from the place. */
  position: Position | null;
  /** Why a code that is not in the table is not: decided by its keyed hash. */
  unknownReason: 'mistyped' | 'unknown';
  withPlace: boolean;
  /** Digest of the place that the caller has, which is then not sent again. */
  knownPlace: string | null;
  /** Scans of one visit within a minute; null for any number. */
  limit: number | null;
  /** Whether a code that is not valid is logged as an orphan scan, with its key. */
  keepsOrphans: boolean;
  /** Names the scan, which is then recorded once. */
  call: KeyedCall | undefined;
}

/** Takes the key of a scan; an orphan's refers to why the code was refused, a scan's to its visit. What is not kept takes none. */
const takingKey = `
key as (
  insert into idempotency_keys (scope, endpoint, key, request_hash, created_at, reference)
  select $20, $18, $17, $19, $4,
    case when exists (select from valid) then encode($2, 'hex') else coalesce((select state from code), $7) end
  where $11::boolean or exists (select from valid)
  on conflict do nothing
  returning true as taken
),`;

/**
 * From so many kilometres on a scan is far from its place: beyond what a large resort, the town around it, and a phone that knows little of
 * where it is come to.
 */
export const farKm = 20;

/** Kilometres from a place to a position of latitude and longitude, near enough to tell whether it is far; null without one of them. */
const kmFrom = (position: string) => `111.2 * sqrt(((${position})[1] - latitude) ^ 2
    + (((${position})[2] - longitude) * cos(radians(latitude))) ^ 2)`;

/**
 * The scan as one statement: finds the code, keeps or renews the visit within its limit, counts the first scan of ten minutes,
 * records the scan with whose place it was and where it came from, or logs an orphan, and answers with the place and its listings.
 * Two scans at once are settled by the unique keys, not by what a statement saw when it began. A visit that is over its limit or
 * somebody else's records nothing. The answer is one JSON value: over fourteen columns the driver spends a tenth of what a scan
 * takes of the process. `offset 0` keeps what is named once from being computed for each mention.
 */
const statement = (isKeyed: boolean) => `
with code as (
  select c.id, c.location_id, p.name as location_name, p.description as location_description, p.address, p.latitude,
    p.longitude, p.partner_id,
    case when c.status = 'active' and c.expires_at <= $4 then 'expired' else c.status end as state
  from qr_codes c join locations p on p.id = c.location_id where c.code = $1
), valid as (
  select id, location_id, partner_id, ${kmFrom('$16::float8[]')} as km from code where state = 'active'
), ${isKeyed ? takingKey : ''} visit as (
  insert into visits (token_hash, user_id, created_at, last_seen_at, limit_from, limit_spent)
  select $2, $3::uuid, $4, $4, $4, 1 from valid${isKeyed ? ', key' : ''}
  on conflict (token_hash) do update
    set last_seen_at = excluded.last_seen_at, user_id = coalesce(visits.user_id, excluded.user_id),
      limit_from = case when visits.limit_from > $4 - interval '1 minute' then visits.limit_from else $4 end,
      limit_spent = case when visits.limit_from > $4 - interval '1 minute' then visits.limit_spent + 1 else 1 end
    where (visits.user_id is null or visits.user_id = excluded.user_id)
      and (visits.limit_spent < $10 or $10::integer is null or visits.limit_from is null
        or visits.limit_from <= $4 - interval '1 minute')
  returning id
), counted as (
  insert into counted_scans (visit_id, qr_code_id, counted_at)
  select visit.id, valid.id, $4 from visit, valid
  on conflict (visit_id, qr_code_id) do update set counted_at = excluded.counted_at
    where counted_scans.counted_at <= excluded.counted_at - interval '10 minutes'
  returning 1
), scan as (
  insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, device, partner_id, landing,
    fetch_site, network_hash, device_class, far)
  select visit.id, valid.id, valid.location_id, $4, exists (select from counted), $5, $6::jsonb, valid.partner_id,
    $12::jsonb, $13, $14::bytea, $15, valid.km > ${farKm} from visit, valid
), orphan as (
  insert into orphan_scans (code, reason, scanned_at, source, device)
  select $1, coalesce((select state from code), $7), $4, $5, $6::jsonb ${isKeyed ? 'from key ' : ''}where $11::boolean and not exists (select from valid)
)
select row_to_json(answer) as scan from (
  select coalesce(code.state, 'unknown') as state, (select id from visit) as visit_id,
    ${isKeyed ? 'coalesce((select taken from key), false)' : 'true'} as fresh, exists (select from counted) as counted,
    code.location_id, shown.digest as place_digest, case when shown.digest is distinct from $9 then shown.place end as place
  from (select) one left join code on true left join lateral (
    select place, md5(place::text) as digest from (
      select json_build_object('location_name', location_name, 'location_description', location_description,
        'address', address, 'latitude', latitude, 'longitude', longitude, 'partner_id', partner_id, 'listings', list) as place
      from (
        select coalesce(json_agg(row_to_json(listing)), '[]') as list from (
          select ${listingColumns}, k.rules from curated_listings k join listings l on l.id = k.listing_id
          where k.location_id = code.location_id and not k.is_hidden and not k.hidden_by_partner and l.is_active
          order by k.position, l.id
        ) listing
      ) listed
      where $8 and ${isKeyed ? "(code.state = 'active' or not exists (select from key))" : "code.state = 'active'"}
      offset 0
    ) made offset 0
  ) shown on true
) answer`;

export const scanStatement = statement(false);
/** The same for a scan that names a key: nothing is recorded where the key is known. */
export const keyedScanStatement = statement(true);

/** Runs the scan statement. */
export async function insertScan(db: Db, scan: ScanInput): Promise<ScanRow> {
  const { call } = scan;
  const text = call ? keyedScanStatement : scanStatement;
  const { rows } = await db.executeQuery<{ scan: ScanRow }>({
    sql: text,
    parameters: [
      scan.code,
      scan.visitHash,
      scan.userId,
      scan.now,
      scan.source,
      scan.device && JSON.stringify(scan.device),
      scan.unknownReason,
      scan.withPlace,
      scan.knownPlace,
      scan.limit,
      scan.keepsOrphans,
      scan.landing && JSON.stringify(scan.landing),
      scan.origin.fetchSite,
      scan.origin.networkHash,
      scan.origin.deviceClass,
      scan.position && [scan.position.latitude, scan.position.longitude],
      ...(call ? [call.key, call.endpoint, call.requestHash, call.scope] : []),
    ],
    query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
    queryId: { queryId: 'scan' },
  });
  return rows[0]!.scan;
}

/** How much of its limit a visit has spent, since when, and whose it is. */
export async function findVisitLimit(db: Db, visitHash: Buffer) {
  return await db
    .selectFrom('visits')
    .select(['user_id', 'limit_from', 'limit_spent'])
    .where('token_hash', '=', visitHash)
    .executeTakeFirst();
}

/** The scan that a visit made of a code at an instant, and whose the visit is. */
export async function findScan(db: Db, scan: { visitHash: Buffer; code: string; at: Date }) {
  return await db
    .selectFrom('scans as s')
    .innerJoin('visits as v', 'v.id', 's.visit_id')
    .innerJoin('qr_codes as c', 'c.id', 's.qr_code_id')
    .select(['s.counted', 'v.id as visit_id', 'v.user_id'])
    .where('v.token_hash', '=', scan.visitHash)
    .where('s.scanned_at', '=', scan.at)
    .where('c.code', '=', scan.code)
    .orderBy('s.counted', 'desc')
    .executeTakeFirst();
}

/** Gives a visit that is nobody's to a user. */
export async function joinVisit(db: Db, visitHash: Buffer, userId: string): Promise<void> {
  await db
    .updateTable('visits')
    .set({ user_id: userId })
    .where('token_hash', '=', visitHash)
    .where('user_id', 'is', null)
    .execute();
}

/** A code and its place, without recording anything. */
export async function findCode(db: Db, code: string) {
  const { rows } = await sql<{ id: number; code: string; location_id: number; location_name: string }>`
    select c.id, c.code, c.location_id, p.name as location_name
    from qr_codes c join locations p on p.id = c.location_id where c.code = ${code}`.execute(db);
  return rows[0];
}

/** All codes with their places, for the demo's printable page. */
export async function listCodes(db: Db, now: Date) {
  return await db
    .selectFrom('qr_codes as c')
    .innerJoin('locations as p', 'p.id', 'c.location_id')
    .select(['c.code', 'c.label', 'c.location_id', 'p.name as location_name', 'p.island', 'p.description'])
    .select(
      sql<'active' | 'paused' | 'expired' | 'replaced'>`
        case when c.status = 'active' and c.expires_at <= ${now} then 'expired' else c.status end`.as('status'),
    )
    .orderBy('c.location_id')
    .orderBy('c.id')
    .execute();
}

/** Whether any of these is a code. */
export async function hasAnyCode(db: Db, codes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from qr_codes where code = any(${codes}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}
