import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** A link that is to be asked for. */
export interface DueLink {
  listing_id: number;
  /** Where an advertiser would have it in the place of one that guests have. */
  proposal_id: string | null;
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
/** Those that an advertiser would have in their place, of what waits. */
const asked = sql`lateral (values ('booking_url', p.content ->> 'booking_url'), ('website_url', p.content ->> 'website_url')) f (field, url)`;
const waits = sql`p.state = 'submitted' and not p.is_new`;

/**
 * Links of listings that guests find, or that their advertiser has not published yet or has paused, and links that wait for a decision: those
 * that nobody has asked for as they are now, and those that were asked for last before a moment.
 */
export async function findDueLinks(db: Db, before: Date, most: number): Promise<DueLink[]> {
  const due = sql`f.url is not null and (k.url is distinct from f.url or k.checked_at < ${before})`;
  const told = sql`f.field, f.url, case when k.url = f.url then k.failing_since end as failing_since, k.checked_at`;
  const { rows } = await sql<DueLink>`
    select d.listing_id, d.proposal_id, d.field, d.url, d.failing_since from (
      select l.id as listing_id, null::uuid as proposal_id, ${told}
      from listings l cross join ${links} left join listing_links k on k.listing_id = l.id and k.field = f.field
      where l.deleted_at is null and (l.is_active or l.held is not null) and ${due}
      union all
      select p.listing_id, p.id, ${told}
      from listing_proposals p cross join ${asked} left join listing_proposal_links k on k.proposal_id = p.id and k.field = f.field
      where ${waits} and ${due}) d
    order by d.checked_at nulls first, d.listing_id limit ${most}`.execute(db);
  return rows;
}

export async function putLink(db: Db, link: CheckedLink): Promise<void> {
  const { listing_id, proposal_id, field, url, checked_at, answer, failing_since, broken } = link;
  await (proposal_id
    ? sql`
    insert into listing_proposal_links (proposal_id, field, url, checked_at, answer, failing_since)
    select p.id, ${field}, ${url}, ${checked_at}, ${answer}, ${failing_since} from listing_proposals p where p.id = ${proposal_id}
    on conflict (proposal_id, field) do update set url = excluded.url, checked_at = excluded.checked_at, answer = excluded.answer,
      failing_since = excluded.failing_since`
    : sql`
    insert into listing_links (listing_id, field, url, checked_at, answer, failing_since, broken)
    select l.id, ${field}, ${url}, ${checked_at}, ${answer}, ${failing_since}, ${broken} from listings l where l.id = ${listing_id}
    on conflict (listing_id, field) do update set url = excluded.url, checked_at = excluded.checked_at, answer = excluded.answer,
      failing_since = excluded.failing_since, broken = excluded.broken`
  ).execute(db);
}

/** Takes away what is told of links that a listing has no more, and of those that wait for no decision any more. */
export async function deleteLeftLinks(db: Db): Promise<void> {
  await sql`
    delete from listing_links k using listings l cross join ${links}
    where l.id = k.listing_id and f.field = k.field and f.url is null`.execute(db);
  await sql`
    delete from listing_proposal_links k using listing_proposals p cross join ${asked}
    where p.id = k.proposal_id and f.field = k.field and (f.url is null or not (${waits}))`.execute(db);
}

type KnownLink = Pick<CheckedLink, 'field' | 'checked_at' | 'answer' | 'failing_since' | 'broken'>;

/** What is known of the links that a listing has now. */
export async function findLinks(db: Db, listingId: number): Promise<KnownLink[]> {
  const { rows } = await sql<KnownLink>`
    select k.field, k.checked_at, k.answer, k.failing_since, k.broken
    from listings l cross join ${links} join listing_links k on k.listing_id = l.id and k.field = f.field and k.url = f.url
    where l.id = ${listingId} order by k.field`.execute(db);
  return rows;
}

/** What is known of the links that wait for a decision about it. */
export async function findAskedLinks(db: Db, listingId: number): Promise<Omit<KnownLink, 'broken'>[]> {
  const { rows } = await sql<Omit<KnownLink, 'broken'>>`
    select k.field, k.checked_at, k.answer, k.failing_since
    from listing_proposals p cross join ${asked} join listing_proposal_links k on k.proposal_id = p.id and k.field = f.field and k.url = f.url
    where p.listing_id = ${listingId} and ${waits} order by k.field`.execute(db);
  return rows;
}

/** Whether a listing that guests find, `l`, has a link that leads nowhere. */
export const hasBrokenLink = sql<boolean>`(l.is_active and exists (select from listing_links k
  where k.listing_id = l.id and k.broken and k.url = case k.field when 'booking_url' then l.booking_url else l.website_url end))`;
