import type { BookingPlatform } from './booking-states.ts';
import { parseUrl } from './parse-url.ts';

/** Whether an address is of a domain or one below it, by its parsed host and never by a part of the text. */
export const isOf = ({ hostname }: URL, domain: string): boolean =>
  hostname === domain || hostname.endsWith(`.${domain}`);

/**
 * The address that a booking link stands for. One to a simulated platform, as the demo alone has them and none else that is not https,
 * has it as its path.
 */
export const realLink = (link: string): string => link.replace(/^http:\/\/[^/]*/, 'https:/');

/** The platform that a booking link leads to. */
export function detectPlatform(link: string): BookingPlatform {
  const url = parseUrl(realLink(link));
  if (url && isOf(url, 'fareharbor.com')) return 'fareharbor';
  if (url && isOf(url, 'viator.com')) return 'viator';
  return 'external';
}

/** What a booking link is for, as its platform numbers it; undefined where the link is for several things, or does not say. */
export function itemOfLink(link: string): string | undefined {
  const url = parseUrl(realLink(link));
  if (!url) return undefined;
  if (isOf(url, 'fareharbor.com')) return /\/items\/(\d{1,20})(?:\/|$)/.exec(url.pathname)?.[1];
  if (isOf(url, 'viator.com')) return /\/d\d+-([\w-]{1,40})\/?$/.exec(url.pathname)?.[1];
  if (isOf(url, 'getyourguide.com')) return /-t(\d{1,20})\/?$/.exec(url.pathname)?.[1];
  return undefined;
}
