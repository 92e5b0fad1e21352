-- Each first match asks what its booking was rebooked to.
create index platform_bookings_by_rebooked on platform_bookings (rebooked_from) where rebooked_from is not null;
