export { day, dollars, moment } from '../format.ts';
