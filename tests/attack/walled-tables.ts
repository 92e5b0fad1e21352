/** What a place's partner of that moment sees of it, whoever has the place now. */
const ofPartner = "partner_id in (select owner_id from organisations where id = $2 and kind = 'partner')";

/**
 * Whose each table is. `sees` and `changes` are conditions, with $1 for the person and $2 for the organisation that a transaction
 * works for: which rows those see, and which of them an update or a delete without a `where` reaches. What cannot be changed at all
 * is said by the rights, below. A new table has its line here, or among those that are nobody's.
 */
export const ownedTables: Record<string, { sees: string; changes?: string }> = {
  users: { sees: 'id = $1 or id in (select user_id from members where organisation_id = $2)', changes: 'id = $1' },
  profiles: { sees: 'user_id = $1' },
  passkeys: { sees: 'user_id = $1' },
  long_work: { sees: 'asked_by = $1' },
  sessions: { sees: 'user_id = $1' },
  saved_listings: { sees: 'user_id = $1' },
  booking_inquiries: { sees: 'user_id = $1' },
  reviews: { sees: 'user_id = $1' },
  visits: { sees: 'user_id = $1' },
  counted_scans: { sees: 'visit_id in (select id from visits where user_id = $1)' },
  scans: {
    sees: `visit_id in (select id from visits where user_id = $1)
      or ${ofPartner}`,
  },
  clicks: {
    sees: `user_id = $1 or ${ofPartner}
      or listing_id in (select id from listings where organisation_id = $2)`,
  },
  bookings: {
    sees: `user_id = $1 or ${ofPartner}
      or listing_id in (select id from listings where organisation_id = $2)`,
    changes: 'user_id = $1',
  },
  events: { sees: ofPartner },
  organisations: { sees: 'id = $2' },
  campaigns: { sees: 'organisation_id = $2' },
  campaign_places: { sees: 'campaign_id in (select id from campaigns where organisation_id = $2)' },
  campaign_touches: { sees: 'campaign_id in (select id from campaigns where organisation_id = $2)' },
  campaign_invoices: { sees: 'organisation_id = $2' },
  campaign_days: { sees: 'campaign_id in (select id from campaigns where organisation_id = $2)' },
  partner_settings: { sees: 'organisation_id = $2' },
  report_choices: { sees: 'user_id = $1 and organisation_id = $2' },
  qr_requests: { sees: 'organisation_id = $2' },
  place_proposals: { sees: 'organisation_id = $2' },
  listing_proposals: { sees: 'organisation_id = $2' },
  members: { sees: 'organisation_id = $2' },
  invitations: { sees: 'organisation_id = $2' },
  code_alerts: { sees: 'location_id in (select id from locations where organisation_id = $2)' },
  qr_codes: { sees: 'location_id in (select id from locations where organisation_id = $2)' },
  uploads: { sees: 'case when organisation_id is null then user_id = $1 else organisation_id = $2 end' },
  ledger_accounts: { sees: 'organisation_id = $2' },
  ledger_balances: { sees: 'account_id in (select id from ledger_accounts where organisation_id = $2)' },
  ledger_entries: {
    sees: `from_account in (select id from ledger_accounts where organisation_id = $2)
      or to_account in (select id from ledger_accounts where organisation_id = $2)`,
  },
  commissions: { sees: 'organisation_id = $2' },
  commission_holds: { sees: 'booking_id in (select booking_id from commissions where organisation_id = $2)' },
  payouts: { sees: 'organisation_id = $2' },
  partner_earned_days: { sees: 'organisation_id = $2' },
  partner_statements: { sees: 'organisation_id = $2' },
  partner_statement_lines: { sees: 'organisation_id = $2' },
  rollups: {
    sees: `(dimension, key) in (select 'partner', owner_id::text from organisations where id = $2 and kind = 'partner'
      union all select 'partner_listing', r.key from rollups r join organisations o on r.key like o.owner_id || '/%'
        where o.id = $2 and o.kind = 'partner'
      union all select 'partner_platform', r.key from rollups r join organisations o on r.key like o.owner_id || '/%'
        where o.id = $2 and o.kind = 'partner'
      union all select 'place', id::text from locations where organisation_id = $2
      union all select 'code', c.id::text from qr_codes c join locations p on p.id = c.location_id where p.organisation_id = $2
      union all select 'listing', id::text from listings where organisation_id = $2)`,
  },
  // Public: whoever sees it changes only what is theirs.
  locations: { sees: 'true', changes: 'organisation_id = $2' },
  // Of other places there is what guests see.
  curated_listings: {
    sees: `not is_hidden and not hidden_by_partner
      or location_id in (select id from locations where organisation_id = $2)`,
    changes: 'location_id in (select id from locations where organisation_id = $2)',
  },
  // Public while they are shown; a hidden one is there for its organisation, and for whoever has to do with it.
  listings: {
    sees: `is_active or organisation_id = $2 or id in (select listing_id from saved_listings where user_id = $1)
      or id in (select listing_id from bookings where user_id = $1)
      or id in (select listing_id from booking_inquiries where user_id = $1)
      or id in (select listing_id from commissions where organisation_id = $2)`,
    changes: 'organisation_id = $2',
  },
};

