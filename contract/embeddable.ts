import { parseUrl } from './parse-url.ts';

/**
 * The host that a person means by a name or an address, in the form hosts are stored and compared in (lower case, punycode), or
 * null where it is none: IP addresses, ports, wildcards, names without a dot and names with credentials are refused.
 */
export function normalizeHost(value: string): string | null {
  const given = value.trim().toLowerCase();
  if (!/^[^\s/\\?#@:*%]{1,253}$/.test(given)) return null;
  const host = parseUrl(`https://${given}`)?.hostname ?? '';
  return /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(host) ? host : null;
}

/** Whether two hosts may share cookies: the same, or one within the other. */
export const isRelatedHost = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

/**
 * Whether a page may be shown inside the guide: https on its own port, without credentials, on exactly one of the hosts, and never
 * one of ours. Never throws.
 * @param ownHost host name of this site, without port.
 */
export function mayEmbed(link: string | null, hosts: readonly string[], ownHost: string): boolean {
  const url = link && parseUrl(link);
  return (
    !!url &&
    url.protocol === 'https:' &&
    url.host === url.hostname &&
    !url.username &&
    !url.password &&
    hosts.includes(url.hostname) &&
    !isRelatedHost(url.hostname, ownHost)
  );
}
