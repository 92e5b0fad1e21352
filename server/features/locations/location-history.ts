import { type LocationField, locationFields } from '../../../contract/location-form.ts';
import type { LocationWithHistory } from '../../../contract/locations.ts';
import type { HistoryRow } from '../../platform/audit/audit.store.ts';
import { historyOfFields } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { findListingNames } from './locations.store.ts';

type Entry = LocationWithHistory['history'][number];
type Change = Entry['changes'][number];

/** What an entry holds of the list of a place: its listings by number in their order, hidden ones, and rules. */
interface Kept {
  order?: number[];
  hidden?: number[];
  rules?: Record<string, unknown>;
}

/** What the audit log has of a place; of one that was made, what it held from the beginning. Listings are told by name. */
export async function historyOfPlace(db: Db, rows: readonly HistoryRow[]): Promise<Entry[]> {
  const lists = rows.map(({ content }) => {
    const { before = {}, after = {} } = JSON.parse(content ?? '{}') as { before?: Kept; after?: Kept };
    return { before, after };
  });
  const ids = lists.flatMap(({ before, after }) => [before, after].flatMap(listingsOf));
  const names = await findListingNames(db, [...new Set(ids)]);
  const nameOf = (id: number) => names.get(id) ?? `No. ${id}`;
  const entries = historyOfFields<LocationField, string | number | null>(rows, locationFields);
  return entries.map(({ changes, ...entry }, at) => ({
    ...entry,
    changes: [
      ...changes.filter((one) => one.before !== one.after),
      ...listChanges(lists[at]!.before, lists[at]!.after, nameOf),
    ],
  }));
}

const listingsOf = ({ order = [], hidden = [], rules = {} }: Kept) => [
  ...order,
  ...hidden,
  ...Object.keys(rules).map(Number),
];

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
