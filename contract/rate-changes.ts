import { z } from 'zod';
import { dollarAmount } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { holdingDays, partnerShare, tier } from './rate-cards.ts';
import { calendarDay, dollars, reason, rowId, uuid } from './values.ts';

/** What stands in the way of whoever asks; `stale`: the terms are no longer those that were to be replaced. */
const obstacles = ['own_account', 'same_admin', 'late_admin', 'stale'] as const;

const rateChange = z.object({
  id: uuid,
  tier: z.string(),
  /** Of a rate card; null where it is of a partner's terms. */
  card: z
    .object({
      partner_share: partnerShare,
      holding_days: holdingDays,
      /** The day of Hawaiʻi that was asked for. */
      asked_from: calendarDay,
      /** From when on it holds; of one that waits, if it were confirmed now. */
      effective_from: calendarDay,
      /** The card that was made of it. */
      id: rowId.nullable(),
      /** By what share its tier earns today; null where it has no card in force. */
      share_in_force: partnerShare.nullable(),
      /** How many days after travel it does; null where it has none. */
      holding_days_in_force: holdingDays.nullable(),
      /** How many shown experiences pay less than what is proposed, so that the house would add to it. */
      listings_below: z.int(),
    })
    .nullable(),
  /** Of a partner's terms, with those that held when these were proposed. */
  terms: z
    .object({
      organisation: z.object({ id: uuid, name: z.string() }),
      minimum_payout: dollars,
      former: z.object({ tier: z.string(), minimum_payout: dollars }),
    })
    .nullable(),
  reason: z.string(),
  state: z.enum(['proposed', 'confirmed', 'withdrawn']),
  /** Addresses. */
  proposed_by: z.string(),
  proposed_at: z.string(),
  settled_by: z.string().nullable(),
  settled_at: z.string().nullable(),
  withdrawal_reason: z.string().nullable(),
  /** Why the caller cannot confirm it; null where they can, and of what is settled. */
  obstacle: z.enum(obstacles).nullable(),
});
export type RateChange = z.output<typeof rateChange>;

export const listRateChanges = endpoint({
  method: 'GET',
  path: '/api/admin/rate-changes',
  access: ['admin'],
  summary: "Rate cards and partners' terms that wait to be confirmed, the oldest first; at most 200",
  query: z.object({ organisation: uuid.optional() }),
  /** `total` counts also what is not among the first 200. */
  reply: z.object({ rows: z.array(rateChange), total: z.int() }),
});

export const proposeRateCard = endpoint({
  method: 'POST',
  path: '/api/admin/rate-cards',
  access: ['admin'],
  summary:
    'Proposes a rate card of a tier, for bookings from the beginning of a day of Hawaiʻi that is still to come; it earns nothing until it is confirmed',
  /** Without `holding_days` it is those of the tier's card in force, or 14. */
  body: z.object({
    ...{ tier, partner_share: partnerShare, effective_from: calendarDay, reason },
    holding_days: holdingDays.optional(),
  }),
  status: 201,
  reply: rateChange,
  errors: ['rate_card_retroactive', 'step_up_required'],
  idempotent: true,
});

export const proposeOrganisationTerms = endpoint({
  method: 'PUT',
  path: '/api/admin/organisations/{id}/terms',
  access: ['admin'],
  summary:
    'Proposes by which tier a partner earns on what is booked once it is confirmed, and from how many dollars on it is paid out',
  params: z.object({ id: uuid }),
  body: z.object({ tier, minimum_payout: dollarAmount, reason }),
  /** The terms that hold, and what waits; null where what was asked for holds already. */
  reply: z.object({ tier: z.string(), minimum_payout: dollars, waits: rateChange.nullable() }),
  errors: ['own_account', 'rate_card_missing', 'step_up_required'],
});

const params = z.object({ id: uuid });

export const getRateChange = endpoint({
  method: 'GET',
  path: '/api/admin/rate-changes/{id}',
  access: ['admin'],
  summary:
    "A rate card or a partner's terms that were proposed, as they stand: also once they are confirmed or withdrawn",
  params,
  reply: rateChange,
});

export const confirmRateChange = endpoint({
  method: 'POST',
  path: '/api/admin/rate-changes/{id}/confirm',
  access: ['admin'],
  summary:
    'Confirms what another administrator proposed where there is or was one, while the caller was one already: from then on it holds, a card from the day after at the earliest',
  params,
  body: z.object({}),
  reply: rateChange,
  errors: [
    ...(['rate_change_same_admin', 'rate_change_late_admin', 'own_account'] as const),
    ...(['rate_change_stale', 'rate_change_settled', 'step_up_required'] as const),
  ],
  idempotent: true,
});

export const withdrawRateChange = endpoint({
  method: 'POST',
  path: '/api/admin/rate-changes/{id}/withdraw',
  access: ['admin'],
  summary: 'Takes back what waits to be confirmed, whoever proposed it: it never holds',
  params,
  body: z.object({ reason }),
  reply: rateChange,
  errors: ['own_account', 'rate_change_settled', 'step_up_required'],
  idempotent: true,
});
