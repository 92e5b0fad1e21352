import type { getEarnings } from '../../../../contract/commission.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import type { listOwnCommissions, OwnCommission } from '../../../../contract/own-commissions.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { asked } from '../../desk/list-query.ts';

/** A commission as the list has it. */
export type CommissionLine = OwnCommission & { id: string };

export interface EarningsData {
  organisation: string;
  permissions: readonly Permission[];
  earnings: Answer<typeof getEarnings>;
  list: ListPage<CommissionLine>;
  /** Those that the list can be narrowed to, as `2026-12`, the newest first. */
  months: readonly string[];
}

const offeredMonths = 24;

/** The months of Hawaiʻi up to this one, and the one that is asked for if it is another. */
function monthsUpTo(now: Date, wanted: string | null): string[] {
  const [year, month] = hawaiiDay(now).split('-').map(Number) as [number, number, number];
  const months = Array.from({ length: offeredMonths }, (_, before) =>
    new Date(Date.UTC(year, month - 1 - before, 1)).toISOString().slice(0, 7),
  );
  return wanted === null || months.includes(wanted) ? months : [...months, wanted];
}

export const loadEarnings = deskLoader(async (api, { request }): Promise<EarningsData> => {
  const { searchParams: query } = new URL(request.url);
  const { id, permissions } = await api('GET /api/organisation');
  const [earnings, { rows, total, next }] = await Promise.all([
    api('GET /api/organisations/{id}/earnings', { params: { id } }),
    api('GET /api/organisations/{id}/commissions', {
      params: { id },
      query: asked(query, ['sort', 'state', 'month', 'time_range', 'of', 'after']) as NonNullable<
        Request<typeof listOwnCommissions>['query']
      >,
    }),
  ]);
  return {
    ...{ organisation: id, permissions, earnings },
    list: { rows: rows.map((row) => ({ ...row, id: row.booking_id })), total, next },
    months: monthsUpTo(new Date(), query.get('month')),
  };
});
