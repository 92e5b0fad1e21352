export { recordPrinted } from './first-steps.ts';
export { getOwnCode } from './qr-codes.ts';
export { findTold } from './qr-requests.store.ts';
