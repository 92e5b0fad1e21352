import { type Insertable, sql } from 'kysely';
import { severities } from '../../../contract/faults.ts';
import type { Tables } from '../../../db/schema.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { anyOf } from '../../platform/lists.store.ts';
import type { Fingerprint } from './fingerprint.ts';

/** Holds the account that a report names before its fault, as its erasure does: in another order each would wait for the other. */
export async function holdReporter(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
}

/**
 * Keeps a report and counts it to its fault, in one statement: a reference that is kept already is counted no second time. A fault that
 * was resolved is open again.
 * @returns its number, or nothing when a page's report with this reference is kept already.
 */
export async function insertReport(
  db: Db,
  report: Insertable<Tables['error_reports']>,
  fault: Fingerprint,
): Promise<number | undefined> {
  const severity = (severities as readonly (string | null | undefined)[]).indexOf(report.severity) + 1;
  const row = await db
    .with('kept', (one) =>
      one
        .insertInto('error_reports')
        .values({ ...report, fault_id: fault.id })
        .onConflict((conflict) => conflict.column('error_id').where('kind', '=', sql.lit('page')).doNothing())
        .returning(['id', 'received_at']),
    )
    .with('counted', (one) =>
      one
        .insertInto('faults')
        .columns(['id', 'kind', 'message', 'place', 'first_seen', 'last_seen', 'reports', 'severity'])
        .expression((two) =>
          two
            .selectFrom('kept')
            .select([
              sql<string>`${fault.id}::uuid`.as('id'),
              sql<string>`${fault.kind}`.as('kind'),
              sql<string>`${fault.pattern}`.as('message'),
              sql<string | null>`${fault.place}`.as('place'),
              'kept.received_at as first_seen',
              'kept.received_at as last_seen',
              sql<number>`1`.as('reports'),
              sql<number>`${severity}::smallint`.as('severity'),
            ]),
        )
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            reports: sql`faults.reports + 1`,
            severity: sql`greatest(faults.severity, excluded.severity)`,
            last_seen: sql`greatest(faults.last_seen, excluded.last_seen)`,
            reopened_at: sql`case when faults.state = 'resolved' then excluded.last_seen else faults.reopened_at end`,
            state: sql`case when faults.state = 'resolved' then 'open' else faults.state end`,
          }),
        ),
    )
    .selectFrom('kept')
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Keeps what a person says of an error, with the fault of the page's report; it is no further report.
 * @returns its number, or nothing where the page's report has not come: then nothing is kept.
 */
export async function insertWords(db: Db, report: Insertable<Tables['error_reports']>): Promise<number | undefined> {
  const { fault_id } =
    (await db
      .selectFrom('error_reports')
      .select('fault_id')
      .where('error_id', '=', report.error_id)
      .where('kind', '=', sql.lit('page'))
      .executeTakeFirst()) ?? {};
  if (!fault_id) return undefined;
  const row = await db
    .insertInto('error_reports')
    .values({ ...report, fault_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Removes the oldest that are not among the newest `most`, at most `atOnce` of them. */
export async function pruneReports(db: Db, newestId: number, most: number, atOnce: number): Promise<void> {
  await sql`delete from error_reports where id = any(array(
    select id from error_reports where id <= ${newestId - most} order by id limit ${atOnce}))`.execute(db);
}

/** Deletes all but the newest `most`, and those that came before an instant. */
export async function deleteReports(db: Db, most: number, instant: Date): Promise<void> {
  const beyond = sql`id <= (select max(id) from error_reports) - ${most}::bigint`;
  await deleteInBatches(db, 'error_reports', { where: beyond, orderBy: sql`id` });
  await deleteInBatches(db, 'error_reports', { where: sql`received_at < ${instant}`, orderBy: sql`received_at` });
}

/** Forgets the faults that were not seen since an instant. */
export async function deleteFaultsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'faults', { where: sql`last_seen < ${instant}`, orderBy: sql`last_seen` });
}

/** Forgets what a person reported, and with the last report of a fault the fault, whose words are that report's. */
export async function deleteReportsOf(tx: Tx, userId: string): Promise<void> {
  const gone = await tx.deleteFrom('error_reports').where('user_id', '=', userId).returning('fault_id').execute();
  const faults = [...new Set(gone.flatMap(({ fault_id }) => fault_id ?? []))];
  await sql`delete from faults f where f.id = ${anyOf(faults)}
    and not exists (select from error_reports r where r.fault_id = f.id)`.execute(tx);
}
