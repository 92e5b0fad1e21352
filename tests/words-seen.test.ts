import { expect, test } from 'vitest';
import { type Excuse, findUnseen } from './words-seen.ts';

const count = new Intl.PluralRules('en-US');
const figure = new Intl.NumberFormat('en-US');
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Pacific/Honolulu' });

const tour = {
  title: 'Tours',
  or: 'or',
  lead: 'Walk with somebody who grew up here.',
  later: 'No seat left, ask again in {wait}.',
  steps: ['Choose', 'Go'],
  about: (name: string) => `: ${name}`,
  welcome: (name: string | null) => (name ? `Aloha, ${name}` : 'Aloha'),
  guide: (name: string, kind: string | null) => (kind ? `${name} leads you (${kind}).` : `${name} leads you.`),
  left: (seats: number) => `${seats} ${count.select(seats) === 'one' ? 'seat' : 'seats'} left`,
  sentence: (waiting: number, full: number) => `Waiting: ${figure.format(waiting)}. Full: ${figure.format(full)}.`,
  price: (seats: number, dollars: number) =>
    `${seats} ${count.select(seats) === 'one' ? 'seat' : 'seats'} for ${money.format(dollars)}`,
  until: (end: string) => `good until ${day.format(new Date(end))}`,
  kinds: { walk: 'on foot' },
  states: { open: 'Open', full: 'Fully booked' },
};

const shown = [
  'Tours · Holoholo',
  'or',
  'Sunset walk: Walk with somebody who grew up here. Bring water.',
  'No seat left, ask again in 2 hours.',
  'Choose',
  'Go',
  'Aloha',
  'Aloha, Nāinoa',
  'Leilani leads you.',
  'Leilani leads you (on foot).',
  '1 seat left',
  '12 seats left',
  'Waiting: 3. Full: 24.',
  '1 seat for $0.00',
  '12 seats for $1,234.56',
  ', good until Nov 20, 2026',
  'Open',
  'Fully\n   booked',
];

const unseen = (seen: string[], unreachable?: Record<string, Excuse>) =>
  findUnseen([{ path: 'tour.ts', exports: { tour } }], seen, unreachable);

test('what was shown is found: whole, as part of a title, of a longer text or after a comma, in every form', () => {
  expect(unseen(shown)).toEqual([]);
});

test('a planted entry that no screen shows is named', () => {
  const planted = { ...tour, states: { ...tour.states, cancelled: 'Called off' } };
  expect(findUnseen([{ path: 'tour.ts', exports: { tour: planted } }], shown)).toEqual([
    'tour.ts: tour.states.cancelled: Called off',
  ]);
});

test.each([
  ['Tours · Holoholo', 'tour.title: Tours'],
  ['or', 'tour.or: or'],
  ['Go', 'tour.steps.1: Go'],
  ['No seat left, ask again in 2 hours.', 'tour.later: No seat left, ask again in {0}.'],
  ['Aloha', 'tour.welcome: Aloha'],
  ['Aloha, Nāinoa', 'tour.welcome: Aloha, {0}'],
  ['Leilani leads you.', 'tour.guide: {0} leads you.'],
  ['1 seat left', 'tour.left: 1 seat left'],
  ['12 seats left', 'tour.left: {0} seats left'],
  ['Waiting: 3. Full: 24.', 'tour.sentence: Waiting: {0}. Full: {1}.'],
  [', good until Nov 20, 2026', 'tour.until: good until {0}'],
])('without "%s" its form is missed, though others hold some of its letters', (words, entry) => {
  const others = [...shown.filter((one) => one !== words), 'Going for the Tours of Alohas', 'more'];
  expect(unseen(others)).toEqual([`tour.ts: ${entry}`]);
});

test('a form said to be unreachable is not asked for, and is named once it is shown or gone; its other forms are asked for', () => {
  const why = 'no tour of the demo is';
  const full = { 'tour.ts: tour.states.full': { forms: ['Fully booked'], why } };
  expect(unseen(shown.slice(0, -1), full)).toEqual([]);
  expect(unseen(shown, full)).toEqual([
    'tour.ts: tour.states.full: Fully booked is said to be unreachable, and was shown',
  ]);
  const one = { 'tour.ts: tour.left': { forms: ['1 seat left'], why } };
  const without = (...words: string[]) => shown.filter((text) => !words.includes(text));
  expect(unseen(without('1 seat left'), one)).toEqual([]);
  expect(unseen(without('1 seat left', '12 seats left'), one)).toEqual(['tour.ts: tour.left: {0} seats left']);
  expect(unseen(without('1 seat left'), { 'tour.ts: tour.left': { forms: ['1 seat'], why } })).toEqual([
    'tour.ts: tour.left: 1 seat left',
    'tour.ts: tour.left: 1 seat is said to be unreachable, and is gone',
  ]);
  expect(unseen(without('1 seat left'), { 'tour.ts: tour.left': { forms: /^1 /, why } })).toEqual([]);
  expect(unseen(shown, { 'tour.ts: tour.left': { forms: /^7 /, why } })).toEqual([
    'tour.ts: tour.left: /^7 / is said to be unreachable, and is gone',
  ]);
  expect(unseen(shown, { 'tour.ts: tour.gone': { forms: [''], why } })).toEqual([
    'tour.ts: tour.gone: is said to be unreachable, and is gone',
  ]);
});

test('a function whose arguments cannot be guessed is named', () => {
  const exports = { odd: { by: ({ name }: { name: string }) => `by ${name}` } };
  expect(findUnseen([{ path: 'odd.ts', exports }], [])).toEqual([
    'odd.ts: odd.by: its arguments are of no kind that tests/word-forms.ts can fill in',
  ]);
});
