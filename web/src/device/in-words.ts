import { offline as words } from '../messages/en/offline.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago an ISO instant was, in the page's language: `5 minutes ago`, `yesterday`, `just now`. */
export function ageOf(instant: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000);
  const step = steps.find(([, size]) => seconds >= size);
  if (!step) return words.justNow;
  const [unit, length] = step;
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  return format.format(-Math.floor(seconds / length), unit);
}

const units = [
  ['megabyte', 1_000_000],
  ['kilobyte', 1_000],
] as const;

/** A number of bytes as a person reads it: `8 bytes`, `243 kB`, `1.4 MB`. */
export function sizeOf(bytes: number): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? (['byte', 1] as const);
  // The server, which keeps nothing, writes it for a page that shows how it looks.
  return new Intl.NumberFormat(globalThis.document?.documentElement.lang, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(bytes / size);
}
