import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, findPage, type Placed } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** What a rule has found: whom or what it is about, and how much. */
export interface Finding {
  rule: string;
  subject: string;
  figure: number;
}

/**
 * Opens an alert for each finding of which there is none, and notes of the others that they go on.
 * @param keeps whether one that goes on keeps the greatest figure that it ever had
 * @returns the figures of those it opened
 */
export async function keepFindings(
  tx: Tx,
  now: Date,
  findings: readonly Finding[],
  keeps: 'greatest' | 'latest',
): Promise<number[]> {
  // A row that was there has been locked by this very transaction.
  const { rows } = await sql<{ figure: number; isOpened: boolean }>`
    insert into security_alerts as known (rule, subject, figure, opened_at, held_at)
    select rule, subject, figure, ${now}, ${now} from unnest(
      ${findings.map(({ rule }) => rule)}::text[], ${findings.map(({ subject }) => subject)}::text[],
      ${findings.map(({ figure }) => figure)}::float8[]) as found (rule, subject, figure)
    order by rule, subject
    on conflict (rule, subject) where ended_at is null do update set held_at = excluded.held_at,
      figure = case when ${keeps} = 'greatest' then greatest(known.figure, excluded.figure) else excluded.figure end
    returning known.figure, known.xmax = 0 as "isOpened"`.execute(tx);
  return rows.filter(({ isOpened }) => isOpened).map(({ figure }) => figure);
}

/** Whom or what the open alerts of a rule are about. */
export async function findSubjects(tx: Tx, rule: string): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select subject from security_alerts where rule = ${rule} and ended_at is null`.execute(tx);
  return rows.map(({ subject }) => subject);
}

/** The open alerts of a rule that nobody has dismissed. */
export async function findUndismissed(tx: Tx, rule: string): Promise<{ id: string; figure: number }[]> {
  const { rows } = await sql<{ id: string; figure: number }>`
    select id, figure from security_alerts where rule = ${rule} and ended_at is null and dismissed_at is null`.execute(
    tx,
  );
  return rows;
}

/** How many alerts are open that nobody has dismissed, by their rules. */
export async function countByRule(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ rule: string; count: number }>`
    select rule, count(*)::integer as count from security_alerts where ended_at is null and dismissed_at is null group by rule`.execute(
    db,
  );
  return new Map(rows.map(({ rule, count }) => [rule, count]));
}

/**
 * Ends the alerts of a rule that hold no longer: a dismissed one at once, another when it has not held since an instant.
 * @param subject whose alert alone it may be
 */
export async function endAlerts(tx: Tx, now: Date, rule: string, notHeldSince: Date, subject?: string): Promise<void> {
  await sql`
    update security_alerts set ended_at = ${now}
    where rule = ${rule} and ended_at is null and held_at < ${now} and subject = coalesce(${subject ?? null}, subject)
      and (dismissed_at is not null or held_at <= ${notHeldSince})`.execute(tx);
}

/** Ends alerts that go on. */
export async function endThese(tx: Tx, now: Date, ids: readonly string[]): Promise<void> {
  await sql`
    update security_alerts set ended_at = ${now} where id = any(${ids}::uuid[]) and ended_at is null`.execute(tx);
}

/** Ends the alerts of a rule that nobody has seen to hold since an instant. */
export async function endForgotten(tx: Tx, now: Date, rule: string, since: Date): Promise<void> {
  await sql`
    update security_alerts set ended_at = ${now}
    where rule = ${rule} and ended_at is null and held_at <= ${since}`.execute(tx);
}

export interface AlertRow {
  id: string;
  rule: string;
  subject: string;
  figure: number;
  opened_at: Date;
  dismissed_at: Date | null;
  /** The account that it is about, as far as there is one. */
  email: string | null;
  /** The place, and of a code what it is called and the code in words. */
  code: string | null;
}

/** What an alert begins with as the id that it may be: as text every row of the other table would have to be read. */
const idOf = sql`case when a.subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' then left(a.subject, 36)::uuid end`;
const columns = sql`a.id, rule, a.subject, a.figure, a.opened_at, a.dismissed_at, u.email,
  (select concat_ws(', ', p.name, c.label, c.code) from code_alerts w join locations p on p.id = w.location_id
    left join qr_codes c on c.id = w.qr_code_id where w.id = ${idOf}) as code`;
const withAccounts = sql`security_alerts a left join users u on u.id = ${idOf}`;

/** Alerts that go on, the gravest first, of these the newest. @param gravity of each rule, 0 for the gravest */
export async function findOpenAlerts(db: Db, gravity: ReadonlyMap<string, number>): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from ${withAccounts}
    left join unnest(${[...gravity.keys()]}::text[], ${[...gravity.values()]}::integer[]) as g (rule, gravity) using (rule)
    where a.ended_at is null order by g.gravity, a.opened_at desc, a.id limit 500`.execute(db);
  return rows;
}

export interface EndedRow extends AlertRow {
  ended_at: Date;
  /** The e-mail address of who dismissed it, as far as there is one. */
  dismisser: string | null;
}

/** A page of the alerts that have ended, and how many there are in all, up to one more than is counted. @param rules of these alone */
export async function findEndedAlerts(
  db: Db,
  rules: readonly string[],
  page: Page,
): Promise<{ rows: Placed<EndedRow>[]; total: number }> {
  const list = {
    ...{ from: withAccounts, id: sql`a.id`, order: byInstant(sql`a.ended_at`) },
    matching: [sql`a.ended_at is not null`, sql`a.rule = any(${rules})`],
    columns: sql`${columns}, a.ended_at,
      (select d.email from users d where d.id = a.dismissed_by and d.erased_at is null) as dismisser`,
  };
  return await findPage<EndedRow>(db, list, page);
}

export async function findAlert(db: Db, id: string): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`select ${columns} from ${withAccounts} where a.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** @returns whether it went on and was not dismissed before */
export async function putDismissed(tx: Tx, id: string, now: Date, by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update security_alerts set dismissed_at = ${now}, dismissed_by = ${by}::uuid
    where id = ${id}::uuid and dismissed_at is null and ended_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Deletes the alerts that ended before an instant. */
export async function deleteAlertsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'security_alerts', { where: sql`ended_at < ${instant}`, orderBy: sql`ended_at` });
}

export interface Scan {
  scanned_at: Date;
  certificate_of: string | null;
  certificate_asked_at: Date | null;
  certificate_ends_at: Date | null;
}

/** What the last look found; nothing before the first. */
export async function findScan(db: Db): Promise<Scan | undefined> {
  const { rows } = await sql<Scan>`
    select scanned_at, certificate_of, certificate_asked_at, certificate_ends_at from security_scan`.execute(db);
  return rows[0];
}

export async function putScan(db: Db, scan: Scan): Promise<void> {
  const { scanned_at, certificate_of, certificate_asked_at, certificate_ends_at } = scan;
  await sql`
    insert into security_scan (scanned_at, certificate_of, certificate_asked_at, certificate_ends_at)
    values (${scanned_at}, ${certificate_of}, ${certificate_asked_at}, ${certificate_ends_at})
    on conflict (only_row) do update set scanned_at = excluded.scanned_at, certificate_of = excluded.certificate_of,
      certificate_asked_at = excluded.certificate_asked_at, certificate_ends_at = excluded.certificate_ends_at`.execute(
    db,
  );
}
