import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

/** All that the application's role may do in schema public. What it can be made to say reaches as far as this and no further. */
const expected: Record<string, string> = {
  admin_report_subscriptions: 'delete, insert, select, update (frequency), update (told_until)',
  applications: [
    ...['delete', 'insert', 'select', 'update (decided_at)', 'update (decided_by)', 'update (decision_reason)'],
    ...['update (invitation_id)', 'update (state)'],
  ].join(', '),
  audit_details: 'delete, select',
  audit_entries: 'select',
  audit_inbox: 'insert, select',
  booking_inquiries: 'delete, insert, select, update',
  booking_sums: 'select',
  bookings: 'insert, select, update',
  campaign_days: 'insert, select, update',
  campaign_invoices: 'insert, select',
  campaign_places: 'delete, insert, select',
  campaign_touches: 'delete, insert, select',
  campaigns: [
    ...['delete', 'insert', 'select', 'update (budget_cents)', 'update (categories)', 'update (charged_cents)'],
    ...['update (click_cents)', 'update (clicks)', 'update (credited_cents)', 'update (first_day)', 'update (held)'],
    ...['update (impressions)', 'update (languages)', 'update (last_day)', 'update (most_a_day)'],
    ...['update (most_impressions)', 'update (name)', 'update (pricing)', 'update (state)', 'update (time_from)'],
    ...['update (time_until)', 'update (updated_at)'],
  ].join(', '),
  clicks: 'insert, select',
  commission_holds:
    'insert, select, update (decided_at), update (decided_by), update (decision_reason), update (state)',
  commission_marks: 'delete, select',
  commissions: [
    ...['insert', 'select', 'update (amount_cents)', 'update (basis)', 'update (completed_on)'],
    ...['update (paid_out_cents)', 'update (partner_cents)', 'update (payable_on)', 'update (platform_cents)'],
    ...['update (state)', 'update (travel_day)'],
  ].join(', '),
  counted_impressions: 'delete, insert, select, update',
  code_alerts: 'delete, insert, select, update (ended_at), update (visits)',
  counted_scans: 'insert, select, update',
  curated_listings: 'delete, insert, select, update',
  daily_runs: 'insert, select, update',
  earned_days: 'delete, insert, select',
  embed_hosts: 'delete, insert, select',
  error_reports: 'delete, insert, select',
  events: 'insert, select',
  feeds: 'insert, select, update',
  faults: 'delete, insert, select, update',
  idempotency_keys: 'delete, insert, select, update',
  inbox: 'delete, insert, select, update',
  invitations: 'insert, select, update',
  ledger_accounts: 'insert, select',
  ledger_balances: 'select',
  ledger_entries: 'insert, select',
  listing_changes: 'select',
  listing_links: [
    ...['delete', 'insert', 'select', 'update (answer)', 'update (broken)', 'update (checked_at)'],
    ...['update (failing_since)', 'update (url)'],
  ].join(', '),
  listing_picture_files: 'delete, insert, select',
  listing_pictures: [
    ...['delete', 'insert', 'select', 'update (color)', 'update (past_since)', 'update (place)'],
    ...['update (problem)', 'update (state)', 'update (url)', 'update (widths)', 'update (words)'],
  ].join(', '),
  listing_import_rows: [
    ...['delete', 'insert', 'select', 'update (content)', 'update (imported_at)', 'update (listing_id)'],
    'update (outcome)',
  ].join(', '),
  listing_imports: 'delete, insert, select, update (columns), update (state), update (upload_id), update (work_id)',
  listing_proposal_links: [
    ...['delete', 'insert', 'select', 'update (answer)', 'update (checked_at)', 'update (failing_since)'],
    'update (url)',
  ].join(', '),
  listing_proposals: [
    ...['insert', 'select', 'update (content)', 'update (decided_at)', 'update (decided_by)'],
    ...['update (decision_reason)', 'update (state)', 'update (was)'],
  ].join(', '),
  listing_version: 'select',
  listings: 'delete, insert, select, update',
  location_batches: 'insert, select, update',
  location_batch_rows: 'insert, select, update',
  locations: 'delete, insert, select, update',
  long_work: 'delete, insert, select, update',
  magic_links: 'delete, insert, select, update',
  members: 'delete, insert, select, update',
  migrations: 'select',
  network_keys: 'delete, insert, select',
  organisations: 'insert, select, update',
  orphan_codes: 'delete, select',
  orphan_scans: 'delete, insert, select',
  part_hour_figures: 'delete, insert, select',
  part_hours: 'delete, insert, select',
  partial_rollup_marks: 'delete, insert, select',
  partner_earned_days: 'delete, insert, select',
  partner_settings: 'insert, select, update',
  partner_statement_lines: 'insert, select',
  partner_statements: 'insert, select',
  past_members: 'delete, select',
  past_tiers: 'insert, select',
  passkey_challenges: 'delete, insert, select, update',
  passkeys: 'delete, insert, select, update',
  payouts: 'insert, select, update (settled_at), update (settled_by), update (state)',
  pending_identities: 'delete, insert, select',
  place_pictures: 'delete, insert, select, update (id), update (picture)',
  place_proposals: [
    ...['insert', 'select', 'update (decided_at)', 'update (decided_by)', 'update (decision_reason)'],
    ...['update (picture)', 'update (status)'],
  ].join(', '),
  platform_bookings: 'delete, insert, select, update',
  privacy_requests: 'delete, insert, select, update (ended_at), update (sought), update (state)',
  profiles: 'insert, select, update',
  qr_codes: 'insert, select, update',
  qr_requests: [
    ...['insert', 'select', 'update (decided_at)', 'update (decided_by)', 'update (decision_reason)'],
    ...['update (qr_code_id)', 'update (status)'],
  ].join(', '),
  rate_cards: 'insert, select',
  rate_changes: [
    ...['insert', 'select', 'update (rate_card_id)', 'update (reason)', 'update (settled_at)'],
    ...['update (settled_by)', 'update (state)', 'update (withdrawal_reason)'],
  ].join(', '),
  rate_counters: 'delete, insert, select, update',
  readiness: 'select, update',
  report_choices: 'delete, insert, select, update',
  report_mails: 'insert, select',
  report_periods: 'delete, insert, select, update (done_at)',
  request_metric_batches: 'delete, insert, select, update',
  request_metrics: 'delete, insert, select, update',
  review_days: 'delete, insert, select',
  review_reports: 'delete, insert, select',
  reviews: 'delete, insert, select, update',
  rollup_marks: 'delete, insert, select',
  rollup_state: 'select, update (closed_until)',
  rollups: 'delete, insert, select, update',
  saved_listings: 'delete, insert, select, update',
  scans: 'insert, select',
  search_vocabulary: 'select',
  security_alerts:
    'delete, insert, select, update (dismissed_at), update (dismissed_by), update (ended_at), update (figure), update (held_at)',
  security_events:
    'delete, insert, select, update (description), update (ip_address), update (resolved), update (resolved_at), update (resolved_by), update (user_id)',
  security_scan: 'insert, select, update',
  sessions: 'delete, insert, select, update',
  sign_in_transactions: 'delete, insert, select',
  sponsored_follows: 'delete, insert, select',
  statement_imports: [
    ...['delete', 'insert', 'select', 'update (applied_at)', 'update (map_id)', 'update (state)', 'update (upload_id)'],
    'update (work_id)',
  ].join(', '),
  statement_maps: 'insert, select',
  statement_months: 'insert (month), select, update (done_at)',
  statement_rows: [
    ...['delete', 'insert', 'select', 'update (amount_cents)', 'update (applied_at)', 'update (booking_id)'],
    ...['update (cells)', 'update (commission_cents)', 'update (currency)', 'update (digest)', 'update (fault)'],
    ...['update (fault_column)', 'update (is_repeated)', 'update (outcome)', 'update (platform)'],
    ...['update (platform_booking_id)', 'update (reference)'],
    ...['update (status)', 'update (supplier)', 'update (travel_date)'],
  ].join(', '),
  traveler_counts: 'select',
  up_hours: 'delete, insert, select, update',
  upkeep: 'insert, select, update',
  uploads: 'delete, select',
  user_identities: 'delete, insert, select, update',
  users: 'insert, select, update',
  visits: 'insert, select, update',
  wrong_codes: 'delete, insert, select, update (invented), update (mistyped)',
};

