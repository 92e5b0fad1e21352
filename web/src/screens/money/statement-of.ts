import { withQuery } from '../../with-query.ts';

/** The address of an organisation's statement of a month, as `2026-12`; of this month unless one is named. */
export const statementOf = (organisation: string, month?: string) =>
  withQuery('/money/statement', new URLSearchParams({ organisation, ...(month && { month }) }));
