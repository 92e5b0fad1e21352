/** Where a booking's commission stands: `none` is nothing, `voided` all of it the house's. */
export const commissionStates = ['none', 'estimated', 'pending', 'held', 'payable', 'voided'] as const;
export type CommissionState = (typeof commissionStates)[number];

/** How many days after the day of travel a commission becomes payable where no rate card says otherwise, and at most. */
export const usualHoldingDays = 14;
export const mostHoldingDays = 180;

/** Of what is an organisation's in the ledger, the states that it can be in. */
export const accountStates = ['estimated', 'pending', 'held', 'payable', 'in_payout', 'paid'] as const;
export type AccountState = (typeof accountStates)[number];

/** Where a partner finds a commission: `taken_back` is what a payout had taken and is asked back, `none` earns nothing. */
export const earningStates = [...accountStates, 'taken_back', 'none'] as const;
export type EarningState = (typeof earningStates)[number];

/** What an entry of the ledger is that is about a booking. */
export const entryKinds = [
  ...(['estimate', 'true_up', 'confirm', 'earn', 'hold', 'release', 'void', 'correction', 'reversal'] as const),
  ...(['clawback', 'payout', 'paid', 'payout_back'] as const),
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The same of advertising: a campaign's charge and its credit, and an invoice that was paid. */
export const advertisingKinds = ['charge', 'credit', 'invoice_paid'] as const;
export type AdvertisingKind = (typeof advertisingKinds)[number];

/** Why money that a payout has taken is asked back. */
export const clawbackReasons = ['cancelled_after_payout', 'amount_corrected', 'duplicate', 'fraud', 'mistake'] as const;
export type ClawbackReason = (typeof clawbackReasons)[number];

export const holdStates = ['open', 'released', 'voided'] as const;
export type HoldState = (typeof holdStates)[number];

export const payoutStates = ['prepared', 'released', 'withdrawn'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** What of a booking keeps a prepared payout that has taken it from being released. */
export const payoutBlocks = ['less_due', 'held', 'decision', 'amount'] as const;
export type PayoutBlock = (typeof payoutBlocks)[number];

/** What holds a commission until somebody has looked at it. */
export const holdRules = [
  ...(['own_account', 'own_device', 'own_email', 'burst', 'repeated_experience'] as const),
  ...(['paid_traffic', 'impossible_travel'] as const),
] as const;
export type HoldRule = (typeof holdRules)[number];

/**
 * What a pending commission waits for besides its day: that somebody tells the amount, or that an administrator decides about what the
 * platform told.
 */
export const waitsFor = ['amount', 'decision'] as const;
export type WaitsFor = (typeof waitsFor)[number];
