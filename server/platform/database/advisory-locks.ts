/**
 * The numbers of all advisory locks, one per purpose: two purposes with one number wait for each other, and may do so in a
 * circle. Those that a function of the database takes are written out in its migration; a test compares the two.
 */
export const advisoryLocks = {
  /** One process migrates, the others wait. */
  migrations: 7_305_441,
  /** Appending to the audit chain; taken by append_audit_entry. */
  auditChain: 7_305_442,
  /** Making and dropping months of events; taken by make_event_months and drop_old_event_months. */
  eventMonths: 7_305_443,
  /** Rebuilding rollups; also taken by drop_old_event_months. */
  rollups: 7_305_444,
  /** The demo's history passes. */
  demoHistory: 7_305_450,
  /** Loading a generated year. */
  generatedYear: 7_305_445,
  /** Writing the audit chain's newest hash to the anchor file. */
  auditAnchors: 7_305_446,
  /** Loading the demo's world. */
  seed: 7_305_447,
  /** Setting what the application may do with the job tables. */
  jobRights: 7_305_448,
  /** Taking away what the application's roles have set for themselves. */
  roleSettings: 7_305_449,
  /** What news and claims call one booking of a platform; with a hash of that. */
  bookingKeys: 7_305_451,
  /** Closing a month of the ledger; shared by all who post, whose trigger takes it. */
  ledgerMonths: 7_305_452,
  /** Asking for further codes, of which there are so many; with a hash of the organisation. */
  codeRequests: 7_305_453,
  /** Making listings from a file: two files may name the same one. */
  listingImports: 7_305_454,
  /** Taking the rows of a batch of places: two batches may have the same ones. */
  locationBatches: 7_305_455,
  /** Making campaigns, of which an organisation has so many; with a hash of it. */
  campaigns: 7_305_456,
  /** Making own listings, of which so many wait to be published; with a hash of the organisation. */
  ownListings: 7_305_457,
  /** Numbering invoices one after the other; taken by number_campaign_invoice. */
  invoiceNumbers: 7_305_458,
  /** Sending pictures of own listings, of which so many wait; with a hash of the organisation. */
  ownPictures: 7_305_459,
  /** Taking backups, which share it; one process migrates and no backup is taken. */
  backups: 7_305_460,
  /** Shipping the log of our own server. */
  logShipping: 7_305_470,
} as const;
