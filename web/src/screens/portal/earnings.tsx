import { Link, useLoaderData } from 'react-router';
import table from '../../desk/data-table.module.css';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter } from '../../desk/table-filters.tsx';
import { analytics } from '../../messages/en/analytics.ts';
import { portalFigures, portalEarnings as words } from '../../messages/en/portal-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { calendarDay, dollars } from '../../messages/format.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import page from '../../ui/page.module.css';
import { explanationOf } from '../money/explanation-of.ts';
import { statementOf } from '../money/statement-of.ts';
import { Balances } from './balances.tsx';
import { type CommissionLine, type EarningsData, loadEarnings } from './load-earnings.ts';
import { portalTabs } from './portal-tabs.ts';

export { loadEarnings };

const { columns } = words;
const commissionColumns: readonly Column<CommissionLine>[] = [
  {
    key: 'experience',
    label: columns.experience,
    // It leads to where it is explained.
    cell: ({ booking_id, experience }) => (
      <Link className={table.open} to={explanationOf(booking_id)} data-row>
        {experience}
      </Link>
    ),
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  { key: 'booked', label: columns.booked, cell: ({ booked_on }) => calendarDay(booked_on), sort: 'booked' },
  { key: 'place', label: columns.place, cell: ({ place }) => place ?? words.notThere, isEndless: true },
  { key: 'code', label: columns.code, cell: ({ code }) => code ?? words.notThere },
  { key: 'state', label: columns.state, cell: ({ state }) => words.states[state], isBrief: true },
  { key: 'amount', label: columns.amount, cell: ({ amount }) => dollars(amount), numeric: true, isBrief: true },
  { key: 'revenue', label: columns.revenue, cell: ({ revenue }) => portalFigures.money(revenue), numeric: true },
  {
    key: 'payable',
    label: columns.payable,
    cell: ({ payable_on, waits_for }) =>
      payable_on ? calendarDay(payable_on) : waits_for ? words.waits[waits_for] : words.notThere,
  },
];

/** What a partner has earned: by where it stands, and booking by booking, each of which leads to its explanation. */
export function EarningsScreen() {
  const { organisation, permissions, earnings, list, months } = useLoaderData<EarningsData>();
  const address = useTableAddress();
  const month = address.get('month');
  const isNarrowed = ['month', 'state', 'time_range', 'of'].some((one) => address.get(one) !== null);
  return (
    <Loaded>
      <DeskFrame
        title={titles.partnerPortal}
        sentence={words.sentence(earnings)}
        tabs={portalTabs('earnings', permissions)}
      >
        <section className={page.section} aria-labelledby="balances">
          <h2 id="balances">{words.title}</h2>
          <Balances earnings={earnings} />
          <div className={page.actions}>
            <ButtonLink look="plain" to={month ? statementOf(organisation, month) : '/money/statement'}>
              {month ? words.statementOf(month) : words.statement}
            </ButtonLink>
          </div>
        </section>
        <h2>{words.commissions}</h2>
        <DataTable
          name="own-commissions"
          caption={words.caption}
          columns={commissionColumns}
          list={list}
          titleOf={({ experience }) => experience}
          usualSort="-booked"
          empty={
            <EmptyState title={isNarrowed ? words.noMatch : words.none}>
              {isNarrowed ? words.noMatchText : words.noneText}
            </EmptyState>
          }
        >
          <TableFilter label={words.counted} param="of" options={words.countedAs} />
          <TableFilter label={words.range} param="time_range" options={analytics.ranges} />
          <TableFilter label={columns.state} param="state" options={words.states} />
          <TableFilter
            label={words.month}
            param="month"
            options={Object.fromEntries(months.map((one) => [one, words.monthName(one)]))}
          />
        </DataTable>
      </DeskFrame>
    </Loaded>
  );
}
