import { type RawBuilder, sql } from 'kysely';
import type { LocationBatch } from '../../../contract/location-batches.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { beingMade, codesBeingMade, codesOf } from '../codes/codes.ts';

/** Partners by what rows call them: the name, whatever its letters and marks, or the address of an owner. */
export async function findPartnersCalled(db: Db, called: readonly string[]) {
  // What is compared is made once of each side: the two together may be a million pairs.
  const { rows } = await sql<{ called: string; id: string; name: string; codes: number; most: number }>`
    with w as materialized (select w.called, searchable(w.called) as name, lower(w.called) as email from unnest(${called}::text[]) as w (called)),
      partners as materialized (select o.id, searchable(o.name) as name from organisations o where o.kind = 'partner'),
      found as (select w.called, p.id from w join partners p on p.name = w.name
        union select w.called, m.organisation_id from w join users u on lower(u.email) = w.email join members m on m.user_id = u.id
        where m.standing = 'owner')
    select f.called, o.id, o.name, o.qr_codes_limit as most, ${codesOf(sql`o.id`)} + ${codesBeingMade(sql`o.id`)} as codes
    from found f join organisations o on o.id = f.id and o.kind = 'partner'`.execute(db);
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

/** Keeps others from taking rows until the transaction ends: two batches may name the same places. */
export async function lockBatches(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.locationBatches})`.execute(tx);
}

/** Those of some rows that are places already, or are being made by a batch, under the same name, address and partner, by the number of the row. */
export async function findPlacesThere(db: Db, rows: readonly NewRow[]) {
  const { rows: there } = await sql<{ number: number; place: number | null; batch: number | null }>`
    with n as materialized (select n.number, lower(n.name) as name, lower(n.address) as address, n.organisation_id from ${asRows(rows)}),
      there as (select lower(p.name) as name, lower(p.address) as address, p.organisation_id, p.id as place, null::integer as batch
        from locations p where p.deleted_at is null
        union all select lower(r.name), lower(r.address), r.organisation_id, null, r.batch_id from ${beingMade})
    select n.number, min(t.place) as place, min(t.batch) as batch from n join there t on t.name = n.name and t.address = n.address
      and t.organisation_id is not distinct from n.organisation_id
    group by n.number order by n.number`.execute(db);
  return there;
}

export type BatchChoice = Pick<LocationBatch, 'format' | 'paper' | 'language'>;

/** The batch of some rows, and whether its work waits or runs, or has a file that can be fetched. */
export async function findBatchOf(db: Db, digest: Buffer, now: Date) {
  const { rows } = await sql<BatchChoice & { id: number; is_busy: boolean; has_file: boolean }>`
    select b.id, b.format, b.paper, b.language, coalesce(w.state in ('waiting', 'running'), false) as is_busy,
      coalesce(w.state = 'done' and w.result_expires_at > ${now}, false) as has_file
    from location_batches b left join long_work w on w.id = b.work_id where b.digest = ${digest}`.execute(db);
  return rows[0];
}

/** Which rows of a batch are not made yet, counted from 1 in their order. */
export async function findUnmade(db: Db, batchId: number): Promise<Set<number>> {
  const { rows } = await sql<{ position: number }>`
    select r.position from (select row_number() over (order by number)::integer as position, location_id from location_batch_rows
      where batch_id = ${batchId}) r where r.location_id is null`.execute(db);
  return new Set(rows.map(({ position }) => position));
}

/** @returns its number */
export async function insertBatch(
  tx: Tx,
  batch: BatchChoice & { digest: Buffer; created_by: string; created_at: Date },
): Promise<number> {
  return (await tx.insertInto('location_batches').values(batch).returning('id').executeTakeFirstOrThrow()).id;
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

/** The places of a batch with the codes that lead to them now, as far as they are made, in the order of the rows. */
export async function findMadeCodes(db: Db, batchId: number, now: Date) {
  const { rows } = await sql<{ code: string; location_id: number; place: string }>`
    with recursive codes (number, id) as (
      select number, qr_code_id from location_batch_rows where batch_id = ${batchId} and qr_code_id is not null
      union select o.number, c.replaced_by from codes o join qr_codes c on c.id = o.id where c.status = 'replaced')
    select c.code, p.id as location_id, p.name as place
    from codes o join qr_codes c on c.id = o.id join locations p on p.id = c.location_id
    where c.status <> 'replaced' and (c.expires_at is null or c.expires_at > ${now}) order by o.number`.execute(db);
  return rows;
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
