/** What others use of the commission ledger: it follows bookings and holds, and each day. */
export { postCharges, postCredit, postInvoicePaid } from './advertising.ts';
export { askRules } from './ask-rules.ts';
export { isEarning, isOwnCommission, lastDay, toldDay } from './commissions.store.ts';
export { followMarked, forEachOf, releasePayable } from './daily.ts';
export { followBooking } from './follow.ts';
export { decideHold, type HoldDecision, type NewHold, setHold, takeOverHolds } from './holds.ts';
export { holdsDecision } from './holds-decision.ts';
export { findReaders } from './partner-statements.store.ts';
export { makeStatements } from './partner-statements.ts';
export { payoutRun } from './payout-run.ts';
export { findSharesAbove } from './rate-cards.store.ts';
export { type Earnings, getEarnings } from './statements.ts';
