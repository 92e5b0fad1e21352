-- outside a transaction
create index concurrently if not exists bookings_mail_due on bookings (mail_due_at) where mail_due_at is not null;
