import { sql } from 'kysely';
import type { OrphanState } from '../../../contract/location-form.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byCount, byInstant, contains, findPage, type Order } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** Which codes are asked for, of those that were scanned since a moment. */
export interface OrphanFilter {
  since: Date;
  now: Date;
  search?: string | undefined;
  state?: OrphanState | undefined;
  code?: string | undefined;
}

export interface OrphanRow {
  id: string;
  state: OrphanState;
  scans: number;
  camera: number;
  first_at: Date;
  last_at: Date;
  device: { type?: string; userAgent?: string; location?: string } | null;
  place: { id: number; name: string } | null;
  replaced_by: string | null;
}

/**
 * The codes that credited nobody, of which one that was kept as unknown or mistyped may be a code by now. Their scans are counted as they
 * are written (db/migrations/0132_orphan_codes.sql): all since the first, not only those of the time that is asked for.
 */
const from = sql`orphan_codes g left join qr_codes c on c.code = g.code left join locations p on p.id = c.location_id
  left join qr_codes r on r.id = c.replaced_by`;

const stateAt = (
  now: Date,
) => sql`case when c.id is null then case g.reason when 'mistyped' then 'mistyped' else 'unknown' end
  when c.status = 'active' and c.expires_at <= ${now} then 'expired' else c.status end`;

const orders: Record<string, Order> = { last: byInstant(sql`g.last_at`), scans: byCount(sql`g.scans`) };

/** A page of them, and how many there are in all. */
export async function findOrphanPage(db: Db, filter: OrphanFilter, page: Page) {
  const { search, state, code, since, now } = filter;
  const at = stateAt(now);
  const matching = [sql`g.last_at >= ${since}`];
  if (code !== undefined) matching.push(sql`g.code = ${code}`);
  if (state) matching.push(sql`${at} = ${state}`);
  else if (code === undefined) matching.push(sql`${at} <> 'active'`);
  if (search) matching.push(contains(sql`g.code`, search));
  return await findPage<OrphanRow>(
    db,
    {
      ...{ from, id: sql`g.code`, idType: 'text', matching, order: orders[page.by]! },
      columns: sql`g.code as id, ${at} as state, g.scans, g.camera, g.first_at, g.last_at, r.code as replaced_by,
        case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as place,
        g.device`,
    },
    page,
  );
}

/** Makes a code of a place. @returns its number; nothing where it is one already */
export async function insertOrphanCode(
  tx: Tx,
  code: string,
  locationId: number,
  now: Date,
): Promise<number | undefined> {
  const made = tx.insertInto('qr_codes').values({ code, location_id: locationId, label: null, created_at: now });
  return (
    await made
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;
}

/** A code with its place, held until the transaction ends. */
export async function lockAnyCode(tx: Tx, code: string) {
  const codes = tx.selectFrom('qr_codes as c').innerJoin('locations as p', 'p.id', 'c.location_id');
  const found = codes.select(['c.id', 'c.status', 'c.expires_at', 'c.location_id', 'c.label', 'p.name as place']);
  return await found.where('c.code', '=', code).forNoKeyUpdate('c').executeTakeFirst();
}

/** Lets a paused code go on. */
export async function activateCode(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('qr_codes').set({ status: 'active', led_since: now }).where('id', '=', id).execute();
}
