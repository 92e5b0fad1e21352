/** What the database holds together across distribution keys today; scripts/scaling/database-crossings.test.ts asks it. */
export const databaseCrossings = {
  /** Keys that rows may be without. */
  emptyKeys: ['clicks.visit_id', 'events.visit_id'],
  foreignKeys: [
    'bookings.click_id to clicks',
    'clicks.scan_id to scans',
    'clicks.user_id to users',
    'visits.user_id to users',
  ],
  /** A shard knows only its own rows: what is to be unique among all needs the key among its columns. */
  uniqueKeys: ['clicks (click_id,user_id)', 'clicks (id)', 'orphan_scans (id)', 'scans (id)', 'visits (token_hash)'],
  /** Triggers that write to a table that does not lie with theirs. */
  triggers: [
    'clicks mark_clicked_hours: rollup_marks',
    'events mark_event_hours: rollup_marks',
    'scans mark_scanned_hours: rollup_marks',
  ],
} as const;
