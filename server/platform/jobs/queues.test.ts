import { expect, test } from 'vitest';
import { deadLetterKinds } from '../../../contract/work.ts';
import { jobNames, queues } from './queues.ts';

test('the kinds of dead letters that can be asked for are the queues that keep what failed for good', () => {
  expect([...deadLetterKinds].sort()).toEqual(jobNames.filter((name) => queues[name].deadLetters).sort());
});
