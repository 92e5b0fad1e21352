/** `partner_settings_changed` as words. */
const inWords = (name: string) => {
  const words = name
    .replaceAll('_', ' ')
    .replace(/\bqr\b/g, 'QR')
    .replace(/\burl\b/g, 'address');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** As the desks and the histories have it; what is not here is readable as it is written. */
const actions: Record<string, string> = {
  admin_audit_entry_view: 'Audit entry looked at',
  admin_booking_view: 'Booking’s share looked at',
  admin_organisation_view: 'Organisation looked at',
  admin_partner_view: 'Partner’s portal looked at',
  admin_user_view: 'Account looked at',
  application_invited: 'Applicant invited',
  embed_hosts_changed: 'Embedded pages changed',
  listing_created: 'Listing added',
  listing_restored: 'Deletion of a listing undone',
  listings_importing: 'Bulk import begun',
  listings_imported: 'Listings imported',
  listings_mapped: 'Columns of a bulk import chosen',
  listings_taken: 'Bulk import uploaded',
  location_batch_taken: 'QR batch begun',
  place_arranged: 'Experiences arranged by a partner',
  place_created: 'Place added',
  place_list_changed: 'Experiences chosen for a place',
  place_proposed: 'Change of a place proposed',
  place_restored: 'Deletion of a place undone',
  qr_code_made_of_orphan: 'QR code made of an orphan scan',
  review_left: 'Review left as it is',
};

const kinds: Record<string, string> = {
  audit_entry: 'Entry of the audit log',
  campaign_invoice: 'Invoice of campaigns',
  listing_import: 'Bulk import',
  location_batch: 'QR batch',
  place_proposal: 'Proposed change of a place',
  qr_request: 'QR request',
  statement_import: 'Statement',
  user: 'Account',
};

const fields: Record<string, string> = {
  advertiser_id: 'Advertiser',
  booking_id: 'Booking',
  cancel_asked: 'Cancel asked for',
  decision_reason: 'Reason',
  description: 'Description',
  ended: 'Sessions ended',
  hidden: 'Hidden by the partner',
  image_url: 'Picture',
  invitation_id: 'Invitation',
  invited_email: 'E-mail address',
  is_active: 'Active',
  is_featured: 'Featured',
  leave_out_wrong: 'Wrong rows left out',
  listing_id: 'Listing',
  location_address: 'Address',
  location_description: 'Words about it',
  location_id: 'Place',
  location_name: 'Place',
  name_ja: 'Name in Japanese',
  description_ja: 'Description in Japanese',
  order: 'Experiences',
  organisation_id: 'Partner',
  organization_name: 'Organization',
  partner_share: 'Partner’s share',
  place: 'Place',
  qr_code_id: 'QR code',
  code: 'QR code',
  replaces: 'In place of',
  replaced_by: 'Replaced by',
  request: 'QR request',
  requested_by: 'Asked by',
  stay_from: 'From day of the stay',
  stay_until: 'To day of the stay',
  stakeholder_type: 'Kind of stakeholder',
  time_from: 'Shown from',
  time_until: 'Shown until',
};

const partOf = (name: string): string => fields[name] ?? inWords(name.replace(/_(cents|id)$/, ''));

/**
 * What a value is called: each part of its name, but of a rule the listing that it is of in place of its number.
 * @param of that listing
 */
function fieldOf(name: string, of: string | null): string {
  const [first, id, ...rest] = name.split('.');
  if (first === 'rules' && id) return [`Rule of ${of ?? id}`, ...rest.map(partOf)].join(': ');
  return name.split('.').map(partOf).join(': ');
}

const isList = (value: string) => value.startsWith('[') && value.endsWith(']');

/** A value as a desk says it: money as money, a list without its brackets. */
function valueInWords(name: string, value: string, dollars: (amount: number) => string): string {
  if (name.endsWith('cents') && /^-?\d+$/.test(value)) return dollars(Number(value) / 100);
  if (value === 'true') return 'Yes';
  if (value === 'false') return 'No';
  if (!isList(value)) return value;
  try {
    const items = JSON.parse(value) as unknown[];
    return items.length === 0
      ? 'None'
      : items.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ');
  } catch {
    return value;
  }
}

/** What the audit log calls things, in words: on the screen, and in the file that it is exported to. */
export const auditWords = {
  action: (name: string) => actions[name] ?? inWords(name),
  kind: (name: string) => kinds[name] ?? inWords(name),
  field: fieldOf,
  value: valueInWords,
  theValue: 'The value',
  system: 'The system',
  gone: 'An account that is gone',
};
