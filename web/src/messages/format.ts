/** Figures, money, dates and distances as the reader's region writes them. Every one on screen is made here. */

/** Days are Hawaiʻi's, wherever the page is rendered or read. */
const timeZone = 'Pacific/Honolulu';

export const makers = {
  number: (locale: string) => new Intl.NumberFormat(locale),
  decimal: (locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  percent: (locale: string) =>
    new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  dollars: (locale: string) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }),
  meters: (locale: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 }),
  kilometers: (locale: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 }),
  list: (locale: string) => new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }),
  day: (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }),
  shortDay: (locale: string) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone }),
  month: (locale: string) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone }),
  monthName: (locale: string) => new Intl.DateTimeFormat(locale, { month: 'long', timeZone }),
  moment: (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  clock: (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }),
};
type Formats = { [K in keyof typeof makers]?: ReturnType<(typeof makers)[K]> };

/** The server serves readers of many regions; their formats are costly to make and large to keep. */
const mostKept = 12;
const kept = new Map<string, Formats>();
let locale = 'en-US';

/** Says for whom is written from now on. The server says so before each page, as a page is rendered in one go. */
export function setLocale(tag: string): void {
  locale = tag;
}

function format<K extends keyof typeof makers>(name: K): NonNullable<Formats[K]> {
  const formats = kept.get(locale) ?? {};
  if (!kept.has(locale)) {
    if (kept.size >= mostKept) kept.clear();
    kept.set(locale, formats);
  }
  formats[name] ??= makers[name](locale) as Formats[K];
  return formats[name] as NonNullable<Formats[K]>;
}

/** `1,234`. */
export const number = (value: number) => format('number').format(value);
/** `4.5`: always one decimal. */
export const decimal = (value: number) => format('decimal').format(value);
/** `12.5%` for a fraction of 0.125. */
export const percent = (fraction: number) => format('percent').format(fraction);
/** `one, two, three`. */
export const list = (words: readonly string[]) => format('list').format(words);
/** US dollars. */
export const dollars = (amount: number) => format('dollars').format(amount);
/** The day of an ISO instant in Hawaiʻi. */
export const day = (instant: string) => format('day').format(new Date(instant));
/** Day and time of an ISO instant in Hawaiʻi. */
export const moment = (instant: string) => format('moment').format(new Date(instant));
/** What Hawaiʻi's clocks say at an ISO instant: `7:30 AM`. */
export const clock = (instant: string) => format('clock').format(new Date(instant));
/** Noon of a day of the calendar, `2026-12-24`, in Hawaiʻi: the same day there whatever else is asked of it. */
const noonOf = (date: string) => new Date(`${date}T12:00:00-10:00`);
/** A day of the calendar. */
export const calendarDay = (date: string) => format('day').format(noonOf(date));
/** The same without its year: `Dec 24`. */
export const shortDay = (date: string) => format('shortDay').format(noonOf(date));
/** The month of a day of the calendar, with its year. */
export const month = (date: string) => format('month').format(noonOf(date));
/** The name of a month from 1 to 12. */
export const monthName = (number: number) =>
  format('monthName').format(noonOf(`2026-${String(number).padStart(2, '0')}-15`));
/** A day of the calendar and a time of Hawaiʻi's clock, `07:30`. */
export const hawaiiMoment = (date: string, time: string) => moment(`${date}T${time}:00-10:00`);
/** A distance in kilometres; under 1 km in metres. */
export const distance = (kilometers: number) =>
  Math.round(kilometers * 1000) < 1000
    ? format('meters').format(kilometers * 1000)
    : format('kilometers').format(kilometers);
