import { parseUrl } from './parse-url.ts';

export const applicationStates = ['new', 'invited', 'declined'] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** What speaks for a second look at an application; none of it is proof. */
export const applicationRisks = [
  'hidden_field',
  'disposable_mail',
  'free_mail',
  'other_domain',
  'many_from_network',
  'same_email',
  'same_organization',
  'odd_name',
] as const;
export type ApplicationRisk = (typeof applicationRisks)[number];

/** So many characters at most. */
export const applicationLengths = {
  organization_name: 200,
  contact_name: 120,
  email: 254,
  phone: 40,
  website: 300,
  address: 200,
  message: 2_000,
} as const;

/**
 * The address of a website as people write it, with or without its scheme: `hotel.example` is `https://hotel.example/`.
 * @returns null for what leads to no website
 */
export function readWebsite(text: string): string | null {
  const written = text.trim();
  const url = parseUrl(/^[a-z][a-z0-9+-]*:/i.test(written) ? written : `https://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const isHost = /^[^.]+(\.[^.]+)+$/.test(url.hostname);
  return isHost && url.href.length <= applicationLengths.website * 2 ? url.href : null;
}
