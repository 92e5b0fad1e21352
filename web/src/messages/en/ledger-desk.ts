import type { LedgerAccount } from '../../../../contract/commission.ts';
import { dollars, number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const states: Record<LedgerAccount['state'], string> = {
  estimated: 'Expected',
  pending: 'After travel',
  held: 'On hold',
  payable: 'Payable',
  in_payout: 'In a payout',
  paid: 'Paid',
  earned: 'Earned',
};

/** Words of the administrators' ledger: its accounts, and what moved on each. */
export const ledgerDesk = {
  balanced: (accounts: string) => `${accounts}. All accounts together come to $0.00, as they must.`,
  damaged: (accounts: string, sum: string) =>
    `${accounts}. All accounts together come to ${sum}, and must come to $0.00: something has damaged the ledger.`,
  accounts: (count: number) => (count > 10_000 ? 'More than 10,000 accounts' : counted(count, 'account', 'accounts')),
  entries: (balance: string, count: string) => `${balance} stands on it. ${count}.`,
  entryCount: (count: number) => (count > 10_000 ? 'More than 10,000 entries' : counted(count, 'entry', 'entries')),
  captions: { accounts: 'Accounts of the ledger', entries: 'Entries of this account' },
  search: 'Search by partner',
  owners: { house: 'The house', platform: 'A platform', partner: 'A partner' },
  states,
  columns: {
    account: 'Account',
    kind: 'Whose',
    state: 'State',
    made: 'Number',
    balance: 'Balance',
    entry: 'Entry',
    what: 'What',
    moved: 'Moved',
    other: 'Other side',
    booking: 'Booking',
    experience: 'Experience',
    posted: 'Posted',
    cause: 'Follows from',
  },
  back: 'All accounts',
  none: 'No account is like that',
  noneText: 'Take a word out of the search.',
  nothing: 'Nothing was posted yet',
  nothingText: 'Entries follow from bookings.',
  number,
  dollars,
  moment,
};
