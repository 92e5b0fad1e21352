export { AdvertiserHome } from './advertiser-home.tsx';
export { loadOwn } from './load-own.ts';
