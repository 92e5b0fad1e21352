/** What others use of the commission ledger: it follows bookings and holds, and each day. */
export { forEachBooking, postMissing, releasePayable } from './daily.ts';
export { followBooking } from './follow.ts';
export { decideHold, type HoldDecision, type NewHold, setHold } from './holds.ts';
export { payoutRun } from './payout-run.ts';
