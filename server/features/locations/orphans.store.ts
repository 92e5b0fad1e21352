import { sql } from 'kysely';
import type { OrphanState } from '../../../contract/location-form.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byCount, byInstant, contains, findPage, type Order } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** Which codes are asked for, of the scans since a moment. */
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

/** How many scans are looked at, newest first: one network may send more in a day than a statement can read. */
const mostScans = 20_000;

/** The codes that credited nobody, each with its scans. One that was kept as unknown or mistyped may be a code by now. */
const from = ({ since, code }: OrphanFilter) => sql`(
  select code, count(*)::integer as scans, (count(*) filter (where source = 'camera'))::integer as camera,
    min(scanned_at) as first_at, max(scanned_at) as last_at, (array_agg(reason order by scanned_at desc))[1] as reason,
    (array_agg(device order by scanned_at desc) filter (where device is not null))[1] as device
  from (select code, source, scanned_at, reason, device from orphan_scans
    where scanned_at >= ${since} ${code === undefined ? sql`` : sql`and code = ${code}`}
    order by scanned_at desc limit ${mostScans}) newest group by code
) g left join qr_codes c on c.code = g.code left join locations p on p.id = c.location_id left join qr_codes r on r.id = c.replaced_by`;

const stateAt = (
  now: Date,
) => sql`case when c.id is null then case g.reason when 'mistyped' then 'mistyped' else 'unknown' end
  when c.status = 'active' and c.expires_at <= ${now} then 'expired' else c.status end`;

const orders: Record<string, Order> = { last: byInstant(sql`g.last_at`), scans: byCount(sql`g.scans`) };

/** A page of them, and how many there are in all. */
export async function findOrphanPage(db: Db, filter: OrphanFilter, page: Page) {
  const { search, state, code, now } = filter;
  const at = stateAt(now);
  const matching = [];
  if (state) matching.push(sql`${at} = ${state}`);
  else if (code === undefined) matching.push(sql`${at} <> 'active'`);
  if (search) matching.push(contains(sql`g.code`, search));
  return await findPage<OrphanRow>(
    db,
    {
      ...{ from: from(filter), id: sql`g.code`, idType: 'text', matching, order: orders[page.by]! },
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
export async function activateCode(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('qr_codes').set({ status: 'active' }).where('id', '=', id).execute();
}
