import { sql } from 'kysely';
import type { Db } from '../server/platform/database/database.ts';

/** What the rows of a span say, with statements that share nothing with those of the product: a plain count per table on local time. */
export interface Recounted {
  scans: number;
  clicks: number;
  openings: number;
  bookings: number;
  completed: number;
  pending: number;
  cents: number;
  told: number;
  told_cents: number;
  /** From the ledger's entries alone: what stands on the accounts of partners, of the house and of platforms. */
  partner_cents: number;
  house_cents: number;
  platform_cents: number;
  /** By `day platform`, cents and how many. */
  platforms: Map<string, [number, number]>;
  /** By day, scans, clicks, bookings and cents. */
  days: Map<string, [number, number, number, number]>;
}

const local = (column: string) => `to_char(${column} at time zone 'Pacific/Honolulu', 'YYYY-MM-DD')`;
/** Whether an event is an opening. */
export const opened = `listing_id is not null and (event_type in ('map_pin_clicked', 'smart_suggestion_clicked', 'advertiser_content_view')
  or event_type = 'advertiser_external_navigation' and coalesce(data ->> 'source', '') <> 'in_app_browser')`;

/** @param of the span's instants, and the owner of a partner whose rows alone count */
export async function recountFigures(db: Db, of: { from: string; until: string; owner?: string }): Promise<Recounted> {
  const own = of.owner ? `and partner_id = '${of.owner}'` : '';
  const during = (column: string) => `${column} >= '${of.from}' and ${column} < '${of.until}' ${own}`;
  const ask = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows;
  const days: Recounted['days'] = new Map();
  const add = (day: string, at: number, count: number) => {
    const figures = days.get(day) ?? [0, 0, 0, 0];
    figures[at]! += count;
    days.set(day, figures);
  };
  const told = `status in ('confirmed', 'completed') and not estimated`;
  type Daily = { day: string; count: number };
  for (const { day, count } of await ask<Daily>(
    `select ${local('scanned_at')} as day, count(*) as count from scans where counted and ${during('scanned_at')} group by 1`,
  ))
    add(day, 0, count);
  for (const { day, count } of await ask<Daily>(
    `select ${local('clicked_at')} as day, count(*) as count from clicks where ${during('clicked_at')} group by 1`,
  ))
    add(day, 1, count);
  const platforms: Recounted['platforms'] = new Map();
  for (const row of await ask<{ day: string; platform: string; count: number; cents: number }>(
    `select ${local('booked_at')} as day, platform, count(*) as count, coalesce(sum(amount_cents) filter (where ${told}), 0)::bigint as cents
     from bookings where status in ('confirmed', 'completed') and ${during('booked_at')} group by 1, 2`,
  )) {
    add(row.day, 2, row.count);
    add(row.day, 3, row.cents);
    platforms.set(`${row.day} ${row.platform}`, [row.cents, row.count]);
  }
  const [events] = await ask<{ count: number }>(
    `select count(*) as count from events where audience = 'visitor' and ${opened} and ${during('received_at')}`,
  );
  const [sales] = await ask<{ completed: number; pending: number; told: number; told_cents: number }>(
    `select count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'pending') as pending,
       count(*) filter (where ${told}) as told, coalesce(sum(amount_cents) filter (where ${told}), 0)::bigint as told_cents
     from bookings where ${during('booked_at')}`,
  );
  // An entry takes from one account and gives to another.
  const accounts = await ask<{ kind: string; cents: number }>(
    `select a.kind, sum(case when a.id = e.to_account then e.cents else -e.cents end)::bigint as cents
     from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
     where a.state <> 'estimated' and e.booking_id in (select id from bookings where ${told} and ${during('booked_at')}) group by 1`,
  );
  const standing = (kind: string) => accounts.find((account) => account.kind === kind)?.cents ?? 0;
  const sum = (at: number) => [...days.values()].reduce((so, figures) => so + figures[at]!, 0);
  return {
    ...{ scans: sum(0), clicks: sum(1), openings: events!.count, bookings: sum(2), cents: sum(3) },
    ...sales!,
    ...{ partner_cents: standing('partner'), house_cents: standing('house'), platform_cents: 0 - standing('platform') },
    ...{ platforms, days },
  };
}
