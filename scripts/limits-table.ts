import type { Limit } from '../server/platform/limits/limits.ts';

const head = ['| for each | at most |', '| --- | --- |'];

const unitOf: Record<number, string> = { 60: 'min', 3600: 'h', 86400: 'day' };
function spanOf(seconds: number): string {
  const unit = seconds % 86_400 === 0 ? 86_400 : seconds % 3_600 === 0 ? 3_600 : 60;
  return seconds === unit ? unitOf[unit]! : `${seconds / unit} ${unitOf[unit]}`;
}

function amountOf(name: string, { amount, seconds, sparesKnownDevices }: Limit): string {
  const figure = name.endsWith('-bytes') ? `${amount / 1e6} MB` : amount.toLocaleString('en');
  return `\`${name}\` ${figure} / ${spanOf(seconds)}${sparesKnownDevices ? '*' : ''}`;
}

/** The lines of docs/limits.md that name all limits, by whose they are. */
export function limitsTable(limits: Record<string, Limit>): string[] {
  const rows = Map.groupBy(Object.entries(limits), ([, { key }]) => key);
  return [
    ...head,
    ...[...rows].map(([key, some]) => `| ${key} | ${some.map(([name, limit]) => amountOf(name, limit)).join(', ')} |`),
  ];
}

/** What a text's table of limits has wrong: lines that are missing, and those that no limit says. */
export function findWrongLimits(text: string, limits: Record<string, Limit>): string[] {
  const lines = text.split('\n');
  const from = lines.indexOf(head[0]!);
  const shown =
    from < 0
      ? []
      : lines.slice(
          from,
          lines.findIndex((line, at) => at > from && !line.startsWith('|')),
        );
  const expected = limitsTable(limits);
  return [
    ...expected.filter((line) => !shown.includes(line)).map((line) => `the table of limits lacks: ${line}`),
    ...shown.filter((line) => !expected.includes(line)).map((line) => `no limit says: ${line}`),
  ];
}
