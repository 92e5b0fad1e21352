-- discarded: it could not be done, and an administrator has put it away.
alter table inbox
  drop constraint inbox_state_check,
  add constraint inbox_state_check check (state in ('new', 'taken', 'done', 'unreadable', 'discarded')) not valid;
