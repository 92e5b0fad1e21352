-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- By the hour of the day a year is told from its hours, of everybody: from this alone, as their rows lie among those of all else.
create index concurrently if not exists rollups_of_hours on rollups (key, starts_at) include (scans, clicks, openings)
  where grain = 'hour' and dimension = 'total';
