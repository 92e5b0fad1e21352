import { z } from 'zod';
import { ledgerAccount } from './commission.ts';
import { advertisingKinds, entryKinds } from './commission-states.ts';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { dollars, rowIdText, uuid } from './values.ts';

const accountEntry = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum([...entryKinds, ...advertisingKinds]),
  /** What it moved: above zero to the account, below zero from it. */
  moved: dollars,
  /** Where the other side of it is. */
  other: ledgerAccount.omit({ balance: true }),
  /** What it is about: a booking, a campaign or an invoice. */
  booking: z.object({ id: uuid, transaction_id: z.string(), experience: z.string() }).nullable(),
  campaign: z.object({ id: uuid, name: z.string(), experience: z.string() }).nullable(),
  invoice: z.object({ id: uuid, number: z.int() }).nullable(),
  /** The request, the news or the work that it follows from. */
  cause: z.string(),
});
export type AccountEntry = z.output<typeof accountEntry>;

export const listAccountEntries = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/accounts/{id}/entries',
  access: ['admin'],
  summary:
    "The entries of an account of the ledger by when they were posted, each with what it moved, and the account's balance",
  params: z.object({ id: rowIdText }),
  query: listQuery(['-posted', 'posted'], {}).omit({ search: true }),
  reply: listAnswer(accountEntry).extend({ account: ledgerAccount }),
});
