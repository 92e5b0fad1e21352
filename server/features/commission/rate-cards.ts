import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { RateCard } from '../../../contract/rate-cards.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { shareOf } from './position.ts';
import { findListingsBelow, findRateCards, type RateCardRow } from './rate-cards.store.ts';

const show = (row: RateCardRow): RateCard => ({ ...row, created_at: row.created_at.toISOString() });

/** All rate cards, newest first, at most 500. */
export async function listRateCards(db: Db, now: Date): Promise<RateCard[]> {
  return (await findRateCards(db, hawaiiDay(now))).map(show);
}

/** One rate card. @throws Refusal `not_found` */
export async function getRateCard(db: Db, now: Date, id: number): Promise<RateCard> {
  const [row] = await findRateCards(db, hawaiiDay(now), id);
  if (!row) throw new Refusal('not_found');
  return show(row);
}

/** One rate card, and which experiences pay less than its share. @throws Refusal `not_found` */
export async function openRateCard(db: Db, now: Date, id: number) {
  const card = await getRateCard(db, now, id);
  const below = (await findListingsBelow(db, card.partner_share)).map((listing) => ({
    ...listing,
    adds: (shareOf(10_000, card.partner_share) - shareOf(10_000, listing.commission_rate)) / 100,
  }));
  return { ...card, below };
}
