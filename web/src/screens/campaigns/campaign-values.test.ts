import { expect, test } from 'vitest';
import { faultsOf, mostCost, valuesOf } from './campaign-values.ts';

const clicks = { ...valuesOf(null), pricing: 'click', budget: '1000' };
const fee = { ...valuesOf(null), pricing: 'fixed', budget: '1000', most_impressions: '1,000' };

test('a click may cost the whole budget, and no more', () => {
  expect(faultsOf({ ...clicks, click_price: '1000' })).toEqual({});
  expect(faultsOf({ ...clicks, click_price: '1001' })).toEqual({
    click_price: 'A click cannot cost more than the budget.',
  });
});

test('what it may cost is told of what can be sent alone', () => {
  expect(mostCost({ ...clicks, click_price: '300' })).toBe('It costs $9.00 at most: 3 clicks of $3.00 each.');
  expect(mostCost(fee)).toBe('It costs $10.00 at most, once it was shown 1,000 times.');
  const unknown = mostCost({ ...clicks, click_price: '' });
  for (const click_price of ['1001', '2']) expect(mostCost({ ...clicks, click_price })).toBe(unknown);
  for (const most_impressions of ['', '100,000', 'many']) expect(mostCost({ ...fee, most_impressions })).toBe(unknown);
});
