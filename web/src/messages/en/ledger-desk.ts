import type { LedgerAccount } from '../../../../contract/commission.ts';
import type { AdvertisingKind } from '../../../../contract/commission-states.ts';
import { dollars, number } from '../format.ts';
import { counted } from './counted.ts';
import { explainDesk } from './explain-desk.ts';
import { moment } from './format.ts';

const states: Record<LedgerAccount['state'], string> = {
  estimated: 'Expected',
  pending: 'After travel',
  held: 'On hold',
  payable: 'Payable',
  in_payout: 'In a payout',
  paid: 'Paid',
  earned: 'Earned',
  owed: 'Owed',
  advertising: 'Of advertising',
};

const advertising: Record<AdvertisingKind, string> = {
  charge: 'Campaign charged',
  credit: 'Campaign credited',
  invoice_paid: 'Invoice paid',
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
  owners: { house: 'The house', platform: 'A platform', partner: 'A partner', advertiser: 'An advertiser' },
  kinds: { ...explainDesk.kinds, ...advertising },
  /** What an entry is about that is about no booking. */
  campaign: (name: string) => `Campaign: ${name}`,
  invoice: (number: string) => `Invoice ${number}`,
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
  nothingText: 'Entries follow from bookings and campaigns.',
  number,
  dollars,
  moment,
};
