import { expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { type ErrorCode, errors, universalErrors } from '../contract/errors.ts';
import { contract } from '../contract/index.ts';
import { mayCall } from '../contract/roles.ts';
import * as ja from '../web/src/messages/ja.ts';
import type { Words } from '../web/src/messages/words.ts';
import { findGaps } from './translation-gaps.ts';

const source = {
  title: 'Tour',
  steps: ['Go', 'Look'],
  errors: { late: 'Too late', full: 'Full' },
  found: (count: number) => `${count} tours found`,
  platform: 'Viator',
  example: 'you@example.com',
};
const translated = {
  title: 'ツアー',
  steps: ['行く', '見る'],
  errors: { late: '遅すぎます', full: '満席です' },
  found: (count: number) => `ツアーが${count}件見つかりました`,
  platform: 'Viator',
  example: 'you@example.com',
};
const gaps = (changes: object) => findGaps('tour', source, { ...translated, ...changes }, ['tour.example']);

test('a whole translation has no gaps; names may stay as they are', () => {
  expect(gaps({})).toEqual([]);
});

test('a planted entry that nobody has translated is found, once', () => {
  expect(gaps({ errors: { late: 'Too late', full: '満席です' } })).toEqual(['tour.errors.late: is still English']);
  expect(gaps({ found: (count: number) => `${count} tours found` })).toEqual(['tour.found: is still English']);
});

test.each([
  ['an entry that is missing', { title: undefined }, 'tour.title: is not translated'],
  ['a list that is too short', { steps: ['行く'] }, 'tour.steps.1: is not translated'],
  ['a list that is too long', { steps: ['行く', '見る', '帰る'] }, 'tour.steps.2: there is none in English'],
  ['a figure that is left out', { found: (_count: number) => 'ツアー' }, 'tour.found: leaves out what is filled in'],
  ['another number of values', { found: () => 'ツアー' }, 'tour.found: takes other values than in English'],
  ['words in place of a sentence', { found: 'ツアー' }, 'tour.found: is of another kind'],
])('%s is found, once', (_name, changes, gap) => {
  expect(gaps(changes)).toEqual([gap]);
});

test('a catalogue that is forgotten is found', () => {
  expect(findGaps('tour', source, undefined)).toEqual(['tour: is not translated']);
});

test('an entry or a catalogue that a language file lacks is an error of types', () => {
  const { clear: _, ...incomplete } = ja.explore;
  // @ts-expect-error an entry is missing
  const lacking: Words['explore'] = incomplete;
  const { explore: __, ...forgetful } = ja.default;
  // @ts-expect-error a catalogue is missing
  const short: Words = forgetful;
  expect([Object.keys(ja.explore), Object.keys(ja.default)].map((keys) => keys.length)).toEqual([
    Object.keys(lacking).length + 1,
    Object.keys(short).length + 1,
  ]);
});

test('Japanese has words for every refusal that a guest or a traveler may be told', () => {
  const endpoints: readonly Endpoint[] = contract;
  const reachable = endpoints.filter(
    ({ access }) => mayCall(access, undefined) || mayCall(access, { role: 'traveler' }),
  );
  const codes = new Set<ErrorCode>([...universalErrors, ...reachable.flatMap((one) => one.errors ?? [])]);
  expect([...codes].filter((code) => !ja.refusals[code])).toEqual([]);
  expect(Object.keys(ja.refusals).filter((code) => !(code in errors))).toEqual(['offline']);
});
