export { findErased, findTakenAway } from './erase.store.ts';
export { eraseAccount, finishErasures } from './erase.ts';
export { deleteRequestsBefore, findErasureLag } from './requests.store.ts';
