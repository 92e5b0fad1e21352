import { isDeepStrictEqual } from 'node:util';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { RateChange } from '../../../contract/rate-changes.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isOfOrganisation } from './own-organisation.store.ts';
import { hasRateCard, insertRateCard, lockTerms, type Terms, updateTerms } from './rate-cards.store.ts';
import {
  findHoldingDays,
  findRateChanges,
  findSameProposal,
  insertRateChange,
  lockRateChange,
  type RateChangeRow,
  rewordRateChange,
  settleRateChange,
} from './rate-changes.store.ts';

/** The day of Hawaiʻi after a moment's. */
function tomorrowOf(now: Date): string {
  const day = new Date(`${hawaiiDay(now)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

const lookOf = (now: Date, userId: string) => ({ userId, now, tomorrow: tomorrowOf(now) });

function show(row: RateChangeRow): RateChange {
  const { partner_share, holding_days, asked_from, effective_from } = row;
  const { organisation_id, former_tier, minimum_payout_cents } = row;
  return {
    id: row.id,
    tier: row.tier,
    card:
      partner_share === null || holding_days === null || asked_from === null || effective_from === null
        ? null
        : {
            ...{ partner_share, holding_days, asked_from, effective_from, id: row.rate_card_id },
            ...{ share_in_force: row.share_in_force, holding_days_in_force: row.holding_days_in_force },
            listings_below: row.listings_below,
          },
    terms:
      organisation_id === null || former_tier === null || minimum_payout_cents === null
        ? null
        : {
            organisation: { id: organisation_id, name: row.organisation_name ?? '' },
            minimum_payout: minimum_payout_cents / 100,
            former: { tier: former_tier, minimum_payout: Number(row.former_minimum_cents) / 100 },
          },
    reason: row.reason,
    state: row.state,
    proposed_by: row.proposed_by,
    proposed_at: row.proposed_at.toISOString(),
    settled_by: row.settled_by,
    settled_at: row.settled_at?.toISOString() ?? null,
    withdrawal_reason: row.withdrawal_reason,
    obstacle: row.obstacle,
  };
}

/** What waits to be confirmed, of all or of one organisation, the oldest first, as whoever asks may confirm it; and how much in all. */
export async function listRateChanges(
  db: Db,
  now: Date,
  userId: string,
  organisation?: string,
): Promise<{ rows: RateChange[]; total: number }> {
  const rows = await findRateChanges(db, lookOf(now, userId), { organisation: organisation ?? null });
  return { rows: rows.map(show), total: rows[0]?.total ?? 0 };
}

/** One change, whether or not it waits. @throws Refusal `not_found` */
export async function getRateChange(db: Db, now: Date, userId: string, id: string): Promise<RateChange> {
  const [row] = await findRateChanges(db, lookOf(now, userId), { id });
  if (!row) throw new Refusal('not_found');
  return show(row);
}

export interface NewRateCard {
  tier: string;
  /** A part of one, of at most four decimals. */
  partner_share: number;
  /** After the day of travel; those of the tier's card in force unless told. */
  holding_days?: number | undefined;
  /** A day of Hawaiʻi. */
  effective_from: string;
  reason: string;
}

/**
 * Proposes a rate card, for bookings from the beginning of a day that is still to come. Nothing earns by it until it is confirmed.
 * @throws Refusal `rate_card_retroactive`
 */
export async function proposeRateCard(db: Db, now: Date, actor: Actor, given: NewRateCard): Promise<RateChange> {
  if (given.effective_from < tomorrowOf(now)) throw new Refusal('rate_card_retroactive');
  return await withTransaction(db, async (tx) => {
    const holding_days = given.holding_days ?? (await findHoldingDays(tx, given.tier, tomorrowOf(now)));
    const card = { ...given, holding_days };
    const id = await insertRateChange(tx, { ...card, proposed_by: actor.userId, proposed_at: now });
    await audit(tx, now, actor, 'rate_card_proposed', { kind: 'rate_change', id }, { after: card });
    return await getRateChange(tx, now, actor.userId, id);
  });
}

/**
 * Proposes by which tier a partner's bookings earn, and from how much it is paid out. Nothing changes until it is confirmed. Asked again
 * by the same person it is the same proposal, with the reason that was given last.
 * @returns the terms that hold, and what waits: nothing where these hold already
 * @throws Refusal `not_found` where there is no such partner, `own_account` where the administrator is of it, `rate_card_missing` for a
 * tier without a card
 */
export async function proposeTerms(
  db: Db,
  now: Date,
  actor: Actor,
  organisationId: string,
  { reason, ...terms }: Terms & { reason: string },
): Promise<{ terms: Terms; waits: RateChange | null }> {
  return await withTransaction(db, async (tx) => {
    const before = await lockTerms(tx, organisationId);
    if (!before) throw new Refusal('not_found');
    if (await isOfOrganisation(tx, organisationId, actor.userId)) throw new Refusal('own_account');
    if (!(await hasRateCard(tx, terms.tier))) throw new Refusal('rate_card_missing', { tier: terms.tier });
    if (isDeepStrictEqual(before, terms)) return { terms, waits: null };
    const change = { ...terms, organisation_id: organisationId, proposed_by: actor.userId, proposed_at: now };
    const note = async (was: object) => {
      const subject = { kind: 'organisation', id: organisationId };
      await audit(tx, now, actor, 'organisation_terms_proposed', subject, { before: was, after: { ...terms, reason } });
    };
    const same = await findSameProposal(tx, change, before);
    if (same) {
      const isOther = same.reason !== reason && (await rewordRateChange(tx, same.id, reason));
      if (isOther) await note({ ...before, reason: same.reason });
      return { terms: before, waits: await getRateChange(tx, now, actor.userId, same.id) };
    }
    const former = { former_tier: before.tier, former_minimum_cents: before.minimum_payout_cents };
    const id = await insertRateChange(tx, { ...change, ...former, reason });
    await note(before);
    return { terms: before, waits: await getRateChange(tx, now, actor.userId, id) };
  });
}

/**
 * Confirms what was proposed, so that it holds from now on: a rate card for bookings from its day, or from tomorrow where that has come
 * meanwhile; a partner's terms for what is booked from now on. What is booked keeps its share and its days.
 * @throws Refusal `not_found`; `rate_change_settled`; `own_account` where the caller is of the partner; `rate_change_same_admin` where they
 * proposed it and there is another administrator, or was one when it was proposed or in the 30 days before; `rate_change_late_admin` where
 * another one proposed it while the caller was no administrator; `rate_change_stale` where other terms hold by now than were to be replaced
 */
export async function confirmRateChange(db: Db, now: Date, actor: Actor, id: string): Promise<RateChange> {
  return await withTransaction(db, async (tx) => {
    const { change, former, proposerId } = await lockWaiting(tx, now, actor, id);
    const { obstacle, tier, reason, card, terms } = change;
    if (obstacle) throw new Refusal(obstacle === 'own_account' ? obstacle : `rate_change_${obstacle}`);
    const proposal = { proposal: id, proposed_by: proposerId };
    let rate_card_id: number | null = null;
    if (card) {
      const { partner_share, holding_days, effective_from } = card;
      const made = { tier, partner_share, holding_days, effective_from, reason };
      rate_card_id = await insertRateCard(tx, { ...made, created_at: now, created_by: proposerId });
      const subject = { kind: 'rate_card', id: rate_card_id };
      await audit(tx, now, actor, 'rate_card_made', subject, { after: { ...made, ...proposal } });
    }
    if (terms && former) {
      const set = { tier, minimum_payout_cents: Math.round(terms.minimum_payout * 100) };
      await updateTerms(tx, now, terms.organisation.id, former, set);
      const subject = { kind: 'organisation', id: terms.organisation.id };
      const after = { ...set, reason, ...proposal };
      await audit(tx, now, actor, 'organisation_terms_set', subject, { before: former, after });
    }
    const by = { settled_by: actor.userId, settled_at: now };
    await settleRateChange(tx, id, { state: 'confirmed', rate_card_id, ...by });
    return await getRateChange(tx, now, actor.userId, id);
  });
}

/**
 * Takes back what waits to be confirmed, whoever proposed it.
 * @throws Refusal `not_found`; `rate_change_settled`; `own_account` where the caller is of the partner
 */
export async function withdrawRateChange(
  db: Db,
  now: Date,
  actor: Actor,
  id: string,
  reason: string,
): Promise<RateChange> {
  return await withTransaction(db, async (tx) => {
    const { change } = await lockWaiting(tx, now, actor, id);
    if (change.obstacle === 'own_account') throw new Refusal('own_account');
    const by = { settled_by: actor.userId, settled_at: now };
    await settleRateChange(tx, id, { state: 'withdrawn', withdrawal_reason: reason, ...by });
    const values = { before: { state: 'proposed' }, after: { state: 'withdrawn', reason } };
    await audit(tx, now, actor, 'rate_change_withdrawn', { kind: 'rate_change', id }, values);
    return await getRateChange(tx, now, actor.userId, id);
  });
}

/** A change that waits, and the terms that hold where it is of terms, held so that nobody else settles or changes them meanwhile. */
async function lockWaiting(tx: Tx, now: Date, actor: Actor, id: string) {
  const locked = await lockRateChange(tx, id);
  if (!locked) throw new Refusal('not_found');
  if (locked.state !== 'proposed') throw new Refusal('rate_change_settled', { state: locked.state });
  const former = locked.organisation_id ? await lockTerms(tx, locked.organisation_id) : undefined;
  return { change: await getRateChange(tx, now, actor.userId, id), former, proposerId: locked.proposed_by };
}

async function audit(
  tx: Tx,
  now: Date,
  actor: Actor,
  action: string,
  subject: { kind: string; id: string | number },
  content: { before?: object; after: object },
): Promise<void> {
  await recordAudit(tx, now, { action, actorId: actor.userId, subject, ...content, requestId: actor.requestId });
}
