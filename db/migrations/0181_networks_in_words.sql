-- What stands for several events names no network in its words: its column forgets that after 90 days, the words would not.
update security_events set description = regexp_replace(description, ' more from \S+,', ' more from one network,')
where description ~ '^\d+ more from [^ ]+, counted and not kept one by one\.$';
