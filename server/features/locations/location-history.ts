import { locationFields } from '../../../contract/location-form.ts';
import type { LocationWithHistory } from '../../../contract/locations.ts';
import type { HistoryRow } from '../../platform/audit/audit.store.ts';
import type { Db } from '../../platform/database/database.ts';
import { findListingNames } from './locations.store.ts';

type Entry = LocationWithHistory['history'][number];
type Change = Entry['changes'][number];

/** What an entry holds of a place, and of its list: its listings by number in their order, hidden ones, and rules. */
interface Kept extends Partial<Record<(typeof locationFields)[number], string | number | null>> {
  order?: number[];
  hidden?: number[];
  rules?: Record<string, unknown>;
}

/** What the audit log has of a place; of one that was made, what it held from the beginning. Listings are told by name. */
export async function historyOfPlace(db: Db, rows: readonly HistoryRow[]): Promise<Entry[]> {
  const read = rows.map(({ content, ...row }) => {
    const { before = {}, after = {} } = JSON.parse(content ?? '{}') as { before?: Kept; after?: Kept };
    return { ...row, before, after };
  });
  const ids = read.flatMap(({ before, after }) => [before, after].flatMap(listingsOf));
  const names = await findListingNames(db, [...new Set(ids)]);
  return read.map(({ at, action, by, before, after }) => ({
    ...{ at: new Date(at).toISOString(), action, by },
    changes: [...valuesOf(before, after), ...listChanges(before, after, (id) => names.get(id) ?? `No. ${id}`)],
  }));
}

const listingsOf = ({ order = [], hidden = [], rules = {} }: Kept) => [
  ...order,
  ...hidden,
  ...Object.keys(rules).map(Number),
];

function valuesOf(before: Kept, after: Kept): Change[] {
  const fields = locationFields.filter((field) => field in before || field in after);
  const all = fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
  return all.filter((one) => one.before !== one.after);
}

/** What became of the list of a place: its order, what is hidden of it, and which listings have other rules. */
function listChanges(before: Kept, after: Kept, nameOf: (id: number) => string): Change[] {
  const told = (ids: readonly number[] = []) => (ids.length > 0 ? ids.map(nameOf).join(', ') : null);
  const [was, is] = [before.rules ?? {}, after.rules ?? {}];
  const ruled = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (id) => JSON.stringify(was[id]) !== JSON.stringify(is[id]),
  );
  const of = (rules: Record<string, unknown>) => told(ruled.filter((id) => id in rules).map(Number));
  const all: Change[] = [
    { field: 'listings', before: told(before.order), after: told(after.order) },
    { field: 'hidden', before: told(before.hidden), after: told(after.hidden) },
  ];
  return [
    ...all.filter((one) => one.before !== one.after),
    ...(ruled.length > 0 ? [{ field: 'rules' as const, before: of(was), after: of(is) }] : []),
  ];
}
