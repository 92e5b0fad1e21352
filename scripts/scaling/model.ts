import { hours } from '../../db/seed/generated-rhythm.ts';
import { keptKeyDays } from '../../server/platform/idempotency.ts';
import { retention } from '../../server/platform/retention.ts';
import type { CoreSeconds } from './bench-figures.ts';
import { bytesPerRow, type GrowingTable, generatedPerScan, logBytes } from './measured-rows.ts';

/** What is supposed, not measured: of the machines, and how much of a core may be busy in the busiest hour. */
export interface Machines {
  cores: number;
  gigabytes: number;
  busyShare: number;
}
export const usualMachines: Machines = { cores: 16, gigabytes: 2_000, busyShare: 0.5 };

/** Connections that a process may open: for requests and aside, for background work and aside (server/main.ts). */
export const connectionsPerProcess = 20 + 2 + 10 + 2;
/** PostgreSQL's own default. */
export const usualConnections = 100;

/** As docs/scaling.md numbers them. */
export const steps = {
  1: 'one process',
  2: 'several processes on one machine',
  3: 'machines apart, with a replica',
  4: 'scans by the month, raw rows for a while',
  5: 'shards, and a column store for figures',
} as const;
export type Step = keyof typeof steps;

export interface Size {
  /** Cores that are busy in the busiest hour. */
  nodeCores: number;
  databaseCores: number;
  webProcesses: number;
  workers: number;
  connections: number;
  scansADay: number;
  rowsADay: number;
  gigabytesADay: number;
  /** After a year, with what is forgotten in time by now. */
  rowsOfAYear: number;
  gigabytesOfAYear: number;
  /** Of these people, bookings and money, which no shard of visits takes. */
  gigabytesOfPeople: number;
  /** What is left of a year where raw rows of visits are kept for `rawDays` alone. */
  gigabytesByTheMonth: number;
  logMegabytesASecond: number;
  replicas: number;
  /** Machines that visits lie on, each with a replica of its own. */
  shards: number;
  step: Step;
}

const dayDays = 365;
/** Of a year, after which rows of a table are still there. */
const keptDays: Partial<Record<GrowingTable, number>> = {
  idempotency_keys: keptKeyDays,
  events: Math.min(dayDays, (retention.eventMonths * dayDays) / 12),
};
const ofPeople: readonly GrowingTable[] = ['users', 'bookings', 'commissions', 'ledger_entries'];
/** From the fourth step on: as long as their networks are known. */
export const rawDays = retention.scanNetworkDays;

/** Rows for each scan. A scan counts at most once; its events come in a call of their own, which has a key as each click has. */
export function rowsPerScan(): Record<GrowingTable, number> {
  const { visits, scanner, events, users, clicks, bookings, ledger_entries } = generatedPerScan;
  return {
    ...{ visits, events, users, clicks, bookings, ledger_entries },
    scans: 1,
    counted_scans: 1,
    idempotency_keys: scanner + 1 + clicks,
    commissions: bookings,
  };
}

/**
 * What so many scans a second ask for, in the busiest hour of a day with the rhythm of the generated year.
 * @param seconds of one core for each thing, as measured.
 */
export function sizeFor(scansASecond: number, seconds: CoreSeconds, machines: Machines = usualMachines): Size {
  const rows = rowsPerScan();
  const nodeCores = scansASecond * (seconds.page + rows.events * seconds.event);
  const databaseCores =
    scansASecond *
    (seconds.scanInDatabase + rows.events * seconds.eventInDatabase + rows.ledger_entries * seconds.ledgerEntry);
  const meanShare = hours.reduce((sum, one) => sum + one, 0) / hours.length / Math.max(...hours);
  const scansADay = scansASecond * meanShare * 86_400;
  const tables = Object.keys(rows) as GrowingTable[];
  const gigabytes = (table: GrowingTable) => (scansADay * rows[table] * bytesPerRow[table]) / 1e9;
  const sum = (value: (table: GrowingTable) => number, some: readonly GrowingTable[] = tables) =>
    some.reduce((all, one) => all + value(one), 0);
  const keptFor = (table: GrowingTable) => keptDays[table] ?? dayDays;
  const gigabytesOfAYear = sum((table) => gigabytes(table) * keptFor(table));
  const gigabytesOfPeople = sum((table) => gigabytes(table) * dayDays, ofPeople);
  const ofVisits = sum(
    (table) => gigabytes(table) * Math.min(keptFor(table), rawDays),
    tables.filter((table) => !ofPeople.includes(table)),
  );

  const step = stepFor({ node: nodeCores, database: databaseCores, gigabytesOfAYear }, machines);
  const isApart = step >= 3;
  const webProcesses = Math.max(isApart ? 2 : 1, Math.ceil(nodeCores / machines.busyShare));
  const workers = isApart ? 2 : step - 1;
  const byProcessor = databaseCores / machines.busyShare / machines.cores;
  const shards = step < 5 ? 1 : Math.ceil(Math.max(byProcessor, ofVisits / machines.gigabytes));
  return {
    ...{
      nodeCores,
      databaseCores,
      webProcesses,
      workers,
      scansADay,
      gigabytesOfAYear,
      gigabytesOfPeople,
      shards,
      step,
    },
    connections: (webProcesses + workers) * connectionsPerProcess,
    rowsADay: sum((table) => scansADay * rows[table]),
    gigabytesADay: sum(gigabytes),
    rowsOfAYear: sum((table) => scansADay * rows[table] * keptFor(table)),
    gigabytesByTheMonth: ofVisits + gigabytesOfPeople,
    logMegabytesASecond: (scansASecond * (logBytes.scan + rows.events * logBytes.event)) / 1e6,
    // The machine of people and money has one as well.
    replicas: step < 3 ? 0 : step < 5 ? 1 : shards + 1,
  };
}

/** A year may fill half a machine's disk: a restored copy has to fit beside it. */
function stepFor(
  { node, database, gigabytesOfAYear }: { node: number; database: number; gigabytesOfAYear: number },
  { cores, gigabytes, busyShare }: Machines,
): Step {
  if (database / busyShare > cores) return 5;
  if (gigabytesOfAYear > gigabytes / 2) return 4;
  if ((node + database) / busyShare > cores) return 3;
  return node > busyShare ? 2 : 1;
}
