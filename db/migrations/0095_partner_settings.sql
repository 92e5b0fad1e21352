-- How a partner wants to be told of its figures. One without a row has the defaults.
create table partner_settings (
  organisation_id uuid primary key references organisations,
  email_reports boolean not null default true,
  -- Wished for: nothing is sent by it yet.
  push_reports boolean not null default false,
  reporting_frequency text not null default 'monthly' check (reporting_frequency in ('weekly', 'monthly', 'quarterly')),
  marketing_consent boolean not null default false,
  updated_at timestamptz not null
);
grant select, insert, update on partner_settings to holoholo_app;
create policy application on partner_settings to holoholo_app using (true) with check (true);
create policy own on partner_settings to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select, insert, update on partner_settings to holoholo_tenant;
alter table partner_settings enable row level security;
