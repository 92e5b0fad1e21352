import { createHash } from 'node:crypto';
import { type StatementField, statementFields } from '../../../contract/statement-forms.ts';
import { type PlatformName, platforms, type StatementMap } from '../platforms/platforms.ts';

const plain = (name: string) => name.trim().toLowerCase();

/** What tells a header from others: the names of its columns in their order. */
export const digestOf = (header: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(header.map(plain)))
    .digest();

/** What has to be said of a platform's statement by a column, where nothing else says it. */
export const isNeeded = (platform: PlatformName, field: StatementField): boolean =>
  field === 'reference' ||
  field === 'status' ||
  (field === 'supplier' && platforms[platform].statementDefaults.supplier === undefined);

/** Platforms of whose statements it need not be said whose the bookings are. */
export const ownNumbers: PlatformName[] = Object.values(platforms).flatMap(({ name }) =>
  isNeeded(name, 'supplier') ? [] : [name],
);

/** A map by the names that a header itself gives its columns: those of the header it was made for may have other letters (`digestOf`). */
export function inLettersOf<Kept extends Pick<StatementMap, 'columns'>>(header: readonly string[], map: Kept): Kept {
  const own = (column: string) => header.find((name) => plain(name) === plain(column)) ?? column;
  const given: StatementMap['columns'] = map.columns;
  const columns: StatementMap['columns'] = {};
  for (const [field, column] of Object.entries(given)) if (column) columns[field as StatementField] = own(column);
  return { ...map, columns };
}

/** Whether it has to be said of each statement whose bookings it tells of: no column says so, and they are not the platform's own. */
export const isAsking = ({ platform, columns }: StatementMap): boolean =>
  isNeeded(platform, 'supplier') && columns.supplier === undefined;

/** The columns that a platform's statements are assumed to have, as far as a header has them, by its own names. */
function columnsIn(header: readonly string[], platform: PlatformName): StatementMap['columns'] {
  const found: StatementMap['columns'] = {};
  for (const [field, names] of Object.entries(platforms[platform].statementColumns)) {
    const column = header.find((name) => names.some((one) => plain(one) === plain(name)));
    if (column !== undefined) found[field as StatementField] = column;
  }
  return found;
}

const mapOf = (platform: PlatformName, columns: StatementMap['columns']): StatementMap => {
  const { supplier = null, currency = null } = platforms[platform].statementDefaults;
  return { platform, columns, supplier, dates: 'month_first', decimals: 'point', currency };
};

/** The platforms by how many of their columns a header has, the most first. */
function ranked(header: readonly string[]) {
  const all = Object.values(platforms).map(({ name, statementColumns }) => {
    const columns = columnsIn(header, name);
    const missing = Object.keys(statementColumns).length - Object.keys(columns).length;
    return { name, columns, missing, count: Object.keys(columns).length };
  });
  return all.sort((one, other) => other.count - one.count || one.missing - other.missing);
}

/** The map of a header that has all that one platform's statements are assumed to have; undefined for any other. */
export function knownMap(header: readonly string[]): StatementMap | undefined {
  const known = ranked(header).find(({ name, count, missing, columns }) => {
    const hasNeeded = statementFields.every((field) => !isNeeded(name, field) || columns[field] !== undefined);
    return count > 0 && missing === 0 && hasNeeded;
  });
  return known && mapOf(known.name, known.columns);
}

/** What a map of a header may be, for a person to complete: as the one that was kept of it, but for whose it is. */
export function proposedMap(header: readonly string[], kept: StatementMap | undefined): Partial<StatementMap> {
  if (kept) return { ...inLettersOf(header, kept), supplier: null };
  const [best] = ranked(header);
  return best && best.count > 0 ? mapOf(best.name, best.columns) : {};
}

/** What is wrong with a map of a header, by the path of the request that says it. */
export function faultsOf(header: readonly string[], { platform, columns, supplier }: StatementMap) {
  const faults: { path: string; code: string; message: string }[] = [];
  const say = (field: StatementField, message: string) =>
    faults.push({ path: `body.columns.${field}`, code: 'custom', message });
  const used = new Map<string, StatementField>();
  for (const field of statementFields) {
    const column = columns[field];
    if (column === undefined) continue;
    if (!header.includes(column)) say(field, `the file has no column "${column}"`);
    else if (used.has(column)) say(field, `the column "${column}" is taken for another`);
    used.set(column, field);
  }
  if (isNeeded(platform, 'supplier') && !columns.supplier && !supplier)
    faults.push({ path: 'body.supplier', code: 'custom', message: 'must be given where no column says whose it is' });
  return faults;
}
