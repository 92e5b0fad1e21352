import { expect, test } from 'vitest';
import type { Experience } from '../../../../contract/listings.ts';
import { summarize } from './explore-stats.tsx';
import { findKeptExperiences, keepExperiences } from './kept-experiences.ts';

function aStorage(limit = Number.POSITIVE_INFINITY): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  } as Storage;
}

const one = (id: number, given: Partial<Experience> = {}): Experience => ({
  id,
  name: `Kāneʻohe Sail ${id}`,
  description: 'A slow morning.',
  category: 'Activities & Tours',
  subcategory: null,
  address: null,
  phone: null,
  website_url: null,
  booking_url: 'https://fareharbor.com/x?ref=secret',
  image_url: null,
  image_color: null,
  rating: 4.5,
  review_count: 0,
  price_range: '$',
  is_featured: false,
  is_active: true,
  latitude: null,
  longitude: null,
  commission_rate: 0.12,
  ...given,
});

test('what is kept is found without ʻokina, kahakō and capitals, with the age of the oldest, and without links', () => {
  const storage = aStorage();
  keepExperiences([one(1), one(2, { category: 'Shopping' })], new Date('2026-11-20T20:00:00Z'), () => storage);
  keepExperiences([one(3)], new Date('2026-11-21T20:00:00Z'), () => storage);
  const found = findKeptExperiences({ search: "KANE'OHE sa", category: '' }, () => storage)!;
  expect(found.experiences.map(({ id }) => id)).toEqual([3, 1, 2]);
  expect(found.keptAt).toBe('2026-11-20T20:00:00.000Z');
  expect(JSON.stringify(found)).not.toMatch(/secret|commission/);
  const shopping = findKeptExperiences({ search: '', category: 'Shopping' }, () => storage)!;
  expect(shopping.experiences.map(({ id }) => id)).toEqual([2]);
  expect(findKeptExperiences({ search: 'nothing', category: '' }, () => storage)!.experiences).toEqual([]);
});

test('at most 200 are kept, the newest', () => {
  const storage = aStorage();
  const now = new Date('2026-11-21T20:00:00Z');
  keepExperiences(
    Array.from({ length: 150 }, (_, id) => one(id)),
    now,
    () => storage,
  );
  keepExperiences(
    Array.from({ length: 150 }, (_, id) => one(id + 100)),
    now,
    () => storage,
  );
  const { experiences } = findKeptExperiences({ search: '', category: '' }, () => storage)!;
  expect(experiences).toHaveLength(200);
  expect(experiences[0]!.id).toBe(100);
});

test('a full, forbidden or spoilt storage is no reason to fail', () => {
  keepExperiences([one(1)], new Date(0), () => aStorage(10));
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError');
  };
  keepExperiences([one(1)], new Date(0), forbidden);
  expect(findKeptExperiences({ search: '', category: '' }, forbidden)).toBeNull();
  for (const text of ['{', '7', '[1, null, {"keptAt": 1}]']) {
    const spoilt = aStorage();
    spoilt.setItem('holoholo.explore', text);
    expect(findKeptExperiences({ search: '', category: '' }, () => spoilt)).toBeNull();
  }
});

test('figures of kept listings: the exact mean to one decimal, of those that are rated', () => {
  const rated = [4.6, 4.7, null].map((rating, id) => one(id, { rating, is_featured: id === 0 }));
  expect(summarize(rated)).toEqual({ count: 3, featured: 1, average_rating: 4.7 });
  expect(summarize([one(1, { rating: null })])).toEqual({ count: 1, featured: 0, average_rating: null });
});
