import { sql } from 'kysely';
import type { CodeAlertKind } from '../../../contract/portal-states.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { hasDeadMail } from '../../platform/jobs/jobs.store.ts';
import { grantedTo } from '../../platform/organisations/memberships.ts';

/** A code of a place, or where none is named the place with all of its codes. */
export interface Watched {
  location_id: number;
  qr_code_id: number | null;
}

/** Whether a code `c` leads to its place now, and since when it does. */
const leads = (now: Date) => sql`c.status = 'active' and (c.expires_at is null or c.expires_at > ${now})`;
const ledSince = sql`coalesce(c.led_since, c.created_at)`;

/** A code that nobody has scanned for a while. */
export interface Silent {
  id: number;
  location_id: number;
  since: Date;
  last: Date;
  /** The last scan of any code of its place. */
  last_of_place: Date;
}

/** Codes that lead somewhere and were scanned last within a span, and led there for a while before. */
export async function findSilent(
  db: Db,
  now: Date,
  { after, before, ledForMs }: { after: Date; before: Date; ledForMs: number },
): Promise<Silent[]> {
  const { rows } = await sql<Silent>`
    select id, location_id, since, last, last_of_place from (
      select c.id, c.location_id, ${ledSince} as since, s.scanned_at as last,
        max(s.scanned_at) over (partition by c.location_id) as last_of_place
      from qr_codes c
      cross join lateral (select scanned_at from scans where qr_code_id = c.id order by scanned_at desc limit 1) s
      where ${leads(now)}) one
    where last > ${after} and last < ${before} and since <= last - ${ledForMs}::float8 * interval '1 millisecond'
    order by last, id`.execute(db);
  return rows;
}

export interface OpenAlert extends Watched {
  id: string;
  kind: 'quiet' | 'far';
}

/** Alerts that go on. */
export async function findOpen(db: Db): Promise<OpenAlert[]> {
  const { rows } = await sql<OpenAlert>`
    select id, kind, location_id, qr_code_id from code_alerts where ended_at is null`.execute(db);
  return rows;
}

/** A scan `s` after what an alert `a` is of; the driver knows no more than milliseconds of an instant. */
const isSince = sql`s.scanned_at > a.since + interval '1 millisecond'`;
/** Of a code `c`, whether an alert `a` is of it. */
const isOf = sql`c.location_id = a.location_id and coalesce(a.qr_code_id, c.id) = c.id`;

/**
 * Ends what is over: a quiet one that was scanned, or is quiet for so long that it has no rhythm any more; a far one that was not scanned
 * far away for a while; and what does not lead there any more, or was paused meanwhile.
 */
export async function endOver(tx: Tx, now: Date, { quiet, far }: { quiet: Date; far: Date }): Promise<void> {
  await sql`
    update code_alerts a set ended_at = ${now} where a.ended_at is null and (
      not exists (select from qr_codes c where ${leads(now)} and ${isOf} and ${ledSince} <= a.opened_at)
      or a.kind = 'quiet' and (a.since < ${quiet}
        or exists (select from qr_codes c join scans s on s.qr_code_id = c.id and ${isSince} where ${isOf}))
      or a.kind = 'far' and not exists (
        select from scans s where s.qr_code_id = a.qr_code_id and s.far and s.scanned_at > ${far}))`.execute(tx);
}

export interface Far extends Watched {
  since: Date;
  visits: number;
}

/**
 * Codes that so many different visits scanned far from their place since an instant, and at least this share of all that said where they
 * were; and of as many networks, as one person makes visits as they like. Partners and administrators try codes where they sit.
 */
export async function findFar(
  db: Db,
  now: Date,
  { since, visits, share }: { since: Date; visits: number; share: number },
): Promise<Far[]> {
  const { rows } = await sql<Far>`
    select c.location_id, c.id as qr_code_id, min(s.scanned_at) filter (where s.far) as since,
      (count(distinct s.visit_id) filter (where s.far))::integer as visits
    from qr_codes c
      join scans s on s.qr_code_id = c.id and s.location_id = c.location_id and s.far is not null
        and s.scanned_at > ${since} and s.scanned_at >= ${ledSince}
      join visits v on v.id = s.visit_id left join profiles who on who.user_id = v.user_id
    where ${leads(now)} and c.id in (select qr_code_id from scans where far and scanned_at > ${since})
      and coalesce(who.role, 'traveler') = 'traveler'
    group by c.id having count(distinct s.visit_id) filter (where s.far)
      >= greatest(${visits}, ${share}::float8 * count(distinct s.visit_id))
      and count(distinct s.network_hash) filter (where s.far) >= ${visits}`.execute(db);
  return rows;
}

