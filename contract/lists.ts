import { z } from 'zod';
import { searched } from './values.ts';

/** A page has so many rows unless told, and this many at most. */
export const usualPage = 50;
export const mostPerPage = 200;

/** Where a page ended, as its answer said: the order, the row's place in it, and its id. Read by server/platform/lists.ts. */
const cursor = z.string().max(240);

/**
 * What a list is asked: a page by keyset, in an order (`name`, or `-name` for the last first), of the rows that match.
 * @param sorts the orders, the usual one first.
 */
export const listQuery = <const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) =>
  z.object({
    search: searched.optional(),
    sort: z.enum(sorts).default(sorts[0] as never),
    after: cursor.optional(),
    limit: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'must be a whole number')
      .transform(Number)
      .refine((rows) => rows <= mostPerPage, `must be 1 to ${mostPerPage}`)
      .optional(),
    ...filters,
  });

/** Names the rows that match, as a list told it: it is another where one has gone and another come. */
export const digest = z.string().max(64);

/** What an answer of a list says besides, all of whose rows can be acted on at once; null where more match than are counted. */
export const digested = { digest: digest.nullable() };

/** A page of a list: its rows, how many match in all (`mostCounted` + 1: more than that), and where the next page begins. */
export const listAnswer = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), next: z.string().nullable() });
