import { isSameDeed, matchingDraft } from './matching-draft.ts';

/** What is about to be done: to one thing that is open, to those that are ticked, or to all that match. */
export type Deed<Does extends string, Thing, Filter> = { does: Does } & (
  | { kind: 'one'; thing: Thing }
  | { kind: 'these'; ids: readonly string[] }
  | { kind: 'matching'; count: number; filter: Filter; seen: string }
);

/** What a list shows. */
export interface OnScreen<Thing, Filter> {
  open: Thing | null;
  filter: Filter;
  total: number;
  digest: string | null;
}

/** What can be done to things of a kind, one of which is deleted alone, and the names of the forms that ask for it. */
export interface Deeds<Does extends string, Thing, Filter> {
  /** The name of a form that asks for it. */
  draftOf: (deed: Deed<Does, Thing, Filter>) => string;
  /** What a form of this name is about, where that is on screen. */
  ofDraft: (draft: string, shown: OnScreen<Thing, Filter>) => Deed<Does, Thing, Filter> | null;
  /** Whether a form of this name does something to all that match this filter, whichever they were. */
  isOfMatching: (draft: string, filter: Filter) => boolean;
}

/** @param one what a thing is called in the name of a form, and several */
export function deedsOf<Does extends string, Thing extends { id: number }, Filter extends object>(
  all: readonly (Does | 'delete')[],
  one: string,
  several: string,
): Deeds<Does | 'delete', Thing, Filter> {
  type Of = Deed<Does | 'delete', Thing, Filter>;
  const draftOf = (deed: Of): string => {
    if (deed.kind === 'one') return `delete ${one} ${deed.thing.id}`;
    if (deed.kind === 'matching') return matchingDraft(`${deed.does} ${several}`, deed.seen, deed.filter);
    return `${deed.does} ${several} ${deed.ids.join()}`;
  };
  return {
    draftOf,
    ofDraft: (draft, { open, filter, total, digest }) => {
      const ofOpen = open && ({ kind: 'one', thing: open, does: 'delete' } satisfies Of);
      if (ofOpen && draft === draftOf(ofOpen)) return ofOpen;
      const does = all.find((one) => draft.startsWith(`${one} ${several} `));
      if (!does) return null;
      if (digest && draft === matchingDraft(`${does} ${several}`, digest, filter))
        return { kind: 'matching', does, count: total, filter, seen: digest };
      const ids = draft.slice(`${does} ${several} `.length);
      return /^\d+(?:,\d+)*$/.test(ids) ? { kind: 'these', does, ids: ids.split(',') } : null;
    },
    isOfMatching: (draft, filter) => all.some((does) => isSameDeed(draft, `${does} ${several}`, filter)),
  };
}
