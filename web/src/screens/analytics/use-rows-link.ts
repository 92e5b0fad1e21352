import { useLoaderData } from 'react-router';
import type { BookingPlatform } from '../../../../contract/booking-states.ts';
import { bookingRows, type FigureRows } from '../../../../contract/figure-rows.ts';
import type { TimeRange } from '../../../../contract/time-ranges.ts';
import type { MeantFigure } from '../../desk/meant-figures.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import { withQuery } from '../../with-query.ts';
import type { Desk } from './load-analytics.ts';

/** Where the rows of a range are listed, of one day and platform if told. */
export const rowsAt = (
  time_range: TimeRange,
  of: FigureRows,
  part: { day?: string; platform?: BookingPlatform } = {},
) => withQuery('/analytics/rows', new URLSearchParams({ of, time_range, ...part }));

/**
 * Where the rows of a range's figures are listed, for administrators; a partner's bookings are in its portal, for those of its people
 * who may see money.
 */
export function useRowsLink(time_range: TimeRange): (of: FigureRows) => MeantFigure['rows'] {
  const isAdmin = useSession().role === 'admin';
  const { may } = useLoaderData<Partial<Pick<Desk, 'may'>>>();
  return (of) => {
    if (isAdmin) return { to: rowsAt(time_range, of), label: words.seeRows[of] };
    const isListed = may?.includes('revenue') && bookingRows.some((one) => one === of);
    return isListed ? { to: bookingsAt(time_range, of), label: words.seeRows[of] } : undefined;
  };
}

const bookingsAt = (time_range: TimeRange, of: FigureRows) =>
  withQuery('/partner-portal/earnings', new URLSearchParams({ of, time_range }));
