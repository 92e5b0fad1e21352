import { useLoaderData } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { getCodeDays, getPerformance } from '../../../../contract/partner-performance.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { type PlaceOfCodes, placesOfSeveral } from '../../../../contract/places-of-several.ts';
import { type PerformanceRange, performanceRanges } from '../../../../contract/portal-states.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { mostOf, ShareBar } from '../../desk/share-bar.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TimeChart } from '../../desk/time-chart.tsx';
import { portalSamples as samples, portalFigures as words } from '../../messages/en/portal-desk.ts';
import { noneIfAway } from '../../none-if-away.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { type Tile, Tiles } from '../../ui/tiles.tsx';
import { besideBefore, besideRate } from './beside-before.ts';
import { CodesByDay } from './codes-by-day.tsx';
import { Funnel } from './funnel.tsx';
import { PortalFrame } from './portal-frame.tsx';

type Performance = Answer<typeof getPerformance>;
type Figures = Performance['codes'][number];

export interface PerformanceData extends Performance {
  permissions: readonly Permission[];
  /** Of a place with several codes, if there is one. */
  codesByDay: Answer<typeof getCodeDays> | null;
  place: PlaceOfCodes | null;
}

const week = { scans: [18, 11, 24, 9, 30, 21, 15], clicks: [6, 3, 8, 3, 10, 6, 5], bookings: [2, 1, 2, 1, 3, 2, 1] };
const days = week.scans.map((scans, at) => ({
  ...{ day: `2026-01-0${at + 1}`, scans, clicks: week.clicks[at]!, bookings: week.bookings[at]! },
}));
const funnel = { scans: 128, clicks: 41, bookings: 12 };
const noMoney = { revenue: null, commission: null };
/** Of money it says nothing. */
const sample: PerformanceData = {
  range: 'month',
  ...{ from: '2026-01-01', until: '2026-01-07', permissions: [], before: null, codesByDay: null, place: null },
  ...{
    total_scans: 128,
    total_bookings: 12,
    openings: 76,
    clicks: 41,
    estimated_bookings: 0,
    conversion_rate: 12 / 128,
  },
  ...{ total_revenue: null, commission_earned: null, earning_bookings: null, average_booking: null, days },
  top_performing_locations: [{ location_id: 0, location_name: samples.place, ...funnel, openings: 76, ...noMoney }],
  codes: [
    { qr_code_id: 'example', label: samples.desk, location_id: 0, location_name: samples.place, ...funnel, ...noMoney },
  ],
};
const fallback = { name: 'performance', version: 4, sample };

export const loadPerformance = deskLoader(async (api, { request }): Promise<PerformanceData> => {
  const asked = new URL(request.url).searchParams;
  const query = asked.has('range') ? { range: asked.get('range') as PerformanceRange } : {};
  const [figures, { permissions }] = await Promise.all([
    api('GET /api/partner-portal/performance', { query }),
    api('GET /api/organisation'),
  ]);
  const places = placesOfSeveral(figures.codes);
  const place = places.find(({ id }) => String(id) === asked.get('place')) ?? places[0] ?? null;
  const params = { id: String(place?.id) };
  // The figures that have come are shown without them.
  const codesByDay =
    place && (await api('GET /api/partner-portal/performance/places/{id}', { params, query }).catch(noneIfAway));
  return { ...figures, permissions, codesByDay, place };
}, fallback);

const { columns } = words;
const figures: readonly Column<
  Pick<Figures, 'scans' | 'clicks' | 'bookings' | 'revenue' | 'commission'> & { id: string }
