-- Partners' statements as they are final: made once, after the month, and never changed. What comes later is of a later month.

-- Months of Hawaiʻi in the order in which they become final, from the one on in which this was first done. `closed_at`: nothing is
-- posted into it any more; `done_at`: each partner who has something to state has their statement.
create table statement_months (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz,
  done_at timestamptz,
  check (done_at is null or closed_at is not null)
);

create table partner_statements (
  organisation_id uuid not null references organisations,
  month date not null references statement_months,
  -- The partner's, as it was then.
  name text not null,
  opening_cents bigint not null,
  earned_cents bigint not null,
  clawed_back_cents bigint not null,
  paid_cents bigint not null,
  line_count integer not null,
  made_at timestamptz not null,
  primary key (organisation_id, month)
);

create table partner_statement_lines (
  organisation_id uuid not null,
  month date not null,
  -- From 1, in the order of the statement.
  position integer not null,
  booking_id uuid not null references bookings,
  experience text not null,
  booked_on date not null,
  travel_day date,
  amount_cents bigint not null,
  partner_share numeric(5, 4) not null,
  earned_cents bigint not null,
  clawed_back_cents bigint not null,
  paid_cents bigint not null,
  primary key (organisation_id, month, position),
  foreign key (organisation_id, month) references partner_statements
);

create trigger partner_statements_are_append_only before update or delete or truncate on partner_statements
  for each statement execute function refuse_audit_change();
create trigger partner_statement_lines_are_append_only before update or delete or truncate on partner_statement_lines
  for each statement execute function refuse_audit_change();

-- A month is closed once and stays so. Who closes it waits for all that is being posted (advisory lock 7305452), and whoever posts
-- afterwards sees it.
create function close_ledger_month(closing date, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (closing + interval '1 month') at time zone 'Pacific/Honolulu' > at then
    raise exception 'the month % is not over', closing using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(7305452);
  update statement_months set closed_at = at where month = closing and closed_at is null;
end $$;
revoke execute on function close_ledger_month from public;
grant execute on function close_ledger_month to holoholo_app;

-- Since when the ledger is open: said to the rows of a statement by a setting of its transaction.
create function ask_ledger_month() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7305452);
  perform set_config('holoholo.ledger_open_since', coalesce((select (max(month) + interval '1 month') at time zone 'Pacific/Honolulu'
    from statement_months where closed_at is not null), '-infinity')::text, true);
  return null;
end $$;
create function post_in_open_month() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.posted_at := current_setting('holoholo.ledger_open_since')::timestamptz;
  return new;
end $$;
revoke execute on function ask_ledger_month, post_in_open_month from public;
create trigger ledger_entries_ask_month before insert on ledger_entries
  for each statement execute function ask_ledger_month();
-- What was reckoned before the month was closed and is written after it stands at the beginning of the next.
create trigger ledger_entries_in_open_month before insert on ledger_entries
  for each row when (new.posted_at < current_setting('holoholo.ledger_open_since')::timestamptz)
  execute function post_in_open_month();

-- The language that somebody signed in in last, which mails are written in that follow from nothing they do.
alter table users add column language text;

grant select, insert (month), update (done_at) on statement_months to holoholo_app;
grant select, insert on partner_statements, partner_statement_lines to holoholo_app;

create policy application on partner_statements to holoholo_app using (true) with check (true);
create policy own on partner_statements for select to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select on partner_statements to holoholo_tenant;
create policy application on partner_statement_lines to holoholo_app using (true) with check (true);
create policy own on partner_statement_lines for select to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select on partner_statement_lines to holoholo_tenant;
alter table partner_statements enable row level security;
alter table partner_statement_lines enable row level security;
