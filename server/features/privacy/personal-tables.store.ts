import { type RawBuilder, sql } from 'kysely';

/** Whose rows are meant: an account, the address it has or had, and what hides it where it is told as a hash. */
export interface Person {
  id: string;
  email: string;
  /** As reports of reviews name their reporter, by each key that is still valid. */
  reporters: readonly Buffer[];
}

/** What a table holds of a person. */
export interface PersonalTable {
  /** In words, for whoever reads their own data. */
  what: string;
  /** Which of its rows, `t`, are the person's. */
  of: (person: Person) => RawBuilder<unknown>;
  /** Which columns are told them, by name: no secret, hash or copy made for searching, and nothing that is shown to administrators alone. */
  tells: string;
  /** Which of them alone once the person is no member of the organisation whose row it is, `organisation_id`. */
  tellsPastMembers?: string;
  /**
   * What becomes of those rows when the account is erased: they go, some columns are emptied, or they stay, with the reason.
   * `apart`: by functions of the database, or by the module that the rows belong to.
   */
  erased: 'deleted' | { set: (person: Person) => RawBuilder<unknown> } | { kept: string } | { apart: string };
}

/** What an erased account is called: nobody has this address, and none can (RFC 2606). */
export const pseudonymOf = (id: string) => `${id}@erased.invalid`;

const byUser = ({ id }: Person) => sql`t.user_id = ${id}::uuid`;
const byEmail = ({ email }: Person) => sql`t.email = ${email}`;
const ofVisits = ({ id }: Person) => sql`t.visit_id in (select v.id from visits v where v.user_id = ${id}::uuid)`;
const ofBookings = ({ id }: Person) => sql`t.booking_id in (select b.id from bookings b where b.user_id = ${id}::uuid)`;
/** By whom something of an organisation's was done. */
const doneBy = (column: string) => (person: Person) => sql`t.${sql.ref(column)} = ${person.id}::uuid`;

const forMoney = 'what was earned and paid rests on it; it names the account by its id alone';
const nobodysThen = 'it names the visit, which is nobody’s any more';
const oftheHouse = "an organisation's, whoever asked for it; it names the account by its id alone";