/** Tables of which a tenant has no part, each with its reason; what of rights on them the tenants' role has all the same. */
export const nobodysTables: Record<string, string> = {
  admin_report_subscriptions: 'of administrators, read and written by them and by what mails them',
  audit_details: 'the audit log is read by administrators',
  audit_entries: 'the audit log is read by administrators',
  audit_inbox: 'what is recorded goes in and is never read',
  applications: 'of people who have no account yet, read by administrators',
  booking_sums: 'sums over all bookings, for administrators',
  daily_runs: 'one row for each work of a day',
  inbox: "of others' servers, read by administrators",
  commission_marks: 'bookings that have changed, written by triggers and read each night',
  counted_impressions: 'who saw what, for ten minutes, read by the counting alone',
  network_keys: 'one key a month, for the hashes of scans',
  earned_days: 'sums over all bookings, with what platforms pay, for administrators',
  embed_hosts: "the administrators' list",
  error_reports: 'read by administrators; who reported is kept for them alone',
  faults: 'read by administrators',
  feeds: 'how far feeds of platforms were read',
  idempotency_keys: 'kept around whole calls, before anybody works for a tenant',
  listing_changes: 'of the guide, which is public',
  listing_links:
    'read by administrators, and by advertisers of a listing that is found to be theirs; written by what asks for links',
  listing_picture_files: 'of the guide, which is public',
  listing_pictures:
    'sent and read by administrators, and by advertisers of a listing that is found to be theirs; what is shown of them is public',
  listing_proposal_links: 'as those of listings',
  listing_version: 'of the guide, which is public',
  location_batches: 'made and read by administrators',
  location_batch_rows: 'made and read by administrators',
  magic_links: 'of addresses, before anybody is signed in',
  migrations: "the schema's own",
  orphan_codes: 'their scans credit nobody, read by administrators',
  orphan_scans: 'credit nobody',
  passkey_challenges: 'read and written by the sign-in alone',
  past_members: 'read by the rules that hold',
  past_tiers: 'read by what posts commissions',
  part_hour_figures: 'sums over what all do within two days, read by the figures of all alone',
  part_hours: 'hours, written by what recurs',
  partial_rollup_marks: 'hours, written by a trigger',
  pending_identities: 'read and written by the sign-in alone',
  place_pictures: 'of the guide, which is public',
  platform_bookings:
    "of platforms' bookings, whose people nobody knows before they are matched; read by administrators",
  privacy_requests: 'read by administrators, who answer for them; its person finds them in their own data',
  rate_cards: 'made and read by administrators',
  rate_changes: 'proposed, confirmed and read by administrators',
  rate_counters: 'hashes of whoever called',
  readiness: 'one row for all',
  report_mails: 'who was mailed which report, read and written by what mails them',
  report_periods: 'one row for each week, month and quarter, of all partners',
  request_metric_batches: 'of server processes',
  request_metrics: 'of endpoints, all who ask together',
  review_days: 'sums over all reviews and what a few guests of each partner gave, read by the figures alone',
  review_reports: 'of readers by a hash, read by administrators',
  rollup_marks: 'hours, written by triggers',
  rollup_state: 'one row for all, which says until when figures stand in the rollups',
  search_vocabulary: 'words of the guide, which is public',
  security_alerts: 'read by administrators',
  security_events: 'read by administrators',
  security_scan: 'one row for all',
  sign_in_transactions: 'read and written by the sign-in alone',
  listing_import_rows: 'of listings that are to be, made and read by administrators',
  listing_imports: 'made and read by administrators',
  sponsored_follows: 'which visits followed a sponsored card, read by what suggests experiences',
  statement_imports: 'made and read by administrators',
  statement_maps: 'made and read by administrators',
  statement_months: 'one row a month, of all partners',
  statement_rows: "of platforms' bookings, whose people nobody knows before they are matched; read by administrators",
  traveler_counts: 'how many travelers there are in all, for administrators',
  user_identities: 'read and written by the sign-in alone',
  up_hours: 'of server processes, all together',
  upkeep: 'one row for each task of upkeep',
  wrong_codes: 'how many scans of an hour were of no code, read by administrators',
};

