import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export interface OwnedListing {
  listing_id: number;
  listing: string;
  advertiser: string;
}

/** The listings of an advertiser, or one of them. */
export async function findOwned(db: Db, organisation: string | null, listing: number | undefined) {
  const { rows } = await sql<OwnedListing>`
    select l.id as listing_id, l.name as listing, o.name as advertiser from listings l join organisations o on o.id = l.organisation_id
    where l.held is distinct from 'unpublished' ${organisation ? sql`and o.id = ${organisation}::uuid` : sql``}
      ${listing ? sql`and l.id = ${listing}` : sql``}`.execute(db);
  return rows;
}
