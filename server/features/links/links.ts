export { newClickId, readClickId } from './click-id.ts';
