import { type RawBuilder, sql } from 'kysely';
import type { ImportField, ImportOutcome, ListingImportState } from '../../../contract/listing-import-forms.ts';
import type { ListedImport } from '../../../contract/listing-imports.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import type { Columns } from '../../platform/tables/headers.ts';

export type ImportColumns = Columns<ImportField>;

export interface NewImport {
  file_name: string;
  header: string[];
  header_digest: Buffer;
  sample: string[][];
  columns: ImportColumns;
  row_count: number;
  state: ListingImportState;
  upload_id: string;
  created_by: string;
  created_at: Date;
}

/** @returns its number */
export async function insertImport(tx: Tx, { sample, columns, ...row }: NewImport): Promise<number> {
  const values = { ...row, sample: JSON.stringify(sample), columns: JSON.stringify(columns) };
  return (await tx.insertInto('listing_imports').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

export interface LockedImport {
  header: string[];
  state: ListingImportState;
  upload_id: string | null;
  /** Whether long work that was begun for it waits or runs. */
  is_busy: boolean;
}

/** One import, held against other changes until the transaction ends. */
export async function lockImport(tx: Tx, id: number): Promise<LockedImport | undefined> {
  const { rows } = await sql<LockedImport>`
    select i.header, i.state, i.upload_id, exists (select from long_work w
      where w.id = i.work_id and w.state in ('waiting', 'running')) as is_busy
    from listing_imports i where i.id = ${id} for update of i`.execute(tx);
  return rows[0];
}

export async function updateImport(
  tx: Tx,
  id: number,
  { columns, ...change }: { columns?: ImportColumns; state?: ListingImportState; work_id?: string; upload_id?: null },
): Promise<void> {
  const set = { ...change, ...(columns && { columns: JSON.stringify(columns) }) };
  await tx.updateTable('listing_imports').set(set).where('id', '=', id).execute();
}

/** What the columns of the newest file with such a header were said to be. */
export async function findColumnsOf(db: Db, headerDigest: Buffer): Promise<ImportColumns | undefined> {
  const { rows } = await sql<{ columns: ImportColumns }>`select columns from listing_imports
    where header_digest = ${headerDigest} and state <> 'unmapped' order by id desc limit 1`.execute(db);
  return rows[0]?.columns;
}

/** An import as its long work needs it. */
export interface OpenImport {
  state: ListingImportState;
  header: string[];
  columns: ImportColumns;
  row_count: number;
  upload_id: string | null;
  media_type: string | null;
}

export async function findOpenImport(db: Db, id: number): Promise<OpenImport | undefined> {
  const { rows } = await sql<OpenImport>`
    select i.state, i.header, i.columns, i.row_count, i.upload_id, u.media_type
    from listing_imports i left join uploads u on u.id = i.upload_id where i.id = ${id}`.execute(db);
  return rows[0];
}

export interface ImportRow {
  id: number;
  file_name: string;
  state: ListingImportState;
  row_count: number;
  header: string[];
  sample: string[][];
  columns: ImportColumns;
  work_id: string | null;
  created_at: Date;
  created_by: string;
  /** By outcome. */
  outcomes: Partial<Record<ImportOutcome, number>>;
  imported_rows: number;
}

/** One with what becomes of its rows. */
export async function findImport(db: Db, id: number): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select i.id, i.file_name, i.state, i.row_count, i.header, i.sample, i.columns, i.work_id, i.created_at, u.email as created_by,
      counted.outcomes, counted.imported_rows
    from listing_imports i join users u on u.id = i.created_by,
      lateral (select coalesce(jsonb_object_agg(outcome, rows), '{}') as outcomes, coalesce(sum(imported), 0)::integer as imported_rows
        from (select outcome, count(*) as rows, count(imported_at) as imported from listing_import_rows
          where import_id = i.id group by outcome) of_one) counted
    where i.id = ${id}`.execute(db);
  return rows[0];
}

export type ListedImportRow = Omit<ListedImport, 'created_at'> & { created_at: Date };

/** A page of those that were taken up. */
export async function findImportPage(db: Db, search: string | undefined, page: Page) {
  return await findPage<ListedImportRow>(
    db,
    {
      from: sql`listing_imports i join users u on u.id = i.created_by`,
      ...{ id: sql`i.id`, idType: 'bigint', matching: search ? [contains(sql`i.file_name`, search)] : [] },
      order: byInstant(sql`i.created_at`),
      columns: sql`i.id, i.file_name, i.state, i.row_count as rows, i.created_at, u.email as created_by,
        (select count(*)::integer from listing_import_rows r where r.import_id = i.id and r.outcome = 'wrong') as wrong_rows`,
    },
    page,
  );
}

/** What tells a listing that names no number: its name, category and address, in whatever letters. */
export interface NamedListing {
  number: number;
  name: string;
  category: string;
  address: string | null;
}

/**
 * The listings that these name, those that are deleted left out. Each is looked up by how its name begins, which the index has: compared
 * with all listings at once, the beginnings of all those would be made anew. Of many that begin alike each is read once.
 */
export async function findNamed(db: Db, named: readonly NamedListing[]): Promise<Map<number, number[]>> {
  if (named.length === 0) return new Map();
  const begins = (name: RawBuilder<unknown>) => sql`(left(searchable(${name}), 32) collate "C")`;
  const { rows } = await sql<{ number: number; ids: number[] }>`
    with k as materialized (select number, lower(name) as name, ${begins(sql`name`)} as begins, category,
        lower(coalesce(address, '')) as address
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as k(number integer, name text, category text, address text)),
    alike as materialized (select l.* from (select distinct begins from k) b cross join lateral (
        select id, lower(l.name) as name, category, lower(coalesce(l.address, '')) as address from listings l
        where ${begins(sql`l.name`)} = b.begins and l.deleted_at is null and l.held is distinct from 'unpublished' offset 0) l)
    select k.number, array_agg(l.id order by l.id) as ids from k join alike l using (name, category, address)
    group by k.number`.execute(db);
  return new Map(rows.map(({ number, ids }) => [number, ids]));
}
