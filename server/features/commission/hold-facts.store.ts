import { type RawBuilder, sql } from 'kysely';
import type { HoldRule } from '../../../contract/commission-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  bursts,
  type Facts,
  likeDeviceMs,
  type Moments,
  repeats,
  type Scan,
  stillOwnMs,
  trailMs,
  travel,
} from './hold-rules.ts';

export interface FoundFacts extends Omit<Facts, 'told_person'> {
  /** Keyed hashes of the addresses for which the platform has booked, and of their mailboxes. */
  told_emails: Buffer[];
}

/** However many scans are put between them, the pairs that are too far apart are among these. */
const mostLegs = 20;

/** How much farther apart two scans of a trail are than travel allows, in kilometres, near enough to tell which pairs are the farthest. */
const excessKm = sql`111.2 * sqrt((latitude - from_latitude) ^ 2 + ((longitude - from_longitude) * cos(radians(latitude))) ^ 2)
  - ${sql.lit(travel.kmPerHour)} * extract(epoch from at - from_at)::float8 / 3600`;

/** Milliseconds as the database has them. */
const span = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;

/** Two scans as the database has them. */
type LegRow = Scan & { from_at: string; from_place: string; from_latitude: number; from_longitude: number };

interface Alike {
  of: RawBuilder<unknown>;
  conversions: number;
  withinMs: number;
}

/** Of bookings `x`: a followed link, and each further booking of one that stands. One that was only put off to another day is none of its own. */
const isCounted = sql`(x.click_ordinal = 1 or x.status <> 'cancelled' and not exists (select from platform_bookings p
  where p.booking_id = x.id and p.match_kind <> 'evidence' and p.rebooked_from is not null))`;

/** Bookings `x` near `b` in time, the nearest before and after it: as many as a rule has to see at the most. */
function near({ of, conversions, withinMs }: Alike, at: RawBuilder<unknown>, to: RawBuilder<unknown>) {
  const counted = sql`select ${at} as at from bookings x where ${of} and ${isCounted} and x.id <> b.id`;
  return sql`
    (${counted} and ${at} > ${to} and ${at} <= ${to} + ${span(withinMs)} order by ${at} limit ${conversions})
    union all
    (${counted} and ${at} <= ${to} and ${at} >= ${to} - ${span(withinMs)} order by ${at} desc limit ${conversions})`;
}

const told = sql`x.booked_at`;
/** That which was reported as it happened has no time of its own for that. */
const receivedAt = (booking: RawBuilder<unknown>) => sql`coalesce(${booking}.received_at, ${booking}.booked_at)`;
const ofReceipt = (like: Alike) => sql`
  ${near({ ...like, of: sql`${like.of} and x.received_at is null` }, told, receivedAt(sql`b`))}
  union all ${near(like, sql`x.received_at`, receivedAt(sql`b`))}`;

/** When what is like this booking happened, as it was told and as it was received. */
const times = (like: Alike) => sql`json_build_object(
  'told', (select coalesce(json_agg(at), '[]') from (${near(like, told, sql`b.booked_at`)}) one),
  'received', (select coalesce(json_agg(at), '[]') from (${ofReceipt(like)}) one))`;

const likes = {
  traveler: { of: sql`x.user_id = b.user_id`, ...bursts.traveler },
  code: { of: sql`x.qr_code_id = b.qr_code_id`, ...bursts.code },
  experience: { of: sql`x.user_id = b.user_id and x.listing_id = b.listing_id`, ...repeats },
};

/** Whether a partner is credited with a booking. */
async function isCredited(tx: Tx, bookingId: string): Promise<boolean> {
  const credited = tx.selectFrom('commissions').select('booking_id').where('booking_id', '=', bookingId);
  return (await credited.where('organisation_id', 'is not', null).executeTakeFirst()) !== undefined;
}

