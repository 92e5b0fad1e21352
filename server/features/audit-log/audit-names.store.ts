import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** A thing that an entry is about or names, by what the audit log calls its kind. */
export interface Thing {
  kind: string;
  id: string;
}

export interface NamedRow extends Thing {
  name: string | null;
  /** Of an organisation its kind, of a code the number of its place; null of all else. */
  of: string | null;
}

/** Kinds whose ids are numbers; the others' are UUIDs. */
export const numbered = ['listing', 'place', 'qr_code', 'listing_import', 'statement_import', 'rate_card'] as const;
/** Kinds of things that have a name, and ids that are UUIDs. */
export const identified = [
  'application',
  'booking',
  'campaign',
  'campaign_invoice',
  'invitation',
  'organisation',
  'payout',
  'place_proposal',
  'qr_request',
  'user',
] as const;

export type Numbered = (typeof numbered)[number];
export type Identified = (typeof identified)[number];

/**
 * What things are called as they are now, deleted ones too; those that are gone are left out.
 * @param numbers of each kind those that are asked for, as `ids`
 */
export async function findNames(
  db: Db,
  numbers: (kind: Numbered) => readonly number[],
  ids: (kind: Identified) => readonly string[],
): Promise<NamedRow[]> {
  const among = (kind: Numbered) => sql`any(${numbers(kind)}::integer[])`;
  const amongIds = (kind: Identified) => sql`any(${ids(kind)}::uuid[])`;
  const { rows } = await sql<NamedRow>`
    select 'listing' as kind, l.id::text, l.name, null as of from listings l where l.id = ${among('listing')}
    union all select 'place', p.id::text, p.name, null from locations p where p.id = ${among('place')}
    union all select 'qr_code', c.id::text, c.code, c.location_id::text from qr_codes c where c.id = ${among('qr_code')}
    union all select 'listing_import', i.id::text, i.file_name, null from listing_imports i
      where i.id = ${among('listing_import')}
    union all select 'statement_import', i.id::text, i.file_name, null from statement_imports i
      where i.id = ${among('statement_import')}
    union all select 'rate_card', r.id::text, r.tier, null from rate_cards r where r.id = ${among('rate_card')}
    union all select 'application', a.id::text, a.organization_name, null from applications a
      where a.id = ${amongIds('application')}
    union all select 'booking', b.id::text, b.transaction_id, null from bookings b where b.id = ${amongIds('booking')}
    union all select 'campaign', c.id::text, c.name, null from campaigns c where c.id = ${amongIds('campaign')}
    union all select 'campaign_invoice', i.id::text, i.number || ', ' || i.name, null from campaign_invoices i
      where i.id = ${amongIds('campaign_invoice')}
    union all select 'invitation', i.id::text, i.invited_email, null from invitations i
      where i.id = ${amongIds('invitation')}
    union all select 'organisation', o.id::text, o.name, o.kind from organisations o
      where o.id = ${amongIds('organisation')}
    union all select 'payout', p.id::text, o.name, null from payouts p join organisations o on o.id = p.organisation_id
      where p.id = ${amongIds('payout')}
    union all select 'place_proposal', r.id::text, p.name, null from place_proposals r join locations p on p.id = r.location_id
      where r.id = ${amongIds('place_proposal')}
    union all select 'qr_request', r.id::text, r.location_name, null from qr_requests r where r.id = ${amongIds('qr_request')}
    union all select 'user', u.id::text, u.email, null from users u where u.id = ${amongIds('user')}`.execute(db);
  return rows;
}

/** The number of a code as it is printed. */
export async function findCodeId(db: Db, code: string): Promise<number | undefined> {
  return (await db.selectFrom('qr_codes').select('id').where('code', '=', code).executeTakeFirst())?.id;
}
