import { z } from 'zod';
import { accountStates, payoutStates } from './commission-states.ts';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { waitingPayout } from './payout-bookings.ts';
import { partnerShare as share, tier } from './rate-cards.ts';
import { calendarDay, dollars, reason, rowId, uuid } from './values.ts';
import { longWork } from './work.ts';

const ofAdmins = { access: ['admin'] } as const;
/** An organisation's own, by its id; an admin's look is noted. */
export const ofPartner = {
  access: ['partner', 'admin'],
  permission: 'commission_tracking',
  adminViews: 'organisation',
} as const;
const id = z.object({ id: uuid });

export const startPayoutRun = endpoint({
  method: 'POST',
  path: '/api/admin/payout-runs',
  ...ofAdmins,
  summary:
    'Begins to prepare a payout for each active partner to whom as much is due as their minimum, as long work with a file of them',
  body: z.object({}),
  status: 201,
  reply: longWork,
  errors: ['step_up_required'],
  idempotent: true,
});

const payout = z.object({
  id: uuid,
  organisation: z.object({ id: uuid, name: z.string() }),
  amount: dollars,
  state: z.enum(payoutStates),
  bookings: z.int(),
  prepared_at: z.string(),
  /** When it was released or withdrawn. */
  settled_at: z.string().nullable(),
});

const adminPayout = z.object({
  ...payout.shape,
  /** Of those prepared together. */
  run_id: uuid,
  /** Addresses. */
  prepared_by: z.string(),
  settled_by: z.string().nullable(),
  /** Of its partner as they are now: by which it earns, and from how much on it is paid out. */
  terms: z.object({ tier, minimum_payout: dollars }),
});
export type AdminPayout = z.output<typeof adminPayout>;

/** Released or withdrawn all of them by one request; each a transaction of its own, or all of them one where the request has a key. */
const some = z.array(uuid).min(1).max(50);

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/admin/payouts',
  ...ofAdmins,
  summary: "Payouts by when they were prepared, then by id; found by a part of the partner's name",
  query: listQuery(['-prepared', 'prepared'], {
    state: z.enum(payoutStates).optional(),
    id: uuid.optional(),
    /** With commas between them, whatever has become of them. */
    ids: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(some)
      .optional(),
  }),
  /** `waiting` is all that was prepared and neither released nor withdrawn, whatever is listed: exact. */
  reply: listAnswer(adminPayout).extend({ waiting: z.object({ partners: z.int(), amount: dollars }) }),
});

/** Of those left out some were released already: all that are by now. */
const paid = z.object({ id: uuid, partner: z.string(), amount: dollars, at: z.string(), by: z.string() });

export const releasePayouts = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/release',
  ...ofAdmins,
  summary:
    'Says that payouts were paid, which another administrator prepared where there is or was one, while the caller was one already; left out are settled and unknown ones, and those that wait',
  body: z.object({ ids: some }),
  /** `waiting`: how many of those left out are prepared and wait; `waits`, where any does, says for each what for. */
  reply: z.object({
    ...{ released: z.int(), left_out: z.int(), waiting: z.int() },
    waits: z.array(waitingPayout).optional(),
    all_released: z.array(paid).optional(),
  }),
  errors: ['payout_same_admin', 'payout_late_admin', 'own_account', 'step_up_required'],
  idempotent: true,
});

export const withdrawPayouts = endpoint({
  method: 'POST',
  path: '/api/admin/payouts/withdraw',
  ...ofAdmins,
  summary: 'Takes prepared payouts back: what they took is due again; left out are settled and unknown ones',
  body: z.object({ ids: some, reason }),
  reply: z.object({ withdrawn: z.int(), left_out: z.int() }),
  errors: ['step_up_required'],
  idempotent: true,
});

export const ledgerAccount = z.object({
  id: rowId,
  kind: z.enum(['partner', 'platform', 'house', 'advertiser']),
  state: z.enum([...accountStates, 'earned', 'owed', 'advertising']),
  organisation: z.object({ id: uuid, name: z.string() }).nullable(),
  platform: z.string().nullable(),
  balance: dollars,
});
export type LedgerAccount = z.output<typeof ledgerAccount>;

export const trialBalance = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/accounts',
  ...ofAdmins,
  summary:
    "The ledger's accounts in the order they were made, each with its balance; found by a part of the partner's name. All together come to 0",
  query: listQuery(['made', '-made'], {}),
  /** `sum` is that of all accounts, whatever is listed: anything but 0 is damage. */
  reply: listAnswer(ledgerAccount).extend({ sum: dollars }),
});

/** What is an organisation's, in dollars, by where it stands. Below zero in `payable` is what is asked back. */
const balances = z.object(
  Object.fromEntries(accountStates.map((state) => [state, dollars])) as Record<
    (typeof accountStates)[number],
    typeof dollars
  >,
);

export const getEarnings = endpoint({
  method: 'GET',
  path: '/api/organisations/{id}/earnings',
  ...ofPartner,
  summary: "What stands on a partner's accounts, what becomes payable next, and from how much on it is paid out",
  params: id,
  reply: z.object({
    balances,
    /** Of what payouts have taken, what is asked back and was not taken off another payout yet: `payable` is less by it. */
    asked_back: dollars,
    /** The first day on which something certain becomes payable, and how much; null where nothing waits for a day. */
    next: z.object({ day: calendarDay, amount: dollars }).nullable(),
    minimum_payout: dollars,
  }),
});

export const listOwnPayouts = endpoint({
  method: 'GET',
  path: '/api/organisations/{id}/payouts',
  ...ofPartner,
  summary: "A partner's payouts, newest first, at most 200",
  params: id,
  reply: z.array(payout),
});
export type Payout = z.output<typeof payout>;

/** Of Hawaiʻi. */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month, as 2026-12');

const statement = z.object({
  organisation: z.object({ id: uuid, name: z.string() }),
  month,
  /** Whether the month is; else it is a statement so far. */
  is_over: z.boolean(),
  /** Since when it is final and is never changed; null of a month that is not over, or was before statements were kept. */
  final_at: z.string().nullable(),
  /** What was owed when the month began: payable, or in a payout that was not released. */
  opening: dollars,
  /** What became payable, less what was set right before it was in a payout. */
  earned: dollars,
  /** What payouts had taken and is asked back. */
  clawed_back: dollars,
  /** What released payouts paid. */
  paid: dollars,
  /** opening + earned - clawed_back - paid */
  closing: dollars,
  /** Bookings on which something moved, by when they were booked; the first 500. The file has all. */
  lines: z.array(
    z.object({
      booking_id: uuid,
      experience: z.string(),
      /** Days of Hawaiʻi. */
      booked_on: calendarDay,
      travel_day: calendarDay.nullable(),
      /** What it is worth, and the partner's share of that. */
      amount: dollars,
      partner_share: share,
      earned: dollars,
      clawed_back: dollars,
      paid: dollars,
    }),
  ),
  line_count: z.int(),
});
export type Statement = z.output<typeof statement>;

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/organisations/{id}/statements/{month}',
  ...ofPartner,
  summary: "A partner's statement of a month of Hawaiʻi, so far where it is not over",
  params: z.object({ id: uuid, month }),
  reply: statement,
});

export const getStatementFile = endpoint({
  method: 'GET',
  path: '/api/organisations/{id}/statements/{month}/file',
  ...ofPartner,
  summary: 'The same with all its lines, as CSV or PDF',
  params: z.object({ id: uuid, month }),
  query: z.object({ format: z.enum(['csv', 'pdf']).default('csv') }),
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
});
