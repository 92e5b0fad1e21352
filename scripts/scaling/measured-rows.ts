/** The tables that grow with scans, and what a row of each takes on disk with its indexes, in bytes. */
export const bytesPerRow = {
  visits: 250,
  scans: 330,
  counted_scans: 100,
  idempotency_keys: 360,
  events: 310,
  users: 790,
  clicks: 460,
  bookings: 1_050,
  commissions: 640,
  ledger_entries: 410,
} as const;

export type GrowingTable = keyof typeof bytesPerRow;

/** Bytes of the write-ahead log: of a scan with a key that begins a visit, and of an event among fifty of a call. */
export const logBytes = { scan: 1_880, event: 257 } as const;

/** How many there are for each scan in the year that `npm run db -- generate` makes; `scanner` of its scans are none of a phone's own camera. */
export const generatedPerScan = {
  visits: 0.4,
  scanner: 0.29,
  events: 1.35,
  users: 0.071,
  clicks: 0.079,
  bookings: 0.079,
  ledger_entries: 0.14,
} as const;

// All of it is measured by scripts/scaling/measured-rows.test.ts in databases that it fills, and is within a tenth of these.
