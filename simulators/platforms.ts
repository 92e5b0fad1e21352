import { randomInt } from 'node:crypto';
import type { Sale } from './books.ts';

export type PlatformName = 'fareharbor' | 'viator' | 'getyourguide' | 'operator';

/** How one platform does what all of them do. */
export interface SimulatedPlatform {
  name: PlatformName;
  title: string;
  /** The domain that its links are of; that of operators is any. */
  domain: string | undefined;
  /** What of a link its pages remember, in a cookie, and for how many days: the click, and whose link it is. */
  clickParameter: string;
  affiliateParameter: string | undefined;
  remembersDays: number;
  /** Who numbers what is booked by a link, and what that is. */
  offered(host: string, path: string): { supplier: string; item: string };
  newReference(): string;
  /** Where a booking has its page, below the site's name. */
  pathOf(sale: Sale): string;
  /** Whether another day makes another booking of it. */
  rebooks: boolean;
  /** Tax on top of the price, as a share of it. */
  tax: number;
  /** Of links that the simulator knows nothing else of. */
  rate: number;
  /** How the guide hears of a booking, for who reads the page. */
  tells: string;
}

const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const signs = (count: number) => Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');

/** As their links, pages and references are; the last one is whoever is none of the others. */
export const platforms: readonly SimulatedPlatform[] = [
  {
    name: 'fareharbor',
    title: 'FareHarbor',
    domain: 'fareharbor.com',
    clickParameter: 'ref',
    affiliateParameter: 'asn',
    remembersDays: 90,
    offered: (_, path) => ({
      supplier: /^\/embeds\/[a-z-]+\/([\w-]+)/i.exec(path)?.[1]?.toLowerCase() ?? '',
      item: /\/items\/(\d{1,20})(?:\/|$)/.exec(path)?.[1] ?? '',
    }),
    newReference: () => digits(8),
    pathOf: ({ path, id }) => `${path.replace(/\/*$/, '/')}booking/${id}/`,
    rebooks: true,
    tax: 0.04712,
    rate: 0.15,
    tells: 'FareHarbor tells the guide of it at once, by a webhook.',
  },
  {
    name: 'viator',
    title: 'Viator',
    domain: 'viator.com',
    clickParameter: 'campaign',
    affiliateParameter: 'pid',
    remembersDays: 30,
    offered: (_, path) => ({ supplier: '', item: /\/d\d+-([\w-]{1,40})\/?$/.exec(path)?.[1] ?? '' }),
    newReference: () => `BR-${digits(9)}`,
    pathOf: ({ id }) => `/account/booking/${id}/`,
    rebooks: false,
    tax: 0,
    rate: 0.08,
    tells:
      'Viator tells the guide of it when that next reads its feed, every few seconds in the demo. It tells no amount.',
  },
  {
    name: 'getyourguide',
    title: 'GetYourGuide',
    domain: 'getyourguide.com',
    clickParameter: 'cmp',
    affiliateParameter: 'partner_id',
    remembersDays: 31,
    offered: (host, path) => ({ supplier: host.replace(/^www\./, ''), item: /-t(\d{1,20})\/?$/.exec(path)?.[1] ?? '' }),
    newReference: () => `GYG${signs(9)}`,
    pathOf: ({ id }) => `/booking/${id}/`,
    rebooks: false,
    tax: 0,
    rate: 0.08,
    tells: 'GetYourGuide sends no news: its statement of the month tells of it.',
  },
  {
    name: 'operator',
    title: "the operator's own site",
    domain: undefined,
    clickParameter: 'ref',
    affiliateParameter: undefined,
    remembersDays: 30,
    offered: (host, path) => ({ supplier: host.replace(/^www\./, ''), item: path.replaceAll('/', ' ').trim() }),
    newReference: () => `OP-${signs(6)}`,
    pathOf: ({ id }) => `/booking/${id}/`,
    rebooks: false,
    tax: 0.04712,
    rate: 0.1,
    tells: 'The operator sends no news: a statement of the month tells of it.',
  },
];

/** Whose pages a site's are. */
export const platformOf = (host: string): SimulatedPlatform =>
  platforms.find(({ domain }) => domain && (host === domain || host.endsWith(`.${domain}`))) ?? platforms.at(-1)!;

export const platformNamed = (name: PlatformName): SimulatedPlatform => platforms.find((one) => one.name === name)!;

/** The address of a booking's page at the simulator's origin. */
export const addressOf = (sale: Sale): string => `/${sale.host}${platformNamed(sale.platform).pathOf(sale)}`;
