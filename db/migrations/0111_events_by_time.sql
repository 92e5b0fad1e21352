-- What came since the last closed hour is found by its blocks only once they are summarized, which a vacuum alone did until now. The parts
-- of an index of all months cannot be told so one by one: it is made anew.
create index events_since on events using brin (received_at) with (pages_per_range = 16, autosummarize = on);
drop index events_by_time;
alter index events_since rename to events_by_time;
