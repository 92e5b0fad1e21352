-- The trigger alone calls it.
revoke execute on function keep_past_member from public;
