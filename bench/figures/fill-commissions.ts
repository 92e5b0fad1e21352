import type pg from 'pg';
import { followBooking } from '../../server/features/commission/commission.ts';
import { type Db, withTransaction } from '../../server/platform/database/database.ts';

/** So many bookings, of every state, are compared with what the product makes of them. */
const compared = 400;
/** Parts of an amount in whole cents, half a cent upwards. */
const part = (share: string) => `floor((amount_cents * round(${share} * 10000) * 2 + 10000) / 20000)::bigint`;
const today = `(now() at time zone 'Pacific/Honolulu')::date`;

/** Whom a booking of the year is credited to and by which card, and where that stands by now; none of them is held. */
const commissions = `
  insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at, state, basis,
    amount_cents, partner_cents, platform_cents, travel_day, payable_on, completed_on)
  select id, organisation_id, rate_card_id, share, rate, listing_id, booked_at,
    case when status = 'cancelled' then 'none' when status = 'pending' then 'estimated' when is_earned then 'payable' else 'pending' end,
    case when status = 'cancelled' then 'none' when status = 'pending' then 'estimated' when is_earned then 'earned' else 'pending' end,
    case when status = 'cancelled' then 0 else amount_cents end,
    case when status = 'cancelled' then 0 else ${part('share')} end,
    case when status = 'cancelled' then 0 else ${part('rate')} end,
    travel_day, travel_day + holding_days, case when status = 'completed' then ${today} end
  from (
    select *, status = 'completed' and travel_day + holding_days <= ${today} as is_earned from (
      select b.id, b.listing_id, b.booked_at, b.status, b.amount_cents, c.commission_rate as rate,
        case when card.id is not null then o.id end as organisation_id, card.id as rate_card_id,
        coalesce(card.partner_share, 0) as share, coalesce(card.holding_days, 14) as holding_days,
        case when b.status in ('confirmed', 'completed') then coalesce(b.check_out_date, b.check_in_date) end as travel_day
      from bookings b join clicks c on c.id = b.click_id
        left join organisations o on o.owner_id = b.partner_id and o.kind = 'partner'
        left join lateral (select r.* from rate_cards r where o.id is not null and r.tier = o.tier
          order by r.effective_from desc, r.id desc limit 1) card on true
    ) as of_booking
  ) as standing`;

/** Their transfers: the partner's share and the rest, each from the account to the account that it stands on. */
const transfers = `
  select c.booking_id, c.rate_card_id, c.state, side.* from commissions c join bookings b on b.id = c.booking_id
    cross join lateral (values
      ('platform', null::uuid, b.platform, c.basis, 'partner', c.organisation_id, null::text, c.state, c.partner_cents),
      ('platform', null, b.platform, c.basis, 'house', null, null, c.basis, c.platform_cents - c.partner_cents),
      ('house', null, null, c.basis, 'platform', null, b.platform, c.basis, c.partner_cents - c.platform_cents)
    ) as side (from_kind, from_organisation, from_platform, from_state, to_kind, to_organisation, to_platform, to_state, cents)
  where c.state <> 'none' and side.cents > 0`;

const accounts = `
  insert into ledger_accounts (kind, organisation_id, platform, state)
  select from_kind, from_organisation, from_platform, from_state from (${transfers}) as t
  union select to_kind, to_organisation, to_platform, to_state from (${transfers}) as t
  on conflict do nothing`;

const accountOf = (side: 'from' | 'to') => `
  join ledger_accounts of_${side} on of_${side}.kind = ${side}_kind and of_${side}.state = ${side}_state
    and of_${side}.organisation_id is not distinct from ${side}_organisation and of_${side}.platform is not distinct from ${side}_platform`;

const entries = `
  insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, rate_card_id, cause)
  select now(), case t.state when 'estimated' then 'estimate' when 'pending' then 'confirm' else 'earn' end,
    of_from.id, of_to.id, t.cents, t.booking_id, t.rate_card_id, 'bench'
  from (${transfers}) as t ${accountOf('from')} ${accountOf('to')}`;

/**
 * What all bookings of a generated year earn, and their entries in the ledger, in a few statements: one after the other, as the product
 * does it, would take hours. Some are compared by the product with what it would have made of them.
 * @throws Error where it would have made anything else
 */
export async function fillCommissions(db: Db, owner: pg.Client, now: Date): Promise<void> {
  for (const statement of [commissions, accounts, entries]) await owner.query(statement);
  const { rows } = await owner.query<{ id: string }>(
    'select id from bookings where click_id is not null order by id limit $1',
    [compared],
  );
  const by = { actorId: null, cause: 'bench' };
  for (const { id } of rows)
    if (await withTransaction(db, (tx) => followBooking(tx, now, id, by)))
      throw new Error(`the commission of ${id} is another one`);
}
