import type { PlacedListing } from '../../../../contract/own-places.ts';

type Rows = readonly PlacedListing[];

const marksOf = (rows: Rows) => rows.map(({ id, is_hidden }) => [id, is_hidden] as const);

/** The order and its marks as one text: the same where both are. */
export const markedAs = (rows: Rows): string => JSON.stringify(marksOf(rows));

/** What a device keeps of an order that was not saved. @param version what it was made from */
export const draftOf = (version: string, rows: Rows): string => JSON.stringify([version, marksOf(rows)]);

/** The order that a device has kept; nothing where the place has other listings by now. */
export function fromDraft(kept: string, listings: Rows): { version: string; rows: Rows } | undefined {
  const [version, marks] = JSON.parse(kept) as [string, [number, boolean][]];
  const known = new Map(listings.map((one) => [one.id, one]));
  const rows = marks.flatMap(([id, is_hidden]) => {
    const listing = known.get(id);
    return listing ? [{ ...listing, is_hidden }] : [];
  });
  return rows.length === marks.length && rows.length === listings.length ? { version, rows } : undefined;
}
