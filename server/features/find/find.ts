import { normalizeCodeStart } from '../../../contract/code-form.ts';
import type { Found } from '../../../contract/find.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { referenceKey } from '../platforms/platforms.ts';
import { type FoundRow, findRows } from './find.store.ts';

/** Most that are told of each kind. */
export const mostOfKind = 5;

/** Where each is shown; a code with its place. */
const pathOf: Record<FoundRow['kind'], (id: string) => string> = {
  partner: (id) => `/partners?open=${id}`,
  place: (id) => `/locations?open=${id}`,
  listing: (id) => `/content?open=${id}`,
  code: (id) => `/locations?open=${id}`,
  booking: (id) => `/bookings?open=${id}`,
};

/** What is called so, by kind: of each the first by name. */
export async function findAnything(db: Db, now: Date, knowledge: Knowledge, search: string): Promise<Found[]> {
  if (!search) return [];
  const asked = {
    words: search,
    codeStart: normalizeCodeStart(search),
    transactionStart: search.toLowerCase(),
    referenceStart: referenceKey(search) || null,
  };
  const found = await findRows(db, now, asked, mostOfKind);
  // A booking may be found twice: by what was typed, and by its experience. Codes of one place are told by their letters.
  const once = new Map(found.map((row) => [`${row.kind} ${row.id} ${row.name}`, row])).values();
  const rows = [...Map.groupBy(once, ({ kind }) => kind).values()].flatMap((of) => of.slice(0, mostOfKind));
  const tools = knowledge.listByName(search).slice(0, mostOfKind);
  return [
    ...rows.map(({ kind, id, name, note }) => ({ kind, name, note, path: pathOf[kind](id) })),
    ...tools.map(({ name, summary, screen }) => ({ kind: 'tool' as const, name, note: summary, path: screen })),
  ];
}
