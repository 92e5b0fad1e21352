import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { categories, isHttpsUrl } from '../../contract/values.ts';
import { generateReviews } from './generated-reviews.ts';
import { japaneseWords } from './listings-japanese.ts';
import pictures from './pictures.json' with { type: 'json' };
import { checkSeedWorld, type SeedWorld, seed } from './world.ts';

describe('the seed world', () => {
  it('is consistent', () => {
    expect(() => checkSeedWorld(seed)).not.toThrow();
  });

  it('starts in Waikīkī and spans four islands and every type of partner', () => {
    expect(seed.places[0]).toMatchObject({ island: 'Oʻahu', address: expect.stringContaining('Honolulu') });
    expect(seed.places.length).toBeGreaterThanOrEqual(14);
    expect(new Set(seed.places.map((place) => place.island)).size).toBe(4);
    const owners = seed.people.filter((person) => seed.places.some((place) => place.owner === person.key));
    expect(new Set(owners.map((person) => person.partner_type)).size).toBe(5);
    for (const place of seed.places) {
      expect(place.curated.length, place.key).toBeGreaterThanOrEqual(8);
      expect(place.curated.length, place.key).toBeLessThanOrEqual(14);
    }
  });

  it('has listings of every category, each fit to be shown', () => {
    expect(seed.listings.length).toBeGreaterThanOrEqual(64);
    expect(new Set(seed.listings.map((listing) => listing.category))).toEqual(new Set(categories));
    for (const listing of seed.listings) {
      expect(listing.description.length, listing.key).toBeGreaterThanOrEqual(120);
      expect(listing.description.length, listing.key).toBeLessThanOrEqual(320);
      expect(listing.phone, listing.key).toMatch(/^808-555-01\d\d$/);
      expect(listing.commission_rate, listing.key).toBeGreaterThanOrEqual(0.08);
      expect(listing.commission_rate, listing.key).toBeLessThanOrEqual(0.3);
      if (listing.rating !== null) expect(Number.isInteger(Math.round(listing.rating * 100) / 10)).toBe(true);
      for (const url of [listing.booking_url, listing.website_url]) {
        if (url !== null) expect(isHttpsUrl(url), url).toBe(true);
      }
    }
  });

  it('has Japanese words of every listing, fit to be shown', () => {
    expect(Object.keys(japaneseWords).sort()).toEqual(seed.listings.map(({ key }) => key).sort());
    for (const [key, [name, description]] of Object.entries(japaneseWords)) {
      expect(name, key).toMatch(/[ぁ-ゖァ-ヺ一-鿿]/);
      expect(description.length, key).toBeGreaterThanOrEqual(50);
      expect(description.length, key).toBeLessThanOrEqual(120);
    }
  });

  it('shows every listing somewhere', () => {
    const curated = new Set(seed.places.flatMap((place) => place.curated));
    expect(seed.listings.map((listing) => listing.key).filter((key) => !curated.has(key))).toEqual([]);
  });

  it('has a small picture for every scene, and none besides the landing page’s', () => {
    const drawn = [...seed.places, ...seed.listings].filter((row) => row.scene !== null).map((row) => row.key);
    expect(Object.keys(pictures).sort()).toEqual([...drawn, 'landing'].sort());
    for (const [key, { file, color }] of Object.entries(pictures)) {
      expect(color, key).toMatch(/^#[0-9a-f]{6}$/);
      expect(statSync(new URL(`../../web/public${file}`, import.meta.url)).size, key).toBeLessThanOrEqual(14 * 1024);
    }
  });

  it('has some hundred reviews, each by somebody else, with means close to what its listing says', () => {
    const reviews = generateReviews(seed.listings);
    expect(reviews).toEqual(generateReviews(seed.listings));
    expect(reviews.length).toBeGreaterThan(250);
    expect(reviews.length).toBeLessThan(600);
    const ofListing = Map.groupBy(reviews, (review) => review.listing);
    for (const listing of seed.listings) {
      const own = ofListing.get(listing.key) ?? [];
      if (listing.rating === null || listing.booking_url === null) expect(own, listing.key).toEqual([]);
      else {
        const mean = own.reduce((sum, { rating }) => sum + rating, 0) / own.length;
        expect(Math.abs(mean - listing.rating), listing.key).toBeLessThanOrEqual(0.17);
        expect(new Set(own.map((review) => review.reviewer)).size).toBe(own.length);
        const words = own.flatMap((review) => review.words ?? []);
        expect(new Set(words).size, listing.key).toBe(words.length);
      }
    }
  });

  it('holds the cases the product must cope with', () => {
    const count = (holds: (listing: SeedWorld['listings'][number]) => boolean) => seed.listings.filter(holds).length;
    expect(count((listing) => listing.scene === null)).toBe(3);
    expect(count((listing) => listing.latitude === null)).toBe(2);
    expect(count((listing) => listing.booking_url === null)).toBe(4);
    expect(count((listing) => listing.rating === null)).toBeGreaterThan(0);
    expect(count((listing) => listing.name.length > 100)).toBe(1);
    const statuses = Object.groupBy(seed.codes, (code) => code.status);
    expect(seed.codes.length).toBeGreaterThanOrEqual(20);
    expect([statuses.paused?.length, statuses.expired?.length, statuses.replaced?.length]).toEqual([2, 1, 2]);
  });
});

describe('checkSeedWorld', () => {
  const [place, ...otherPlaces] = seed.places;
  const [code, ...otherCodes] = seed.codes;
  const [listing, ...otherListings] = seed.listings;
  const faulty: Record<string, [Partial<SeedWorld>, RegExp]> = {
    'a duplicate key': [{ codes: [...seed.codes, code!] }, /two of kind code are called/],
    'an owner who is no partner': [
      { places: [{ ...place!, owner: 'traveler' }, ...otherPlaces] },
      /no partner traveler/,
    ],
    'a curated listing that does not exist': [{ places: [{ ...place!, curated: ['nothing'] }] }, /no listing nothing/],
    'a curated listing out of reach': [{ places: [{ ...place!, curated: ['hilo-tide-museum'] }] }, /\d{3} km away/],
    'a curated listing of another island, without position': [
      { places: [{ ...place!, curated: ['puna-farm-stall-trail'] }] },
      /is on Hawaiʻi Island/,
    ],
    'a short description': [{ listings: [{ ...listing!, description: 'Nice.' }, ...otherListings] }, /5 characters/],
    'a code replaced by nothing': [{ codes: [{ ...code!, status: 'replaced' }, ...otherCodes] }, /contradict/],
    'an unknown advertiser': [{ listings: [{ ...listing!, advertiser: 'admin' }, ...otherListings] }, /no advertiser/],
  };
  it.each(Object.entries(faulty))('refuses %s', (_what, [change, words]) => {
    expect(() => checkSeedWorld({ ...seed, ...change })).toThrow(words);
  });
});
