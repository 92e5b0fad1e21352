import { type RawBuilder, sql } from 'kysely';

/** `referenceKey` of a column, as the indexes of references and of claims have it. */
export const keyOfColumn = (column: string): RawBuilder<unknown> =>
  sql`upper(regexp_replace(${sql.ref(column)}, '[^a-zA-Z0-9]', '', 'g'))`;
