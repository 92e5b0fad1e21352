-- Reports of the platform that administrators have mailed to them, each of a week, a month or a quarter that is over.
create table admin_report_subscriptions (
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('revenue', 'performance')),
  frequency text not null check (frequency in ('weekly', 'monthly', 'quarterly')),
  -- The day after the last one that was told of; what was before the choice counts as told.
  told_until date not null,
  primary key (user_id, type)
);
grant select, insert, delete, update (frequency, told_until) on admin_report_subscriptions to holoholo_app;
