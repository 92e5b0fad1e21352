export { calendarDay, day, dollars, hawaiiMoment, moment } from '../format.ts';