/** All that the rules know of a booking; nothing where no partner is credited with it, so that there is nothing to hold. */
export async function findFacts(tx: Tx, bookingId: string): Promise<FoundFacts | undefined> {
  // Most bookings credit nobody: one row by its key says so, without what is near in time and the trail.
  if (!(await isCredited(tx, bookingId))) return undefined;
  const { rows } = await sql<
    Omit<FoundFacts, 'legs'> & { legs: LegRow[] } & Record<'of_traveler' | 'by_code' | 'of_experience', Moments<string>>
  >`
    with people as materialized (
      select distinct on (m.user_id) m.user_id, m.standing, u.email from commissions c join bookings b on b.id = c.booking_id
        cross join lateral (
          select user_id, standing, true as is_still from members where organisation_id = c.organisation_id
          union all select user_id, standing, false from past_members where organisation_id = c.organisation_id
            and joined_at <= ${receivedAt(sql`b`)} and until > b.booked_at - ${span(stillOwnMs)}) m
        join users u on u.id = m.user_id where c.booking_id = ${bookingId} order by m.user_id, m.is_still desc)
    select b.user_id, u.email, b.booked_at, ${receivedAt(sql`b`)} as received_at, scan.landing,
      (select coalesce(json_agg(people order by standing, user_id), '[]') from people) as people,
      array(select v.user_id from visits v where v.id in (click.visit_id, scan.visit_id) and v.user_id is not null) as browser_owners,
      exists (select from people join visits v on v.user_id = people.user_id join scans s on s.visit_id = v.id
        where s.network_hash = scan.network_hash and s.device ->> 'userAgent' = scan.device ->> 'userAgent'
          and s.scanned_at between scan.scanned_at - ${span(likeDeviceMs)} and scan.scanned_at + ${span(likeDeviceMs)}) as is_like_their_device,
      array(select told.hash from platform_bookings p cross join lateral (values (p.email_hash), (p.mailbox_hash)) told (hash)
        where p.booking_id = b.id and p.match_kind <> 'evidence' and told.hash is not null) as told_emails,
      ${times(likes.traveler)} as of_traveler,
      ${times(likes.code)} as by_code,
      ${times(likes.experience)} as of_experience,
      (select coalesce(json_agg(leg order by at, id), '[]') from (
        select id, at, place, latitude, longitude, from_at, from_place, from_latitude, from_longitude from (
          select s.id, s.scanned_at as at, l.name as place, l.latitude, l.longitude, lag(s.scanned_at) over trail as from_at,
            lag(l.name) over trail as from_place, lag(l.latitude) over trail as from_latitude,
            lag(l.longitude) over trail as from_longitude
          from scans s join locations l on l.id = s.location_id and l.latitude is not null
          where s.visit_id = scan.visit_id and s.scanned_at between scan.scanned_at - ${span(trailMs)}
            and scan.scanned_at + ${span(trailMs)} window trail as (order by s.scanned_at, s.id)) step
        where from_at is not null order by ${excessKm} desc limit ${mostLegs}) leg) as legs
    from bookings b join commissions c on c.booking_id = b.id join users u on u.id = b.user_id
      left join clicks click on click.id = b.click_id left join scans scan on scan.id = click.scan_id
    where b.id = ${bookingId} and c.organisation_id is not null`.execute(tx);
  const [found] = rows;
  if (!found) return undefined;
  const moments = ({ told, received }: Moments<string>): Moments => ({
    told: told.map((at) => new Date(at)),
    received: received.map((at) => new Date(at)),
  });
  return {
    ...found,
    of_traveler: moments(found.of_traveler),
    by_code: moments(found.by_code),
    of_experience: moments(found.of_experience),
    legs: found.legs.map(({ from_at, from_place, from_latitude, from_longitude, ...to }) => [
      { at: new Date(from_at), place: from_place, latitude: from_latitude, longitude: from_longitude },
      { ...to, at: new Date(to.at) },
    ]),
  };
}

/**
 * Bookings before one that a rule has to be asked about again because of it, and has not held, held against changes. One that
 * another transaction is about to change is left out: it is asked about before it becomes payable.
 */
export async function lockEarlier(tx: Tx, bookingId: string, rule: HoldRule): Promise<string[]> {
  const alike = rule === 'burst' ? [likes.traveler, likes.code] : [likes.experience];
  const before = alike.flatMap(({ of, conversions, withinMs }) => {
    const until = (also: RawBuilder<unknown>, at: RawBuilder<unknown>, to: RawBuilder<unknown>) => sql`
      (select x.id from bookings b, bookings x where b.id = ${bookingId} and ${of} and ${also} and ${isCounted} and x.id <> b.id
        and ${at} between ${to} - ${span(withinMs)} and ${to} order by ${at} desc limit ${conversions})`;
    const received = receivedAt(sql`b`);
    return [
      until(sql`true`, told, sql`b.booked_at`),
      until(sql`x.received_at is null`, told, received),
      until(sql`true`, sql`x.received_at`, received),
    ];
  });
  const { rows } = await sql<{ id: string }>`
    select id from bookings where id in (${sql.join(before, sql` union `)}) and exists (
        select from commissions c where c.booking_id = bookings.id and c.organisation_id is not null)
      and not exists (select from commission_holds h where h.booking_id = bookings.id and h.rule = ${rule})
    order by id for no key update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
