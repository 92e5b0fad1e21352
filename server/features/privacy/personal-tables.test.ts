import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { clientConfig } from '../../platform/database/database.ts';
import { personalTables } from './personal-tables.store.ts';

let world: World;
let owner: pg.Client;
beforeAll(async () => {
  world = await createWorld();
  owner = new pg.Client(clientConfig(await ownerOf(world)));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const deeds = 'what an administrator did about what is others’; that they did it is told from the audit log';
const ofPartners = 'an organisation, known by the account that it began with, and what is its';
/** Tables that name an account or an address and are no part of what a person is told of themselves, each with the reason. */
const excused: Record<string, string> = {
  audit_inbox: 'empty: what is recorded joins the audit log with the same commit',
  commission_holds: deeds,
  embed_hosts: deeds,
  ledger_entries: deeds,
  listing_imports: deeds,
  listings: ofPartners,
  location_batches: deeds,
  locations: ofPartners,
  organisations: ofPartners,
  payouts: deeds,
  rate_cards: deeds,
  rate_changes: deeds,
  review_days:
    'how many gave so many stars, from their reviews, which they are told of; of a partner’s a few who wrote on a day, by their ids, so that one who writes often is counted once',
  statement_imports: deeds,
  statement_maps: deeds,
};

/** Tables with a column that refers to accounts, is called as whoever did something, holds ids of several, or holds an address, a visit or another name of somebody. */
async function tablesThatName(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confrelid = 'users'::regclass and a.attnum = any(f.conkey)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (f.oid is not null or a.attname ~ '^(scope|subject|reporter)$|(^|_)(user|actor|person|owner|partner|advertiser|visit)_id$'
        or a.atttypid = 'uuid[]'::regtype
        or (a.attname ~ 'email|mailbox' and a.atttypid <> 'boolean'::regtype)
        or (a.attname ~ '_by$|^admins$' and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype))) order by 1`);
  return rows.map(({ name }) => name);
}

test('every table that names a person is in what they download, or says why it is not', async () => {
  const known = [...Object.keys(personalTables), ...Object.keys(excused)];
  const naming = await tablesThatName();
  expect(naming.filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(excused).filter((name) => !naming.includes(name))).toEqual([]);
  expect(Object.keys(excused).filter((name) => name in personalTables)).toEqual([]);
});

test('a table that comes later and names a person is found', async () => {
  for (const column of ['written_by uuid', 'readers uuid[]']) {
    await owner.query(`create table postcards (id integer, ${column}, words text)`);
    try {
      expect(await tablesThatName(), column).toContain('postcards');
    } finally {
      await owner.query('drop table postcards');
    }
  }
});

/**
 * What is told nobody of their own rows: secrets, hashes, files, copies for searching; and what administrators alone see: rates and what is
 * paid by them, whose a place was, how platforms' words were compared, traps, notes, and which of them did something.
 */
const withheld: Record<string, string> = {
  users: 'search_text sort_name',
  pending_identities: 'token_hash',
  sessions: 'token_hash',
  magic_links: 'token_hash browser_hash visit_hash sealed_redirect',
  passkeys: 'public_key',
  idempotency_keys: 'request_hash',
  reviews: 'awaits_look',
  review_reports: 'reporter',
  booking_inquiries: 'handled_by',
  bookings: 'partner_id',
  platform_bookings:
    'email_hash mailbox_hash version_digest undated reference_keys amount_version amount_told doubt click_id rebooked_from rebooked_to version state match_kind confidence affiliate parted_at doubt_version',
  statement_rows: 'digest import_id number cells commission_cents fault_column fault outcome is_repeated applied_at',
  clicks: 'partner_id commission_rate',
  visits: 'token_hash limit_from limit_spent',
  scans: 'network_hash partner_id',
  events: 'partner_id',
  campaign_touches: 'cents',
  applications: 'network_key mailbox is_trapped decided_by decision_reason',
  invitations: 'token_hash notes invited_by',
  place_proposals: 'picture decided_by',
  qr_requests: 'decided_by',
  listing_proposals: 'decided_by was',
  listing_pictures: 'past_since',
  uploads: 'sha256',
  audit_entries: 'details_hash previous_hash hash',
  audit_details: 'salt',
  security_events: 'resolved resolved_by resolved_at',
  security_alerts: 'rule figure held_at dismissed_at dismissed_by',
  privacy_requests: 'sought',
};

test('every column is either told whose it is, or withheld', async () => {
  const { rows } = await owner.query<{ name: string; columns: string[]; files: string[] }>(`
    select c.relname as name, array_agg(a.attname::text) as columns,
        coalesce(array_agg(a.attname::text) filter (where a.atttypid = 'bytea'::regtype), '{}') as files
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1`);
  for (const [table, { tells }] of Object.entries(personalTables)) {
    const { columns, files } = rows.find(({ name }) => name === table)!;
    const [told, kept] = [tells.split(' '), withheld[table]?.split(' ') ?? []];
    expect([...told, ...kept].sort(), table).toEqual(columns.sort());
    expect(
      told.filter((column) => files.includes(column)),
      table,
    ).toEqual([]);
  }
});