>[] = [
  { key: 'scans', label: columns.scans, cell: ({ scans }) => words.told(scans), numeric: true, isBrief: true },
  { key: 'clicks', label: columns.clicks, cell: ({ clicks }) => words.told(clicks), numeric: true },
  {
    key: 'bookings',
    label: columns.bookings,
    cell: ({ bookings }) => words.told(bookings),
    numeric: true,
    isBrief: true,
  },
];
/** For who may see it; of a figure that is not told no amount is either. */
const money: typeof figures = [
  { key: 'revenue', label: columns.revenue, cell: ({ revenue }) => words.money(revenue), numeric: true },
  { key: 'commission', label: columns.commission, cell: ({ commission }) => words.money(commission), numeric: true },
];
const place: Column<{ id: string; location_name: string }> = {
  ...{ key: 'place', label: columns.place, cell: ({ location_name }) => location_name },
  ...{ isTitle: true, isFixed: true },
};
const called: Column<{ id: string; label: string | null }> = {
  ...{ key: 'label', label: columns.label, cell: ({ label }) => label, isBrief: true },
};
const [scans, ...further] = figures;
/** A bar beside each shows which have the most; those that are not told have none. */
const ofPlaces = (
  most: number,
): readonly Column<Performance['top_performing_locations'][number] & { id: string }>[] => [
  {
    ...scans!,
    cell: (row) => (
      <>
        {words.told(row.scans)}
        <ShareBar value={row.scans} most={most} />
      </>
    ),
  },
  { key: 'openings', label: columns.openings, cell: ({ openings }) => words.told(openings), numeric: true },
  ...further,
];
const codeColumns = { all: [place, called, ...figures, ...money], withoutMoney: [place, called, ...figures] };

/** What a partner's codes have brought in a span of time: in all, by day, by place and by code. */
export function PerformanceScreen() {
  const of = useLoaderData<PerformanceData>();
  const address = useTableAddress();
  const { range, total_scans, total_bookings, commission_earned } = of;
  const places = of.top_performing_locations.map((row) => ({ ...row, id: String(row.location_id) }));
  const most = mostOf(places.map(({ scans }) => scans));
  const codes = of.codes.map((row) => ({ ...row, id: row.qr_code_id }));
  return (
    <Loaded>
      <PortalFrame
        section="performance"
        permissions={of.permissions}
        sentence={words.sentence(range, { scans: total_scans, bookings: total_bookings, earned: commission_earned })}
      >
        <FilterLinks
          label={words.rangesLabel}
          options={performanceRanges.map((one) => ({
            to: address.to({ range: one === 'month' ? null : one }),
            label: words.ranges[one],
            current: one === range,
          }))}
        />
        <Tiles tiles={tilesOf(of)} />
        {of.before && <p className={list.note}>{words.beforeNote(range)}</p>}
        <section className={page.section} aria-labelledby="funnel">
          <h2 id="funnel">{words.funnel}</h2>
          <Funnel of={of} />
        </section>
        <TimeChart
          title={words.byDay}
          sentence={of.before ? words.compared(total_scans, of.before.total_scans) : words.byDayText(of.from, of.until)}
          days={of.days.map(({ day }) => day)}
          series={[{ label: words.scans, values: of.days.map(({ scans }) => scans) }]}
          isArea
        />
        <h2>{words.places}</h2>
        <DataTable
          name="performance-places"
          caption={words.placesCaption}
          columns={[place, ...ofPlaces(most), ...(of.total_revenue === null ? [] : money)]}
          list={{ rows: places, total: places.length, next: null }}
          titleOf={({ location_name }) => location_name}
          empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        />
        {of.codesByDay && of.place && (
          <CodesByDay of={of.codesByDay} place={of.place} places={placesOfSeveral(of.codes)} />
        )}
        <h2>{words.codes}</h2>
        <DataTable
          name="performance-codes"
          caption={words.codesCaption}
          columns={of.total_revenue === null ? codeColumns.withoutMoney : codeColumns.all}
          list={{ rows: codes, total: codes.length, next: null }}
          titleOf={({ location_name, label }) => [location_name, label].filter(Boolean).join(', ')}
          empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        />
        <p className={list.note}>{words.privacy}</p>
      </PortalFrame>
    </Loaded>
  );
}

function tilesOf(of: Performance): Tile[] {
  const { tiles, money } = words;
  const beside = besideBefore(of);
  return [
    [tiles.scans, words.number(of.total_scans), beside('total_scans')],
    [tiles.clicks, words.number(of.clicks), beside('clicks')],
    [tiles.bookings, words.number(of.total_bookings), beside('total_bookings')],
    [tiles.conversion, words.percent(of.conversion_rate), besideRate(of)],
    ...(of.estimated_bookings > 0 ? ([[tiles.estimated, words.number(of.estimated_bookings)]] as const) : []),
    ...(of.total_revenue === null
      ? []
      : ([
          [tiles.revenue, money(of.total_revenue), beside('total_revenue', money)],
          [tiles.average, money(of.average_booking), beside('average_booking', money)],
          [tiles.commission, money(of.commission_earned), beside('commission_earned', money)],
        ] as const)),
  ];
}
