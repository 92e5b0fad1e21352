import { type RawBuilder, sql } from 'kysely';
import type { ImportState, RowOutcome } from '../../../contract/statement-forms.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import type { PlatformName, StatementMap } from '../platforms/platforms.ts';

export interface NewImport {
  file_name: string;
  sha256: Buffer;
  header: string[];
  row_count: number;
  map_id: number | null;
  state: ImportState;
  created_by: string;
  created_at: Date;
  upload_id: string;
}

export async function insertImport(tx: Tx, row: NewImport): Promise<number> {
  return (await tx.insertInto('statement_imports').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export interface LockedImport {
  id: number;
  header: string[];
  row_count: number;
  map_id: number | null;
  state: ImportState;
  /** Whether long work that was begun for it waits or runs. */
  is_busy: boolean;
}

/** One import, held against other changes until the transaction ends. */
export async function lockImport(tx: Tx, id: number): Promise<LockedImport | undefined> {
  const { rows } = await sql<LockedImport>`
    select i.id, i.header, i.row_count, i.map_id, i.state, exists (select from long_work w
      where w.id = i.work_id and w.state in ('waiting', 'running')) as is_busy
    from statement_imports i where i.id = ${id} for update of i`.execute(tx);
  return rows[0];
}

export async function updateImport(
  tx: Tx,
  id: number,
  change: { map_id?: number; state?: ImportState; work_id?: string; applied_at?: Date },
): Promise<void> {
  await tx.updateTable('statement_imports').set(change).where('id', '=', id).execute();
}

/** The file of an import whose rows are not all kept yet. */
export async function findFile(db: Db, id: number): Promise<{ id: string; media_type: string } | undefined> {
  const found = db.selectFrom('statement_imports as i').innerJoin('uploads as u', 'u.id', 'i.upload_id');
  return await found.select(['u.id', 'u.media_type']).where('i.id', '=', id).executeTakeFirst();
}

/** Says that all rows of an import are kept. */
export async function forgetFile(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('statement_imports').set({ upload_id: null }).where('id', '=', id).execute();
}

/** An import as its long work needs it. */
export interface OpenImport {
  id: number;
  sha256: Buffer;
  header: string[];
  row_count: number;
  created_at: Date;
  file_name: string;
  state: ImportState;
  map: StatementMap;
}

/** One whose columns are known. */
export async function findOpenImport(db: Db, id: number): Promise<OpenImport | undefined> {
  const { rows } = await sql<OpenImport>`
    select i.id, i.sha256, i.header, i.row_count, i.created_at, i.file_name, i.state, ${asMap} as map
    from statement_imports i join statement_maps m on m.id = i.map_id where i.id = ${id}`.execute(db);
  return rows[0];
}

const asMap: RawBuilder<unknown> = sql`case when m.id is not null then json_build_object('platform', m.platform,
  'columns', m.columns, 'supplier', m.supplier, 'dates', m.dates, 'decimals', m.decimals, 'currency', m.currency) end`;

export interface NewMap extends StatementMap {
  header_digest: Buffer;
  created_by: string;
  created_at: Date;
}

/** @returns its id */
export async function insertMap(tx: Tx, { columns, ...map }: NewMap): Promise<number> {
  const values = { ...map, columns: JSON.stringify(columns) };
  return (await tx.insertInto('statement_maps').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** The newest map of a header. */
export async function findMapOf(db: Db, headerDigest: Buffer): Promise<{ id: number; map: StatementMap } | undefined> {
  const { rows } = await sql<{ id: number; map: StatementMap }>`
    select m.id, ${asMap} as map from statement_maps m where m.header_digest = ${headerDigest} order by m.id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export interface ListedImport {
  id: number;
  file_name: string;
  platform: PlatformName | null;
  state: ImportState;
  row_count: number;
  header: string[];
  map: StatementMap | null;
  /** By outcome. */
  outcomes: Partial<Record<RowOutcome, number>>;
  applied_rows: number;
  work_id: string | null;
  created_at: Date;
  created_by: string;
  applied_at: Date | null;
}

export interface ImportFilter {
  id?: number | undefined;
  search?: string | undefined;
  platform?: PlatformName | undefined;
  unapplied?: 'true' | undefined;
}

/** What the database has counted of an import, or, while its rows are worked on, counts of them. */
function orSoFar(column: 'applied_rows' | 'outcomes'): RawBuilder<unknown> {
  const counts = {
    applied_rows: sql`(select count(*) from statement_rows r where r.import_id = i.id and r.applied_at is not null)`,
    outcomes: sql`(select coalesce(jsonb_object_agg(c.outcome, c.rows), '{}') from (select r.outcome, count(*) as rows
      from statement_rows r where r.import_id = i.id and r.outcome is not null group by r.outcome) c)`,
  };
  return sql`coalesce(i.${sql.ref(column)}, ${counts[column]}) as ${sql.ref(column)}`;
}

/** A page of imports. */
export async function findImports(db: Db, { id, search, platform, unapplied }: ImportFilter, page: Page) {
  const matching: RawBuilder<unknown>[] = [];
  if (id) matching.push(sql`i.id = ${id}`);
  if (search) matching.push(contains(sql`i.file_name`, search));
  if (platform) matching.push(sql`m.platform = ${platform}`);
  if (unapplied) matching.push(sql`i.state <> 'applied'`);
  return await findPage<ListedImport>(
    db,
    {
      from: sql`statement_imports i left join statement_maps m on m.id = i.map_id join users u on u.id = i.created_by`,
      id: sql`i.id`,
      idType: 'bigint',
      matching,
      order: byInstant(sql`i.created_at`),
      columns: sql`i.id, i.file_name, m.platform, i.state, i.row_count, i.header, ${asMap} as map, i.work_id, i.created_at,
        u.email as created_by, i.applied_at, ${orSoFar('applied_rows')}, ${orSoFar('outcomes')}`,
    },
    page,
  );
}
