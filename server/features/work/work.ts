export { changeOfMany, type Doing } from './change-many.ts';
export { beginLongWork, getLongWork, workOf } from './long-work.ts';
