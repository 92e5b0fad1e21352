import { createHash } from 'node:crypto';

const plain = (name: string) => name.trim().toLowerCase();

/** Whether two names are one to whoever reads them. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** What tells a header from others: the names of its columns in their order. */
export const digestOf = (header: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(header.map(plain)))
    .digest();

/** Which column of a table each field is read from; a field of none is left out. */
export type Columns<Field extends string> = Partial<Record<Field, string>>;

/** Columns by the names that a header itself gives them: those of the header they were chosen for may have other letters (`digestOf`). */
export function columnsInLettersOf<Field extends string>(
  header: readonly string[],
  columns: Columns<Field>,
): Columns<Field> {
  const own = (column: string) => header.find((name) => isSameName(name, column)) ?? column;
  const given = Object.entries(columns) as [Field, string | undefined][];
  return Object.fromEntries(
    given.flatMap(([field, column]) => (column ? [[field, own(column)]] : [])),
  ) as Columns<Field>;
}

/** The columns of a header that are called like one of a field's names. */
export function columnsNamed<Field extends string>(
  header: readonly string[],
  names: Readonly<Partial<Record<Field, readonly string[]>>>,
): Columns<Field> {
  const all = Object.entries(names) as [Field, readonly string[]][];
  const found = all.flatMap(([field, known]) => {
    const column = header.find((name) => known.some((one) => isSameName(one, name)));
    return column === undefined ? [] : [[field, column]];
  });
  return Object.fromEntries(found) as Columns<Field>;
}

/** What is wrong with such a choice, by the path of the request that makes it. */
export function columnFaults<Field extends string>(
  header: readonly string[],
  fields: readonly Field[],
  columns: Columns<Field>,
) {
  const faults: { path: string; code: string; message: string }[] = [];
  const used = new Set<string>();
  for (const field of fields) {
    const column = columns[field];
    if (column === undefined) continue;
    const say = (message: string) => faults.push({ path: `body.columns.${field}`, code: 'custom', message });
    if (!header.includes(column)) say(`the file has no column "${column}"`);
    else if (used.has(column)) say(`the column "${column}" is taken for another`);
    used.add(column);
  }
  return faults;
}
