import { clockOf, isShownAt, kindsOf, type ListRules, type Moment } from '../../../contract/list-rules.ts';
import type { Context } from '../../platform/context.ts';
import type { ListingRow } from '../listings/listings.ts';

/** A guest's look at a place: when, in which language, and on which day of their stay, which is asked for where a rule is about it. */
export interface Look {
  now: Date;
  language: string;
  stayDay: () => Promise<number>;
}

/** A listing of a place, with when and to whom the place shows it. */
export type CuratedRow = ListingRow & { rules: ListRules | null };

/** The look of whoever sends this request. */
export function lookOf({ clock, reader, stayDay }: Pick<Context, 'clock' | 'reader' | 'stayDay'>): Look {
  const now = clock.now();
  let asked: Promise<number> | undefined;
  return {
    now,
    language: reader.language,
    stayDay: () => {
      asked ??= stayDay(now);
      return asked;
    },
  };
}

/** A look in English on the first day of a stay: what counts of places tell, to whoever is no guest and whatever they read. */
export const firstLook = ({ clock }: Pick<Context, 'clock'>): Look => ({
  now: clock.now(),
  language: 'en',
  stayDay: async () => 1,
});

/** What rules are held against for a look. Whose rules are none of the stay costs no question to the database. */
export async function momentOf(
  { now, language, stayDay }: Look,
  rules: readonly (ListRules | null)[],
): Promise<Moment> {
  const asksForStay = rules.some((one) => kindsOf(one).includes('stay'));
  return { ...clockOf(now), language, stay: asksForStay ? await stayDay() : 1 };
}

/** Those that a guest is shown. */
export async function shownOf<Row extends { rules: ListRules | null }>(
  rows: readonly Row[],
  look: Look,
): Promise<Row[]> {
  const moment = await momentOf(
    look,
    rows.map(({ rules }) => rules),
  );
  return rows.filter(({ rules }) => isShownAt(rules, moment));
}
