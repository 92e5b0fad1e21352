import { type Insertable, type RawBuilder, sql } from 'kysely';
import { usualHoldingDays } from '../../../contract/commission-states.ts';
import type { RateChange } from '../../../contract/rate-changes.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { anotherAdmin } from './another-admin.store.ts';
import { isOf } from './own-organisation.store.ts';

const mostWaiting = 200;

export interface RateChangeRow {
  id: string;
  organisation_id: string | null;
  organisation_name: string | null;
  tier: string;
  partner_share: number | null;
  /** Of its card, or as it would be; null of terms. */
  holding_days: number | null;
  asked_from: string | null;
  effective_from: string | null;
  minimum_payout_cents: number | null;
  former_tier: string | null;
  former_minimum_cents: number | null;
  reason: string;
  state: RateChange['state'];
  proposed_by: string;
  proposed_at: Date;
  settled_by: string | null;
  settled_at: Date | null;
  withdrawal_reason: string | null;
  rate_card_id: number | null;
  /** Of its tier, by the card in force. */
  share_in_force: number | null;
  holding_days_in_force: number | null;
  /** Shown experiences whose rate is below the share; 0 of terms. */
  listings_below: number;
  obstacle: RateChange['obstacle'];
  /** How many there are like this, also beyond those that are told. */
  total: number;
}

/** Who looks, when, and the day of Hawaiʻi from which on a card holds at the earliest that is confirmed then. */
export interface Look {
  userId: string;
  now: Date;
  tomorrow: string;
}

/** The card by which a tier earns on the day before one. */
const inForce = (tier: RawBuilder<unknown>, tomorrow: string) => sql<number | null>`(select i.id from rate_cards i
  where i.tier = ${tier} and i.effective_from < ${tomorrow}::date order by i.effective_from desc, i.id desc limit 1)`;

/** How many days after travel a tier's bookings become payable, by its card in force. */
export async function findHoldingDays(db: Db, tier: string, tomorrow: string): Promise<number> {
  const { rows } = await sql<{ holding_days: number }>`
    select holding_days from rate_cards where id = ${inForce(sql`${tier}`, tomorrow)}`.execute(db);
  return rows[0]?.holding_days ?? usualHoldingDays;
}

/** What waits to be confirmed, the oldest first, of all or of one organisation; or one change, whether or not it waits. */
export async function findRateChanges(
  db: Db,
  { userId, now, tomorrow }: Look,
  { id = null, organisation = null }: { id?: string | null; organisation?: string | null },
): Promise<RateChangeRow[]> {
  const { rows } = await sql<RateChangeRow>`
    select c.id, c.organisation_id, o.name as organisation_name, c.tier, c.partner_share, c.effective_from as asked_from,
      case when c.organisation_id is null then coalesce(r.effective_from, greatest(c.effective_from, ${tomorrow}::date)) end as effective_from,
      c.minimum_payout_cents, c.former_tier, c.former_minimum_cents, c.reason, c.state, p.email as proposed_by, c.proposed_at,
      s.email as settled_by, c.settled_at, c.withdrawal_reason, c.rate_card_id, (count(*) over ())::integer as total,
      f.partner_share as share_in_force, f.holding_days as holding_days_in_force,
      case when c.organisation_id is null
        then coalesce(r.holding_days, c.holding_days, f.holding_days, ${sql.lit(usualHoldingDays)}) end as holding_days,
      (select count(*)::integer from listings l where l.is_active and l.commission_rate < c.partner_share) as listings_below,
      case when c.state <> 'proposed' then null
        when ${isOf(sql`c.organisation_id`, userId)} then 'own_account'
        when c.proposed_by = ${userId} and (c.had_another or ${anotherAdmin(userId, now)}) then 'same_admin'
        when c.proposed_by <> ${userId} and not ${userId} = any(c.admins) then 'late_admin'
        when (o.tier, o.minimum_payout_cents) is distinct from (c.former_tier, c.former_minimum_cents) then 'stale'
        -- It would hold over a card for a later day than its own, which holds since or from tomorrow on.
        when c.organisation_id is null and exists (select from rate_cards n where n.tier = c.tier
          and n.effective_from > c.effective_from and n.effective_from <= ${tomorrow}::date) then 'stale' end as obstacle
    from rate_changes c join users p on p.id = c.proposed_by left join users s on s.id = c.settled_by
      left join organisations o on o.id = c.organisation_id left join rate_cards r on r.id = c.rate_card_id
      left join rate_cards f on f.id = ${inForce(sql`c.tier`, tomorrow)}
    where case when ${id}::uuid is not null then c.id = ${id}
      else c.state = 'proposed' and (${organisation}::uuid is null or c.organisation_id = ${organisation}) end
    order by c.proposed_at, c.id limit ${mostWaiting}`.execute(db);
  return rows;
}

export async function insertRateChange(
  tx: Tx,
  change: Omit<Insertable<Tables['rate_changes']>, 'admins' | 'had_another'>,
): Promise<string> {
  return (await tx.insertInto('rate_changes').values(change).returning('id').executeTakeFirstOrThrow()).id;
}

/** The same terms, as the same person has proposed them before, while they wait to be confirmed. */
export async function findSameProposal(
  db: Db,
  of: { organisation_id: string; tier: string; minimum_payout_cents: number; proposed_by: string },
  former: { tier: string; minimum_payout_cents: number },
): Promise<{ id: string; reason: string } | undefined> {
  return await db
    .selectFrom('rate_changes')
    .select(['id', 'reason'])
    .where('state', '=', 'proposed')
    .where('organisation_id', '=', of.organisation_id)
    .where('tier', '=', of.tier)
    .where('minimum_payout_cents', '=', of.minimum_payout_cents)
    .where('proposed_by', '=', of.proposed_by)
    .where('former_tier', '=', former.tier)
    .where('former_minimum_cents', '=', former.minimum_payout_cents)
    .limit(1)
    .executeTakeFirst();
}

/**
 * Says of a change that waits why it is proposed, in other words. Not of one that somebody is settling just now, who waits for the
 * organisation that is held here. @returns whether it did
 */
export async function rewordRateChange(tx: Tx, id: string, reason: string): Promise<boolean> {
  const waiting = tx.selectFrom('rate_changes').select('id').where('id', '=', id).where('state', '=', 'proposed');
  const free = waiting.forUpdate().skipLocked();
  const { numUpdatedRows } = await tx
    .updateTable('rate_changes')
    .set({ reason })
    .where('id', 'in', free)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A change, held until the transaction ends. */
export async function lockRateChange(tx: Tx, id: string) {
  return await tx
    .selectFrom('rate_changes')
    .select(['state', 'organisation_id', 'proposed_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function settleRateChange(
  tx: Tx,
  id: string,
  settled: { settled_by: string; settled_at: Date } & (
    | { state: 'confirmed'; rate_card_id: number | null }
    | { state: 'withdrawn'; withdrawal_reason: string }
  ),
): Promise<void> {
  await tx.updateTable('rate_changes').set(settled).where('id', '=', id).execute();
}
