import { claimsOf, type DocumentFigures } from '../doc-figures.ts';

const tokens = claimsOf('web/src/ui/tokens.css');
const measures = claimsOf('web/src/ui/tokens.test.ts');
/** A rem is 16 px, unless a reader has chosen another size of text. */
const px = 1 / 16;

export const design: DocumentFigures = {
  claims: [
    tokens('# sizes, `--size-1`', /--size-\d:/g),
    tokens('`--size-1` (# px)', '--size-1: #rem', px),
    tokens('`--size-6` (# px)', '--size-6: #rem', px),
    tokens('body is `--size-3`, # px', '--size-3: #rem', px),
    tokens('sets #, ', '[data-font-size="small"] {…font-size: #px'),
    tokens(', #, 18 or', '[data-font-size="medium"] {…font-size: #px'),
    tokens(', # or 20 px', '[data-font-size="large"] {…font-size: #px'),
    tokens('or # px. ', '[data-font-size="extra-large"] {…font-size: #px'),
    tokens('Steps of # px', '--space-1: #px'),
    tokens('at most # px with', '--column: #px'),
    tokens('with # px margins', '--space-2: #px'),
    tokens('at least # px high', '--touch: #px'),
    tokens('rounded # px', '--radius-control: #px'),
    tokens('pictures # px', '--radius: #px'),
    tokens('#-200 ms', '--quick: #ms'),
    tokens('150-# ms', '--slow: #ms'),
    measures('text #:1,', "[word, 'paper', #]"),
    measures('outlines #:1', "['edge', 'paper', #]"),
    measures('control is (#:1)', "['edge', 'paper', #]"),
    measures('high contrast #:1', 'toBeGreaterThanOrEqual(#)'),
    claimsOf('web/src/ui/picture.module.css')('every picture: #:#,', 'aspect-ratio: # / #'),
    claimsOf('web/src/ui/icons.tsx')('#-unit grid', 'viewBox="0 0 # 24"'),
  ],
  noClaims: {
    measured: ['one 24 KB file'],
    counted: ['four values on one line', 'one or two words', 'between two bars', 'six states'],
    example: ['minmax(0, 1fr)', 'at most twice in a view', '200 % text', 'forty letters'],
  },
};

export const dependencies: DocumentFigures = {
  claims: [claimsOf('package.json')('any Node from # on', '"node": ">=#"')],
  noClaims: {
    foreign: [
      'recharts (four times the bytes)',
      'half the throughput',
      'half the speed',
      'ten times the bytes',
      'two thirds of hard frames',
      'version 7',
    ],
    measured: [
      'some 20 kB with what they need',
      'one question at a time; 9 kB',
      'QR codes in 15 kB',
      'some 170 others',
    ],
  },
};

export const mutationTesting: DocumentFigures = {
  claims: [
    claimsOf('tools/mutation/run.mjs')('The command ends with #', '!allCaught ? #'),
    claimsOf('tools/mutation/score.mjs')('below # %', 'least = #'),
    claimsOf('tools/mutation/stryker.config.mjs')('# of the cores', 'availableParallelism() / #', 4),
  ],
  noClaims: {
    measured: [
      'an hour or more on two cores',
      '144     142      2   98.6 %  in 49 s',
      '76      75      1   98.7 %  in 27 s',
      '123     121      2   98.4 %  in 19 s',
      '266     258      8   97.0 %  in 537 s',
    ],
    example: ['MUTATE_CONCURRENCY=4', 'a test of ten seconds makes an hour of three hundred mutants'],
  },
};
