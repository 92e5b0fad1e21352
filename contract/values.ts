import { z } from 'zod';
import { parseUrl } from './parse-url.ts';
import { isWellFormed, toWellFormed } from './well-formed.ts';

/** PostgreSQL text holds neither NUL nor lone surrogates, so no text of ours may. */
const isStorable = (value: string) => !value.includes('\u0000') && isWellFormed(value);

const stored = (max: number) =>
  z
    .string()
    .max(max * 2 + 64)
    .refine(isStorable, 'contains characters that cannot be stored')
    .trim();
const within = (whole: z.ZodString, max: number, min: number) => (min === 0 ? whole.max(max) : whole.max(max).min(min));

/** Text that a program sends, or that nobody but its writer reads, trimmed. `max` counts UTF-16 units. */
export const text = (max: number, min = 0) => within(stored(max), max, min);

/** Letters with marks are kept in one form (NFC), so that names that look alike are alike. */
const words = (max: number, min: number) => within(stored(max).normalize('NFC'), max, min);

/** What a list is searched for, in the form that what it finds is kept in. */
export const searched = words(100, 0);

/** Marks that turn the direction of text: a name that ends in one reorders what stands beside it. */
const directionMarks = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';
const outOfLine = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}${directionMarks}]`, 'gu');
const outOfLines = new RegExp(`(?![\\t\\n\\r])[\\p{Cc}${directionMarks}]`, 'u');
const refused = 'contains control characters or marks that change the direction of text';

/**
 * One line of text that other people read: a name, a title, a reference. Joiners (U+200C, U+200D) stay allowed, as emoji and
 * several scripts need them.
 */
export const line = (max: number, min = 0) => words(max, min).refine((value) => value.search(outOfLine) < 0, refused);

/** Text of several lines that other people read. */
export const lines = (max: number, min = 0) => words(max, min).refine((value) => !outOfLines.test(value), refused);

/** The nearest text that `line` accepts, for names from elsewhere that cannot be refused; at most `max` UTF-16 units, maybe empty. */
export const asLine = (value: string, max: number): string =>
  toWellFormed(value)
    .normalize('NFC')
    .replace(outOfLine, (found) => (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(found) ? ' ' : ''))
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();

/** Identifier of a place, a listing or a code row: a positive 32-bit integer. */
export const rowId = z.int().min(1).max(2_147_483_647);

/** The same in a path or query, where everything is text. */
export const rowIdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a positive whole number')
  .transform(Number)
  .refine((value) => value <= 2_147_483_647, 'is too large');

/**
 * Any id that PostgreSQL takes for one: the generated year's are hashes, which say nothing of a version. As PostgreSQL writes it, so that
 * one compared as text is the same.
 */
export const uuid = z.guid().toLowerCase();

/** The id of a person. */
export const userId = uuid;

/** ISO 8601 instant with an offset, as sent by browsers; of no more digits, and no wider offset, than the database reads. */
export const instant = z.iso
  .datetime({ offset: true })
  .max(35)
  .refine((text) => !/[+-](?:1[6-9]|2\d):\d\d$/.test(text), 'has too wide an offset');

/** A day of the calendar, `2026-12-24`. */
export const calendarDay = z.iso.date().refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'is too far away');

/** Paging in a query: at most `most` rows a call, after so many. */
export const paging = (most: number) => ({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value <= most, `must be 1 to ${most}`)
    .optional(),
  offset: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
});

/** Whether the text parses as an https URL with a dotted host name and no credentials. Never throws. */
export function isHttpsUrl(value: string): boolean {
  const url = parseUrl(value);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.') &&
    /^https:\/\//i.test(value.trim())
  );
}

/** Whether a link leads by a name of the public internet: an address, or a name of somebody's own network, is where each reader is. */
export function isOfPublicName(link: string): boolean {
  const host = parseUrl(link)?.hostname.replace(/\.$/, '') ?? '';
  // Whatever way an address of version 4 is written, it is parsed into four numbers.
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) return false;
  return host.includes('.') && !/(^|\.)(localhost|localdomain|local|internal|lan|home\.arpa)$/.test(host);
}

const degrees = (most: number) => {
  const words = `must be degrees from -${most} to ${most}`;
  return z.number().min(-most, words).max(most, words);
};
export const latitude = degrees(90);
export const longitude = degrees(180);

/** Money on the wire: dollars with at most two decimals (the product stores integer cents). */
export const dollars = z.number();

export const categories = [
  'Activities & Tours',
  'Restaurants',
  'Accommodations',
  'Shopping',
  'Cultural Experiences',
] as const;
export type Category = (typeof categories)[number];
export const category = z.enum(categories);

export const priceRanges = ['$', '$$', '$$$', '$$$$'] as const;
export type PriceRange = (typeof priceRanges)[number];
export const priceRange = z.enum(priceRanges);

/** Why somebody did something, for the audit log. */
export const reason = lines(500, 3);

/** What was done to one thing, as the audit log has it, newest first: `by` is null for the system itself, `reason` where none is kept. */
export const auditHistory = z.array(
  z.object({ at: z.string(), action: z.string(), by: z.string().nullable(), reason: z.string().nullable() }),
);
