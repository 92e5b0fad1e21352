import type { KeyObject } from 'node:crypto';
import type { BookingPlatform } from '../../../contract/bookings.ts';
import { isHttpsUrl } from '../../../contract/values.ts';
import type { Settings } from '../../platform/settings.ts';
import { readClickId } from './click-id.ts';

export { newClickId } from './click-id.ts';

const hostEndsWith = (url: URL, domain: string) => url.hostname === domain || url.hostname.endsWith(`.${domain}`);

/** The platform a booking link leads to, by its parsed host (never by a part of the text). */
export function detectPlatform(link: string): BookingPlatform {
  const url = URL.parse(link);
  if (url && hostEndsWith(url, 'fareharbor.com')) return 'fareharbor';
  if (url && hostEndsWith(url, 'viator.com')) return 'viator';
  return 'external';
}

/**
 * Who numbers the references of what is booked by a link: on FareHarbor the company that it names, on other sites their host. Viator
 * numbers all of its own, which is the empty name.
 */
export function supplierOf(link: string): string {
  const url = URL.parse(link);
  const platform = detectPlatform(link);
  if (!url || platform === 'viator') return '';
  const name = platform === 'fareharbor' ? /^\/embeds\/[a-z-]+\/([\w-]+)/i.exec(url.pathname)?.[1] : url.hostname;
  return (name ?? '')
    .toLowerCase()
    .replace(/^www\./, '')
    .slice(0, 100);
}

type Affiliates = Pick<Settings, 'fareharbor' | 'viator' | 'getyourguide'>;

/**
 * A booking link that names us and this click, in each platform's own parameters (our partner ids come from the settings).
 * Links that are not https are given back as null: we lead nobody there.
 */
export function trackedLink(link: string, clickId: string, affiliates: Affiliates): string | null {
  if (!isHttpsUrl(link)) return null;
  const url = new URL(link);
  const set = (name: string, value: string | undefined) => value && url.searchParams.set(name, value);
  if (hostEndsWith(url, 'fareharbor.com')) {
    set('asn', affiliates.fareharbor.affiliate);
    set('asn-ref', affiliates.fareharbor.affiliateReference);
    set('ref', clickId);
  } else if (hostEndsWith(url, 'viator.com')) {
    set('pid', affiliates.viator.partnerId);
    set('mcid', affiliates.viator.campaignMedium);
    set('medium', affiliates.viator.partnerId && 'link');
    set('campaign', clickId);
  } else if (hostEndsWith(url, 'getyourguide.com')) {
    set('partner_id', affiliates.getyourguide.partnerId);
    set('utm_medium', affiliates.getyourguide.partnerId && 'online_publisher');
    set('cmp', clickId);
  } else {
    set('ref', clickId);
  }
  return url.href;
}

/** The click id that a tracked link carries and that we made, if any. */
export function findClick(link: string, keys: readonly KeyObject[]) {
  const url = URL.parse(link);
  if (!url) return undefined;
  for (const name of ['ref', 'campaign', 'cmp']) {
    const click = readClickId(url.searchParams.get(name) ?? '', keys);
    if (click) return click;
  }
  return undefined;
}
