import { z } from 'zod';
import { mostCounted } from '../../contract/list-limits.ts';
import { usualPage } from '../../contract/lists.ts';
import { uuid } from '../../contract/values.ts';
import { Refusal, wrongField } from './http/refusal.ts';

/** Where a page of a list ended: the row's value in the list's order (null where it has none), and its id. */
export interface Position {
  value: string | null;
  id: string;
}

/** What a store is asked of a list. */
export interface Page {
  /** What it is ordered by, and whether the last comes first. */
  by: string;
  isDescending: boolean;
  after: Position | undefined;
  limit: number;
}

/** Before the id of every row: where a walk through all of them begins. */
export const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** One row more than a total is exact for. */
export const countLimit = mostCounted + 1;

const position = z.tuple([z.string(), z.string().max(64).nullable(), z.string().max(64)]);

/**
 * The page that a list is asked for.
 * @param isValue whether a text is a value of the order, so that the database takes it for one.
 * @param id the form of a row's id.
 * @throws Refusal `invalid_request` at `query.after` for a cursor that is none, or of another order.
 */
export function readPage(
  query: { sort: string; after?: string | undefined; limit?: number | undefined },
  isValue: (by: string, value: string | null) => boolean,
  id: z.ZodType<string> = uuid,
): Page {
  const { sort, after, limit = usualPage } = query;
  const isDescending = sort.startsWith('-');
  const by = isDescending ? sort.slice(1) : sort;
  if (after === undefined) return { by, isDescending, after, limit };
  const found = position.safeParse(decoded(after)).data;
  if (!found || found[0] !== sort || !isValue(by, found[1]) || !id.safeParse(found[2]).success) throw noCursor();
  return { by, isDescending, after: { value: found[1], id: found[2] }, limit };
}

/** Whether a cursor's value is a whole number that is held exactly: a count, or a moment in microseconds. */
export const isWhole = (value: string | null): boolean =>
  value !== null && /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value));

/** Whether a cursor's value is a name's, which has no NUL, or else a whole number. */
export const isNameOrWhole = (by: string, value: string | null): boolean =>
  by === 'name' ? value?.isWellFormed() === true && !value.includes('\0') : isWhole(value);

/** Where the page after this one begins; null where there is none. */
export function nextOf(
  sort: string,
  { limit }: Page,
  rows: readonly { id: string | number; order_value: string | null }[],
) {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return last ? cursorOf(sort, { value: last.order_value, id: String(last.id) }) : null;
}

/** A list's answer: the rows of a page, in its order, by what is told of each; one that has gone meanwhile is left out. */
export async function answerPage<Row extends { id: string }, Shown>(
  { sort, page }: { sort: string; page: Page },
  found: { rows: readonly { id: string; order_value: string | null }[]; total: number },
  read: (ids: string[]) => Promise<Row[]>,
  show: (row: Row) => Shown,
): Promise<{ rows: Shown[]; total: number; next: string | null }> {
  const byId = new Map((await read(found.rows.map(({ id }) => id))).map((row) => [row.id, row]));
  const rows = found.rows.flatMap(({ id }) => byId.get(id) ?? []).map(show);
  return { rows, total: found.total, next: nextOf(sort, page, found.rows) };
}

/** The cursor of a page's last row. */
export const cursorOf = (sort: string, { value, id }: Position): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const noCursor = () => wrongField('query.after', 'must be what the page before said');

/** What a list is asked for, beside its own filters. */
export interface ListQuery {
  sort: string;
  after?: string | undefined;
  limit?: number | undefined;
  search?: string | undefined;
}

/** @returns the ids. @throws Refusal `list_changed` where they are not those that were seen, or more than are counted */
export function requireSeen({ ids, digest }: { ids: string[]; digest: string }, seen: string): string[] {
  if (ids.length < countLimit && digest === seen) return ids;
  throw new Refusal('list_changed', { count: ids.length < countLimit ? String(ids.length) : 'more than 10,000' });
}

/** The id of a row that is numbered, as a cursor has it. */
export const numberId = z.string().regex(/^\d{1,10}$/);