/** Opens alerts where there are none. @returns those that were opened, each with what it is of */
export async function openAlerts(
  tx: Tx,
  now: Date,
  kind: OpenAlert['kind'],
  found: readonly (Watched & { since: Date; visits: number | null })[],
): Promise<Watched[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<Watched>`
    insert into code_alerts (kind, location_id, qr_code_id, since, visits, opened_at)
    select ${kind}, location_id, qr_code_id, since, visits, ${now} from unnest(
      ${found.map((one) => one.location_id)}::integer[], ${found.map((one) => one.qr_code_id)}::integer[],
      ${found.map((one) => one.since)}::timestamptz[], ${found.map((one) => one.visits)}::integer[]
    ) as f (location_id, qr_code_id, since, visits)
    on conflict do nothing returning location_id, qr_code_id`.execute(tx);
  return rows;
}

/** Says anew how many visits were far from a code's place. */
export async function updateFar(tx: Tx, { qr_code_id, visits }: Far): Promise<void> {
  const open = tx.updateTable('code_alerts').set({ visits }).where('qr_code_id', '=', qr_code_id);
  await open.where('kind', '=', 'far').where('ended_at', 'is', null).execute();
}

/** Ends those of single codes of a place that is quiet as a whole. */
export async function endOfCodes(tx: Tx, now: Date, places: readonly number[]): Promise<void> {
  await sql`
    update code_alerts set ended_at = ${now}
    where location_id = any(${places}::integer[]) and kind = 'quiet' and qr_code_id is not null and ended_at is null`.execute(
    tx,
  );
}

export interface Told {
  organisation_id: string;
  place: string;
  /** In words, and what it is called; null where it is a whole place. */
  code: string | null;
  label: string | null;
}

/** Of which partners these are that are not suspended, in words. */
export async function findTold(tx: Tx, watched: readonly Watched[]): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select o.id as organisation_id, p.name as place, c.code, c.label
    from unnest(${watched.map((one) => one.location_id)}::integer[], ${watched.map((one) => one.qr_code_id)}::integer[]) as w (place, code)
      join locations p on p.id = w.place join organisations o on o.id = p.organisation_id and o.state = 'active'
      left join qr_codes c on c.id = w.code
    order by o.id, p.name, p.id, c.id`.execute(tx);
  return rows;
}

/** The active members of a partner, with what they may do, and to whom mail can be sent. */
export async function findMembers(tx: Tx, organisationId: string) {
  const { rows } = await sql<{
    email: string;
    language: string | null;
    standing: 'owner' | 'staff';
    permissions: string[];
    granted: string[];
  }>`
    select u.email, u.language, m.standing, m.permissions, ${grantedTo('o.id')} as granted
    from members m join organisations o on o.id = m.organisation_id join users u on u.id = m.user_id
      join profiles p on p.user_id = m.user_id and p.is_active and not ${hasDeadMail(sql`u.email`)}
    where o.id = ${organisationId} order by u.email`.execute(tx);
  return rows;
}

/** An alert as the security desk has it: how grave it is follows from since when it goes on, or how many visits were far. */
export interface DeskAlert {
  id: string;
  since: Date;
  visits: number | null;
}

/** Those that go on, of one kind. */
export async function findOfKind(db: Db, kind: CodeAlertKind): Promise<DeskAlert[]> {
  const which =
    kind === 'far' ? sql`kind = 'far'` : sql`kind = 'quiet' and (qr_code_id is null) = ${kind === 'place_quiet'}`;
  const { rows } = await sql<DeskAlert>`
    select id, since, visits from code_alerts where ended_at is null and ${which}`.execute(db);
  return rows;
}

/** What alerts of a code `c` go on, as JSON. A code that has been scanned since is not quiet, whenever that is noticed. */
export const alertsOfCode = sql<{ kind: CodeAlertKind; since: string }[]>`(
  select coalesce(json_agg(json_build_object('since', a.since, 'kind', case
      when a.kind = 'quiet' and a.qr_code_id is null then 'place_quiet' else a.kind end) order by a.kind), '[]')
  from code_alerts a where a.ended_at is null and ${isOf} and c.status = 'active'
    and (a.qr_code_id is not null or exists (select from scans s where s.qr_code_id = c.id))
    and (a.kind = 'far' or not exists (select from scans s where s.qr_code_id = c.id and ${isSince})))`;

/** Deletes the alerts that ended before an instant. */
export async function deleteCodeAlertsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'code_alerts', { where: sql`ended_at < ${instant}`, orderBy: sql`ended_at` });
}
