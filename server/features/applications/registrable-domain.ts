/** What stands before a country's two letters where names are registered one level deeper: `hotel.co.jp`, `hotel.com.au`. */
const secondLevels = new Set(
  `ac ad co com ed edu gen go gob gouv gov gr id info lg ltd mil ne net nom or org plc sch school`.split(' '),
);

/**
 * The part of a host's name that somebody has registered, by a rule that knows the usual second levels of countries: `mail.hotel.co.jp`
 * is `hotel.co.jp`. A hint may hang on it, no right.
 */
export function registrableDomainOf(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  const isDeeper = labels.at(-1)?.length === 2 && secondLevels.has(labels.at(-2) ?? '');
  return labels.slice(isDeeper ? -3 : -2).join('.');
}
