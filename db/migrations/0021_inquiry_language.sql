-- The language an inquiry was sent in, for the mail that answers it; null for those of before, which are answered in English.
alter table booking_inquiries add column language text check (length(language) between 2 and 35);
