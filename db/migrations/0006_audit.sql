-- The audit chain: each entry carries the hash of the one before. It holds ids and hashes only, so that it can stay for
-- ever; what a person can read is beside it and can be erased. Checked by server/platform/audit-chain.ts.
create table audit_entries (
  sequence bigint primary key check (sequence > 0),
  -- Whole milliseconds, so that what is stored and what was hashed are the same.
  recorded_at timestamptz(3) not null check (isfinite(recorded_at)),
  action text not null check (action ~ '^[a-z][a-z0-9_]{0,59}$'),
  -- No reference to users: an entry outlives the account. Null for the system itself.
  actor_id uuid,
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z0-9_]{0,59}$'),
  -- The form of an id; an e-mail address or a name does not fit.
  subject_id text not null check (subject_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  details_hash bytea not null check (length(details_hash) = 32),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null unique check (length(hash) = 32)
);
create index audit_entries_by_subject on audit_entries (subject_kind, subject_id, sequence);
create index audit_entries_by_actor on audit_entries (actor_id, sequence) where actor_id is not null;

-- The readable part: values before and after, and the request. The salt goes with it when it is erased, so that nobody
-- can then try out guesses on the hash that stays.
create table audit_details (
  sequence bigint primary key references audit_entries,
  salt bytea not null check (length(salt) >= 16),
  -- Whose personal data this is, where it is somebody's.
  person_id uuid,
  -- Canonical JSON as text: exactly what was hashed, which jsonb would not keep.
  content text not null
);
create index audit_details_by_person on audit_details (person_id) where person_id is not null;

-- Where the application leaves what is to be recorded. It joins the chain as its transaction commits, so the chain is
-- locked for that moment only, whatever the transaction does after recording, and in no circle with other locks.
create table audit_inbox (
  id bigint generated always as identity primary key,
  recorded_at timestamptz(3) not null check (isfinite(recorded_at)),
  action text not null check (action ~ '^[a-z][a-z0-9_]{0,59}$'),
  actor_id uuid,
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z0-9_]{0,59}$'),
  subject_id text not null check (subject_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  salt bytea not null check (length(salt) >= 16),
  person_id uuid,
  content text not null
);

-- Runs as the owner: the application can have an entry appended, and can write none itself.
create function append_audit_entry() returns trigger
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
  insert into audit_entries select entry.*;
  insert into audit_details (sequence, salt, person_id, content)
    values (entry.sequence, new.salt, new.person_id, new.content);
  delete from audit_inbox where id = new.id;
  return null;
end $$;
revoke execute on function append_audit_entry() from public;
create constraint trigger audit_inbox_is_appended after insert on audit_inbox
  deferrable initially deferred for each row execute function append_audit_entry();

-- Against slips and ordinary statements of anybody, the owner too. Whoever takes the trigger away is found by the hashes.
create function refuse_audit_change() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% of % is refused: it is append-only', tg_op, tg_table_name using errcode = '42501';
end $$;
create trigger audit_entries_are_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger audit_details_are_never_edited before update or truncate on audit_details
  for each statement execute function refuse_audit_change();
create trigger audit_inbox_is_never_edited before update or truncate on audit_inbox
  for each statement execute function refuse_audit_change();

grant select on audit_entries to holoholo_app;
grant select, delete on audit_details to holoholo_app;
grant select, insert on audit_inbox to holoholo_app;

-- What an administrator should see of refusals and of what people with rights do. Best effort and bounded, unlike the chain.
create table security_events (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null,
  event_type text not null check (event_type ~ '^[a-z][a-z0-9_]{0,59}$'),
  severity text not null check (severity in ('info', 'medium', 'high')),
  description text not null check (length(description) <= 500),
  user_id uuid,
  ip_address text check (length(ip_address) <= 64),
  request_id text check (length(request_id) <= 100),
  -- More than one where the row stands for what was counted and not kept.
  occurrences integer not null default 1 check (occurrences > 0),
  resolved boolean not null default false,
  resolved_by uuid,
  resolved_at timestamptz,
  check (resolved or (resolved_by is null and resolved_at is null))
);
create index security_events_by_time on security_events (occurred_at desc, id desc);
create index security_events_by_user on security_events (user_id) where user_id is not null;
create index security_events_open on security_events (severity, occurred_at) where not resolved and severity <> 'info';

-- The application resolves events, erases what is personal in them and deletes old ones; what happened when it cannot change.
grant select, insert, delete on security_events to holoholo_app;
grant update (description, user_id, ip_address, resolved, resolved_by, resolved_at) on security_events to holoholo_app;