const changedOfListings = [
  ...['active_before', 'address', 'booking_url', 'category', 'deleted_at', 'description', 'description_ja', 'hearing'],
  ...[
    'held',
    'image_color',
    'image_url',
    'is_active',
    'latitude',
    'longitude',
    'meeting_latitude',
    'meeting_longitude',
  ],
  ...['meeting_point', 'name', 'name_ja', 'open_months', 'phone', 'price_range', 'sensory', 'steps', 'subcategory'],
  ...['transfer', 'updated_at', 'website_url'],
];

/** All that the tenants' role may do, by table, and by view of `walled`, which stands for a table within the wall. */
export const tenantRights: Record<string, string> = {
  audit_inbox: 'insert',
  booking_inquiries: 'insert, select',
  bookings:
    'select, update (check_in_date), update (check_in_time), update (check_out_date), update (claimed_at), update (claimed_reference), update (guest_count)',
  campaign_days: 'select',
  campaign_invoices: 'select',
  campaign_places: 'delete, insert, select',
  campaign_touches: 'select',
  campaigns: [
    'delete',
    ...columnsOf('insert', [
      ...[
        'budget_cents',
        'categories',
        'click_cents',
        'created_at',
        'first_day',
        'languages',
        'last_day',
        'listing_id',
      ],
      ...['most_a_day', 'most_impressions', 'name', 'organisation_id', 'pricing', 'time_from', 'time_until'],
      'updated_at',
    ]),
    'select',
    ...columnsOf('update', [
      ...['budget_cents', 'categories', 'click_cents', 'first_day', 'languages', 'last_day', 'most_a_day'],
      ...['most_impressions', 'name', 'pricing', 'state', 'time_from', 'time_until', 'updated_at'],
    ]),
  ].join(', '),
  clicks: 'select',
  commission_holds: columnsOf('select', ['booking_id', 'decided_at', 'id', 'opened_at', 'rule', 'state']).join(', '),
  commissions: columnsOf('select', [
    ...['amount_cents', 'booked_at', 'booking_id', 'completed_on', 'due_cents', 'listing_id', 'organisation_id'],
    ...['paid_out_cents', 'partner_cents', 'partner_share', 'payable_on', 'rate_card_id', 'state', 'travel_day'],
  ]).join(', '),
  code_alerts: 'select',
  counted_scans: 'select',
  curated_listings: 'select, update (hidden_by_partner), update (position)',
  events: columnsOf('select', [
    ...['audience', 'data', 'event_type', 'listing_id', 'location_id', 'partner_id', 'received_at'],
  ]).join(', '),
  invitations: 'insert, select, update',
  ledger_accounts: 'select',
  ledger_balances: 'select',
  ledger_entries: columnsOf('select', [
    ...['booking_id', 'campaign_id', 'cents', 'from_account', 'id', 'invoice_id', 'kind', 'payout_id', 'posted_at'],
    ...['rate_card_id', 'reason', 'reverses', 'to_account'],
  ]).join(', '),
  listing_proposals: [
    ...columnsOf('insert', [
      ...['content', 'is_new', 'listing_id', 'organisation_id', 'proposed_by', 'state', 'submitted_at', 'was'],
    ]),
    'select',
    ...columnsOf('update', ['content', 'decided_at', 'state', 'was']),
  ].join(', '),
  listings: [
    ...columnsOf('insert', [
      ...['address', 'booking_url', 'category', 'created_at', 'description', 'description_ja', 'hearing', 'held'],
      ...['image_color', 'image_url', 'is_active', 'latitude', 'longitude', 'meeting_latitude', 'meeting_longitude'],
      ...['meeting_point', 'name', 'name_ja', 'open_months', 'organisation_id', 'phone', 'price_range', 'sensory'],
      ...['steps', 'subcategory', 'transfer', 'updated_at', 'website_url'],
    ]),
    'select',
    ...columnsOf('update', changedOfListings),
  ].join(', '),
  locations: ['select', ...columnsOf('update', [...['address', 'arranged_at', 'latitude', 'longitude']])].join(', '),
  long_work: 'select',
  members: 'delete, select, update (permissions), update (standing)',
  organisations: 'select',
  partner_earned_days: 'select',
  partner_settings: 'insert, select, update',
  partner_statement_lines: 'select',
  partner_statements: 'select',
  payouts: columnsOf('select', ['cents', 'id', 'organisation_id', 'prepared_at', 'run_id', 'settled_at', 'state']).join(
    ', ',
  ),
  passkeys: 'delete, select',
  place_proposals: [
    ...columnsOf('insert', [
      ...['created_at', 'description', 'has_picture', 'location_id', 'name', 'organisation_id', 'picture'],
      'proposed_by',
    ]),
    'select',
    ...columnsOf('update', ['decided_at', 'picture', 'status']),
  ].join(', '),
  profiles: [
    'insert',
    'select',
    ...columnsOf('update', [
      ...['interests', 'location', 'onboarded_at', 'organization_name', 'phone', 'preferences', 'updated_at'],
    ]),
  ].join(', '),
  qr_codes: 'insert, select, update',
  qr_requests: [
    ...columnsOf('insert', [
      ...[
        'created_at',
        'label',
        'latitude',
        'location_address',
        'location_description',
        'location_id',
        'location_name',
      ],
      ...['longitude', 'organisation_id', 'replaces', 'request_type', 'requested_by'],
    ]),
    'select',
  ].join(', '),
  report_choices: 'delete, insert, select, update',
  reviews: 'insert, select, update (awaits_look), update (rating), update (updated_at), update (words)',
  rollup_state: 'select',
  rollups: 'select',
  saved_listings: 'delete, insert, select, update',
  scans: 'select',
  sessions: 'delete, select',
  uploads: 'insert, select, update (claimed_at)',
  users: 'select, update (given_name), update (name)',
  visits: 'select',
  'walled.listings': ['select', ...columnsOf('update', changedOfListings)].join(', '),
};

function columnsOf(right: string, columns: readonly string[]): string[] {
  return columns.map((column) => `${right} (${column})`);
}
