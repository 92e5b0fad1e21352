import { expect, test } from 'vitest';
import { portalEarnings } from './portal-desk.ts';

const told = (payable: number, in_payout: number) =>
  portalEarnings.sentence({
    balances: { estimated: 0, pending: 0, held: 0, payable, in_payout, paid: 0 },
    ...{ asked_back: 0, next: null, minimum_payout: 50 },
  });

test.each([
  [1_085.96, 436.93, '$1,522.89 is owed to you, $436.93 of it on its way and the rest with the next payout.'],
  [60, 0, '$60.00 is owed to you and comes with the next payout.'],
  [0, 60, '$60.00 is owed to you and on its way.'],
  // Too little for a payout by itself, or less than nothing.
  [20, 0, '$20.00 is owed to you.'],
  [20, 60, '$80.00 is owed to you, $60.00 of it on its way.'],
  [-20, 60, '$40.00 is owed to you.'],
  [-60, 0, '$60.00 of what was paid is asked back.'],
  [0, 0, 'Nothing is owed to you yet.'],
])('of %d that is payable and %d in a payout it is said when it comes', (payable, inPayout, sentence) => {
  expect(told(payable, inPayout)).toBe(sentence);
});
