import { type RawBuilder, sql } from 'kysely';
import { defaultPartnerType } from '../../../contract/invitations.ts';
import type { AdminPartner, partnerStatuses } from '../../../contract/partners.ts';
import type { Db } from '../../platform/database/database.ts';
import { anyOf, byInstant, contains, findPage, type Order } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { standsAs } from '../../platform/organisations/memberships.store.ts';

/** Which partners are asked for. */
export interface PartnerFilter {
  search?: string | undefined;
  status?: (typeof partnerStatuses)[number] | undefined;
  id?: string | undefined;
}

export type PartnerRow = Omit<AdminPartner, 'since' | 'invited_at'> & { since: Date; invited_at: Date | null };

/** Of invitations, `i`: those that can still be accepted, by who becomes a partner then. */
export const isPending = (now: Date) => sql`i.stakeholder_type = 'partner' and i.organisation_id is null
  and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now}`;

/** Organisations of partners, and what is to become one. */
const partners = (now: Date) => sql`(
  select o.id, o.name, ${standsAs} as status, o.created_at as since, null::text as invited_email
  from organisations o where o.kind = 'partner'
  union all
  select i.id, i.organization_name, 'pending', i.created_at, i.invited_email
  from invitations i where ${isPending(now)}
) r`;

const sortName = sql`(left(searchable(r.name), 32) collate "C")`;
const orders: Record<string, Order> = {
  name: { column: sortName, value: sortName, read: (value) => sql`${value}::text collate "C"` },
  since: byInstant(sql`r.since`),
};

function matching({ search, status, id }: PartnerFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (search)
    conditions.push(sql`(strpos(searchable(r.name), searchable(${search})) > 0 or ${contains(sql`r.invited_email`, search)} or exists (
      select from members m join users u on u.id = m.user_id
      where m.organisation_id = r.id and m.standing = 'owner' and ${contains(sql`u.email`, search)}))`);
  if (status) conditions.push(sql`r.status = ${status}`);
  if (id) conditions.push(sql`r.id = ${id}::uuid`);
  return conditions;
}

/** The ids of a page of the partners. */
export async function findPartnerPage(db: Db, now: Date, filter: PartnerFilter, page: Page) {
  return await findPage<{ id: string }>(
    db,
    {
      ...{ from: partners(now), id: sql`r.id`, matching: matching(filter), order: orders[page.by]! },
      columns: sql`r.id`,
    },
    page,
  );
}

/** What is told of partners, in one statement. `scans` are those of [from, until), which are whole days of Hawaiʻi. */
export async function findPartners(
  db: Db,
  now: Date,
  ids: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<PartnerRow[]> {
  // Of several owners the one that the organisation is known by, else the first.
  const { rows } = await sql<PartnerRow>`
    select o.id, ${standsAs} as status, o.state, o.owner_id as user_id, w.email, o.name as organization_name,
      coalesce(o.partner_type, ${defaultPartnerType}) as partner_type, w.phone as contact_phone, o.created_at as since,
      (select max(i.created_at) from invitations i where i.accepted_by = o.owner_id and i.stakeholder_type = 'partner'
        and i.organisation_id is null) as invited_at,
      (select count(*)::integer from locations l where l.organisation_id = o.id) as places,
      (select count(*)::integer from qr_codes c join locations l on l.id = c.location_id
        where l.organisation_id = o.id and c.status <> 'replaced') as codes,
      o.qr_codes_limit,
      (select coalesce(sum(scans), 0)::integer from rollups where grain = 'day' and dimension = 'partner'
        and key = o.owner_id::text and starts_at >= ${from} and starts_at < ${until}) as scans
    from organisations o join lateral (
      select u.email, p.phone from members m join users u on u.id = m.user_id left join profiles p on p.user_id = u.id
      where m.organisation_id = o.id and m.standing = 'owner' order by m.user_id <> o.owner_id, m.joined_at, m.user_id limit 1
    ) w on true where o.id = ${anyOf(ids)}
    union all
    select i.id, 'pending', null, null, i.invited_email, i.organization_name, i.partner_type, null, i.created_at, i.created_at, 0, 0, null, 0
    from invitations i where i.id = ${anyOf(ids)} and ${isPending(now)}`.execute(db);
  return rows;
}

/** How many partners and requests for codes there are, by how they stand. */
export type PartnerCounts = Record<
  `${'active' | 'pending' | 'suspended'}_partners` | `${'pending' | 'approved'}_qr_requests`,
  number
>;

/** All of them at one moment, in one statement. */
export async function countPartners(db: Db, now: Date): Promise<PartnerCounts> {
  const { rows } = await sql<PartnerCounts>`
    select o.*, r.*, (select count(*)::integer from invitations i where ${isPending(now)}) as pending_partners
    from (select (count(*) filter (where status = 'active'))::integer as active_partners,
        (count(*) filter (where status = 'suspended'))::integer as suspended_partners
      from (select ${standsAs} as status from organisations o where o.kind = 'partner') p) o,
      (select (count(*) filter (where status = 'pending'))::integer as pending_qr_requests,
        (count(*) filter (where status = 'approved'))::integer as approved_qr_requests from qr_requests) r`.execute(db);
  return rows[0]!;
}
