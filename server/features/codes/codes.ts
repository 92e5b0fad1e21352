export { recordPrinted } from './first-steps.ts';
export { findNamedPlaces } from './qr-codes.store.ts';
export { getOwnCode, requireOwn } from './qr-codes.ts';
export { countWaiting, findTold } from './qr-requests.store.ts';
