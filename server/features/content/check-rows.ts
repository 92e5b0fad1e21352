import type { z } from 'zod';
import { createListing } from '../../../contract/content.ts';
import { type ImportField, importFields } from '../../../contract/listing-import-forms.ts';
import { asLine } from '../../../contract/values.ts';
import type { Db } from '../../platform/database/database.ts';
import type { TableRow } from '../../platform/tables/read-table.ts';
import { findAdvertisersCalled } from './advertisers.store.ts';
import { type Content, findContents } from './content.store.ts';
import type { CellFault, CheckedRow } from './import-rows.store.ts';
import { cellsOf, type ListingCells, repeated } from './listing-cells.ts';
import { findNamed, type ImportColumns, type NamedListing } from './listing-imports.store.ts';
import { versionOf } from './listing-version.ts';
import { faultAt, type ReadRow, readRow } from './read-row.ts';

const longestName = 200;

/** `unclear`: why no advertiser can be told by what the row says of one. */
type Given = ReadRow & { number: number; unclear?: string };
type Known = Awaited<ReturnType<typeof findContents>>;

/**
 * Says of the rows of a file, in their order and as many at once as are given, what would become of each. What makes a listing right
 * is what the editor asks of one (contract/content.ts).
 */
export class RowCheck {
  readonly #header: readonly string[];
  readonly #columns: ImportColumns;
  /** Listings that earlier rows are about, by their id or what they are called, with the rows. */
  readonly #seen = new Map<string, number>();

  constructor(header: readonly string[], columns: ImportColumns) {
    this.#header = header;
    this.#columns = columns;
  }

