import { isBot } from './request-origin.ts';

export type DeviceClass = 'phone' | 'tablet' | 'desktop' | 'bot' | 'unknown';

/** In this order: an Android that does not say "Mobile" is a tablet, and only what is left of Linux is a desktop. */
const words: readonly [DeviceClass, RegExp][] = [
  ['tablet', /ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i],
  ['phone', /iphone|ipod|mobile|phone/i],
  ['desktop', /windows nt|macintosh|cros|x11|linux/i],
];

/**
 * What a user agent calls itself. An iPad that asks for desktop pages, as it does unless told otherwise, calls itself a Macintosh and
 * cannot be told from one.
 */
export function deviceClassOf(userAgent: string | undefined): DeviceClass {
  if (isBot(userAgent)) return 'bot';
  return words.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? 'unknown';
}
