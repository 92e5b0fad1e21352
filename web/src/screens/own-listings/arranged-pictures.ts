import type { OwnPictures } from '../../../../contract/own-pictures.ts';

type Known = Pick<OwnPictures['pictures'][number], 'id' | 'words'>;

/** What is made of pictures before it is saved: their order, without those that are removed, and their words. */
export interface ArrangedPictures {
  order: readonly string[];
  words: Readonly<Record<string, string>>;
  /** The pictures that it was made from. */
  from: readonly Known[];
}

/** Pictures as they are. */
export const asTheyAre = (pictures: readonly Known[]): ArrangedPictures => ({
  order: pictures.map(({ id }) => id),
  words: Object.fromEntries(pictures.map(({ id, words }) => [id, words ?? ''])),
  from: pictures.map(({ id, words }) => ({ id, words })),
});

/** Whether that is another order, or other ones, than it was made from. */
export const isMoved = ({ order, from }: ArrangedPictures): boolean => order.join() !== asTheyAre(from).order.join();

/**
 * Carries what was made of pictures over to how they are by now, picture by picture: one that has come since stands at the end, one
 * that is gone is left out, and an order or words that were not changed here are as they are by now.
 */
export function carriedOver(made: ArrangedPictures, pictures: readonly Known[]): ArrangedPictures {
  const [before, now] = [asTheyAre(made.from), asTheyAre(pictures)];
  const kept = made.order.filter((id) => id in now.words);
  const added = now.order.filter((id) => !(id in before.words));
  const wordsOf = (id: string) => {
    const typed = made.words[id];
    return typed !== undefined && typed.trim() !== before.words[id] ? typed : now.words[id]!;
  };
  return {
    order: isMoved(made) ? [...kept, ...added] : now.order,
    words: Object.fromEntries(now.order.map((id) => [id, wordsOf(id)])),
    from: now.from,
  };
}

/** The order as a draft of the form keeps it, with what it was made from. */
export const orderInText = ({ order, from }: ArrangedPictures): string =>
  JSON.stringify({ order, from: from.map(({ id }) => id) });

/** What a draft has kept of the order, put into what is there now: of pictures that it does not know it says nothing. */
export function withOrder(made: ArrangedPictures, kept: string): ArrangedPictures {
  const { order, from }: { order: string[]; from: string[] } = JSON.parse(kept);
  const there = made.from.map(({ id }) => id);
  return {
    ...made,
    order: [...order.filter((id) => there.includes(id)), ...there.filter((id) => !from.includes(id))],
  };
}
