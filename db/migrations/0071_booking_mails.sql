-- The language that its traveler booked in, and since when they are owed a mail of what a platform's news has made of the booking.
alter table bookings add column language text, add column mail_due_at timestamptz;
