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
  /** Columns that are no data of theirs: secrets, hashes, copies made for searching. */
  hides?: readonly string[];
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
    hides: ['search_text', 'sort_name'],
    erased: {
      set: ({ id }) => sql`email = ${pseudonymOf(id)}, name = null, given_name = null, picture = null, language = null,
        admin_by_setting_at = null, last_seen_at = '-infinity'`,
    },
  },
  profiles: {
    what: 'Your profile',
    of: byUser,
    erased: {
      set: () => sql`role = 'traveler', partner_type = null, organization_name = null, phone = null, location = null,
        interests = '{}', preferences = '{}', permissions = null, onboarded_at = null, is_active = false`,
    },
  },
  user_identities: { what: 'Sign-ins with an identity provider', of: byUser, erased: 'deleted' },
  pending_identities: {
    what: 'Sign-ins with an identity provider that wait for a proof',
    of: byEmail,
    hides: ['token_hash'],
    erased: 'deleted',
  },
  sessions: { what: 'Where you are signed in', of: byUser, hides: ['token_hash'], erased: 'deleted' },
  magic_links: {
    what: 'Sign-in links by mail',
    of: byEmail,
    hides: ['token_hash', 'browser_hash', 'visit_hash', 'sealed_redirect'],
    erased: 'deleted',
  },
  passkeys: { what: 'Your passkeys', of: byUser, hides: ['public_key'], erased: 'deleted' },
  idempotency_keys: {
    what: 'Requests that have one effect however often they are sent',
    of: ({ id }) => sql`t.scope = ${id}`,
    hides: ['request_hash'],
    erased: 'deleted',
  },
  saved_listings: { what: 'Places you saved', of: byUser, erased: 'deleted' },
  reviews: { what: 'Your reviews', of: byUser, erased: 'deleted' },
  review_reports: {
    what: 'Reviews you reported',
    of: ({ reporters }) => sql`t.reporter = any(${reporters}::bytea[])`,
    hides: ['reporter'],
    erased: 'deleted',
  },
  booking_inquiries: { what: 'What you asked about missing bookings', of: byUser, erased: 'deleted' },
  bookings: {
    what: 'Your bookings',
    of: byUser,
    erased: {
      set: () =>
        sql`contact_info = null, claimed_reference = null, claimed_at = null, language = null, mail_due_at = null`,
    },
  },
  platform_bookings: {
    what: 'What booking platforms told of your bookings',
    of: ofBookings,
    hides: ['email_hash', 'mailbox_hash', 'version_digest', 'undated'],
    erased: { set: () => sql`email_hash = null, mailbox_hash = null` },
  },
  statement_rows: {
    what: 'What booking platforms paid for your bookings',
    of: ({
      id,
    }) => sql`t.platform_booking_id in (select p.id from platform_bookings p join bookings b on b.id = p.booking_id
      where b.user_id = ${id}::uuid)`,
    hides: ['digest'],
    erased: { kept: `${forMoney}; a platform's own columns about its customers are not kept` },
  },
  clicks: { what: 'Booking links you followed', of: byUser, erased: { kept: forMoney } },
  visits: {
    what: 'Visits with your browsers',
    of: byUser,
    hides: ['token_hash'],
    erased: { apart: 'nobody’s, once what was done in them is forgotten' },
  },
  scans: {
    what: 'Codes you scanned',
    of: ofVisits,
    hides: ['network_hash'],
    erased: { apart: 'that a code was scanned stays, without how the browser came to it and what it said of itself' },
  },
  events: {
    what: 'What you did in the guide',
    of: ({ id }) =>
      sql`(t.user_id = ${id}::uuid or t.visit_id in (select v.id from visits v where v.user_id = ${id}::uuid))`,
    erased: { apart: 'that it was done stays, without who did it and what they told of it' },
  },
  counted_scans: { what: 'When scans of yours were counted', of: ofVisits, erased: { kept: nobodysThen } },
  counted_impressions: { what: 'Which experiences you saw last', of: ofVisits, erased: { kept: nobodysThen } },
  campaign_touches: {
    what: 'Sponsored experiences you followed',
    of: (person) => sql`t.kind = 'click' and ${ofVisits(person)}`,
    hides: ['cents'],
    erased: { kept: nobodysThen },
  },
  sponsored_follows: { what: 'Sponsored experiences you followed first', of: ofVisits, erased: { kept: nobodysThen } },
  error_reports: {
    what: 'Errors you reported',
    of: byUser,
    erased: { apart: 'they go, and with the last report of a fault the fault' },
  },
  applications: {
    what: 'Applications you sent',
    of: byEmail,
    hides: ['network_key'],
    erased: 'deleted',
  },
  invitations: {
    what: 'Invitations sent to you',
    of: ({ id, email }) => sql`(t.invited_email = ${email} or t.accepted_by = ${id}::uuid)`,
    hides: ['token_hash'],
    erased: {
      set: ({ id }) => sql`invited_email = ${pseudonymOf(id)}, notes = null, closed_at = coalesce(closed_at, now()),
        revoked_at = case when accepted_at is null then coalesce(revoked_at, now()) else revoked_at end`,
    },
  },
  members: {
    what: 'Organisations you work for',
    of: byUser,
    erased: {
      kept: 'an organisation is known by whoever owns it; whoever works for one is not erased before they have left',
    },
  },
  past_members: { what: 'Organisations you have left', of: byUser, erased: { kept: forMoney } },
  report_choices: { what: 'Which reports you chose', of: byUser, erased: 'deleted' },
  report_mails: { what: 'Reports mailed to you', of: byUser, erased: { kept: oftheHouse } },
  admin_report_subscriptions: { what: 'Reports of the platform you chose', of: byUser, erased: 'deleted' },
  place_proposals: {
    what: 'What you proposed for places',
    of: doneBy('proposed_by'),
    hides: ['picture'],
    erased: { kept: oftheHouse },
  },
  qr_requests: { what: 'Codes you asked for', of: doneBy('requested_by'), erased: { kept: oftheHouse } },
  listing_proposals: { what: 'Listings you submitted', of: doneBy('proposed_by'), erased: { kept: oftheHouse } },
  listing_pictures: { what: 'Pictures you sent', of: doneBy('asked_by'), erased: { kept: oftheHouse } },
  uploads: {
    what: 'Files you sent',
    of: byUser,
    hides: ['sha256'],
    erased: { kept: `${oftheHouse}; what nothing took up is gone within a day` },
  },
  long_work: {
    what: 'Files and other long work you asked for',
    of: doneBy('asked_by'),
    erased: { kept: `${oftheHouse}; it goes in time` },
  },
  audit_entries: {
    what: 'What the audit log says you did',
    of: doneBy('actor_id'),
    hides: ['details_hash', 'previous_hash', 'hash'],
    erased: { kept: 'its hashes prove that nothing was changed; it holds ids alone' },
  },
  audit_details: {
    what: 'What the audit log says of you',
    of: doneBy('person_id'),
    hides: ['salt'],
    erased: 'deleted',
  },
  security_events: {
    what: 'Security events of your account',
    of: byUser,
    erased: { apart: 'that something happened stays, without whose it was and from where' },
  },
  security_alerts: {
    what: 'Security alerts about your account',
    of: ({ id }) => sql`t.subject like ${`${id}%`}`,
    erased: { apart: 'they go with the events' },
  },
  privacy_requests: {
    what: 'What you asked for of your own data',
    of: byUser,
    hides: ['sought'],
    erased: { kept: 'it says that the account was erased, and when' },
  },
};
