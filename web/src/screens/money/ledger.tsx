import { useLoaderData } from 'react-router';
import { DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableSearch } from '../../desk/table-filters.tsx';
import { ledgerDesk as words } from '../../messages/en/ledger-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { aboutOf, accountColumns, accountName, entryColumns } from './ledger-columns.tsx';
import { type LedgerData, loadLedger } from './load-ledger.ts';
import { moneyTabs } from './money-tabs.ts';

export { loadLedger };

/** The ledger: what stands on each account, whether all of it balances, and what moved on one of them. */
export function LedgerScreen() {
  const shown = useLoaderData<LedgerData>();
  const sentence =
    shown.of === 'accounts'
      ? balanceOf(shown)
      : words.entries(words.dollars(shown.account.balance), words.entryCount(shown.list.total));
  return (
    <Loaded>
      <DeskFrame title={titles.ledger} sentence={sentence} tabs={moneyTabs('ledger')}>
        {shown.of === 'accounts' ? <Accounts list={shown.list} /> : <Entries {...shown} />}
      </DeskFrame>
    </Loaded>
  );
}

function balanceOf({ list: { total }, sum }: Extract<LedgerData, { of: 'accounts' }>): string {
  const accounts = words.accounts(total);
  return sum === 0 ? words.balanced(accounts) : words.damaged(accounts, words.dollars(sum));
}

function Accounts({ list: found }: Pick<Extract<LedgerData, { of: 'accounts' }>, 'list'>) {
  const isSearched = useTableAddress().get('search') !== null;
  return (
    <DataTable
      name="ledger-accounts"
      caption={words.captions.accounts}
      columns={accountColumns}
      list={found}
      titleOf={accountName}
      usualSort="made"
      empty={
        <EmptyState title={isSearched ? words.none : words.nothing}>
          {isSearched ? words.noneText : words.nothingText}
        </EmptyState>
      }
    >
      <TableSearch label={words.search} />
    </DataTable>
  );
}

function Entries({ list: found, account }: Extract<LedgerData, { of: 'entries' }>) {
  return (
    <>
      <div>
        <ButtonLink look="quiet" to="/money/ledger">
          {words.back}
        </ButtonLink>
      </div>
      <h2 className={list.name}>{accountName(account)}</h2>
      <DataTable
        name="ledger-entries"
        caption={words.captions.entries}
        columns={entryColumns}
        list={found}
        titleOf={aboutOf}
        usualSort="-posted"
        empty={<EmptyState title={words.nothing}>{words.nothingText}</EmptyState>}
      />
    </>
  );
}
