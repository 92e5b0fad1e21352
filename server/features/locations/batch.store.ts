import { type RawBuilder, sql } from 'kysely';
import type { LocationBatch } from '../../../contract/location-batches.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** Partners by what rows call them: the name, whatever its letters and marks, or the address of an owner. */
export async function findPartnersCalled(db: Db, called: readonly string[]) {
  const { rows } = await sql<{ called: string; id: string; name: string; codes: number; most: number }>`
    select w.called, o.id, o.name, o.qr_codes_limit as most, (select count(*)::integer from qr_codes c
      join locations p on p.id = c.location_id where p.organisation_id = o.id and c.status <> 'replaced') as codes
    from unnest(${called}::text[]) as w (called) join organisations o on o.kind = 'partner'
      and (searchable(o.name) = searchable(w.called) or exists (select from members m join users u on u.id = m.user_id
        where m.organisation_id = o.id and m.standing = 'owner' and lower(u.email) = lower(w.called)))`.execute(db);
  return rows;
}

export interface NewRow {
  number: number;
  name: string;
  address: string;
  description: string;
  latitude: number | null;
  longitude: number | null;
  organisation_id: string | null;
}

const asRows = (rows: readonly NewRow[]): RawBuilder<unknown> => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  as n (number integer, name text, address text, description text, latitude float8, longitude float8, organisation_id uuid)`;

/** Those of some rows that are places already, under the same name, address and partner, by the number of the row. */
export async function findPlacesThere(db: Db, rows: readonly NewRow[]) {
  const { rows: there } = await sql<{ number: number; id: number }>`
    select n.number, min(p.id) as id from ${asRows(rows)} join locations p on lower(p.name) = lower(n.name)
      and lower(p.address) = lower(n.address) and p.organisation_id is not distinct from n.organisation_id and p.deleted_at is null
    group by n.number order by n.number`.execute(db);
  return there;
}

export type BatchChoice = Pick<LocationBatch, 'format' | 'paper' | 'language'>;

/** The batch of some rows, held until the transaction ends, and whether its work waits or runs, or has a file that can be fetched. */
export async function lockBatch(tx: Tx, digest: Buffer, now: Date) {
  const { rows } = await sql<BatchChoice & { id: number; is_busy: boolean; has_file: boolean }>`
    select b.id, b.format, b.paper, b.language, coalesce(w.state in ('waiting', 'running'), false) as is_busy,
      coalesce(w.state = 'done' and w.result_expires_at > ${now}, false) as has_file
    from location_batches b left join long_work w on w.id = b.work_id where b.digest = ${digest} for update of b`.execute(
    tx,
  );
  return rows[0];
}

export async function findBatchOf(db: Db, digest: Buffer): Promise<number | undefined> {
  const found = db.selectFrom('location_batches').select('id').where('digest', '=', digest);
  return (await found.executeTakeFirst())?.id;
}

/** @returns its number; nothing where somebody has sent the same rows at this moment */
export async function insertBatch(
  tx: Tx,
  batch: BatchChoice & { digest: Buffer; created_by: string; created_at: Date },
): Promise<number | undefined> {
  const made = tx
    .insertInto('location_batches')
    .values(batch)
    .onConflict((conflict) => conflict.doNothing());
  return (await made.returning('id').executeTakeFirst())?.id;
}

export async function insertBatchRows(tx: Tx, batchId: number, rows: readonly NewRow[]): Promise<void> {
  await sql`
    insert into location_batch_rows (batch_id, number, name, address, description, latitude, longitude, organisation_id)
    select ${batchId}, n.number, n.name, n.address, n.description, n.latitude, n.longitude, n.organisation_id
    from ${asRows(rows)}`.execute(tx);
}

export async function updateBatch(tx: Tx, id: number, change: BatchChoice & { work_id: string }): Promise<void> {
  await tx.updateTable('location_batches').set(change).where('id', '=', id).execute();
}

export interface UnmadeRow extends NewRow {
  /** The name of its partner. */
  partner: string | null;
}

/** The first rows of a batch that are not made yet; nobody else makes them until the transaction ends. */
export async function lockUnmadeRows(tx: Tx, batchId: number, most: number): Promise<UnmadeRow[]> {
  await tx.selectFrom('location_batches').select('id').where('id', '=', batchId).forUpdate().execute();
  const { rows } = await sql<UnmadeRow>`
    select r.number, r.name, r.address, r.description, r.latitude, r.longitude, r.organisation_id, o.name as partner
    from location_batch_rows r left join organisations o on o.id = r.organisation_id
    where r.batch_id = ${batchId} and r.location_id is null order by r.number limit ${most}`.execute(tx);
  return rows;
}

/** Says what was made of a row. */
export async function noteMade(
  tx: Tx,
  batchId: number,
  number: number,
  made: { location_id: number; qr_code_id: number },
): Promise<void> {
  const rows = tx.updateTable('location_batch_rows').set(made).where('batch_id', '=', batchId);
  await rows.where('number', '=', number).execute();
}

/** Makes a code of a place. @returns its number */
export async function insertBatchCode(tx: Tx, code: { code: string; location_id: number; created_at: Date }) {
  return (await tx.insertInto('qr_codes').values(code).returning('id').executeTakeFirstOrThrow()).id;
}

/** The places of a batch with their codes, as far as they are made, in the order of the rows. */
export async function findMadeCodes(db: Db, batchId: number) {
  const rows = db
    .selectFrom('location_batch_rows as r')
    .innerJoin('qr_codes as c', 'c.id', 'r.qr_code_id')
    .innerJoin('locations as p', 'p.id', 'c.location_id');
  const named = rows.select(['c.code', 'p.id as location_id', 'p.name as place']).where('r.batch_id', '=', batchId);
  return await named.orderBy('r.number').execute();
}

/** How many rows a batch has, and how many of them are made. */
export async function countBatchRows(db: Db, batchId: number): Promise<{ rows: number; made: number }> {
  const { rows } = await sql<{ rows: number; made: number }>`
    select count(*)::integer as rows, count(location_id)::integer as made from location_batch_rows
    where batch_id = ${batchId}`.execute(db);
  return rows[0]!;
}

export interface BatchRow extends Omit<LocationBatch, 'created_at' | 'file_until'> {
  created_at: Date;
  file_until: Date | null;
}

/** A page of the batches. */
export async function findBatchPage(
  db: Db,
  { search, id, now }: { search?: string | undefined; id?: number; now: Date },
  page: Page,
) {
  const matching = [];
  if (id !== undefined) matching.push(sql`b.id = ${id}`);
  if (search)
    matching.push(sql`exists (select from location_batch_rows r where r.batch_id = b.id
      and strpos(searchable(r.name), searchable(${search})) > 0)`);
  const rowsOf = (what: RawBuilder<unknown>) =>
    sql`(select count(${what})::integer from location_batch_rows r where r.batch_id = b.id)`;
  return await findPage<BatchRow>(
    db,
    {
      from: sql`location_batches b left join users u on u.id = b.created_by left join long_work w on w.id = b.work_id`,
      ...{ id: sql`b.id`, idType: 'bigint', matching, order: byInstant(sql`b.created_at`) },
      columns: sql`b.id, b.format, b.paper, b.language, b.created_at, u.email as created_by, w.id as work_id, w.state,
        ${rowsOf(sql`*`)} as rows, ${rowsOf(sql`r.location_id`)} as made,
        case when w.state = 'done' and w.result_expires_at > ${now} then w.result_expires_at end as file_until`,
    },
    page,
  );
}
