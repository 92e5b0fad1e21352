import { coreSecondsOf, readMeasured } from './bench-figures.ts';
import { crossings } from './crossings.ts';
import { type Machines, type Size, sizeFor, steps } from './model.ts';

/** The rates that docs/scaling.md tells of. */
export const toldRates = [1, 100, 10_000];

/** A figure as precise as what it is made of. */
function rounded(value: number): string {
  const digits = value === 0 ? 0 : 2 - Math.ceil(Math.log10(value));
  return (Math.round(value * 10 ** digits) / 10 ** digits).toLocaleString('en', { maximumFractionDigits: 4 });
}

const lines: [string, (size: Size) => string][] = [
  ['step that is due', ({ step }) => steps[step]],
  ['cores busy with pages and calls', ({ nodeCores }) => rounded(nodeCores)],
  ['cores busy in PostgreSQL', ({ databaseCores }) => rounded(databaseCores)],
  [
    'processes for requests, for work',
    ({ webProcesses, workers }) => (workers ? `${webProcesses}, ${workers}` : '1 for both'),
  ],
  ['connections at most', ({ connections }) => connections.toLocaleString('en')],
  ['shards', ({ shards, step }) => (step < 5 ? 'none' : `${shards}, and a machine for people and money`)],
  ['replicas', ({ replicas }) => (replicas ? `${replicas}` : 'none')],
  ['scans a day', ({ scansADay }) => rounded(scansADay)],
  ['rows a day', ({ rowsADay }) => rounded(rowsADay)],
  ['GB a day', ({ gigabytesADay }) => rounded(gigabytesADay)],
  ['rows after a year, as kept today', ({ rowsOfAYear }) => rounded(rowsOfAYear)],
  ['GB after a year, as kept today', ({ gigabytesOfAYear }) => rounded(gigabytesOfAYear)],
  ['GB of these of people, bookings and money', ({ gigabytesOfPeople }) => rounded(gigabytesOfPeople)],
  ['GB after a year, visits by the month', ({ gigabytesByTheMonth }) => rounded(gigabytesByTheMonth)],
  ['MB a second of write-ahead log', ({ logMegabytesASecond }) => rounded(logMegabytesASecond)],
];

/** What rates ask for, as a table. @param benchmarks the text of docs/benchmarks.md */
export function sizeTable(rates: readonly number[], benchmarks: string, machines?: Machines): string[] {
  const seconds = coreSecondsOf(readMeasured(benchmarks));
  const sizes = rates.map((rate) => sizeFor(rate, seconds, machines));
  const row = (first: string, rest: string[]) => `| ${[first, ...rest].join(' | ')} |`;
  return [
    row(
      'scans a second',
      rates.map((rate) => rate.toLocaleString('en')),
    ),
    row(
      '---',
      rates.map(() => '---:'),
    ),
    ...lines.map(([name, tell]) => row(name, sizes.map(tell))),
  ];
}

/** What one machine does, as docs/benchmarks.md has it. */
export function measuredTable(benchmarks: string): string[] {
  const { cores, ...measured } = readMeasured(benchmarks);
  const told = {
    'pages of a code, each with its scan stored': measured.pages,
    'scans over HTTP': measured.scans,
    "the scan's statement alone, under pgbench": measured.scanStatements,
    'events over HTTP, fifty a call': measured.events,
    'their INSERT alone': measured.eventStatements,
    'entries of the ledger, by bookings that are confirmed and cancelled': measured.entries,
  };
  const rows = Object.entries(told).map(([what, figure]) => `| ${what} | ${figure.toLocaleString('en')} |`);
  return [`| one process, PostgreSQL and the load on ${cores} cores | a second |`, '| --- | ---: |', ...rows];
}

/** The functions whose statements ask more than one shard, as a table. */
export function crossingTable(): string[] {
  const row = ({ what, becomes, functions }: (typeof crossings)[number]) => {
    const number = (reach: string) => Object.values(functions).filter((one) => one === reach).length;
    return `| ${what} | ${number('every shard')} | ${number('across')} | ${becomes} |`;
  };
  return [
    '| functions | every shard | across | what becomes of them |',
    '| --- | ---: | ---: | --- |',
    ...crossings.map(row),
  ];
}

const tablesOf = (benchmarks: string) => [sizeTable(toldRates, benchmarks), measuredTable(benchmarks), crossingTable()];

/** A text with its tables, which begin with the same first cell, as they should be. */
export function withTables(text: string, benchmarks: string): string {
  return tablesOf(benchmarks).reduce((whole, table) => {
    const [first = ''] = /^\| \w+ \w*/.exec(table[0]!) ?? [];
    return whole.replace(new RegExp(`^\\${first}.*\\n\\| ---.*(?:\\n\\|.*)*`, 'm'), () => table.join('\n'));
  }, text);
}

/** What docs/scaling.md has otherwise in its tables than the model and the list of crossing functions. */
export function findWrongTables(text: string, benchmarks: string): string[] {
  const [told, expected] = [text, withTables(text, benchmarks)].map((one) => one.split('\n'));
  const missing = tablesOf(benchmarks)
    .flat()
    .filter((line) => !told!.includes(line));
  const more = told!.filter((line) => !expected!.includes(line));
  return [...missing.map((line) => `no table has: ${line}`), ...more.map((line) => `no model says: ${line}`)].map(
    (problem) => `${problem} (npm run scaling -- --write)`,
  );
}
