import { readFileSync } from 'node:fs';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import type { World } from './world.ts';

/** By `platform month`: what was sold, and what its platform owes for it, in cents. */
export type Sums = Map<string, { sold: number; commission: number }>;

/** What the file of the simulators' books has of a booking, as far as money follows from it. */
interface Written {
  id: string;
  platform: string;
  day: string;
  cents: number;
  rate: number;
  status: string;
  click: string | null;
}

/** The last line of each booking, read from the file alone. */
export function readBooks(file: string): Written[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const newest = new Map<string, Written>();
  for (const { sale } of lines.map((line) => JSON.parse(line) as { sale?: Written }))
    if (sale) newest.set(sale.id, sale);
  return [...newest.values()];
}

function add(sums: Sums, key: string, sold: number, commission: number): void {
  const so = sums.get(key) ?? { sold: 0, commission: 0 };
  sums.set(key, { sold: so.sold + sold, commission: so.commission + commission });
}

/** By the month of travel. */
export function sumBooks(file: string): Sums {
  const sums: Sums = new Map();
  for (const { platform, day, cents, rate, status, click } of readBooks(file)) {
    if (click === null) continue;
    const owed = status === 'booked' ? cents : 0;
    add(sums, `${platform} ${day.slice(0, 7)}`, owed, Math.round(owed * rate));
  }
  return sums;
}

/** By what a platform's statement says in its last but one and its last amounts. */
export function sumStatement(sums: Sums, platform: string, month: string, file: string): void {
  const [header, ...lines] = file.trim().split('\r\n');
  const amounts = ['Total', 'Gross Sales', 'Booking Value', 'Paid', 'Commission', 'Yours'];
  const columns = header!
    .split(',')
    .flatMap((name, at) => (amounts.includes(name) ? [at - header!.split(',').length] : []));
  add(sums, `${platform} ${month}`, 0, 0);
  for (const line of lines) {
    const [sold, commission] = columns.map((at) => Math.round(Number(line.split(',').at(at)) * 100));
    add(sums, `${platform} ${month}`, sold!, commission!);
  }
}

/**
 * What the ledger's entries say that each platform owes and what its bookings came to, with a statement that shares nothing with those of
 * the product: an entry adds to one account and takes from another, and what is only estimated is left out.
 */
export async function sumLedger({ database }: World): Promise<Sums> {
  const { rows } = await database.pool.query<{ key: string; sold: number; commission: number }>(`
    with side as (
      select booking_id, to_account as account, cents from ledger_entries
      union all select booking_id, from_account, -cents from ledger_entries
    ), owed as (
      select s.booking_id, -sum(s.cents) filter (where a.kind = 'platform') as platform, sum(s.cents) filter (where a.kind <> 'platform') as others
      from side s join ledger_accounts a on a.id = s.account where a.state <> 'estimated' group by s.booking_id
    )
    select p.platform || ' ' || to_char(coalesce(b.check_in_date, p.travel_date), 'YYYY-MM') as key,
      sum(case when b.status in ('confirmed', 'completed') then b.amount_cents else 0 end)::bigint as sold,
      sum(case when coalesce(o.platform, 0) = coalesce(o.others, 0) then coalesce(o.platform, 0) end)::bigint as commission
    from platform_bookings p join bookings b on b.id = p.booking_id left join owed o on o.booking_id = b.id
    where p.match_kind <> 'evidence' group by 1`);
  return new Map(
    rows.map(({ key, ...sums }) => [key, { sold: Number(sums.sold), commission: Number(sums.commission) }]),
  );
}

/** Where several do not say the same, a line each. */
export function moneyDifferences(told: Record<string, Sums>, isMeant: (key: string) => boolean = () => true): string[] {
  const keys = new Set(Object.values(told).flatMap((sums) => [...sums.keys()]));
  return [...keys].filter(isMeant).flatMap((key) => {
    const each = Object.entries(told).map(([who, sums]) => {
      const { sold, commission } = sums.get(key) ?? { sold: 0, commission: 0 };
      return { who, said: `${sold} ${commission}` };
    });
    if (new Set(each.map(({ said }) => said)).size === 1) return [];
    return [`${key}: ${each.map(({ who, said }) => `${who} ${said}`).join(', ')}`];
  });
}

/**
 * What each partner has earned by the books: the share of what stands, by whose code led to it. A commission that somebody has voided is
 * nobody's, and one that is on hold, whose amount nobody has told, or of which a person is asked what to believe is not payable. The
 * day of travel is what the platform tells.
 */
export async function partnersByBooks({ database, clock }: World, file: string) {
  const { rows } = await database.pool.query<{ click: string; owner: string; share: number; payable: boolean }>(
    `select c.click_id as click, o.id::text as owner, r.partner_share::float as share,
      b.status = 'completed' and not b.estimated
        and 14 + (select max(p.travel_date) from platform_bookings p where p.booking_id = b.id and p.match_kind <> 'evidence') <= $1::date
        and not exists (select from commission_holds h where h.booking_id = b.id and h.state = 'open')
        and not exists (select from platform_bookings p where p.booking_id = b.id and p.doubt is not null and p.state = 'proposed')
        as payable
    from clicks c join organisations o on o.owner_id = c.partner_id and o.kind = 'partner'
      join bookings b on b.click_id = c.id and b.status <> 'cancelled' join commissions r on r.booking_id = b.id
    where r.organisation_id is not null
      and not exists (select from commission_holds h where h.booking_id = b.id and h.state = 'voided')`,
    [hawaiiDay(clock.now())],
  );
  const earned = new Map<string, { all: number; payable: number }>();
  for (const { click, status, cents } of readBooks(file)) {
    const credited = rows.find((row) => row.click === click);
    if (!credited || status !== 'booked') continue;
    const share = Math.floor((cents * Math.round(credited.share * 10_000) + 5_000) / 10_000);
    const so = earned.get(credited.owner) ?? { all: 0, payable: 0 };
    earned.set(credited.owner, { all: so.all + share, payable: so.payable + (credited.payable ? share : 0) });
  }
  return earned;
}

/**
 * What stands on each partner's accounts by entries alone: all that is certain, and by month what has become payable, in a payout or not,
 * less what was paid, and what was paid.
 */
export async function partnersByLedger({ database }: World) {
  const { rows } = await database.pool.query<{ owner: string; all: number; month: string; owed: number; paid: number }>(
    `with moved as (
      select a.organisation_id::text as owner, to_char(e.posted_at at time zone 'Pacific/Honolulu', 'YYYY-MM') as month, a.state,
        case when a.id = e.to_account then e.cents else -e.cents end as cents
      from ledger_entries e join ledger_accounts a on a.id = e.to_account or a.id = e.from_account
      where a.kind = 'partner' and a.state <> 'estimated'
    )
    select owner, month, sum(cents)::int as all, coalesce(sum(cents) filter (where state in ('payable', 'in_payout')), 0)::int as owed,
      coalesce(sum(cents) filter (where state = 'paid'), 0)::int as paid
    from moved group by 1, 2 order by 1, 2`,
  );
  return rows;
}

/** What the payouts themselves say that was paid to each partner, by the month in which they were released. */
export async function paidByPayouts({ database }: World) {
  const { rows } = await database.pool.query<{ owner: string; month: string; paid: number }>(
    `select organisation_id::text as owner, to_char(settled_at at time zone 'Pacific/Honolulu', 'YYYY-MM') as month, sum(cents)::int as paid
    from payouts where state = 'released' group by 1, 2 order by 1, 2`,
  );
  return rows;
}
