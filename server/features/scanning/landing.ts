import { toWellFormed } from '../../../contract/well-formed.ts';

/** What advertising networks add to an address that somebody paid for being opened. */
const clickIds = [
  ...['gclid', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'twclid', 'li_fat_id', 'epik', 'ScCid'],
  ...['rdt_cid', 'yclid'],
];
const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id'];
/** Of each value; Facebook's, the longest, takes some 200. */
const mostLetters = 256;

/** The parameters of an address that say how somebody came to it, by name. */
export type Landing = Record<string, string>;

/**
 * What the address of a code says of paid traffic and campaigns: the first of each known parameter, shortened, without control
 * characters. Of visitors who ask for privacy a click id tells that it was there, not whose it was.
 * @returns null where it says nothing.
 */
export function landingOf(query: URLSearchParams, isPrivate: boolean): Landing | null {
  const found: Landing = {};
  for (const name of [...clickIds, ...campaignNames]) {
    const value = query.get(name)?.replace(/\p{Cc}/gu, '');
    if (!value) continue;
    found[name] = isPrivate && clickIds.includes(name) ? '' : toWellFormed(value.slice(0, mostLetters));
  }
  return Object.keys(found).length > 0 ? found : null;
}
