-- A campaign that an administrator paused goes on once an administrator says so: its advertiser can end it, and no more.
alter table campaigns add column held boolean not null default false;
grant update (held) on campaigns to holoholo_app;
create policy held on campaigns as restrictive for update to holoholo_tenant using (true) with check (not held or state <> 'running');
