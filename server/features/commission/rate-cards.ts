import { isDeepStrictEqual } from 'node:util';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { RateCard } from '../../../contract/rate-cards.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { shareOf } from './position.ts';
import {
  findListingsBelow,
  findRateCards,
  hasRateCard,
  insertRateCard,
  isMemberOf,
  lockTerms,
  type RateCardRow,
  type Terms,
  updateTerms,
} from './rate-cards.store.ts';

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

export interface NewRateCard {
  tier: string;
  /** A part of one, of at most four decimals. */
  partner_share: number;
  /** A day of Hawaiʻi. */
  effective_from: string;
  reason: string;
}

/**
 * Makes a rate card, for bookings from the beginning of a day that is still to come.
 * @throws Refusal `rate_card_retroactive`
 */
export async function makeRateCard(db: Db, now: Date, actor: Actor, card: NewRateCard): Promise<RateCard> {
  const today = hawaiiDay(now);
  if (card.effective_from <= today) throw new Refusal('rate_card_retroactive');
  return await withTransaction(db, async (tx) => {
    const id = await insertRateCard(tx, { ...card, created_at: now, created_by: actor.userId });
    await recordAudit(tx, now, {
      action: 'rate_card_made',
      actorId: actor.userId,
      subject: { kind: 'rate_card', id },
      after: card,
      requestId: actor.requestId,
    });
    return await getRateCard(tx, now, id);
  });
}

/**
 * Sets by which tier a partner's bookings earn from now on, and from how much it is paid out. What is booked keeps its card.
 * @throws Refusal `not_found` where there is no such partner, `own_account` where the administrator is of it, `rate_card_missing` for a
 * tier without a card
 */
export async function setTerms(
  db: Db,
  now: Date,
  actor: Actor,
  organisationId: string,
  { reason, ...terms }: Terms & { reason: string },
): Promise<Terms> {
  return await withTransaction(db, async (tx) => {
    const before = await lockTerms(tx, organisationId);
    if (!before) throw new Refusal('not_found');
    if (await isMemberOf(tx, organisationId, actor.userId)) throw new Refusal('own_account');
    if (!(await hasRateCard(tx, terms.tier))) throw new Refusal('rate_card_missing', { tier: terms.tier });
    if (isDeepStrictEqual(before, terms)) return terms;
    await updateTerms(tx, now, organisationId, before, terms);
    await recordAudit(tx, now, {
      action: 'organisation_terms_set',
      actorId: actor.userId,
      subject: { kind: 'organisation', id: organisationId },
      before,
      after: { ...terms, reason },
      requestId: actor.requestId,
    });
    return terms;
  });
}
