-- When anybody of its organization first took a file of a code for printing.
alter table qr_codes add column printed_at timestamptz;
