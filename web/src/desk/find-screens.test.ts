import { expect, test } from 'vitest';
import { findScreens } from './find-screens.ts';

test.each([
  ['curated', '/locations/lists'],
  ['orphan', '/locations/orphans'],
  ['QR Batch', '/locations/batch'],
  [' applications ', '/applications'],
  ['bulk', '/content/import'],
  ['advertiser', '/dashboard?tab=advertisers'],
  ['stakeholder', '/dashboard?tab=stakeholders'],
  ['ledger', '/money/ledger'],
  ['news of', '/money/news'],
  ['security mon', '/security'],
  ['knowledge', '/knowledge'],
])('a desk is found by a part of its name: %s', (typed, path) => {
  expect(findScreens(typed).map((one) => one.path)).toEqual([path]);
});
