-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- Each statement that writes leaves a mark, and while no worker adds up they grow: which hours there are is found one after the other.
-- No unique key, as a writer is to wait for nobody: processes of the version before go on as they were.
create index concurrently if not exists rollup_marks_by_hour on rollup_marks (hour);
