import { useMemo } from 'react';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { MeantFigures } from '../../desk/meant-figures.tsx';
import { RankedChart } from '../../desk/ranked-chart.tsx';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import type { Behavior } from './load-desk.ts';
import { counted, meaningOf } from './meant.ts';
import { useRowsLink } from './use-rows-link.ts';
import { WhenChart } from './when-chart.tsx';

type Counts = Pick<Behavior['listings'][number], 'impressions' | 'openings' | 'clicks' | 'bookings'>;
type Named<Row> = Row & { id: string; name: string };
const counts: readonly Column<Counts & { id: string }>[] = (
  ['impressions', 'openings', 'clicks', 'bookings'] as const
).map((key) => ({
  ...{ key, label: words.columns[key], numeric: true, meaning: meaningOf(key), isBrief: key === 'openings' },
  cell: (row) => words.number(row[key]),
}));
const named = (label: string): readonly Column<Named<Counts>>[] => [
  { key: 'name', label, cell: ({ name }) => name, isTitle: true, isFixed: true, isEndless: true },
  ...counts,
];
const columns = { listings: named(words.listing), categories: named(words.category) };

/** What visitors look at, open and follow, and when they do. */
export function BehaviorSection({ of }: { of: Behavior }) {
  const rows = useRowsLink(of.time_range);
  const { listings, categories, events } = of;
  const tables = useMemo(
    () => ({
      listings: listings.map((row) => ({ ...row, id: String(row.listing_id) })),
      categories: categories.map((row) => ({ ...row, id: row.category, name: row.category })),
    }),
    [listings, categories],
  );
  const isEmpty = events.length === 0 && [of.impressions, of.openings, of.clicks].every(({ value }) => value === 0);
  return (
    <>
      <section className={page.section} aria-labelledby="figures">
        <h2 id="figures">{words.figures}</h2>
        <MeantFigures
          figures={[
            counted('impressions', of.impressions, rows('impressions')),
            counted('openings', of.openings, rows('openings')),
            counted('clicks', of.clicks, rows('clicks')),
          ]}
        />
        <p className={list.note}>{words.comparedNote(of.time_range, 'counts')}</p>
      </section>
      {isEmpty ? (
        <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
      ) : (
        <>
          <WhenChart of={of} />
          <Table name="listings" title={words.topListings} rows={tables.listings} />
          <Table name="categories" title={words.categories} rows={tables.categories} />
          <RankedChart
            title={words.events}
            sentence={words.eventsText(events.reduce((so, { count }) => so + count, 0))}
            rowLabel={words.event}
            valueLabel={words.count}
            meaning={words.eventsMeaning}
            rows={events.map(({ event_type, count }) => ({ label: event_type.replaceAll('_', ' '), value: count }))}
          />
        </>
      )}
    </>
  );
}

interface TableProps {
  name: keyof typeof columns;
  title: string;
  rows: readonly Named<Counts>[];
}

function Table({ name, title, rows }: TableProps) {
  const shown = useMemo(() => ({ rows, total: rows.length, next: null }), [rows]);
  return (
    <div className={page.section}>
      <h2>{title}</h2>
      <DataTable
        name={`behavior-${name}`}
        caption={title}
        columns={columns[name]}
        list={shown}
        titleOf={(row) => row.name}
        empty={<EmptyState title={words.nothing}>{words.nothingText}</EmptyState>}
      />
    </div>
  );
}
