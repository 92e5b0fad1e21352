-- Reports by mail to the members of partners, at the frequency that each has chosen.

-- What a member has chosen of the reports. Without a row the owner has what stands in partner_settings, and staff have none.
create table report_choices (
  organisation_id uuid not null,
  user_id uuid not null,
  email_reports boolean not null,
  reporting_frequency text not null check (reporting_frequency in ('weekly', 'monthly', 'quarterly')),
  -- When the link in a mail has ended them; null where they were chosen or switched off in the portal.
  ended_at timestamptz,
  updated_at timestamptz not null,
  primary key (organisation_id, user_id),
  foreign key (organisation_id, user_id) references members on delete cascade
);

-- Times that reports tell of, each with the day after its last one. `done_at`: whoever wants its report has it.
create table report_periods (
  frequency text not null check (frequency in ('weekly', 'monthly', 'quarterly')),
  until date not null,
  done_at timestamptz,
  primary key (frequency, until)
);

-- One for each report that was mailed, so that nobody has one twice.
create table report_mails (
  frequency text not null,
  until date not null,
  organisation_id uuid not null references organisations on delete cascade,
  user_id uuid not null references users on delete cascade,
  asked_at timestamptz not null,
  primary key (frequency, until, organisation_id, user_id),
  foreign key (frequency, until) references report_periods on delete cascade
);

grant select, insert, update, delete on report_choices to holoholo_app;
grant select, insert, delete, update (done_at) on report_periods to holoholo_app;
grant select, insert on report_mails to holoholo_app;

create policy application on report_choices to holoholo_app using (true) with check (true);
create policy own on report_choices to holoholo_tenant
  using (user_id = (select tenant_person()) and organisation_id = (select tenant_organisation()));
grant select, insert, update, delete on report_choices to holoholo_tenant;
alter table report_choices enable row level security;
