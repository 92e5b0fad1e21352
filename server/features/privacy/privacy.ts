export { eraseAccount, finishErasures } from './erase.ts';
export { deleteRequestsBefore } from './requests.store.ts';
