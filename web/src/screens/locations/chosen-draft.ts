import type { ChosenList, ChosenListing } from '../../../../contract/place-lists.ts';

type Rows = readonly ChosenListing[];

/** The order and its rules as one text: the same where both are. */
export const contentOf = (rows: Rows): string => JSON.stringify(rows.map(({ id, rules }) => [id, rules]));

/** What a device keeps of a list that was not saved. */
export const draftOf = (version: string, rows: Rows): string => JSON.stringify({ version, rows });

/** The list that a device has kept. */
export const fromDraft = (kept: string) => JSON.parse(kept) as { version: string; rows: ChosenListing[] };

/** Whether those of a list that stay stand in another order. */
export function isReordered(base: Rows, rows: Rows): boolean {
  const ids = new Set(rows.map(({ id }) => id));
  const had = new Set(base.map(({ id }) => id));
  const stayed = base.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  return (
    stayed.join() !==
    rows
      .map(({ id }) => id)
      .filter((id) => had.has(id))
      .join()
  );
}

/** The same rows with the marks that they have by now. */
export function withMarksOf(now: ChosenList, rows: Rows): ChosenListing[] {
  const known = new Map(now.listings.map((one) => [one.id, one]));
  return rows.map((row) => {
    const marks = known.get(row.id);
    if (!marks) return { ...row, hidden_by_partner: false, hidden_by_house: false };
    const { hidden_by_partner, hidden_by_house, is_active } = marks;
    return { ...row, hidden_by_partner, hidden_by_house, is_active };
  });
}
