-- Of each of these a few wait, among all that ever were: an administrator's home counts them each time it is opened.
create index booking_inquiries_open on booking_inquiries (created_at) where status = 'open';
create index payouts_prepared on payouts (prepared_at) where state = 'prepared';
create index qr_requests_decided on qr_requests (decided_at) where decided_at is not null;
