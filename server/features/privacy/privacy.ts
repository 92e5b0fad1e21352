export { findErased, findTakenAway, type TakenAway } from './erase.store.ts';
export { eraseAccount, finishErasures } from './erase.ts';
export { deleteRequestsBefore, findErasureLag, findWaitingErasures } from './requests.store.ts';