/**
 * Every table that holds something of a person, each with the rows that are theirs. What they download of their own data and what an
 * erasure leaves are both made from this list; `personal-tables.test.ts` compares it with the database.
 */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  users: {
    what: 'Your account',
    of: ({ id }) => sql`t.id = ${id}::uuid`,
    tells: 'id email name given_name picture created_at admin_by_setting_at last_seen_at language erased_at',
    erased: {
      set: ({ id }) => sql`email = ${pseudonymOf(id)}, name = null, given_name = null, picture = null, language = null,
        admin_by_setting_at = null, last_seen_at = '-infinity'`,
    },
  },
  profiles: {
    what: 'Your profile',
    of: byUser,
    tells:
      'id user_id role partner_type organization_name phone location is_active created_at updated_at interests preferences permissions onboarded_at admin_until',
    erased: {
      set: () => sql`role = 'traveler', partner_type = null, organization_name = null, phone = null, location = null,
        interests = '{}', preferences = '{}', permissions = null, onboarded_at = null, is_active = false`,
    },
  },
  user_identities: {
    what: 'Sign-ins with an identity provider',
    of: byUser,
    tells: 'issuer subject user_id email created_at last_used_at',
    erased: 'deleted',
  },
  pending_identities: {
    what: 'Sign-ins with an identity provider that wait for a proof',
    of: byEmail,
    tells: 'issuer subject email created_at expires_at',
    erased: 'deleted',
  },
  sessions: {
    what: 'Where you are signed in',
    of: byUser,
    tells: 'user_id created_at last_seen_at idle_expires_at expires_at user_agent id confirmed_until',
    erased: 'deleted',
  },
  magic_links: {
    what: 'Sign-in links by mail',
    of: byEmail,
    tells: 'id email network created_at expires_at used_at voided_at',
    erased: 'deleted',
  },
  passkeys: {
    what: 'Your passkeys',
    of: byUser,
    tells: 'id user_id credential_id counter transports backed_up name created_at last_used_at',
    erased: 'deleted',
  },
  idempotency_keys: {
    what: 'Requests that have one effect however often they are sent',
    of: ({ id }) => sql`t.scope = ${id}`,
    tells: 'scope endpoint key status reply created_at reference',
    erased: 'deleted',
  },
  saved_listings: {
    what: 'Places you saved',
    of: byUser,
    tells: 'user_id listing_id note saved_at',
    erased: 'deleted',
  },
  reviews: {
    what: 'Your reviews',
    of: byUser,
    tells: 'id booking_id listing_id user_id rating words created_at updated_at hidden hidden_reason',
    erased: 'deleted',
  },
  review_reports: {
    what: 'Reviews you reported',
    of: ({ reporters }) => sql`t.reporter = any(${reporters}::bytea[])`,
    tells: 'id review_id reason note reported_at',
    erased: 'deleted',
  },
  booking_inquiries: {
    what: 'What you asked about missing bookings',
    of: byUser,
    tells:
      'id user_id listing_id listing_text platform reference travel_date note created_at status answer handled_at language',
    erased: 'deleted',
  },
  bookings: {
    what: 'Your bookings',
    of: byUser,
    tells:
      'id transaction_id click_id user_id listing_id qr_code_id location_id platform reference amount_cents estimated status booked_at check_in_date check_out_date guest_count contact_info claimed_reference check_in_time supplier click_ordinal language mail_due_at claimed_at received_at',
    erased: {
      set: () =>
        sql`contact_info = null, claimed_reference = null, claimed_at = null, language = null, mail_due_at = null`,
    },
  },
  platform_bookings: {
    what: 'What booking platforms told of your bookings',
    of: ofBookings,
    tells:
      'id platform supplier reference status amount_cents currency travel_date travel_time guest_count item_id item_name first_news_at last_news_at booking_id booked_at',
    erased: { set: () => sql`email_hash = null, mailbox_hash = null` },
  },
  statement_rows: {
    what: 'What booking platforms paid for your bookings',
    of: ({
      id,
    }) => sql`t.platform_booking_id in (select p.id from platform_bookings p join bookings b on b.id = p.booking_id
      where b.user_id = ${id}::uuid)`,
    tells: 'platform supplier reference status amount_cents currency travel_date booking_id platform_booking_id',
    erased: { kept: `${forMoney}; a platform's own columns about its customers are not kept` },
  },
  clicks: {
    what: 'Booking links you followed',
    of: byUser,
    tells: 'id click_id user_id visit_id listing_id scan_id qr_code_id location_id platform url clicked_at price_range',
    erased: { kept: forMoney },
  },
  visits: {
    what: 'Visits with your browsers',
    of: byUser,
    tells: 'id user_id created_at last_seen_at',
    erased: { apart: 'nobody’s, once what was done in them is forgotten' },
  },
  scans: {
    what: 'Codes you scanned',
    of: ofVisits,
    tells: 'id visit_id qr_code_id location_id scanned_at counted source device landing fetch_site device_class far',
    erased: { apart: 'that a code was scanned stays, without how the browser came to it and what it said of itself' },
  },
  events: {
    what: 'What you did in the guide',
    of: ({ id }) =>
      sql`(t.user_id = ${id}::uuid or t.visit_id in (select v.id from visits v where v.user_id = ${id}::uuid))`,
    tells: 'received_at occurred_at event_type audience user_id visit_id listing_id qr_code_id data location_id',
    erased: { apart: 'that it was done stays, without who did it and what they told of it' },
  },
  counted_scans: {
    what: 'When scans of yours were counted',
    of: ofVisits,
    tells: 'visit_id qr_code_id counted_at',
    erased: { kept: nobodysThen },
  },
  counted_impressions: {
    what: 'Which experiences you saw last',
    of: ofVisits,
    tells: 'visit_id list listing_id counted_at',
    erased: { kept: nobodysThen },
  },
  campaign_touches: {
    what: 'Sponsored experiences you followed',
    of: (person) => sql`t.kind = 'click' and ${ofVisits(person)}`,
    tells: 'campaign_id day kind visit_id location_id touched_at',
    erased: { kept: nobodysThen },
  },
  sponsored_follows: {
    what: 'Sponsored experiences you followed first',
    of: ofVisits,
    tells: 'visit_id listing_id followed_at',
    erased: { kept: nobodysThen },
  },
  error_reports: {
    what: 'Errors you reported',
    of: byUser,
    tells:
      'id kind error_id received_at user_id network message stack component_stack url user_agent occurred_at error_type severity fault_id',
    erased: { apart: 'they go, and with the last report of a fault the fault' },
  },
  applications: {
    what: 'Applications you sent',
    of: byEmail,
    tells:
      'id stakeholder_type partner_type organization_name contact_name email phone website address message language state created_at decided_at invitation_id',
    erased: 'deleted',
  },
  invitations: {
    what: 'Invitations sent to you',
    of: ({ id, email }) => sql`(t.invited_email = ${email} or t.accepted_by = ${id}::uuid)`,
    tells:
      'id invited_email stakeholder_type organization_name partner_type permissions created_at sent_at sent_count expires_at accepted_at accepted_by revoked_at closed_at organisation_id standing',
    erased: {
      set: ({ id }) => sql`invited_email = ${pseudonymOf(id)}, notes = null,
        organization_name = case when organisation_id is null then '' else organization_name end, closed_at = coalesce(closed_at, now()),
        revoked_at = case when accepted_at is null then coalesce(revoked_at, now()) else revoked_at end`,
    },
  },
  members: {
    what: 'Organisations you work for',
    of: byUser,
    tells: 'organisation_id kind user_id standing permissions joined_at',
    erased: {
      kept: 'an organisation is known by whoever owns it; whoever works for one is not erased before they have left',
    },
  },
  past_members: {
    what: 'Organisations you have left',
    of: byUser,
    tells: 'organisation_id user_id standing joined_at until',
    erased: { kept: forMoney },
  },
  report_choices: {
    what: 'Which reports you chose',
    of: byUser,
    tells: 'organisation_id user_id email_reports reporting_frequency ended_at updated_at',
    erased: 'deleted',
  },
  report_mails: {
    what: 'Reports mailed to you',
    of: byUser,
    tells: 'frequency until organisation_id user_id asked_at',
    erased: { kept: oftheHouse },
  },
  admin_report_subscriptions: {
    what: 'Reports of the platform you chose',
    of: byUser,
    tells: 'user_id type frequency told_until',
    erased: 'deleted',
  },
  place_proposals: {
    what: 'What you proposed for places',
    of: doneBy('proposed_by'),
    tells:
      'id location_id organisation_id proposed_by name description has_picture status created_at decided_at decision_reason',
    tellsPastMembers: 'id created_at',
    erased: { kept: oftheHouse },
  },
  qr_requests: {
    what: 'Codes you asked for',
    of: doneBy('requested_by'),
    tells:
      'id organisation_id requested_by request_type location_name location_description location_address latitude longitude label location_id replaces status created_at decided_at decision_reason qr_code_id',
    tellsPastMembers: 'id created_at',
    erased: { kept: oftheHouse },
  },
  listing_proposals: {
    what: 'Listings you submitted',
    of: doneBy('proposed_by'),
    tells:
      'id number organisation_id listing_id is_new content state proposed_by submitted_at decided_at decision_reason pictures',
    tellsPastMembers: 'id submitted_at',
    erased: { kept: oftheHouse },
  },
  listing_pictures: {
    what: 'Pictures you sent',
    of: doneBy('asked_by'),
    tells: 'id listing_id state problem url color widths asked_by asked_at place words crop is_added',
    erased: { kept: oftheHouse },
  },
  uploads: {
    what: 'Files you sent',
    of: byUser,
    tells: 'id purpose user_id organisation_id name bytes media_type created_at expires_at claimed_at',
    tellsPastMembers: 'id created_at',
    erased: { kept: `${oftheHouse}; what nothing took up is gone within a day` },
  },
  long_work: {
    what: 'Files and other long work you asked for',
    of: doneBy('asked_by'),
    tells:
      'id kind asked_by parameters state mail_when_done cancel_asked attempts done_steps total_steps result_name result_type result_bytes result_expires_at problem created_at started_at ended_at',
    erased: { kept: `${oftheHouse}; it goes in time` },
  },
  audit_entries: {
    what: 'What the audit log says you did',
    of: doneBy('actor_id'),
    tells: 'sequence recorded_at action actor_id subject_kind subject_id',
    erased: { kept: 'its hashes prove that nothing was changed; it holds ids alone' },
  },
  audit_details: {
    what: 'What the audit log says of you',
    of: doneBy('person_id'),
    tells: 'sequence person_id content',
    erased: 'deleted',
  },
  security_events: {
    what: 'Security events of your account',
    of: byUser,
    tells: 'id occurred_at event_type severity description user_id ip_address request_id occurrences',
    erased: { apart: 'that something happened stays, without whose it was and from where' },
  },
  security_alerts: {
    what: 'Security alerts about your account',
    of: ({ id }) => sql`t.subject like ${`${id}%`}`,
    tells: 'id subject opened_at ended_at',
    erased: { apart: 'they go with the events' },
  },
  privacy_requests: {
    what: 'What you asked for of your own data',
    of: byUser,
    tells: 'id kind user_id state asked_at ended_at',
    erased: { kept: 'it says that the account was erased, and when' },
  },
};
