import { type Insertable, sql } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

const mostCards = 500;

export interface RateCardRow {
  id: number;
  tier: string;
  partner_share: number;
  holding_days: number;
  effective_from: string;
  created_at: Date;
  created_by: string | null;
  confirmed_by: string | null;
  reason: string;
  /** Whether bookings of this day earn by it. */
  in_force: boolean;
  /** Shown experiences whose rate is below the share, so that the house would add to it. */
  listings_below: number;
}

/** The rate cards, newest first, as they are on a day of Hawaiʻi; or one of them. */
export async function findRateCards(db: Db, today: string, id: number | null = null): Promise<RateCardRow[]> {
  const { rows } = await sql<RateCardRow>`
    select r.id, r.tier, r.partner_share, r.holding_days, r.effective_from, r.created_at, u.email as created_by,
      s.email as confirmed_by, r.reason,
      r.id = (select i.id from rate_cards i where i.tier = r.tier and i.effective_from <= ${today}::date
        order by i.effective_from desc, i.id desc limit 1) is true as in_force,
      (select count(*)::integer from listings l where l.is_active and l.commission_rate < r.partner_share) as listings_below
    from rate_cards r left join users u on u.id = r.created_by left join rate_changes c on c.rate_card_id = r.id
      left join users s on s.id = c.settled_by
    where ${id}::integer is null or r.id = ${id}::integer
    order by r.id desc limit ${mostCards}`.execute(db);
  return rows;
}

const mostBelow = 200;

/** Shown experiences that pay less than a share, those that pay least first. */
export async function findListingsBelow(db: Db, share: number) {
  const listings = db.selectFrom('listings').select(['id as listing_id', 'name', 'commission_rate']);
  const below = listings.where('is_active', '=', true).where('commission_rate', '<', share);
  return await below.orderBy('commission_rate').orderBy('name').orderBy('id').limit(mostBelow).execute();
}

/** The cards in force on a day of Hawaiʻi whose share is more than a rate, by tier. */
export async function findSharesAbove(db: Db, today: string, rate: number) {
  const { rows } = await sql<{ tier: string; partner_share: number }>`
    select tier, partner_share from (
      select distinct on (tier) tier, partner_share from rate_cards where effective_from <= ${today}::date
      order by tier, effective_from desc, id desc) r
    where partner_share > ${rate} order by tier`.execute(db);
  return rows;
}

export async function insertRateCard(tx: Tx, card: Insertable<Tables['rate_cards']>): Promise<number> {
  return (await tx.insertInto('rate_cards').values(card).returning('id').executeTakeFirstOrThrow()).id;
}

/** Whether a tier has a card, also one that is still to come into force. */
export async function hasRateCard(db: Db, tier: string): Promise<boolean> {
  const card = db.selectFrom('rate_cards').select('id').where('tier', '=', tier).limit(1);
  return (await card.executeTakeFirst()) !== undefined;
}

export interface Terms {
  tier: string;
  minimum_payout_cents: number;
}

/** A partner's terms, held until the transaction ends. */
export async function lockTerms(tx: Tx, organisationId: string): Promise<Terms | undefined> {
  return await tx
    .selectFrom('organisations')
    .select(['tier', 'minimum_payout_cents'])
    .where('id', '=', organisationId)
    .where('kind', '=', 'partner')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Sets a partner's terms, and keeps by which tier it earned until now. */
export async function updateTerms(
  tx: Tx,
  now: Date,
  organisationId: string,
  before: Terms,
  terms: Terms,
): Promise<void> {
  if (before.tier !== terms.tier)
    await tx
      .insertInto('past_tiers')
      .values({ organisation_id: organisationId, until: now, tier: before.tier })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await tx.updateTable('organisations').set(terms).where('id', '=', organisationId).execute();
}
