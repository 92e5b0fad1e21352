-- Written by nothing since limits are counted in rate_counters.
alter table magic_links drop column asker;
