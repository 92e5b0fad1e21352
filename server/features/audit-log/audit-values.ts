import type { AuditEntryDetail } from '../../../contract/audit-log.ts';

type Values = Omit<AuditEntryDetail['values'][number], 'named'>[];

/** What stands in an entry's details. */
export interface AuditContent {
  before?: unknown;
  after?: unknown;
  request_id?: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value with a name for each part of it, `address.street`; one without parts has the name that it is given. */
function flatten(value: unknown, name: string, into: Map<string, string>): void {
  if (value === undefined || value === null) return;
  if (isObject(value))
    for (const [key, part] of Object.entries(value)) flatten(part, name ? `${name}.${key}` : key, into);
  else into.set(name, typeof value === 'string' ? value : JSON.stringify(value));
}

/** What was before and after, value beside value, in the order of their names. */
export function valuesOf({ before, after }: AuditContent): Values {
  const [was, is] = [new Map<string, string>(), new Map<string, string>()];
  flatten(before, '', was);
  flatten(after, '', is);
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }));
}
