-- outside a transaction
-- What the list of the audit log goes by: newest first, whatever it is narrowed to.
create index concurrently if not exists audit_entries_by_time on audit_entries (recorded_at, sequence);
create index concurrently if not exists audit_entries_by_action on audit_entries (action, recorded_at, sequence);
create index concurrently if not exists audit_entries_by_kind on audit_entries (subject_kind, recorded_at, sequence);
create index concurrently if not exists audit_entries_by_subject_id on audit_entries (subject_id, recorded_at, sequence);
create index concurrently if not exists audit_entries_by_actor_time on audit_entries (actor_id, recorded_at, sequence)
  where actor_id is not null;
