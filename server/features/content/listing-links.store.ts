import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** A link that is to be asked for. */
export interface DueLink {
  listing_id: number;
  field: string;
  url: string;
  /** What is known of the same address. */
  failing_since: Date | null;
}

export interface CheckedLink extends DueLink {
  checked_at: Date;
  answer: string;
  broken: boolean;
}

/** The links that a listing has now, by the name of their field. */
const links = sql`lateral (values ('booking_url', l.booking_url), ('website_url', l.website_url)) f (field, url)`;

/** What waits for a decision about the listing `l`, where anything does. */
const asked = sql`left join listing_proposals p on p.listing_id = l.id and p.state = 'submitted'`;
/** The links that are asked for: those that it has, or those that an advertiser would have in their place. */
const askedLinks = sql`lateral (values
  ('booking_url', case when p.content ? 'booking_url' then p.content ->> 'booking_url' else l.booking_url end),
  ('website_url', case when p.content ? 'website_url' then p.content ->> 'website_url' else l.website_url end)) f (field, url)`;

/**
 * Links of active listings, and of what is submitted, that nobody has asked for as they are now, and those that were asked for last before
 * a moment.
 */
export async function findDueLinks(db: Db, before: Date, most: number): Promise<DueLink[]> {
  const { rows } = await sql<DueLink>`
    select l.id as listing_id, f.field, f.url, case when k.url = f.url then k.failing_since end as failing_since
    from listings l ${asked} cross join ${askedLinks}
      left join listing_links k on k.listing_id = l.id and k.field = f.field
    where (l.is_active or p.id is not null) and f.url is not null and (k.url is distinct from f.url or k.checked_at < ${before})
    order by k.checked_at nulls first, l.id limit ${most}`.execute(db);
  return rows;
}

export async function putLink(db: Db, link: CheckedLink): Promise<void> {
  const { listing_id, field, url, checked_at, answer, failing_since, broken } = link;
  await sql`
    insert into listing_links (listing_id, field, url, checked_at, answer, failing_since, broken)
    select l.id, ${field}, ${url}, ${checked_at}, ${answer}, ${failing_since}, ${broken} from listings l where l.id = ${listing_id}
    on conflict (listing_id, field) do update set url = excluded.url, checked_at = excluded.checked_at, answer = excluded.answer,
      failing_since = excluded.failing_since, broken = excluded.broken`.execute(db);
}

/** Takes away what is told of links that a listing has no more. */
export async function deleteLeftLinks(db: Db): Promise<void> {
  await sql`
    delete from listing_links k using listings l ${asked} cross join ${askedLinks}
    where l.id = k.listing_id and f.field = k.field and f.url is null`.execute(db);
}

/** What is known of the links that a listing has now. */
export async function findLinks(db: Db, listingId: number): Promise<Omit<CheckedLink, 'listing_id' | 'url'>[]> {
  const { rows } = await sql<Omit<CheckedLink, 'listing_id' | 'url'>>`
    select k.field, k.checked_at, k.answer, k.failing_since, k.broken
    from listings l cross join ${links} join listing_links k on k.listing_id = l.id and k.field = f.field and k.url = f.url
    where l.id = ${listingId} order by k.field`.execute(db);
  return rows;
}

/** Whether a listing that guests find, `l`, has a link that leads nowhere. */
export const hasBrokenLink = sql<boolean>`(l.is_active and exists (select from listing_links k
  where k.listing_id = l.id and k.broken and k.url = case k.field when 'booking_url' then l.booking_url else l.website_url end))`;
