import { describe, expect, test } from 'vitest';
import { clusterRadius, defaultCentre, distanceKm, group, mostPins, nearestPins, zoomLimits } from './geometry.ts';

// By hand: on a sphere of 6371 km one degree of a meridian is 6371 π / 180 = 111.194927 km, and one degree of a parallel
// that times the cosine of its latitude.
const degree = 111.194927;

test.each([
  ['the same point', [21.3, -157.8], [21.3, -157.8], 0],
  ['one degree north', [21, -157.8], [22, -157.8], degree],
  ['one degree along the equator', [0, 0], [0, 1], degree],
  ['a quarter of the globe', [0, 0], [90, 0], 90 * degree],
  ['half of it', [0, 0], [0, 180], 180 * degree],
  ['across the date line', [0, 179.5], [0, -179.5], degree],
  // cos 60° = 0.5: a thousandth of a degree is half as long there.
  ['a thousandth of a degree at 60° north', [60, 10], [60, 10.001], degree / 2000],
  ['half a kilometre north', [21.3, -157.8], [21.3 + 0.5 / degree, -157.8], 0.5],
] as const)('the distance of %s', (_, [latA, lngA], [latB, lngB], km) => {
  const measured = distanceKm({ latitude: latA, longitude: lngA }, { latitude: latB, longitude: lngB });
  expect(measured).toBeCloseTo(km, 3);
});

test.each([
  [10, 200],
  [11, 200],
  [12, 100],
  [13, 100],
  [14, 50],
  [15, 50],
  [16, null],
  [17, null],
  [18, null],
])('at zoom %i the radius is %s m', (zoom, radius) => {
  expect(clusterRadius(zoom)).toBe(radius);
});

/** So many metres north of a corner of Waikīkī, on one meridian. */
const north = (id: number, metres: number) => ({
  id,
  latitude: 21.28 + metres / 1000 / degree,
  longitude: -157.83,
});
const shape = (listings: ReturnType<typeof north>[], zoom: number) => {
  const { clusters, pins } = group(listings, zoom);
  return { clusters: clusters.map((one) => one.listings.map(({ id }) => id)), pins: pins.map(({ id }) => id) };
};

describe('clusters', () => {
  test.each([
    ['49 m apart at 15', [0, 49], 15, [[1, 2]], []],
    ['51 m apart at 15', [0, 51], 15, [], [1, 2]],
    ['51 m apart at 13', [0, 51], 13, [[1, 2]], []],
    ['99 m apart at 12', [0, 99], 12, [[1, 2]], []],
    ['101 m apart at 12', [0, 101], 12, [], [1, 2]],
    ['101 m apart at 11', [0, 101], 11, [[1, 2]], []],
    ['199 m apart at 10', [0, 199], 10, [[1, 2]], []],
    ['201 m apart at 10', [0, 201], 10, [], [1, 2]],
    ['the same spot at 16', [0, 0], 16, [], [1, 2]],
    // The first takes what is within 50 m of itself; the third is 40 m from the second but 80 m from the first.
    ['a chain of 40 m steps at 15', [0, 40, 80], 15, [[1, 2]], [3]],
    ['a chain of 40 m steps at 13', [0, 40, 80], 13, [[1, 2, 3]], []],
    // The order given decides: the middle one first takes both.
    ['a chain from its middle', [40, 0, 80], 15, [[1, 2, 3]], []],
    [
      'two pairs and one alone',
      [0, 10, 500, 510, 5000],
      14,
      [
        [1, 2],
        [3, 4],
      ],
      [5],
    ],
  ] as const)('%s', (_, metres, zoom, clusters, pins) => {
    const listings = metres.map((metre, index) => north(index + 1, metre));
    const made = shape(listings, zoom);
    expect(made.clusters.map((ids) => ids.toSorted())).toEqual(clusters);
    expect(made.pins).toEqual(pins);
  });

  test('stand in the middle of their members and count them', () => {
    const { clusters } = group([north(1, 0), north(2, 20), north(3, 40)], 15);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]).toMatchObject({ count: 3, id: '1-2-3' });
    expect(distanceKm(clusters[0]!.position, north(0, 20))).toBeLessThan(1e-6);
  });

  test('are the same as without squares, wherever the listings lie', () => {
    const spread = Array.from({ length: 400 }, (_, index) => ({
      id: index,
      latitude: 18.9 + ((index * 7919) % 400) / 40_000,
      longitude: -160 + ((index * 104_729) % 400) / 40_000,
    }));
    for (const zoom of [10, 12, 15]) {
      const radius = clusterRadius(zoom)!;
      const taken = new Set<number>();
      const expected = spread.flatMap((seed) => {
        if (taken.has(seed.id)) return [];
        const near = spread.filter((one) => !taken.has(one.id) && distanceKm(seed, one) * 1000 <= radius);
        for (const one of near) taken.add(one.id);
        return [near.map(({ id }) => id).toSorted((a, b) => a - b)];
      });
      const { clusters, pins } = group(spread, zoom);
      const made = [...clusters.map((one) => one.listings.map(({ id }) => id)), ...pins.map(({ id }) => [id])];
      const sorted = (groups: number[][]) => groups.map((ids) => ids.toSorted((a, b) => a - b).join()).toSorted();
      expect(sorted(made), `zoom ${zoom}`).toEqual(sorted(expected));
    }
  });

  test('of 1,000 listings are made within a frame, by the processor’s own clock', () => {
    const many = Array.from({ length: 1000 }, (_, index) => north(index, (index * 37) % 20_000));
    const runs = Array.from({ length: 8 }, () => {
      const before = process.cpuUsage();
      for (const zoom of [10, 12, 15]) group(many, zoom);
      return process.cpuUsage(before).user / 3000;
    });
    expect(Math.min(...runs)).toBeLessThan(16);
  });
});

describe('pins', () => {
  test('are at most 15, the nearest first', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => north(index + 1, (20 - index) * 100));
    const shown = nearestPins(twenty, north(0, 0));
    expect(mostPins).toBe(15);
    expect(shown.map(({ id }) => id)).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
  });

  test('the map goes from 10 to 18, opens at 15, over Honolulu', () => {
    expect(zoomLimits).toEqual({ min: 10, max: 18, initial: 15 });
    expect(defaultCentre).toEqual({ latitude: 21.3069, longitude: -157.8583 });
  });
});
