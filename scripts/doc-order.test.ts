import { expect, test } from 'vitest';
import { findWrongOrder, listFeatureUses } from './doc-order.ts';

const tell = (order: string) => `2. Server features have an order without cycles: ${order}. Another feature`;
const uses = listFeatureUses(
  new Map([
    ['server/features/listings/listings.ts', "import { linkOf } from '../links/links.ts';"],
    ['server/features/map/map.ts', "import {\n  a,\n  b,\n} from '../listings/listings.ts';"],
    ['server/features/links/links.test.ts', "import { of } from '../map/map.ts';"],
  ]),
);

test('an order in which nothing uses what comes after it is right', () => {
  expect(findWrongOrder(tell('links, listings, then the map'), uses)).toEqual([]);
  expect(findWrongOrder(tell('links and listings'), uses)).toEqual([]);
});

test('another order, a feature that is none, and no order are found', () => {
  expect(findWrongOrder(tell('listings, links, then the map'), uses)).toEqual([
    'it tells listings before links, which it uses',
  ]);
  expect(findWrongOrder(tell('links, charts'), uses)).toEqual([
    'it tells of the order of charts, which is no feature or uses none',
  ]);
  expect(findWrongOrder('no order', uses)).toEqual(['it does not tell the order of the server features']);
});
