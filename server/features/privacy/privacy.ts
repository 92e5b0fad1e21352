export { findErased, findTakenAway, type TakenAway } from './erase.store.ts';
export { eraseAccount, finishErasures } from './erase.ts';
export { deleteRequestsBefore } from './requests.store.ts';
