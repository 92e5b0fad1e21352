-- outside a transaction
-- Each statement for itself, and one that may be run again.

alter table inbox validate constraint inbox_state_check;
