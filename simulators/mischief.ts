import type { Sale } from './books.ts';

/** What a platform tells of a change, as it reaches the guide. */
export interface Message {
  sale: Sale;
  body: object;
}

/** How often each thing befalls a message, as a share of one. */
export interface Mischief {
  /** It comes twice or three times. */
  repeated: number;
  /** It comes after others that were sent later. */
  late: number;
  /** It never comes. */
  lost: number;
  /** It tells another amount than the books have. */
  lies: number;
}

const none: Mischief = { repeated: 0, late: 0, lost: 0, lies: 0 };

/**
 * What becomes of a platform's messages on the way: repeated, late and so in the wrong order, lost, or with a lie about the amount.
 * @param changes in the order in which they happened
 * @param tell a change in the platform's own form
 * @param random gives numbers from 0 to below 1; the same give the same
 */
export function disturb(
  changes: readonly Sale[],
  tell: (sale: Sale) => object,
  random: () => number,
  given: Partial<Mischief>,
): Message[] {
  const chances = { ...none, ...given };
  const befalls = (chance: number) => random() < chance;
  return changes
    .flatMap((sale, at) => {
      if (befalls(chances.lost)) return [];
      const told = befalls(chances.lies) ? lieAbout(sale, random) : sale;
      const times = befalls(chances.repeated) ? 2 + Math.floor(random() * 2) : 1;
      return Array.from({ length: times }, () => {
        const message: Message = { sale, body: tell(told) };
        return { message, order: at + (befalls(chances.late) ? random() * changes.length : 0) };
      });
    })
    .sort((one, other) => one.order - other.order)
    .map(({ message }) => message);
}

/** Another amount, which nothing shows to be wrong but a statement. */
function lieAbout(sale: Sale, random: () => number): Sale {
  const less = 1 + Math.floor(random() * (sale.cents - sale.taxCents - 1));
  return { ...sale, cents: sale.cents - less };
}
