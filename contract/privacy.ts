import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const downloadOwnData = endpoint({
  method: 'GET',
  path: '/api/users/me/data',
  access: 'signed-in',
  summary:
    'All that is kept of the caller, as one JSON file: each table with the rows that are theirs; noted in the audit log',
  reply: z.custom<AsyncIterable<Uint8Array>>(),
  replyKind: 'binary',
  ownPageOnly: true,
  errors: ['step_up_required'],
  limit: 'own-data',
});

/** What is sent to erase an account: nothing does so by a slip. */
export const erasureConfirmation = 'erase my account';

export const eraseOwnAccount = endpoint({
  method: 'POST',
  path: '/api/users/me/erase',
  access: 'signed-in',
  summary:
    'Erases the caller, who signed in or confirmed with a passkey within 10 minutes: what they wrote goes, money stays under an id; partners, advertisers and administrators hand over first',
  body: z.object({ confirm: z.literal(erasureConfirmation) }),
  reply: z.object({ erased: z.literal(true) }),
  errors: ['account_has_duties', 'sign_in_again', 'step_up_required'],
  limit: 'change',
});
