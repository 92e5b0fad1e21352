import { useMemo } from 'react';
import type { getCampaignResults } from '../../../../contract/campaign-results.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { type MeantFigure, MeantFigures } from '../../desk/meant-figures.tsx';
import { TimeChart } from '../../desk/time-chart.tsx';
import { campaignResultsDesk as words } from '../../messages/en/campaign-results-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import type { Results } from './result-columns.tsx';
import { ResultsFile } from './results-file.tsx';

type Without = NonNullable<Results['without']>;
type Listing = Without['listings'][number] & { id: string };
type Place = Without['places'][number] & { id: string; name: string };

const { without } = words;
const counts = ['engagements', 'links', 'bookings'] as const;
const count = (figure: (typeof counts)[number]): Column<Listing> => ({
  ...{ key: figure, label: without.figures[figure][0]!, cell: (row) => words.number(row[figure]), numeric: true },
});
const revenue: Column<{ revenue: number | null }> = {
  ...{ key: 'revenue', label: without.figures.revenue[0]!, cell: (row) => words.money(row.revenue) },
  ...{ numeric: true, isBrief: true },
};
const all: readonly Column<Listing>[] = [
  {
    ...{ key: 'listing', label: words.columns.listing, cell: (row) => row.listing },
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  { key: 'advertiser', label: words.columns.advertiser, cell: (row) => row.advertiser, isEndless: true },
  ...counts.map(count),
  revenue,
];
const places: readonly Column<Place>[] = [
  {
    ...{ key: 'place', label: words.columns.place, cell: (row) => row.name },
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  {
    ...{ key: 'bookings', label: without.figures.bookings[0]!, cell: (row) => words.number(row.bookings) },
    numeric: true,
  },
  revenue,
];

const lacking = <Row,>(columns: readonly Column<Row>[], ...keys: string[]) =>
  columns.filter(({ key }) => !keys.includes(key));
const columnsOf = {
  all: { money: all, noMoney: lacking(all, 'revenue') },
  own: { money: lacking(all, 'advertiser'), noMoney: lacking(all, 'advertiser', 'revenue') },
};
const placesOf = { money: places, noMoney: lacking(places, 'revenue') };

interface WithoutCampaignProps {
  of: Without;
  /** What was asked for. */
  query: NonNullable<Request<typeof getCampaignResults>['query']>;
  isOfAll: boolean;
}

/** What came of listings by themselves, beside what campaigns brought: in all, by day, listing and place. */
export function WithoutCampaign({ of, query, isOfAll }: WithoutCampaignProps) {
  const shows = of.total.revenue === null ? 'noMoney' : 'money';
  const listings = useMemo(() => of.listings.map((row) => ({ ...row, id: String(row.listing_id) })), [of]);
  const rows = useMemo(
    () =>
      of.places.map((row) => ({
        ...{ ...row, id: String(row.location_id) },
        name: row.location_id === null ? without.noPlace : (row.place ?? words.gonePlace),
      })),
    [of],
  );
  return (
    <section className={page.section} aria-labelledby="without">
      <h2 id="without">{without.title}</h2>
      <p className={list.note}>{without.text}</p>
      {of.listings.length === 0 ? (
        <EmptyState title={without.none}>{without.noneText}</EmptyState>
      ) : (
        <>
          <MeantFigures figures={written(of.total)} />
          <ResultsFile part="without" query={query} lines={of.file_lines} />
          <AloneByDay of={of} />
          <h3>{without.tables.listings}</h3>
          <DataTable
            name="campaign-results-without"
            caption={without.tables.listings}
            columns={columnsOf[isOfAll ? 'all' : 'own'][shows]}
            list={{ rows: listings, total: listings.length, next: null }}
            titleOf={({ listing }) => listing}
            empty={<EmptyState title={without.none}>{without.noneText}</EmptyState>}
          />
          <h3>{without.tables.places}</h3>
          <p className={list.note}>{without.placesText}</p>
          <DataTable
            name="campaign-results-without-places"
            caption={without.tables.places}
            columns={placesOf[shows]}
            list={{ rows, total: rows.length, next: null }}
            titleOf={({ name }) => name}
            empty={<EmptyState title={without.noBookings}>{without.noBookingsText}</EmptyState>}
          />
        </>
      )}
    </section>
  );
}

/** The figures in all, each as it is written; revenue for those alone who may see money. */
function written(total: Without['total']): readonly MeantFigure[] {
  return ([...counts, 'revenue'] as const).flatMap((figure) => {
    const [name, meaning] = without.figures[figure] as [string, string];
    const value = total[figure];
    if (value === null) return [];
    return [{ name, meaning, figure: figure === 'revenue' ? words.money(value) : words.number(value) }];
  });
}

function AloneByDay({ of: { days, total } }: { of: Without }) {
  const names = days.map(({ day }) => day);
  const series = (...figures: (keyof Without['total'])[]) =>
    figures.map((figure) => ({ label: without.figures[figure][0]!, values: days.map((day) => day[figure] ?? 0) }));
  return (
    <>
      <TimeChart
        title={without.byDay.title}
        sentence={without.byDay.text(total.engagements, total.links, total.bookings)}
        days={names}
        series={series(...counts)}
      />
      {total.revenue !== null && (
        <TimeChart
          title={without.revenueByDay.title}
          sentence={without.revenueByDay.text(total.revenue)}
          days={names}
          series={series('revenue')}
          write={words.money}
        />
      )}
    </>
  );
}
