import pg from 'pg';
import { expect, test } from 'vitest';
import { clientConfig } from '../../server/platform/database.ts';
import { createWorld } from '../world.ts';
import { ownerOf } from './owner.ts';

/** All that the application's role may do in schema public. What it can be made to say reaches as far as this and no further. */
const expected: Record<string, string> = {
  audit_details: 'delete, select',
  audit_entries: 'select',
  audit_inbox: 'insert, select',
  booking_inquiries: 'insert, select, update',
  bookings: 'insert, select, update',
  clicks: 'insert, select',
  counted_scans: 'insert, select, update',
  curated_listings: 'delete, insert, select, update',
  embed_hosts: 'delete, insert, select',
  error_reports: 'delete, insert, select',
  events: 'insert, select',
  idempotency_keys: 'delete, insert, select, update',
  invitations: 'insert, select, update',
  listing_changes: 'select',
  listing_version: 'select',
  listings: 'delete, insert, select, update',
  locations: 'delete, insert, select, update',
  magic_links: 'delete, insert, select, update',
  migrations: 'select',
  orphan_scans: 'delete, insert, select',
  passkey_challenges: 'delete, insert, select, update',
  passkeys: 'delete, insert, select, update',
  pending_identities: 'delete, insert, select',
  profiles: 'insert, select, update',
  qr_codes: 'insert, select, update',
  rate_counters: 'delete, insert, select, update',
  readiness: 'select, update',
  reviews: 'delete, insert, select, update',
  rollup_marks: 'delete, insert, select',
  rollup_state: 'select, update (closed_until)',
  rollups: 'delete, insert, select, update',
  saved_listings: 'delete, insert, select, update',
  scans: 'insert, select',
  search_vocabulary: 'select',
  security_events:
    'delete, insert, select, update (description), update (ip_address), update (resolved), update (resolved_at), update (resolved_by), update (user_id)',
  sessions: 'delete, insert, select, update',
  sign_in_transactions: 'delete, insert, select',
  user_identities: 'delete, insert, select, update',
  users: 'insert, select, update',
  visits: 'insert, select, update',
};

test("the application's role has these rights on these tables, and none on any other, a partition or a sequence", async () => {
  const world = await createWorld();
  const owner = new pg.Client(clientConfig(await ownerOf(world)));
  await owner.connect();
  try {
    // Granted to it, to everybody, or to a role that it is a member of.
    const { rows } = await owner.query<{ name: string; rights: string }>(
      `with acl as (
        select c.oid, null as attname, c.relacl as acl from pg_class c
        union all select a.attrelid, a.attname, a.attacl from pg_attribute a where a.attacl is not null
      )
      select c.relname as name, string_agg(distinct lower(g.privilege_type) || coalesce(' (' || attname || ')', '')
        || case when g.is_grantable then ' with grant option' else '' end, ', ') as rights
      from pg_class c join acl on acl.oid = c.oid, aclexplode(acl.acl) g
      where c.relnamespace = 'public'::regnamespace
        and (g.grantee = 0 or pg_has_role('holoholo_app', g.grantee, 'member')) group by 1`,
    );
    expect(Object.fromEntries(rows.map(({ name, rights }) => [name, rights]))).toEqual(expected);
    const { rows: owned } = await owner.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and pg_has_role('holoholo_app', relowner, 'member')`,
    );
    expect(owned).toEqual([]);
  } finally {
    await owner.end();
    await world.close();
  }
});
