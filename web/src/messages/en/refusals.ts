import type { ErrorCode } from '../../../../contract/errors.ts';
import { counted } from './counted.ts';

/**
 * Words for the server's refusals by their code. In English they are the server's own (contract/errors.ts), except where it has
 * not answered, and those that say how long to wait (`{wait}`), which the answer gives in seconds; other languages have theirs for all that guests and
 * travelers may be told.
 */
export const refusals: Partial<Record<ErrorCode | 'offline', string>> = {
  offline: 'Network error. Please check your connection and try again.',
  rate_limited: 'Too many requests. Please try again in {wait}.',
  link_limited:
    'Sign-in links have been asked for several times. If one came to your mailbox or its spam folder, the newest still works, for 15 minutes after it was sent. You can ask for another in {wait}.',
};

/** What to say of a wait, and how long it is. */
export const waits = {
  title: 'Please wait a moment',
  minutes: (count: number) => counted(count, 'minute', 'minutes'),
  hours: (count: number) => counted(count, 'hour', 'hours'),
};
