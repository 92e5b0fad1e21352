import { sql } from 'kysely';
import type { FoundKind } from '../../../contract/find.ts';
import type { Db } from '../../platform/database/database.ts';
import { contains, partOf } from '../../platform/lists.store.ts';
import { isPending } from '../partners/partners.ts';
import { keyOfColumn } from '../platforms/platforms.ts';

interface Asked {
  /** A part of a name. */
  words: string;
  /** How a code begins, as codes are stored; null of what begins none. */
  codeStart: string | null;
  transactionStart: string;
  /** How a platform's reference begins, of letters and digits alone. */
  referenceStart: string | null;
}

export interface FoundRow {
  kind: Exclude<FoundKind, 'tool'>;
  /** Of what its screen opens: of a code its place. */
  id: string;
  name: string;
  note: string | null;
}

/** What is called so, at most so many of each kind, in one statement; bookings by what was typed, then as many by their experience. */
export async function findRows(
  db: Db,
  now: Date,
  { words, codeStart, transactionStart, referenceStart }: Asked,
  most: number,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    (select 'partner' as kind, r.id::text, r.name, r.email as note from (
        select o.id, o.name, u.email from organisations o left join users u on u.id = o.owner_id where o.kind = 'partner'
        union all
        select i.id, i.organization_name, i.invited_email from invitations i where ${isPending(now)}) r
      where searchable(r.name) like ${partOf(words)} or (${words.includes('@')} and ${contains(sql`r.email`, words)})
      order by left(searchable(r.name), 32) collate "C", r.id limit ${most})
    union all
    (select 'place', p.id::text, p.name, o.name
      from locations p left join organisations o on o.id = p.organisation_id
      where p.deleted_at is null and searchable(p.name) like ${partOf(words)}
      order by left(searchable(p.name), 32) collate "C", p.id limit ${most})
    union all
    (select 'listing', l.id::text, l.name, l.category from listings l
      where l.deleted_at is null and l.held is distinct from 'unpublished' and (searchable(l.name) like ${partOf(words)} or searchable(l.name_ja) like ${partOf(words)})
      order by left(searchable(l.name), 32) collate "C", l.id limit ${most})
    union all
    (select 'code', c.location_id::text, c.code, p.name from qr_codes c join locations p on p.id = c.location_id
      where starts_with(c.code, ${codeStart}) order by c.code limit ${most})
    union all
    (select 'booking', b.id::text, b.transaction_id, concat_ws(', ', b.reference, l.name)
      from bookings b join listings l on l.id = b.listing_id
      where b.id in (
        (select t.id from bookings t where starts_with(t.transaction_id, ${transactionStart})
          order by t.transaction_id limit ${most})
        union all
        (select r.id from bookings r where r.reference is not null
          and starts_with(${keyOfColumn('r.reference')}, ${referenceStart}) limit ${most}))
      order by b.transaction_id limit ${most})
    union all
    (select 'booking', n.id::text, n.transaction_id, concat_ws(', ', n.reference, found.name)
      from (select id, name from listings
        where deleted_at is null and (searchable(name) like ${partOf(words)} or searchable(name_ja) like ${partOf(words)})
        order by left(searchable(name), 32) collate "C", id limit ${most}) found
      cross join lateral (select id, transaction_id, reference from bookings
        where listing_id = found.id and status <> 'cancelled' order by booked_at desc limit 1) n)`.execute(db);
  return rows;
}
