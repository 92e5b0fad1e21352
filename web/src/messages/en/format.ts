const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
// Days are Hawaiʻi's, wherever the page is rendered or read.
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Pacific/Honolulu' });
const momentFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Pacific/Honolulu',
});

export const dollars = (amount: number) => dollarFormat.format(amount);
export const day = (instant: string) => dayFormat.format(new Date(instant));
export const moment = (instant: string) => momentFormat.format(new Date(instant));
/** A day of the calendar, `2026-12-24`, as the same day everywhere. */
export const calendarDay = (date: string) => day(`${date}T12:00:00-10:00`);
/** A day and a time of Hawaiʻi's clock. */
export const hawaiiMoment = (date: string, time: string) => moment(`${date}T${time}:00-10:00`);
