-- A transaction that is isolated above "read committed" may not see the entry before its own: then its place in the chain is taken,
-- which says no more than that it is to be run again.
create or replace function append_audit_entry() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entry audit_entries;
begin
  perform pg_advisory_xact_lock(7305442);
  -- A statement of its own, after the lock: it sees what whoever held the lock before has committed.
  select head.sequence, head.hash into entry.sequence, entry.previous_hash
    from audit_entries head order by head.sequence desc limit 1;
  entry.sequence := coalesce(entry.sequence, 0) + 1;
  entry.previous_hash := coalesce(entry.previous_hash, decode(repeat('00', 32), 'hex'));
  entry.recorded_at := new.recorded_at;
  entry.action := new.action;
  entry.actor_id := new.actor_id;
  entry.subject_kind := new.subject_kind;
  entry.subject_id := new.subject_id;
  entry.details_hash := sha256(convert_to(
    concat_ws(E'\n', encode(new.salt, 'hex'), coalesce(new.person_id::text, '-'), new.content), 'UTF8'));
  entry.hash := sha256(convert_to(concat_ws(E'\n',
    'audit 1', entry.sequence, (extract(epoch from entry.recorded_at) * 1000)::bigint, entry.action,
    coalesce(entry.actor_id::text, '-'), entry.subject_kind, entry.subject_id,
    encode(entry.details_hash, 'hex'), encode(entry.previous_hash, 'hex')), 'UTF8'));
  if current_setting('transaction_isolation') = 'read committed' then
    insert into audit_entries select entry.*;
  else
    begin
      insert into audit_entries select entry.*;
    exception when unique_violation then
      raise exception 'another entry joined the audit chain first' using errcode = 'serialization_failure';
    end;
  end if;
  insert into audit_details (sequence, salt, person_id, content)
    values (entry.sequence, new.salt, new.person_id, new.content);
  delete from audit_inbox where id = new.id;
  return null;
end $$;
