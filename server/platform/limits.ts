import { isIP } from 'node:net';
import { Refusal } from './refusal.ts';

/** The named rate limits. Sign-in has stricter ones of its own, kept in the database. */
export const limits = {
  /** Per visit; a shared hotel address is never the key of a visitor who has a cookie. */
  scan: { perMinute: 120 },
  /** First calls of visitors without a cookie, per network: a hotel's whole lobby must fit. */
  'scan-network': { perMinute: 3_000 },
  'magic-link': { perMinute: 60 },
  'sign-in': { perMinute: 60 },
  /** Of a person: each costs a signature check or a challenge. */
  passkey: { perMinute: 30 },
  /** Guesses of a link as well as what administrators send. */
  invitation: { perMinute: 60 },
  conversion: { perMinute: 60 },
  /** Hearts tapped and notes written, per person. */
  saved: { perMinute: 240 },
  /** Each is a mail to every administrator. */
  inquiry: { perMinute: 5 },
  recommendations: { perMinute: 60 },
  /** Calls of up to 100 events: a whole lobby's, where nobody has a cookie yet. */
  events: { perMinute: 3_000 },
} as const satisfies Record<string, { perMinute: number }>;
export type LimitName = keyof typeof limits;

const largestTable = 50_000;

/** Counts calls per name and key in windows of one minute, in this process. */
export class RateLimits {
  readonly #counts = new Map<string, number>();
  #window = 0;
  readonly #enabled: boolean;

  constructor(enabled: boolean) {
    this.#enabled = enabled;
  }

  /** Spends one call. @throws Refusal `rate_limited` with the seconds to wait. */
  spend(name: LimitName, key: string, now: Date): void {
    if (!this.#enabled) return;
    const window = Math.floor(now.getTime() / 60_000);
    if (window !== this.#window || this.#counts.size > largestTable) {
      this.#counts.clear();
      this.#window = window;
    }
    const slot = `${name} ${key}`;
    const count = (this.#counts.get(slot) ?? 0) + 1;
    this.#counts.set(slot, count);
    if (count > limits[name].perMinute) {
      throw new Refusal('rate_limited', {}, 60 - Math.floor((now.getTime() / 1000) % 60));
    }
  }
}

/**
 * The network of an address: IPv4 whole, IPv6 by its /64, which one household or phone holds. Some proxies add a port, which is
 * left out. What is no address, as a proxy may pass on anything, and a connection that is gone already, which has none, are all
 * one network.
 */
export function networkOf(address: string | undefined): string {
  const [, withPort] = /^\[?(\d+(?:\.\d+){3}|(?<=\[)[^\]]*)\]?(?::\d{1,5})?$/.exec(address ?? '') ?? [];
  const plain = (withPort ?? address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  if (version === 0) return 'unknown';
  if (version === 4) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('%')[0]!.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  // An IPv4 address at the end stands for two groups.
  const missing = plain.includes('::')
    ? 8 - groups.length - rest.length - Number(rest.at(-1)?.includes('.') ?? false)
    : 0;
  return [...groups, ...Array<string>(Math.max(missing, 0)).fill('0'), ...rest]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
