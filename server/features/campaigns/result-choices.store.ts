import { type RawBuilder, sql } from 'kysely';
import { mostResultRows } from '../../../contract/campaign-results-form.ts';
import type { Db } from '../../platform/database/database.ts';
import type { ResultScope } from './results.store.ts';

export interface Choices {
  advertisers: { id: string; name: string }[];
  campaigns: { id: string; name: string }[];
  listings: { id: number; name: string }[];
}

/** What is asked for, and is among the choices wherever it is one of them. */
type Asked = Partial<Pick<ResultScope, 'organisation' | 'listing' | 'campaign'>>;

/**
 * Whose results can be asked for, by name; the first ones, and what is asked for where it is one of them: advertisers that have a campaign,
 * for those alone who may ask for any; of the advertiser that is asked for its campaigns, of a listing that listing's alone, and its listings,
 * with those that had a campaign of it.
 */
export async function findChoices(
  db: Db,
  { organisation = null, listing, campaign }: Asked,
  { isOfAll }: { isOfAll: boolean },
): Promise<Choices> {
  const of = organisation ? sql`c.organisation_id = ${organisation}::uuid` : sql`true`;
  const ofListing = listing ? sql`and c.listing_id = ${listing}` : sql``;
  const owned = organisation ? sql`l.organisation_id = ${organisation}::uuid` : sql`l.organisation_id is not null`;
  const named = (from: RawBuilder<unknown>, is: RawBuilder<unknown>) => sql`
    coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by n.name, n.id) from (
      select f.id, f.name from (${from}) f order by f.id is distinct from ${is}, f.name, f.id limit ${mostResultRows}) n), '[]')`;
  const { rows } = await sql<Choices>`select
    ${named(
      sql`select o.id, o.name from organisations o
        where ${isOfAll} and exists (select from campaigns c where c.organisation_id = o.id)`,
      sql`${organisation}::uuid`,
    )} as advertisers,
    ${named(sql`select c.id, c.name from campaigns c where ${of} ${ofListing}`, sql`${campaign ?? null}::uuid`)} as campaigns,
    ${named(
      sql`select l.id, l.name from listings l where (${owned} and l.held is distinct from 'unpublished')
        or exists (select from campaigns c where c.listing_id = l.id and ${of})`,
      sql`${listing ?? null}::integer`,
    )} as listings`.execute(db);
  return rows[0]!;
}
