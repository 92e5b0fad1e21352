import type { KeyObject } from 'node:crypto';
import type { BookingStatus } from '../../../contract/bookings.ts';
import { asLine, calendarDay } from '../../../contract/values.ts';
import { mailboxOf } from '../../platform/email-address.ts';
import { type News, Unreadable } from '../../platform/news/news.ts';
import { sign } from '../../platform/sessions/tokens.ts';
import { readClickId } from '../links/links.ts';
import type { PlatformName } from './platform.ts';

/** What a platform tells of one booking, in one form for all of them. */
export interface BookingNews {
  platform: PlatformName;
  /** Who numbers the reference; empty where the platform does. */
  supplier: string;
  reference: string;
  /** All that a person, or the platform itself, may call the booking, by `referenceKey`. */
  referenceKeys: readonly string[];
  status: BookingStatus;
  amount: ToldAmount;
  travelDay: string | undefined;
  /** `HH:MM` at the place. */
  travelTime: string | undefined;
  guests: number | undefined;
  itemId: string | undefined;
  itemName: string | undefined;
  /** For whom it was booked, hashed with each key, newest first; none where no address is told. */
  contactHashes: readonly ContactHashes[];
  /** One of ours, checked. */
  clickId: string | undefined;
  /** Whom the platform credits, by the name that it has there. */
  affiliate: string | undefined;
  /** When it was booked, where its platform says so. */
  bookedAt: Date | undefined;
  /** By `referenceKey`. */
  rebookedFrom: string | undefined;
  rebookedTo: string | undefined;
  /** When it changed, or left, as its sender says; undefined where it says nothing of that. */
  version: Date | undefined;
  /** Whether `version` is when the message left alone: one that is sent again then seems to be newer. */
  isSentTime?: boolean;
}

/** Keyed hashes of an e-mail address, which tell whether two are the same and nothing else. */
export interface ContactHashes {
  email: Buffer;
  /** Of the mailbox that it leads to. Not every provider reads addresses so: it raises a question, and proves nothing. */
  mailbox: Buffer;
}

/**
 * The runs of letters and of digits of a reference, whatever stands between them: what tells two apart that are compared by the same key,
 * as `1-12` and `11-2`.
 */
export const referenceParts = (text: string): string => (text.toUpperCase().match(/\p{L}+|[0-9]+/gu) ?? []).join(' ');

/** What is left of a reference that a spreadsheet or a hand may have changed: no strokes, and no zeros before a number. */
const bareReference = (text: string) =>
  referenceParts(text)
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replaceAll(' ', '');

/** Whether one may be the other, spelled otherwise. Two references that a company keeps apart, as `1-12` and `11-2`, may be so as well. */
export const isNearlySame = (one: string, other: string): boolean => bareReference(one) === bareReference(other);

/** Whose statements are made by hand: a stroke more is the same reference, one at another place is not. */
export const comparedByParts: readonly PlatformName[] = ['operator'];

/** An amount that a platform tells: `cents` where it can be believed, US dollars alone; `doubt` where a person has to look. */
export interface ToldAmount {
  cents?: number;
  told?: string;
  currency?: string;
  doubt?: 'amount' | 'currency';
}

/** What news is read with: the keys of click ids and of hashed e-mail addresses, newest first, and what we are called as an affiliate. */
export interface NewsKeys {
  clicks: readonly KeyObject[];
  contacts: readonly KeyObject[];
  /** In small letters; none where the settings name none. */
  affiliates: readonly string[];
}

/** The largest that is believed, a million dollars, as of what an administrator decides. */
const mostCents = 100_000_000;

/** An amount in the smallest unit of its currency. Nobody converts one that is not in US dollars. */
export function readAmount(value: unknown, currency: unknown): ToldAmount {
  if (value === undefined || value === null) return {};
  const cents = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  const told = asLine(typeof value === 'object' ? 'no number' : String(value), 40);
  const named = readText(currency, 8)?.toUpperCase();
  const is = { told, ...(named && { currency: named }) };
  if (typeof cents !== 'number' || !Number.isInteger(cents) || cents < 0 || cents > mostCents)
    return { ...is, doubt: 'amount' };
  return named === 'USD' ? { ...is, cents } : { ...is, doubt: 'currency' };
}

/** What a reference is compared by: references are typed with other letters, strokes and spaces than they are printed with. */
export const referenceKey = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toUpperCase();

/** An address hashed with each of several keys: what was hashed before a key was changed is compared with the older ones. */
export function hashContact(keys: readonly KeyObject[], address: string): ContactHashes[] {
  const email = address.trim().toLowerCase();
  return keys.map((key) => ({ email: sign(key, email), mailbox: sign(key, `mailbox ${mailboxOf(email)}`) }));
}

/** Whether a hash is that of an address, by whichever key. */
export const isHashOf = (hash: Buffer, keys: readonly KeyObject[], address: string): boolean =>
  hashContact(keys, address).some(({ email }) => email.equals(hash));

/** The first of several values that is a click id of ours. */
export const findClickId = (values: readonly unknown[], { clicks }: NewsKeys): string | undefined =>
  values.map((value) => readText(value, 64)).find((text) => text !== undefined && readClickId(text, clicks));

/** A message as an object. @throws Unreadable */
export function readObject({ body }: Pick<News, 'body'>): Record<string, unknown> {
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Unreadable('it is no JSON');
  }
  const object = asObject(said);
  if (!object) throw new Unreadable('it is no JSON object');
  return object;
}

export const asObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

/** A text or a number as one line; undefined for all else and for nothing. */
export function readText(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined;
  return asLine(String(value).slice(0, most * 4), most) || undefined;
}

export function readDay(value: unknown): string | undefined {
  const { data } = calendarDay.safeParse(typeof value === 'string' ? value.slice(0, 10) : undefined);
  return data;
}

export const readTime = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^([01]\d|2[0-3]):[0-5]\d/.exec(value)?.[0] : undefined;

/** When a booking changed as the message states it, else when the message left. */
export function readVersion(stated: unknown, { headers, received_at }: News) {
  const changed = readInstant(stated, received_at);
  return { version: changed ?? readInstant(headers.date, received_at), isSentTime: changed === undefined };
}

/** What ends with a time of day and says no zone. */
const withoutZone = /(?:^|[T\s])\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?$/i;

/**
 * A moment that a message states. One without a zone is UTC: read in each server's own zone, two servers would order the same news
 * differently. One after its arrival has not been yet: believed, no later news would ever be newer.
 */
export function readInstant(value: unknown, arrival: Date): Date | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = value.trim();
  const instant = new Date(withoutZone.test(text) ? `${text}Z` : text);
  return instant.getUTCFullYear() >= 2000 && instant <= arrival ? instant : undefined;
}

/** The number of people, where it can be one. */
export const readGuests = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1_000 ? value : undefined;
