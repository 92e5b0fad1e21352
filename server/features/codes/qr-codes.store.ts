import { type RawBuilder, sql } from 'kysely';
import type { CodeAlertKind, QrCodeState } from '../../../contract/portal-states.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { alertsOfCode } from '../code-alerts/code-alerts.ts';

const mostCodes = 500;
const mostPlaces = 500;

export interface CodeRow {
  id: number;
  code: string;
  location_id: number;
  location_name: string;
  location_description: string;
  label: string | null;
  status: QrCodeState;
  replaced_by: string | null;
  created_at: Date;
  last_scanned_at: Date | null;
  alerts: { kind: CodeAlertKind; since: string }[];
}

/** An organisation's codes by place and age; or one of them, by the code in words. */
export async function findCodes(
  db: Db,
  organisationId: string,
  now: Date,
  code: string | null = null,
): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select c.id, c.code, c.location_id, p.name as location_name, p.description as location_description, c.label,
      case when c.status = 'active' and c.expires_at <= ${now} then 'expired' else c.status end as status,
      r.code as replaced_by, c.created_at,
      (select s.scanned_at from scans s where s.qr_code_id = c.id order by s.scanned_at desc limit 1) as last_scanned_at,
      ${alertsOfCode} as alerts
    from qr_codes c join locations p on p.id = c.location_id left join qr_codes r on r.id = c.replaced_by
    where p.organisation_id = ${organisationId} and (${code}::text is null or c.code = ${code}::text)
    order by p.name, p.id, c.created_at, c.id limit ${mostCodes}`.execute(db);
  return rows;
}

export interface OwnCode {
  id: number;
  code: string;
  location_id: number;
  label: string | null;
  status: string;
}

/** An organisation's places by name, those among them that no code leads to. What places are called is public: no wall is around it. */
export async function findNamedPlaces(db: Db, organisationId: string): Promise<{ id: number; name: string }[]> {
  const own = db.selectFrom('locations').select(['id', 'name']).where('organisation_id', '=', organisationId);
  return await own.orderBy('name').orderBy('id').limit(mostPlaces).execute();
}

/** One code of an organisation, held until the transaction ends; it stays where it is meanwhile. */
export async function lockCode(tx: Tx, organisationId: string, code: string): Promise<OwnCode | undefined> {
  // Before it is read whose it is: one that is pointed elsewhere at this moment would not be found where it was.
  await tx.selectFrom('qr_codes').select('id').where('code', '=', code).forNoKeyUpdate().execute();
  const { rows } = await sql<OwnCode>`
    select c.id, c.code, c.location_id, c.label, c.status from qr_codes c join locations p on p.id = c.location_id
    where c.code = ${code} and p.organisation_id = ${organisationId}`.execute(tx);
  return rows[0];
}

export async function updateCode(
  tx: Tx,
  id: number,
  changes: { status?: string; label?: string | null; location_id?: number; led_since?: Date },
): Promise<void> {
  await tx.updateTable('qr_codes').set(changes).where('id', '=', id).execute();
}

/** Whether somebody owns an organisation of partners. */
export async function isPartner(db: Db, userId: string): Promise<boolean> {
  const owned = db
    .selectFrom('organisations')
    .select('id')
    .where('owner_id', '=', userId)
    .where('kind', '=', 'partner');
  return (await owned.executeTakeFirst()) !== undefined;
}

/** Whose a place is, whoever asks: undefined where there is no such place. */
export async function findPlaceOwner(db: Db, id: number): Promise<{ organisation_id: string | null } | undefined> {
  return await db.selectFrom('locations').select('organisation_id').where('id', '=', id).executeTakeFirst();
}

/** Whose place a code leads to, whoever asks: undefined where there is no such code. */
export async function findCodeOwner(db: Db, code: string): Promise<{ organisation_id: string | null } | undefined> {
  const codes = db.selectFrom('qr_codes as c').innerJoin('locations as p', 'p.id', 'c.location_id');
  return await codes.select('p.organisation_id').where('c.code', '=', code).executeTakeFirst();
}

/** How many codes an organisation has that are not replaced. */
export const codesOf = (organisationId: RawBuilder<unknown>) => sql<number>`(select count(*)::integer from qr_codes c
  join locations p on p.id = c.location_id where p.organisation_id = ${organisationId} and c.status <> 'replaced')`;

/** The rows of batches that work is under way for, or waits, and that are no places yet. */
export const beingMade = sql`location_batch_rows r join location_batches b on b.id = r.batch_id and r.location_id is null
  join long_work w on w.id = b.work_id and w.state in ('waiting', 'running')`;

/** How many codes of an organisation those will be. */
export const codesBeingMade = (organisationId: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::integer from ${beingMade} where r.organisation_id = ${organisationId})`;

/** How many codes an organisation has that are not replaced, how many further ones it waits for, and how many it may have. */
export async function countCodes(
  db: Db,
  organisationId: string,
): Promise<{ codes: number; asked: number; most: number }> {
  const { rows } = await sql<{ codes: number; asked: number; most: number }>`
    select ${codesOf(sql`o.id`)} as codes,
      (select count(*) from qr_requests r
        where r.organisation_id = o.id and r.status = 'pending' and r.replaces is null)::integer as asked,
      o.qr_codes_limit as most
    from organisations o where o.id = ${organisationId}`.execute(db);
  return rows[0] ?? { codes: 0, asked: 0, most: 0 };
}

/** How many codes an organisation has, with those that batches are making for it, and how many it may have. */
export async function countWithBeingMade(tx: Tx, organisationId: string): Promise<{ codes: number; most: number }> {
  // In one statement: what becomes a code meanwhile is counted once.
  const { rows } = await sql<{ codes: number; most: number }>`
    select ${codesOf(sql`o.id`)} + ${codesBeingMade(sql`o.id`)} as codes, o.qr_codes_limit as most
    from organisations o where o.id = ${organisationId}`.execute(tx);
  return rows[0] ?? { codes: 0, most: 0 };
}

/** Keeps others from making codes for an organisation until the transaction ends. */
export async function lockOrganisation(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('organisations').select('id').where('id', '=', id).forUpdate().execute();
}

/** Whether a place is an organisation's, which it stays until the transaction ends. */
export async function holdOwnPlace(tx: Tx, organisationId: string, id: number): Promise<boolean> {
  const place = tx.selectFrom('locations').select('id').where('id', '=', id);
  return (await place.where('organisation_id', '=', organisationId).forShare().executeTakeFirst()) !== undefined;
}