  async check(db: Db, rows: readonly TableRow[]): Promise<CheckedRow[]> {
    const read: Given[] = rows.map((row) => ({ number: row.number, ...readRow((field) => this.#cellOf(row, field)) }));
    const named = await findNamed(
      db,
      read.flatMap((row) => (row.id === undefined ? (nameOf(row) ?? []) : [])),
    );
    const ids = read.flatMap(({ id, number }) => (id === undefined ? (named.get(number) ?? []) : [id]));
    const known = await findContents(db, [...new Set(ids)]);
    const cells = await cellsOf(db, known);
    const advertisers = await findAdvertisersCalled(db, [...new Set(read.flatMap((row) => row.advertiser ?? []))]);
    return rows.map((row, at) => {
      const { id = soleOf(named.get(row.number)), ...given } = read[at]!;
      const anew = withAdvertiser(this.#anew(row, given, cells.get(id!)), advertisers);
      return this.#checked(row, { ...read[at]!, anew }, named.get(row.number) ?? [], known);
    });
  }

  /** What a row says that an export would not say of its listing: the rest stays, also what the editor would refuse by now. */
  #anew(row: TableRow, { advertiser, ...given }: Given, cells: ListingCells | undefined): Given {
    const told = cells ? repeated(cells, (field) => this.#cellOf(row, field)?.cell) : [];
    const isAnew = (field: string) => !told.some((one) => one === field);
    return {
      ...given,
      ...(advertiser !== undefined && isAnew('advertiser') && { advertiser }),
      given: Object.fromEntries(Object.entries(given.given).filter(([field]) => isAnew(field))),
      faults: given.faults.filter(({ column }) => !told.some((field) => this.#columns[field] === column)),
    };
  }

  #checked(row: TableRow, given: Given & { anew: Given }, named: readonly number[], known: Known): CheckedRow {
    const { id = soleOf(named), number, anew } = given;
    const faults = [...anew.faults];
    const say = (field: ImportField, problem: string) => {
      const column = this.#columns[field] ?? field;
      if (!faults.some((one) => one.column === column))
        faults.push(faultAt(column, problem, this.#cellOf(row, field)?.cell ?? ''));
    };
    if (anew.unclear) say('advertiser', anew.unclear);
    const before = id === undefined ? undefined : known.get(id);
    if (given.id !== undefined && !before) say('id', 'no listing has this number');
    if (before?.deleted_at) say('id', 'this listing is deleted: undo that first');
    if (given.id === undefined && named.length > 1)
      say('name', `${named.length} listings are called this: say which by its number, in a column "id"`);
    const earlier = this.#earlierOf(given, id);
    if (earlier !== undefined)
      say(given.id === undefined ? 'name' : 'id', `row ${earlier.toLocaleString('en')} is about the same listing`);
    const isNothing = before && faults.length === 0 && Object.keys(anew.given).length === 0;
    const content = isNothing ? before : contentOf(anew, before, say);
    const base = { number, name: this.#shownName(row, before), listing_id: before ? id! : null };
    const replaces = before ? versionOf(before) : null;
    if (faults.length > 0 || !content) return { ...base, outcome: 'wrong', replaces, content: null, faults };
    if (!before) return { ...base, outcome: 'new', replaces, content, faults };
    if (versionOf(content) === replaces) return { ...base, outcome: 'unchanged', replaces, content: null, faults };
    return { ...base, outcome: 'changed', replaces, content, faults };
  }

  #cellOf({ cells }: TableRow, field: ImportField) {
    const column = this.#columns[field];
    return column === undefined ? undefined : { column, cell: cells[this.#header.indexOf(column)] ?? '' };
  }

  #shownName(row: TableRow, before: Content | undefined): string {
    return asLine(this.#cellOf(row, 'name')?.cell ?? before?.name ?? '', longestName);
  }

  /** The row before that is about the same listing. */
  #earlierOf(given: Given, id: number | undefined): number | undefined {
    const name = nameOf(given)?.[0];
    const keys = [
      ...(id === undefined ? [] : [`id ${id}`]),
      ...(name && id === undefined
        ? [JSON.stringify([name.name, name.category, name.address ?? '']).toLowerCase()]
        : []),
    ];
    const [earlier] = keys.flatMap((key) => this.#seen.get(key) ?? []);
    for (const key of keys) if (!this.#seen.has(key)) this.#seen.set(key, given.number);
    return earlier;
  }
}

const soleOf = (ids: readonly number[] = []): number | undefined => (ids.length === 1 ? ids[0] : undefined);

/** By what a row is found that names no number; nothing where what it says cannot be read. */
function nameOf({ number, given: { name, category, address } }: Given): NamedListing[] | undefined {
  if (typeof name !== 'string' || typeof category !== 'string') return undefined;
  return [{ number, name, category, address: typeof address === 'string' ? address : null }];
}

/** The same with the id of the advertiser that it names. */
function withAdvertiser(row: Given, advertisers: Awaited<ReturnType<typeof findAdvertisersCalled>>): Given {
  if (row.advertiser === undefined) return row;
  const found = advertisers.filter(({ called }) => called === row.advertiser);
  if (found.length > 1)
    return { ...row, unclear: `${found.length} advertisers are called this: write the owner's e-mail address` };
  if (!found[0]) return { ...row, unclear: 'no advertiser has this e-mail address or name' };
  return { ...row, given: { ...row.given, advertiser_id: found[0].id } };
}

/** What a listing would hold; nothing where the editor would refuse it, which is said by field. */
function contentOf(
  { given }: Given,
  before: (Content & { deleted_at: Date | null }) | undefined,
  say: (field: ImportField, problem: string) => void,
): Content | undefined {
  const { deleted_at: _, ...kept } = before ?? { deleted_at: null };
  const asked: Record<string, unknown> = { ...kept, ...given };
  const { success, data, error } = createListing.body.safeParse(asked);
  if (success) return data;
  for (const issue of error.issues) {
    const field = importFields.find((one) => one === issue.path[0]);
    if (!field) throw error;
    const isMissing = asked[field] === undefined || asked[field] === null;
    if (isMissing) say(field, 'must be given');
    else say(field, problemOf(issue));
  }
  return undefined;
}

/** What the editor would refuse, in the words of a batch of places where they are not its own. */
function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `is none of: ${issue.values.join(', ')}`;
  if (issue.code !== 'too_big' || !/^Too big/.test(issue.message)) return issue.message;
  const most = issue.maximum.toLocaleString('en');
  return issue.origin === 'string' ? `longer than ${most} letters` : `must be at most ${most}`;
}

/** What is wrong in a row, in one line. */
export const inWords = (faults: readonly CellFault[]): string =>
  faults.map(({ column, problem }) => `column "${column}": ${problem}`).join('; ');
