export { recordPrinted } from './first-steps.ts';
export { getOwnCode, requireOwn } from './qr-codes.ts';
export { findTold } from './qr-requests.store.ts';
