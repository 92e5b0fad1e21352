export { getOwnCode } from './qr-codes.ts';
