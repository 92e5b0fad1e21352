export { beginLongWork, getLongWork } from './long-work.ts';