/** The same in schema jobs, where whatever else it could write would become SQL of the owner. */
const expectedOfJobs: Record<string, string> = {
  job: 'delete, insert, select, update',
  job_common: 'delete, insert, select, update',
  job_dependency: 'delete, select',
  queue: [
    ...['select', 'update (active_count)', 'update (deferred_count)', 'update (failed_count)', 'update (maintain_on)'],
    ...['update (monitor_claim_on)', 'update (monitor_on)', 'update (queued_count)', 'update (ready_count)'],
    ...['update (ready_history)', 'update (singletons_active)', 'update (total_count)'],
  ].join(', '),
  version: 'select, update (flow_on), update (monitor_backoff_on)',
};

/**
 * What is granted in a schema to the application's role, to everybody, or to a role that it is a member of, by table. The tenants'
 * role has less (tests/attack/walled-tables.ts).
 */
async function rightsIn(owner: pg.Client, schema: string): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ name: string; rights: string }>(
    `with acl as (
      select c.oid, null as attname, c.relacl as acl from pg_class c
      union all select a.attrelid, a.attname, a.attacl from pg_attribute a where a.attacl is not null
    )
    select c.relname as name, string_agg(distinct lower(g.privilege_type) || coalesce(' (' || attname || ')', '')
      || case when g.is_grantable then ' with grant option' else '' end, ', ') as rights
    from pg_class c join acl on acl.oid = c.oid, aclexplode(acl.acl) g
    where c.relnamespace = $1::regnamespace
      and (g.grantee = 0 or pg_has_role('holoholo_app', g.grantee, 'member') and g.grantee <> 'holoholo_tenant'::regrole) group by 1`,
    [schema],
  );
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
}

describe("the application's role", () => {
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

  test.each([
    ['public', expected],
    ['jobs', expectedOfJobs],
  ])(
    'has these rights on these tables of %s, and none on any other, a partition or a sequence',
    async (schema, rights) => {
      expect(await rightsIn(owner, schema)).toEqual(rights);
      const { rows: owned } = await owner.query(
        `select relname from pg_class where relnamespace = $1::regnamespace and pg_has_role('holoholo_app', relowner, 'member')`,
        [schema],
      );
      expect(owned).toEqual([]);
    },
  );

  test('may call one function of jobs, and make nothing there', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select proname as name from pg_proc
      where pronamespace = 'jobs'::regnamespace and has_function_privilege('holoholo_app', oid, 'execute')`,
    );
    expect(rows).toEqual([{ name: 'job_now' }]);
    const { rows: may } = await owner.query(
      `select has_schema_privilege('holoholo_app', 'jobs', 'create') as make, has_schema_privilege('holoholo_app', 'jobs', 'usage') as use`,
    );
    expect(may).toEqual([{ make: false, use: true }]);
  });
});
