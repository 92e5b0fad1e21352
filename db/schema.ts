import type { ColumnType, Generated } from 'kysely';

/** The tables of db/migrations, typed for the query layer. */
export interface Tables {
  migrations: { name: string; checksum: string; applied_at: Generated<Date> };
  users: {
    id: Generated<string>;
    email: string;
    name: string | null;
    given_name: string | null;
    picture: string | null;
    created_at: Generated<Date>;
  };
  profiles: {
    id: Generated<string>;
    user_id: string;
    role: Generated<string>;
    partner_type: string | null;
    organization_name: string | null;
    phone: string | null;
    location: string | null;
    is_active: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  sessions: {
    token_hash: Buffer;
    user_id: string;
    created_at: Date;
    last_seen_at: Date;
    idle_expires_at: Date;
    expires_at: Date;
    user_agent: string | null;
  };
  magic_links: {
    id: Generated<string>;
    email: string;
    token_hash: Buffer;
    browser_hash: Buffer;
    visit_hash: Buffer | null;
    network: string;
    redirect: string | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    voided_at: Date | null;
  };
  locations: {
    id: Generated<number>;
    name: string;
    description: string;
    address: string;
    island: string;
    latitude: number;
    longitude: number;
    image_url: string | null;
    image_color: string | null;
    partner_id: string | null;
    created_at: Generated<Date>;
  };
  listings: {
    id: Generated<number>;
    name: string;
    description: string;
    category: string;
    subcategory: string | null;
    address: string | null;
    phone: string | null;
    website_url: string | null;
    booking_url: string | null;
    image_url: string | null;
    image_color: string | null;
    rating: number | null;
    review_count: Generated<number>;
    price_range: string;
    commission_rate: Generated<number>;
    is_active: Generated<boolean>;
    is_featured: Generated<boolean>;
    advertiser_id: string | null;
    latitude: number | null;
    longitude: number | null;
    search_text: ColumnType<string, never, never>;
    search_words: ColumnType<string, never, never>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  curated_listings: { location_id: number; listing_id: number; position: number; is_hidden: Generated<boolean> };
  idempotency_keys: {
    scope: string;
    endpoint: string;
    key: string;
    request_hash: Buffer;
    status: number | null;
    reply: string | null;
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
  };
  visits: {
    id: Generated<number>;
    token_hash: Buffer;
    user_id: string | null;
    created_at: Date;
    last_seen_at: Date;
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
  };
  counted_scans: { visit_id: number; qr_code_id: number; counted_at: Date };
  orphan_scans: {
    id: Generated<number>;
    code: string;
    reason: string;
    scanned_at: Date;
    source: string;
    device: unknown;
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
}
