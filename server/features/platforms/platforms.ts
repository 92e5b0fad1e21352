import type { KeyObject } from 'node:crypto';
import { isHttpsUrl } from '../../../contract/values.ts';
import { deriveKey, type Settings } from '../../platform/settings.ts';
import { readClickId } from '../links/links.ts';
import { comparedByParts, type NewsKeys, referenceKey, referenceParts } from './booking-news.ts';
import { fareharbor } from './fareharbor.ts';
import { getyourguide } from './getyourguide.ts';
import { operator } from './operator.ts';
import type { Affiliates, Platform, PlatformName } from './platform.ts';
import type { Called } from './same-reference.store.ts';
import { viator } from './viator.ts';

export { detectPlatform, itemOfLink } from '../../../contract/booking-links.ts';
export {
  type BookingNews,
  hashContact,
  isHashOf,
  isNearlySame,
  type NewsKeys,
  readAmount,
  referenceKey,
  type ToldAmount,
} from './booking-news.ts';
export type { Platform, PlatformName } from './platform.ts';
export { type Called, isCalled, isReferenceOf, keyOfColumn, notByIndex, partsOf } from './same-reference.store.ts';
export { CellFault, readStatementRow, type StatementMap, type StatementRow } from './statement-row.ts';

/** The last one takes whatever is none of the others'. */
const all = [fareharbor, viator, getyourguide, operator] as const satisfies readonly Platform[];

/** A platform by its name. */
export const platforms = Object.fromEntries(all.map((one) => [one.name, one])) as Record<PlatformName, Platform>;

const ownerOf = (url: URL): Platform => all.find((one) => one.owns(url)) ?? operator;

/**
 * Who numbers the references of what is booked by a link: on FareHarbor the company that it names, on other sites their host. Viator
 * numbers all of its own, which is the empty name.
 */
export function supplierOf(link: string): string {
  const url = URL.parse(link);
  if (!url) return '';
  return ownerOf(url)
    .supplierOf(url)
    .toLowerCase()
    .replace(/^www\./, '')
    .slice(0, 100);
}

/**
 * What a person has typed of a booking of ours, with all of its names: as its platform writes it, or as it was typed where it is none of that
 * platform's references.
 */
export function calledBy({ platform, supplier }: { platform: string; supplier: string }, typed: string): Called {
  const its = platformOf(platform, supplier);
  const key = referenceKey(typed);
  const known = its?.referenceOf(typed);
  const keys = (known ?? its?.referenceOf(key))?.keys ?? [];
  return {
    platform: its?.name ?? platform,
    reference: known?.reference ?? typed,
    reference_keys: [...new Set([key, ...keys])].filter(Boolean),
  };
}

/**
 * Whether two references that were written of a booking of ours are the same, as `isReferenceOf` and `isCalled` ask the database: by any of
 * its names.
 */
export function isSameReference(bookings: string, supplier: string, one: string, other: string): boolean {
  const platform = platformOf(bookings, supplier)?.name;
  const isByParts = platform !== undefined && comparedByParts.includes(platform);
  if (isByParts && referenceParts(one) !== referenceParts(other)) return false;
  const isNameOf = (name: string, written: string) =>
    calledBy({ platform: bookings, supplier }, written).reference_keys.includes(referenceKey(name));
  return referenceKey(one) === referenceKey(other) || isNameOf(one, other) || isNameOf(other, one);
}

/** The platform on which a booking of ours was made. */
const platformOf = (bookings: string, supplier: string): Platform | undefined =>
  all.find((one: Platform) => one.bookings === bookings && isNumberedBy(one, supplier));

const isNumberedBy = ({ statementDefaults }: Platform, supplier: string) =>
  (statementDefaults.supplier ?? supplier) === supplier;

/**
 * A booking link that names us and this click, in each platform's own parameters (our partner ids come from the settings).
 * Links that are not https are given back as null: we lead nobody there. In the demo it leads to the simulated platform, below whose
 * origin the same address stands without its scheme.
 */
export function trackedLink(link: string, clickId: string, affiliates: Affiliates): string | null {
  if (!isHttpsUrl(link)) return null;
  const url = new URL(link);
  const { partnerParameters, clickParameter } = ownerOf(url);
  for (const [name, value] of Object.entries(partnerParameters(affiliates)))
    if (value) url.searchParams.set(name, value);
  url.searchParams.set(clickParameter, clickId);
  const simulated = affiliates.simulatedPlatforms;
  return simulated ? `${simulated}/${url.host}${url.pathname}${url.search}` : url.href;
}

const clickParameters = [...new Set(all.map((one) => one.clickParameter))];

/** The click id that a tracked link carries and that we made, if any. */
export function findClick(link: string, keys: readonly KeyObject[]) {
  const url = URL.parse(link);
  if (!url) return undefined;
  for (const name of clickParameters) {
    const click = readClickId(url.searchParams.get(name) ?? '', keys);
    if (click) return click;
  }
  return undefined;
}

/** What news of platforms is read with. */
export const newsKeysOf = ({
  secretKeys,
  fareharbor: ours,
}: Pick<Settings, 'secretKeys' | 'fareharbor'>): NewsKeys => ({
  clicks: secretKeys.map((key) => deriveKey(key, 'click')),
  contacts: secretKeys.map((key) => deriveKey(key, 'booking-contact')),
  affiliates: [ours.affiliate, ours.affiliateReference].flatMap((name) => name?.toLowerCase() ?? []),
});
