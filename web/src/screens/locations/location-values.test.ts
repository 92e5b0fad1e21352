import { expect, test } from 'vitest';
import { partnerChoices } from './location-values.ts';

test('the partner of a place can be chosen where the list has no room for it, and is in it once', () => {
  const listed = [
    { id: 'a', name: 'Aloha Inn', email: 'a@example.com' },
    { id: 'b', name: 'Banyan House', email: null },
  ];
  const far = { id: 'z', name: 'Zinnia Lodge' };
  expect(partnerChoices(listed, [far])).toEqual([far, ...listed]);
  expect(partnerChoices(listed, [{ id: 'a', name: 'Aloha Inn' }, far, far])).toHaveLength(3);
  expect(partnerChoices(listed, [{ id: 'a', name: 'Aloha Inn' }])).toEqual(listed);
});
