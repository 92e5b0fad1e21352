import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

export interface FirstStepsRow {
  requested_at: Date | null;
  code: { qr_code_id: string; location_id: number; location_name: string } | null;
  printed_at: Date | null;
  scanned_at: Date | null;
}

/** When an organisation first asked for a code, took a file of one and was scanned, and the oldest of its codes that is open. */
export async function findFirstSteps(db: Db, organisationId: string, now: Date): Promise<FirstStepsRow> {
  const { rows } = await sql<FirstStepsRow>`
    with own as (select c.id, c.code, c.status, c.created_at, c.expires_at, c.printed_at, p.id as place, p.name from qr_codes c
      join locations p on p.id = c.location_id where p.organisation_id = ${organisationId})
    select (select min(r.created_at) from qr_requests r where r.organisation_id = ${organisationId}) as requested_at,
      (select json_build_object('qr_code_id', own.code, 'location_id', own.place, 'location_name', own.name) from own
        where own.status in ('active', 'paused') and (own.expires_at is null or own.expires_at > ${now}) order by own.created_at, own.id limit 1) as code,
      (select min(own.printed_at) from own) as printed_at,
      (select min(earliest.scanned_at) from own cross join lateral (select s.scanned_at from scans s where s.qr_code_id = own.id
        order by s.scanned_at limit 1) earliest) as scanned_at`.execute(db);
  return rows[0]!;
}

/** @returns whether no file of it had been taken */
export async function markPrinted(tx: Tx, now: Date, id: number): Promise<boolean> {
  const first = tx
    .updateTable('qr_codes')
    .set({ printed_at: now })
    .where('id', '=', id)
    .where('printed_at', 'is', null);
  return (await first.executeTakeFirst()).numUpdatedRows > 0n;
}
