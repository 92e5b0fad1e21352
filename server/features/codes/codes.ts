export { recordPrinted } from './first-steps.ts';
export { getOwnCode } from './qr-codes.ts';
