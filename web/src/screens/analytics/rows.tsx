import { useMemo } from 'react';
import { useLoaderData } from 'react-router';
import type { listFigureRows } from '../../../../contract/analytics-figures.ts';
import { type BookingPlatform, bookingPlatforms } from '../../../../contract/booking-states.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import { type FigureRows, figureRows, isSummed, type SummedRows } from '../../../../contract/figure-rows.ts';
import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import { timeRanges } from '../../../../contract/time-ranges.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter } from '../../desk/table-filters.tsx';
import { analytics } from '../../messages/en/analytics.ts';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import { bookings } from '../../messages/en/bookings.ts';
import { titles } from '../../messages/en/screens.ts';
import { calendarDay } from '../../messages/format.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { withQuery } from '../../with-query.ts';
import styles from './analytics.module.css';
import { meaningOf } from './meant.ts';

type Listed = Answer<typeof listFigureRows>;
type Query = Request<typeof listFigureRows>['query'];
type Row = Listed['rows'][number] & { id: string; when: string };

interface Shown extends Listed {
  of: FigureRows;
  day: string | null;
  platform: BookingPlatform | null;
}

export const loadFigureRows = deskLoader(async (api, { request }): Promise<Shown> => {
  const { searchParams } = new URL(request.url);
  const of = figureRows.find((one) => one === searchParams.get('of')) ?? 'scans';
  const names = ['time_range', 'day', 'after', ...(isOfPlatforms(of) ? ['platform'] : [])];
  const query = { ...asked(searchParams, names), of } as Query;
  const { day, platform } = query ?? {};
  return { ...(await api('GET /api/analytics/rows', { query })), of, day: day ?? null, platform: platform ?? null };
});

/** No scan, no opening and no impression is of a platform. */
const isOfPlatforms = (of: FigureRows) => of !== 'scans' && !isSummed(of);

const { columns: names } = words;
const when: Column<Row> = {
  key: 'at',
  label: names.at,
  cell: ({ when }) => when,
  isTitle: true,
  isFixed: true,
};
const whence: readonly Column<Row>[] = [
  { key: 'place', label: names.place, cell: ({ place }) => place ?? words.none, isBrief: true, isEndless: true },
  { key: 'code', label: names.code, cell: ({ code }) => code ?? words.none },
  { key: 'partner', label: names.partner, cell: ({ partner }) => partner ?? words.none, isEndless: true },
];
const whither: readonly Column<Row>[] = [
  {
    key: 'listing',
    label: names.listing,
    cell: ({ listing }) => listing ?? words.none,
    isBrief: true,
    isEndless: true,
  },
  {
    key: 'platform',
    label: words.platform,
    cell: ({ platform }) => (platform ? words.platforms[platform] : words.none),
  },
];
const ofBookings: readonly Column<Row>[] = [
  when,
  ...whither,
  { key: 'status', label: names.status, cell: ({ status }) => (status ? bookings.statuses[status] : words.none) },
  {
    key: 'amount',
    label: names.amount,
    cell: ({ amount }) => words.money(amount),
    numeric: true,
    meaning: words.amountMeaning,
  },
  ...whence,
];
const summed = (of: SummedRows): readonly Column<Row>[] => [
  when,
  whither[0]!,
  {
    ...{ key: 'count', label: words.count, numeric: true, meaning: meaningOf(of), isBrief: true },
    cell: ({ count }) => words.number(count),
  },
];
const columns: Readonly<Record<FigureRows, readonly Column<Row>[]>> = {
  scans: [when, ...whence],
  ...{ openings: summed('openings'), impressions: summed('impressions') },
  clicks: [when, ...whither, ...whence],
  ...{ bookings: ofBookings, pending: ofBookings, completed: ofBookings },
};

/** The scans, clicks or bookings that a figure of a range counts; of openings and impressions the sums by day and experience. */
export function FigureRowsScreen() {
  const shown = useLoaderData<Shown>();
  const address = useTableAddress();
  const { of, time_range, total, next } = shown;
  const list = useMemo(
    () => ({
      rows: shown.rows.map((row, at) => ({
        ...{ ...row, id: `${row.at} ${at}` },
        when: isSummed(of) && time_range !== '24h' ? calendarDay(hawaiiDay(new Date(row.at))) : words.moment(row.at),
      })),
      ...{ total, next },
    }),
    [shown.rows, total, next, of, time_range],
  );
  return (
    <Loaded>
      <DeskFrame
        title={titles.analyticsRows}
        sentence={words.rowsSentence(total, of, { range: time_range, day: shown.day, platform: shown.platform })}
        administration={adminTabs('analytics')}
        tabs={figureRows.map((one) => ({
          to: address.to({ of: one, platform: null }),
          label: words.rowsTitle[one],
          current: one === of,
        }))}
      >
        <div>
          <ButtonLink look="plain" to={withQuery('/analytics', new URLSearchParams({ time_range }))}>
            {words.toFigures}
          </ButtonLink>
        </div>
        <FilterLinks
          label={analytics.rangesLabel}
          options={timeRanges.map((one) => ({
            to: address.to({ time_range: one, day: null }),
            label: analytics.ranges[one],
            current: one === time_range,
          }))}
        />
        <DataTable
          name={`figure-${of}`}
          key={of}
          caption={words.rowsTitle[of]}
          columns={columns[of]}
          list={list}
          titleOf={({ when, listing }) => (isSummed(of) ? `${when}, ${listing ?? words.none}` : when)}
          empty={<EmptyState title={words.noRows}>{words.noRowsText}</EmptyState>}
        >
          <div className={styles.filter}>
            <Field
              label={words.filterDay}
              type="date"
              value={address.asked('day') ?? ''}
              onChange={({ target }) => address.change({ day: target.value || null })}
            />
          </div>
          {isOfPlatforms(of) && (
            <TableFilter
              label={words.platform}
              param="platform"
              options={Object.fromEntries(bookingPlatforms.map((one) => [one, words.platforms[one]]))}
            />
          )}
        </DataTable>
      </DeskFrame>
    </Loaded>
  );
}
