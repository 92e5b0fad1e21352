import { type StatementField, statementFields } from '../../../contract/statement-forms.ts';
import { columnFaults, columnsInLettersOf, columnsNamed } from '../../platform/tables/headers.ts';
import { type PlatformName, platforms, type StatementMap } from '../platforms/platforms.ts';

/** What has to be said of a platform's statement by a column, where nothing else says it. */
export const isNeeded = (platform: PlatformName, field: StatementField): boolean =>
  field === 'reference' ||
  field === 'status' ||
  (field === 'supplier' && platforms[platform].statementDefaults.supplier === undefined);

/** Platforms of whose statements it need not be said whose the bookings are. */
export const ownNumbers: PlatformName[] = Object.values(platforms).flatMap(({ name }) =>
  isNeeded(name, 'supplier') ? [] : [name],
);

/** A map by the names that a header itself gives its columns. */
export const inLettersOf = <Kept extends Pick<StatementMap, 'columns'>>(
  header: readonly string[],
  map: Kept,
): Kept => ({
  ...map,
  columns: columnsInLettersOf<StatementField>(header, map.columns),
});

/** Whether it has to be said of each statement whose bookings it tells of: no column says so, and they are not the platform's own. */
export const isAsking = ({ platform, columns }: StatementMap): boolean =>
  isNeeded(platform, 'supplier') && columns.supplier === undefined;

const mapOf = (platform: PlatformName, columns: StatementMap['columns']): StatementMap => {
  const { supplier = null, currency = null } = platforms[platform].statementDefaults;
  return { platform, columns, supplier, dates: 'month_first', decimals: 'point', currency };
};

/** The platforms by how many of their columns a header has, the most first. */
function ranked(header: readonly string[]) {
  const all = Object.values(platforms).map(({ name, statementColumns }) => {
    const columns = columnsNamed<StatementField>(header, statementColumns);
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
  const faults = columnFaults<StatementField>(header, statementFields, columns);
  if (isNeeded(platform, 'supplier') && !columns.supplier && !supplier)
    faults.push({ path: 'body.supplier', code: 'custom', message: 'must be given where no column says whose it is' });
  return faults;
}
