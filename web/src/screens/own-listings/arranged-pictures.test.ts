import { expect, test } from 'vitest';
import { asTheyAre, carriedOver, isMoved, orderInText, withOrder } from './arranged-pictures.ts';

const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, words: `The ${id}` })) as [Known, Known, Known];
type Known = { id: string; words: string | null };
const drawn: Known = { id: 'd', words: null };

test('a picture that is drawn joins at the end, and order, removals and words stay', () => {
  const made = { ...asTheyAre([a, b, c]), order: ['c', 'a'], words: { a: 'Typed', b: 'The b', c: 'The c' } };
  const now = carriedOver(made, [a, b, c, drawn]);
  expect(now.order).toEqual(['c', 'a', 'd']);
  expect(now.words).toEqual({ a: 'Typed', b: 'The b', c: 'The c', d: '' });
  expect(isMoved(now)).toBe(true);
});

test('what a colleague saved is taken over where it was not changed here', () => {
  const made = { ...asTheyAre([a, b]), words: { a: 'Typed', b: 'The b' } };
  const now = carriedOver(made, [
    { id: 'b', words: 'Theirs' },
    { ...a, words: 'Theirs' },
  ]);
  expect(now).toMatchObject({ order: ['b', 'a'], words: { a: 'Typed', b: 'Theirs' } });
  expect(isMoved(now)).toBe(false);
  expect(carriedOver({ ...made, order: ['b', 'a'] }, [b]).order).toEqual(['b']);
});

test('a draft puts its order and removals back, and takes away nothing that has come since', () => {
  const kept = orderInText({ ...asTheyAre([a, b, c]), order: ['c', 'b'] });
  expect(withOrder(asTheyAre([b, c, drawn]), kept).order).toEqual(['c', 'b', 'd']);
});
