import { type RawBuilder, sql } from 'kysely';
import { comparedByParts, referenceKey } from './booking-news.ts';
import type { PlatformName } from './platform.ts';

/** `referenceKey` of a column, as the indexes of references and of claims have it. */
export const keyOfColumn = (column: string): RawBuilder<unknown> =>
  sql`upper(regexp_replace(${sql.ref(column)}, '[^a-zA-Z0-9]', '', 'g'))`;

/** `referenceParts` of a text. */
export const partsOf = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`btrim(regexp_replace(regexp_replace(regexp_replace(upper(${text}), '[^[:alnum:]]+', ' ', 'g'),
    '([[:alpha:]])([[:digit:]])', '\\1 \\2', 'g'), '([[:digit:]])([[:alpha:]])', '\\1 \\2', 'g'))`;

const partsOfWritten = (reference: string) => partsOf(sql`${reference}::text`);

/**
 * A column of `platform_bookings` that its indexes do not answer: what is asked by a name is found by the index of names. Until the
 * statistics know a new platform or operator, the planner takes the index that begins with them and reads all that they ever told.
 */
export const notByIndex = (column: 'platform' | 'supplier'): RawBuilder<string> =>
  sql`(${sql.ref(`platform_bookings.${column}`)} || '')`;

/** What a platform calls a booking. */
export interface Called {
  platform: string;
  reference: string;
  /** All of its names, by `referenceKey`. */
  reference_keys: readonly string[];
}

/** `isSameReference` in SQL: whether what stands in a column of a booking of ours is what its platform calls one. */
export function isReferenceOf(column: string, { platform, reference, reference_keys }: Called): RawBuilder<unknown> {
  const isNamed = sql`${keyOfColumn(column)} = any(${[referenceKey(reference), ...reference_keys]}::text[])`;
  if (!comparedByParts.includes(platform as PlatformName)) return isNamed;
  return sql`(${isNamed} and ${partsOf(sql.ref(column))} = ${partsOfWritten(reference)})`;
}

/** The same the other way round: whether a row of `platform_bookings` is what is written so on one of these platforms, by any of these names. */
export const isCalled = (on: readonly string[], written: string, keys: readonly string[]): RawBuilder<unknown> =>
  sql`(platform_bookings.reference_keys && ${keys}::text[] and ${notByIndex('platform')} = any(${on}::text[])
    and (platform_bookings.platform <> all(${comparedByParts}::text[])
    or ${partsOf(sql`platform_bookings.reference`)} = ${partsOfWritten(written)}))`;
