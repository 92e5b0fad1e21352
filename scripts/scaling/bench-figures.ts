/** Rows and passages of docs/benchmarks.md, each `#` a figure. */
const passages = {
  cores: /^\d{4}-\d\d-\d\d, (\d+) cores/m,
  pages:
    /^\| page of a code with its scan stored.*: ([\d,]+) against [\d,]+ a second; ([\d.]+) ms of processor time a page/m,
  scans: /^\| scan over HTTP, of the same statement under pgbench: ([\d,]+) against ([\d,]+) a second/m,
  events: /^\| events over HTTP, of the multi-row INSERT alone: ([\d,]+) against ([\d,]+) a second/m,
  entries: /bookings\s+that are confirmed and cancelled ([\d,]+) entries a second/,
};

/** What one machine did a second, by docs/benchmarks.md. */
export interface Measured {
  cores: number;
  pages: number;
  /** Processor time of the Node process, in milliseconds. */
  millisecondsOfAPage: number;
  scans: number;
  scanStatements: number;
  events: number;
  eventStatements: number;
  entries: number;
}

/** @throws Error where docs/benchmarks.md does not tell one of them. */
export function readMeasured(benchmarks: string): Measured {
  const found = (name: keyof typeof passages): [number, number] => {
    const match = passages[name].exec(benchmarks);
    if (!match) throw new Error(`docs/benchmarks.md does not say how many ${name}: ${passages[name].source}`);
    const [first = 0, second = 0] = match.slice(1).map((one) => Number(one.replaceAll(',', '')));
    return [first, second];
  };
  const [pages, millisecondsOfAPage] = found('pages');
  const [scans, scanStatements] = found('scans');
  const [events, eventStatements] = found('events');
  const [[cores], [entries]] = [found('cores'), found('entries')];
  return { cores, pages, millisecondsOfAPage, scans, scanStatements, events, eventStatements, entries };
}

/** Seconds of one core that something takes at most. */
export interface CoreSeconds {
  /** The Node process for a page of a code. */
  page: number;
  /** PostgreSQL for a scan, and for an event: all cores of that machine, the load's own share among them. */
  scanInDatabase: number;
  eventInDatabase: number;
  /** The Node process for an event: what its way over HTTP takes more. */
  event: number;
  /** PostgreSQL and Node together for an entry of the ledger, by bookings that are confirmed and cancelled. */
  ledgerEntry: number;
}

/** What each thing takes, of what was done in a second. */
export function coreSecondsOf({ cores, ...rates }: Measured): CoreSeconds {
  return {
    page: rates.millisecondsOfAPage / 1_000,
    scanInDatabase: cores / rates.scanStatements,
    eventInDatabase: cores / rates.eventStatements,
    event: cores / rates.events - cores / rates.eventStatements,
    ledgerEntry: cores / rates.entries,
  };
}
