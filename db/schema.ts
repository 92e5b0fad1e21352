// Long, because it is the whole of the tables: one table after the other, nothing else.

import type { ColumnType, Generated } from 'kysely';
import type { AdvertisingTables } from './schema-advertising.ts';

/** The tables of db/migrations, typed for the query layer. */
export interface Tables extends AdvertisingTables {
  migrations: { name: string; checksum: string; applied_at: Generated<Date> };
  users: {
    id: Generated<string>;
    email: string;
    name: string | null;
    given_name: string | null;
    picture: string | null;
    created_at: Generated<Date>;
    admin_by_setting_at: Date | null;
    search_text: ColumnType<string | null, never, never>;
    sort_name: ColumnType<string | null, never, never>;
    /** `-infinity` where nobody was seen. */
    last_seen_at: Generated<Date>;
    language: string | null;
    erased_at: Date | null;
  };
  profiles: {
    id: Generated<string>;
    user_id: string;
    role: Generated<string>;
    partner_type: string | null;
    organization_name: string | null;
    phone: string | null;
    location: string | null;
    interests: Generated<string[]>;
    /** Written as JSON text. */
    preferences: ColumnType<unknown, string | undefined, string>;
    permissions: string[] | null;
    onboarded_at: Date | null;
    is_active: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    /** Until when they were an administrator who could sign in. */
    admin_until: Date | null;
  };
  organisations: {
    id: Generated<string>;
    kind: string;
    name: string;
    partner_type: string | null;
    /** The user id that it began with and is known by, whoever owns it now. */
    owner_id: string;
    state: Generated<string>;
    created_at: Generated<Date>;
    /** Of the rate cards, those by which its bookings earn. */
    tier: Generated<string>;
    minimum_payout_cents: Generated<number>;
    qr_codes_limit: Generated<number>;
  };
  members: {
    organisation_id: string;
    kind: string;
    user_id: string;
    standing: string;
    permissions: string[];
    joined_at: Generated<Date>;
  };
  sessions: {
    id: Generated<string>;
    token_hash: Buffer;
    user_id: string;
    created_at: Date;
    last_seen_at: Date;
    idle_expires_at: Date;
    expires_at: Date;
    user_agent: string | null;
    confirmed_until: Date | null;
  };
  magic_links: {
    id: Generated<string>;
    email: string;
    token_hash: Buffer;
    browser_hash: Buffer;
    visit_hash: Buffer | null;
    network: string;
    sealed_redirect: Buffer | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    voided_at: Date | null;
  };
  rate_counters: { key: Buffer; spent: number; granted: number; ends_at: Date; limit_name: string | null };
  sign_in_transactions: {
    token_hash: Buffer;
    sealed_invitation: Buffer | null;
    sealed_redirect: Buffer | null;
    created_at: Date;
    expires_at: Date;
  };
  user_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    email: string;
    created_at: Date;
    last_used_at: Date;
  };
  pending_identities: {
    token_hash: Buffer;
    issuer: string;
    subject: string;
    email: string;
    created_at: Date;
    expires_at: Date;
  };
  locations: {
    id: Generated<number>;
    name: string;
    description: string;
    address: string;
    island: string;
    latitude: number | null;
    longitude: number | null;
    image_url: string | null;
    image_color: string | null;
    /** The id that the organisation is known by, kept beside it by the database; either may be written. */
    partner_id: string | null;
    organisation_id: string | null;
    /** When its partner put its list in order, as long as that order stands. */
    arranged_at: Date | null;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    /** Whose it was when it was deleted. */
    organisation_before: string | null;
  };
  listings: {
    id: Generated<number>;
    name: string;
    description: string;
    /** Null: Japanese readers are shown the English words. */
    name_ja: string | null;
    description_ja: string | null;
    category: string;
    subcategory: string | null;
    address: string | null;
    phone: string | null;
    website_url: string | null;
    booking_url: string | null;
    image_url: string | null;
    image_color: string | null;
    /** Null of a picture that is there in one width alone. */
    image_widths: number[] | null;
    /** For those who cannot see the picture. */
    image_words: string | null;
    rating: number | null;
    review_count: Generated<number>;
    price_range: string;
    commission_rate: Generated<number>;
    is_active: Generated<boolean>;
    is_featured: Generated<boolean>;
    /** As `partner_id` of places. */
    advertiser_id: string | null;
    organisation_id: string | null;
    latitude: number | null;
    longitude: number | null;
    /** 1 to 12; null: all the year. */
    open_months: number[] | null;
    steps: string | null;
    transfer: string | null;
    hearing: string | null;
    sensory: string | null;
    meeting_point: string | null;
    meeting_latitude: number | null;
    meeting_longitude: number | null;
    /** Why no guest finds it: its advertiser has paused it, or no administrator has approved it yet. */
    held: string | null;
    more_pictures: Generated<boolean>;
    /** Whether there is anything to tell of it beside its words. */
    has_details: ColumnType<boolean, never, never>;
    search_words: ColumnType<string | null, never, never>;
    search_pairs: ColumnType<string | null, never, never>;
    /** Since when it is set aside, and whether guests saw it until then. */
    deleted_at: Date | null;
    active_before: boolean | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  listing_imports: {
    id: Generated<number>;
    file_name: string;
    header: string[];
    header_digest: Buffer;
    sample: unknown;
    columns: unknown;
    row_count: number;
    state: string;
    upload_id: string | null;
    work_id: string | null;
    created_by: string;
    created_at: Date;
  };
  listing_import_rows: {
    import_id: number;
    number: number;
    outcome: string;
    name: string;
    listing_id: number | null;
    replaces: string | null;
    content: unknown;
    faults: unknown;
    imported_at: Date | null;
  };
  search_vocabulary: { word: string };
  readiness: { only_row: Generated<boolean>; checked_at: Generated<Date> };
  listing_version: { only_row: Generated<boolean>; version: number; surroundings: Generated<number> };
  listing_changes: { version: number; listing_id: number | null };
  saved_listings: { user_id: string; listing_id: number; note: string | null; saved_at: Date };
  curated_listings: {
    location_id: number;
    listing_id: number;
    position: number;
    is_hidden: Generated<boolean>;
    hidden_by_partner: Generated<boolean>;
    /** When, and to whom, it is shown; null where always and to everyone. */
    rules: unknown;
  };
  idempotency_keys: {
    scope: string;
    endpoint: string;
    key: string;
    request_hash: Buffer;
    status: number | null;
    /** Of calls that were answered before there were references. */
    reply: string | null;
    reference: string | null;
    created_at: Date;
  };
  qr_codes: {
    id: Generated<number>;
    code: string;
    location_id: number;
    label: string | null;
    status: Generated<string>;
    expires_at: Date | null;
    replaced_by: number | null;
    created_at: Generated<Date>;
    printed_at: Date | null;
    /** Since when it leads where it does, without a pause; null where that is since it was made. */
    led_since: Date | null;
  };
  code_alerts: {
    id: Generated<string>;
    kind: string;
    location_id: number;
    /** Null where no code of the place is scanned any more. */
    qr_code_id: number | null;
    since: Date;
    visits: number | null;
    opened_at: Date;
    ended_at: Date | null;
  };
  wrong_codes: { hour: Date; part: number; mistyped: number; invented: number };
  partner_settings: {
    organisation_id: string;
    email_reports: Generated<boolean>;
    push_reports: Generated<boolean>;
    reporting_frequency: Generated<string>;
    marketing_consent: Generated<boolean>;
    updated_at: Date;
  };
  report_choices: {
    organisation_id: string;
    user_id: string;
    email_reports: boolean;
    reporting_frequency: string;
    ended_at: Date | null;
    updated_at: Date;
  };
  report_periods: {
    frequency: string;
    until: string;
    done_at: Date | null;
  };
  admin_report_subscriptions: {
    user_id: string;
    type: string;
    frequency: string;
    told_until: string;
  };
  report_mails: {
    frequency: string;
    until: string;
    organisation_id: string;
    user_id: string;
    asked_at: Date;
  };
  place_proposals: {
    id: Generated<string>;
    location_id: number;
    organisation_id: string;
    proposed_by: string | null;
    name: string | null;
    description: string | null;
    has_picture: Generated<boolean>;
    picture: Buffer | null;
    status: Generated<string>;
    created_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    decision_reason: string | null;
  };
  applications: {
    id: Generated<string>;
    stakeholder_type: string;
    partner_type: string | null;
    organization_name: string;
    contact_name: string;
    email: string;
    mailbox: string;
    phone: string | null;
    website: string | null;
    address: string | null;
    message: string | null;
    language: string;
    is_trapped: boolean;
    network_key: Buffer;
    state: Generated<string>;
    created_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    decision_reason: string | null;
    invitation_id: string | null;
  };
  listing_links: {
    listing_id: number;
    field: string;
    url: string;
    checked_at: Date;
    answer: string;
    failing_since: Date | null;
    broken: boolean;
  };
  listing_pictures: {
    id: string;
    listing_id: number;
    state: string;
    problem: string | null;
    url: string | null;
    color: string | null;
    widths: number[] | null;
    asked_by: string | null;
    asked_at: Date;
    past_since: Date | null;
    /** In which order those stand that are shown. */
    place: number | null;
    words: string | null;
    crop: number[] | null;
    is_added: Generated<boolean>;
  };
  listing_picture_files: { picture_id: string; width: number; type: string; bytes: Buffer };
  place_pictures: { location_id: number; id: string; picture: Buffer };
  qr_requests: {
    id: Generated<string>;
    organisation_id: string;
    requested_by: string | null;
    request_type: string;
    location_name: string;
    location_description: string;
    location_address: string;
    latitude: number | null;
    longitude: number | null;
    label: string | null;
    location_id: number | null;
    replaces: number | null;
    status: Generated<string>;
    created_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    decision_reason: string | null;
    qr_code_id: number | null;
  };
  visits: {
    id: Generated<number>;
    token_hash: Buffer;
    user_id: string | null;
    created_at: Date;
    last_seen_at: Date;
    limit_from: Date | null;
    limit_spent: Generated<number>;
  };
  scans: {
    id: Generated<number>;
    visit_id: number;
    qr_code_id: number;
    location_id: number;
    scanned_at: Date;
    counted: boolean;
    source: string;
    device: unknown;
    /** The user id of then. */
    partner_id: string | null;
    landing: unknown;
    fetch_site: string | null;
    network_hash: Buffer | null;
    device_class: Generated<string>;
    /** Whether the visitor was far from the place; null where they did not share where they were. */
    far: boolean | null;
  };
  network_keys: { month: string; key: Buffer };
  counted_impressions: { visit_id: number; list: string; listing_id: number; counted_at: Date };
  counted_scans: { visit_id: number; qr_code_id: number; counted_at: Date };
  orphan_scans: {
    id: Generated<number>;
    code: string;
    reason: string;
    scanned_at: Date;
    source: string;
    device: unknown;
  };
  orphan_codes: {
    code: string;
    reason: string;
    device: unknown;
    scans: number;
    camera: number;
    first_at: Date;
    last_at: Date;
  };
  clicks: {
    id: Generated<number>;
    click_id: string;
    user_id: string;
    visit_id: number | null;
    listing_id: number;
    scan_id: number | null;
    qr_code_id: number | null;
    location_id: number | null;
    platform: string;
    url: string;
    clicked_at: Date;
    /** The user id of then. */
    partner_id: string | null;
    commission_rate: number | null;
    price_range: string | null;
  };
  bookings: {
    id: Generated<string>;
    transaction_id: string;
    click_id: number | null;
    user_id: string;
    listing_id: number;
    qr_code_id: number | null;
    location_id: number | null;
    platform: string;
    reference: string | null;
    amount_cents: number;
    estimated: Generated<boolean>;
    status: Generated<string>;
    booked_at: Date;
    check_in_date: string | null;
    check_out_date: string | null;
    guest_count: number | null;
    contact_info: string | null;
    claimed_reference: string | null;
    /** `HH:MM` of Hawaiʻi. */
    check_in_time: string | null;
    /** The user id of then. */
    partner_id: string | null;
    supplier: Generated<string>;
    click_ordinal: Generated<number>;
    /** That its traveler booked in. */
    language: string | null;
    /** Since when its traveler is owed a mail of what it has become. */
    mail_due_at: Date | null;
    /** Since when its traveler says that the reference is theirs. */
    claimed_at: Date | null;
    /** When its click was reported, where that was later than `booked_at`. */
    received_at: Date | null;
  };
  past_members: { organisation_id: string; user_id: string; standing: string; joined_at: Date; until: Date };
  past_tiers: { organisation_id: string; until: Date; tier: string };
  rate_cards: {
    id: Generated<number>;
    tier: string;
    partner_share: number;
    effective_from: string;
    created_at: Date;
    created_by: string | null;
    reason: string;
    /** After the day of travel. */
    holding_days: Generated<number>;
  };
  rate_changes: {
    id: Generated<string>;
    /** Whose terms; null of a rate card. */
    organisation_id: string | null;
    tier: string;
    partner_share: number | null;
    effective_from: string | null;
    minimum_payout_cents: number | null;
    /** The terms that held when others were proposed. */
    former_tier: string | null;
    former_minimum_cents: number | null;
    reason: string;
    state: Generated<string>;
    proposed_by: string;
    proposed_at: Date;
    /** As of payouts. */
    had_another: Generated<boolean>;
    /** As of payouts. */
    admins: Generated<string[]>;
    settled_by: string | null;
    settled_at: Date | null;
    withdrawal_reason: string | null;
    rate_card_id: number | null;
    /** Null of terms, and of what a process proposed that knew none. */
    holding_days: number | null;
  };
  ledger_accounts: {
    id: Generated<number>;
    kind: string;
    organisation_id: string | null;
    platform: string | null;
    state: string;
  };
  ledger_balances: { account_id: number; part: number; cents: number };
  ledger_entries: {
    id: Generated<number>;
    posted_at: Date;
    kind: string;
    from_account: number;
    to_account: number;
    cents: number;
    /** What it is about is one of the three. */
    booking_id: string | null;
    campaign_id: string | null;
    invoice_id: string | null;
    payout_id: string | null;
    rate_card_id: number | null;
    reverses: number | null;
    reason: string | null;
    actor_id: string | null;
    cause: string;
  };
  commissions: {
    booking_id: string;
    organisation_id: string | null;
    rate_card_id: number | null;
    partner_share: number;
    platform_rate: number;
    listing_id: number;
    booked_at: Date;
    state: Generated<string>;
    basis: Generated<string>;
    amount_cents: Generated<number>;
    partner_cents: Generated<number>;
    platform_cents: Generated<number>;
    travel_day: string | null;
    payable_on: string | null;
    completed_on: string | null;
    paid_out_cents: Generated<number>;
    due_cents: ColumnType<number, never, never>;
  };
  /** Written by triggers. */
  commission_marks: { booking_id: string };
  commission_holds: {
    id: Generated<string>;
    booking_id: string;
    rule: string;
    /** Written as JSON text. */
    details: ColumnType<unknown, string | undefined, never>;
    state: Generated<string>;
    opened_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    decision_reason: string | null;
    taken_over_from: string | null;
  };
  payouts: {
    id: Generated<string>;
    organisation_id: string;
    run_id: string;
    cents: number;
    state: Generated<string>;
    prepared_by: string;
    prepared_at: Date;
    settled_by: string | null;
    settled_at: Date | null;
    /** Whether somebody else was an administrator then, or in the 30 days before. */
    had_another: boolean | null;
    /** Who was an administrator then; a trigger sets it. */
    admins: string[] | null;
  };
  booking_sums: { status: string; part: number; bookings: number; cents: number };
  booking_inquiries: {
    id: Generated<string>;
    user_id: string;
    listing_id: number | null;
    listing_text: string | null;
    platform: string;
    reference: string | null;
    travel_date: string | null;
    note: string | null;
    language: string | null;
    created_at: Date;
    status: Generated<string>;
    answer: string | null;
    handled_by: string | null;
    handled_at: Date | null;
  };
  reviews: {
    id: Generated<string>;
    booking_id: string;
    listing_id: number;
    user_id: string;
    rating: number;
    words: string | null;
    created_at: Date;
    updated_at: Date;
    hidden: Generated<boolean>;
    hidden_reason: string | null;
    awaits_look: Generated<boolean>;
  };
  review_reports: {
    id: Generated<number>;
    review_id: string;
    reporter: Buffer;
    reason: string;
    note: string | null;
    reported_at: Date;
  };
  audit_entries: {
    sequence: number;
    recorded_at: Date;
    action: string;
    actor_id: string | null;
    subject_kind: string;
    subject_id: string;
    details_hash: Buffer;
    previous_hash: Buffer;
    hash: Buffer;
  };
  audit_details: { sequence: number; salt: Buffer; person_id: string | null; content: string };
  audit_inbox: {
    id: Generated<number>;
    recorded_at: Date;
    action: string;
    actor_id: string | null;
    subject_kind: string;
    subject_id: string;
    salt: Buffer;
    person_id: string | null;
    content: string;
  };
  privacy_requests: {
    id: Generated<string>;
    kind: string;
    user_id: string;
    state: Generated<string>;
    asked_at: Date;
    ended_at: Date | null;
    /** Of an erasure that is under way. */
    sought: string[] | null;
  };
  security_events: {
    id: Generated<number>;
    occurred_at: Date;
    event_type: string;
    severity: string;
    description: string;
    user_id: string | null;
    ip_address: string | null;
    request_id: string | null;
    occurrences: Generated<number>;
    resolved: Generated<boolean>;
    resolved_by: string | null;
    resolved_at: Date | null;
  };
  security_alerts: {
    id: Generated<string>;
    rule: string;
    subject: Generated<string>;
    figure: number;
    opened_at: Date;
    held_at: Date;
    ended_at: Date | null;
    dismissed_at: Date | null;
    dismissed_by: string | null;
  };
  security_scan: {
    only_row: Generated<boolean>;
    scanned_at: Date;
    certificate_of: string | null;
    certificate_asked_at: Date | null;
    certificate_ends_at: Date | null;
  };
  events: {
    received_at: Date;
    occurred_at: Date | null;
    event_type: string;
    audience: string;
    user_id: string | null;
    visit_id: number | null;
    listing_id: number | null;
    qr_code_id: number | null;
    data: unknown;
    location_id: number | null;
    /** The user id of then. */
    partner_id: string | null;
  };
  rollups: {
    grain: string;
    dimension: string;
    key: string;
    starts_at: Date;
    scans: number;
    scans_raw: number;
    visits: number;
    clicks: number;
    bookings_pending: number;
    bookings_confirmed: number;
    bookings_completed: number;
    bookings_cancelled: number;
    estimated_cents: number;
    confirmed_cents: number;
    events: number;
    impressions: Generated<number>;
    openings: Generated<number>;
    bot_views: Generated<number>;
  };
  traveler_counts: { part: number; travelers: number };
  earned_days: { day: Date; told: number; told_cents: number; partner_cents: number; platform_cents: number };
  partner_earned_days: {
    day: Date;
    organisation_id: string;
    qr_code_id: number | null;
    location_id: number | null;
    told: number;
    told_cents: number;
    earning: number;
    cents: number;
  };
  review_days: { day: Date; organisation_id: string | null; rating: number; reviews: number; guests: string[] };
  rollup_state: { only_row: Generated<boolean>; closed_until: Date; events_since: Date };
  rollup_marks: { hour: Date; events: Generated<boolean>; earliest: Date | null };
  part_hours: { hour: Date; counted_until: Date; counted_as: number };
  part_hour_figures: {
    dimension: string;
    starts_at: Date;
    key: string;
    scans: number;
    scans_raw: number;
    clicks: number;
    events: number;
    impressions: number;
    openings: number;
  };
  partial_rollup_marks: { hour: Date; events: boolean; definition: number };
  request_metrics: {
    grain: string;
    starts_at: Date;
    endpoint: string;
    requests: number;
    errors: number;
    unavailable: number;
    total_ms: number;
    buckets: number[];
    counts: number[];
    histogram: number | null;
  };
  request_metric_batches: { process: string; batch: number; written_at: Date };
  upkeep: {
    task: string;
    succeeded_at: Date | null;
    by_hand_at: Date | null;
    failed_at: Date | null;
    problem: string | null;
    /** Written as JSON text. */
    figures: ColumnType<unknown, string | undefined, string>;
  };
  up_hours: { hour: Date; minutes: string };
  invitations: {
    id: Generated<string>;
    token_hash: Buffer;
    invited_email: string;
    stakeholder_type: string;
    organization_name: string;
    partner_type: string | null;
    notes: string | null;
    permissions: string[];
    invited_by: string | null;
    created_at: Date;
    sent_at: Date;
    sent_count: Generated<number>;
    expires_at: Date;
    accepted_at: Date | null;
    accepted_by: string | null;
    revoked_at: Date | null;
    closed_at: Date | null;
    /** Into whose team; null where it makes an organisation. */
    organisation_id: string | null;
    /** In that team; null as staff, or where it makes an organisation. */
    standing: string | null;
  };
  passkeys: {
    id: Generated<string>;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    backed_up: boolean;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  passkey_challenges: { session_hash: Buffer; purpose: string; challenge: string; expires_at: Date };
  embed_hosts: { host: string; added_at: Date; added_by: string | null };
  inbox: {
    id: Generated<number>;
    source: string;
    received_at: Date;
    /** Written as JSON text. */
    headers: ColumnType<unknown, string, never>;
    body: Buffer;
    /** Unused since this column may be null; processes of the version before write it. */
    digest: Buffer | null;
    state: Generated<string>;
    attempts: Generated<number>;
    problem: string | null;
    settled_at: Date | null;
  };
  daily_runs: { name: string; last_day: string };
  long_work: {
    id: Generated<string>;
    kind: string;
    asked_by: string;
    /** Written as JSON text. */
    parameters: ColumnType<unknown, string, string>;
    state: Generated<string>;
    mail_when_done: boolean;
    cancel_asked: Generated<boolean>;
    attempts: Generated<number>;
    done_steps: Generated<number>;
    total_steps: number | null;
    result_name: string | null;
    result_type: string | null;
    result_bytes: number | null;
    result_expires_at: Date | null;
    problem: string | null;
    created_at: Date;
    started_at: Date | null;
    ended_at: Date | null;
  };
  uploads: {
    id: string;
    purpose: string;
    user_id: string;
    organisation_id: string | null;
    name: string;
    bytes: number;
    media_type: string;
    sha256: Buffer;
    created_at: Date;
    expires_at: Date;
    claimed_at: Date | null;
  };
  error_reports: {
    id: Generated<number>;
    kind: string;
    error_id: string;
    received_at: Date;
    user_id: string | null;
    network: string;
    message: string | null;
    stack: string | null;
    component_stack: string | null;
    url: string | null;
    user_agent: string | null;
    occurred_at: Date | null;
    error_type: string | null;
    severity: string | null;
    fault_id: string | null;
  };
  faults: {
    id: string;
    kind: string;
    message: string;
    place: string | null;
    state: Generated<string>;
    first_seen: Date;
    last_seen: Date;
    reports: number;
    reopened_at: Date | null;
    severity: Generated<number>;
  };
  platform_bookings: {
    id: Generated<string>;
    platform: string;
    supplier: string;
    reference: string;
    reference_keys: string[];
    status: string;
    amount_cents: number | null;
    amount_version: Date | null;
    amount_told: string | null;
    currency: string | null;
    doubt: string | null;
    /** Of the news since which the amount is in doubt. */
    doubt_version: Date | null;
    travel_date: string | null;
    /** `HH:MM` at the place. */
    travel_time: string | null;
    guest_count: number | null;
    item_id: string | null;
    item_name: string | null;
    email_hash: Buffer | null;
    mailbox_hash: Buffer | null;
    click_id: string | null;
    affiliate: string | null;
    booked_at: Date | null;
    rebooked_from: string | null;
    rebooked_to: string | null;
    version: Date;
    version_digest: Buffer;
    undated: Generated<Buffer[]>;
    first_news_at: Date;
    last_news_at: Date;
    state: Generated<string>;
    match_kind: string | null;
    confidence: number | null;
    booking_id: string | null;
    parted_at: Date | null;
  };
  feeds: {
    source: string;
    cursor: string | null;
    page_digest: Buffer | null;
    since: Date;
    next_at: Date;
    failures: Generated<number>;
    read_at: Date | null;
  };
  statement_maps: {
    id: Generated<number>;
    platform: string;
    header_digest: Buffer;
    /** Written as JSON text. */
    columns: ColumnType<unknown, string, never>;
    supplier: string | null;
    dates: string;
    decimals: string;
    currency: string | null;
    created_by: string;
    created_at: Date;
  };
  location_batches: {
    id: Generated<number>;
    digest: Buffer;
    format: string;
    paper: string;
    language: string;
    work_id: string | null;
    created_by: string | null;
    created_at: Date;
  };
  location_batch_rows: {
    batch_id: number;
    number: number;
    name: string;
    description: string;
    address: string;
    latitude: number | null;
    longitude: number | null;
    organisation_id: string | null;
    location_id: number | null;
    qr_code_id: number | null;
  };
  statement_imports: {
    id: Generated<number>;
    file_name: string;
    sha256: Buffer;
    header: string[];
    row_count: number;
    map_id: number | null;
    state: string;
    upload_id: string | null;
    work_id: string | null;
    created_by: string;
    created_at: Date;
    applied_at: Date | null;
    /** Written by a trigger, this and the next one. */
    applied_rows: number | null;
    outcomes: unknown;
  };
  statement_rows: {
    import_id: number;
    number: number;
    cells: string[];
    platform: string | null;
    supplier: string | null;
    reference: string | null;
    status: string | null;
    amount_cents: number | null;
    commission_cents: number | null;
    currency: string | null;
    travel_date: string | null;
    digest: Buffer | null;
    fault_column: string | null;
    fault: string | null;
    outcome: string | null;
    is_repeated: Generated<boolean>;
    applied_at: Date | null;
    booking_id: string | null;
    platform_booking_id: string | null;
  };
  statement_months: {
    month: string;
    closed_at: Date | null;
    done_at: Date | null;
  };
  partner_statements: {
    organisation_id: string;
    month: string;
    name: string;
    opening_cents: number;
    earned_cents: number;
    clawed_back_cents: number;
    paid_cents: number;
    line_count: number;
    made_at: Date;
  };
  partner_statement_lines: {
    organisation_id: string;
    month: string;
    position: number;
    booking_id: string;
    experience: string;
    booked_on: string;
    travel_day: string | null;
    amount_cents: number;
    partner_share: number;
    earned_cents: number;
    clawed_back_cents: number;
    paid_cents: number;
  };
}
