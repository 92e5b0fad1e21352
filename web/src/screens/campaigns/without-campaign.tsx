import { useMemo } from 'react';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { campaignResultsDesk as words } from '../../messages/en/campaign-results-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import type { Results } from './result-columns.tsx';

type Row = NonNullable<Results['without']>[number] & { id: string };

const { without } = words;
const count = (figure: 'opens' | 'links' | 'bookings'): Column<Row> => ({
  ...{ key: figure, label: without.columns[figure], cell: (row) => words.number(row[figure]), numeric: true },
});
const all: readonly Column<Row>[] = [
  {
    ...{ key: 'listing', label: words.columns.listing, cell: (row) => row.listing },
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  { key: 'advertiser', label: words.columns.advertiser, cell: (row) => row.advertiser, isEndless: true },
  ...(['opens', 'links', 'bookings'] as const).map(count),
  {
    ...{ key: 'revenue', label: without.columns.revenue, cell: (row: Row) => words.money(row.revenue) },
    ...{ numeric: true, isBrief: true },
  },
];

const lacking = (...keys: string[]) => all.filter(({ key }) => !keys.includes(key));
const columnsOf = {
  all: { money: all, noMoney: lacking('revenue') },
  own: { money: lacking('advertiser'), noMoney: lacking('advertiser', 'revenue') },
};

/** What came of listings by themselves, beside what campaigns brought; revenue for those alone who may see money. */
export function WithoutCampaign({ rows, isOfAll }: { rows: NonNullable<Results['without']>; isOfAll: boolean }) {
  const seesMoney = rows.every(({ revenue }) => revenue !== null);
  const shown = useMemo(() => rows.map((row) => ({ ...row, id: String(row.listing_id) })), [rows]);
  return (
    <div className={page.section}>
      <h2>{without.title}</h2>
      <p className={list.note}>{without.text}</p>
      <p className={list.note}>{without.meanings}</p>
      <DataTable
        name="campaign-results-without"
        caption={without.title}
        columns={columnsOf[isOfAll ? 'all' : 'own'][seesMoney ? 'money' : 'noMoney']}
        list={{ rows: shown, total: shown.length, next: null }}
        titleOf={({ listing }) => listing}
        empty={<EmptyState title={without.none}>{without.noneText}</EmptyState>}
      />
    </div>
  );
}
