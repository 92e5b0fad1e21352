import { Link } from 'react-router';
import type { AccountEntry } from '../../../../contract/ledger-entries.ts';
import table from '../../desk/data-table.module.css';
import type { Column } from '../../desk/data-table.tsx';
import { ledgerDesk as words } from '../../messages/en/ledger-desk.ts';
import { platformName } from './explained-steps.ts';
import { explanationOf } from './explanation-of.ts';
import type { AccountLine, EntryLine } from './load-ledger.ts';

/** Whose an account is, and what for. */
export const accountName = ({
  kind,
  organisation,
  platform,
  state,
}: AccountEntry['other'] | Omit<AccountLine, 'id'>): string =>
  [organisation?.name ?? (platform === null ? words.owners[kind] : platformName(platform)), words.states[state]].join(
    ', ',
  );

const { columns } = words;

/** What the trial balance shows of each account. */
export const accountColumns: readonly Column<AccountLine>[] = [
  {
    key: 'account',
    label: columns.account,
    // It leads to its entries, which are a list of their own.
    cell: (account) => (
      <Link className={table.open} to={`/money/ledger?account=${account.id}`} data-row>
        {accountName(account)}
      </Link>
    ),
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  { key: 'kind', label: columns.kind, cell: ({ kind }) => words.owners[kind] },
  { key: 'state', label: columns.state, cell: ({ state }) => words.states[state] },
  { key: 'made', label: columns.made, cell: ({ id }) => words.number(Number(id)), sort: 'made', numeric: true },
  {
    key: 'balance',
    label: columns.balance,
    cell: ({ balance }) => words.dollars(balance),
    numeric: true,
    isBrief: true,
  },
];

/** What an entry is about, in words. */
export const aboutOf = ({ booking, campaign, invoice }: EntryLine): string =>
  booking?.transaction_id ??
  (campaign ? words.campaign(campaign.name) : words.invoice(words.number(invoice?.number ?? 0)));

/** What an account shows of each of its entries. */
export const entryColumns: readonly Column<EntryLine>[] = [
  {
    key: 'booking',
    label: columns.booking,
    cell: (entry) =>
      entry.booking ? (
        <Link className={table.open} to={explanationOf(entry.booking.id)} data-row>
          {entry.booking.transaction_id}
        </Link>
      ) : (
        aboutOf(entry)
      ),
    ...{ isTitle: true, isFixed: true },
  },
  { key: 'what', label: columns.what, cell: ({ kind }) => words.kinds[kind], isBrief: true },
  { key: 'moved', label: columns.moved, cell: ({ moved }) => words.dollars(moved), numeric: true, isBrief: true },
  { key: 'other', label: columns.other, cell: ({ other }) => accountName(other), isEndless: true },
  { key: 'posted', label: columns.posted, cell: ({ at }) => words.moment(at), sort: 'posted', isMoment: true },
  { key: 'entry', label: columns.entry, cell: ({ id }) => words.number(Number(id)), numeric: true },
  {
    key: 'experience',
    label: columns.experience,
    cell: ({ booking, campaign }) => booking?.experience ?? campaign?.experience,
    isEndless: true,
  },
  { key: 'cause', label: columns.cause, cell: ({ cause }) => cause, isEndless: true },
];
