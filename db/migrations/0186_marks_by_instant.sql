-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- Whether a mark of the open hour tells of what was counted already is asked at each look: by the hour alone all of its marks would be read.
create index concurrently if not exists rollup_marks_by_instant on rollup_marks (hour, earliest);
drop index concurrently if exists rollup_marks_by_hour;
