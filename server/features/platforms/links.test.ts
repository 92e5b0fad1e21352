import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newClickId } from '../links/click-id.ts';
import { detectPlatform, findClick, itemOfLink, supplierOf, trackedLink } from './platforms.ts';

const none = {
  fareharbor: { affiliate: undefined, affiliateReference: undefined },
  viator: { partnerId: undefined, campaignMedium: undefined },
  getyourguide: { partnerId: undefined },
};
const all = {
  fareharbor: { affiliate: 'holo', affiliateReference: 'guide' },
  viator: { partnerId: 'P1', campaignMedium: 'M2' },
  getyourguide: { partnerId: 'G3' },
};

test.each([
  ['https://fareharbor.com/embeds/book/x/', 'fareharbor'],
  ['https://www.fareharbor.com/', 'fareharbor'],
  ['https://viator.com/tours/1', 'viator'],
  ['https://www.viator.com/tours/1', 'viator'],
  ['https://notfareharbor.com/', 'external'],
  ['https://fareharbor.com.evil.example/', 'external'],
  ['https://evil.example/viator.com', 'external'],
  ['https://notviator.com/', 'external'],
  ['https://getyourguide.com/', 'external'],
  ['nonsense', 'external'],
])('%s leads to %s', (link, platform) => expect(detectPlatform(link)).toBe(platform));

test.each([
  ['https://fareharbor.com/embeds/book/ReefWalk/items/4711/?full-items=yes', 'reefwalk'],
  ['https://fareharbor.com/embeds/all-items/kona-boats_2/', 'kona-boats_2'],
  ['https://fareharbor.com/reefwalk/', ''],
  ['https://fareharbor.com/en/embeds/book/reefwalk/', ''],
  ['https://www.viator.com/embeds/book/x', ''],
  ['https://www.Reef-Walks.example/www.book', 'reef-walks.example'],
  ['https://book.www.reef.example/', 'book.www.reef.example'],
  [`https://${'a'.repeat(50)}.${'b'.repeat(60)}.example/`, `${'a'.repeat(50)}.${'b'.repeat(49)}`],
  ['nonsense', ''],
])('references of what is booked at %s are numbered by "%s"', (link, supplier) =>
  expect(supplierOf(link)).toBe(supplier),
);

describe('a tracked link', () => {
  test.each([
    ['https://fareharbor.com/book/?a=1', 'a=1&asn=holo&asn-ref=guide&ref=ID', 'a=1&ref=ID'],
    ['https://www.viator.com/tours/1', 'pid=P1&mcid=M2&medium=link&campaign=ID', 'campaign=ID'],
    ['https://www.getyourguide.com/x', 'partner_id=G3&utm_medium=online_publisher&cmp=ID', 'cmp=ID'],
    ['https://reef.example/book?ref=theirs', 'ref=ID', 'ref=ID'],
  ])('of %s names us and the click', (link, withPartner, without) => {
    expect(new URL(trackedLink(link, 'ID', all)!).search.slice(1)).toBe(withPartner);
    expect(new URL(trackedLink(link, 'ID', none)!).search.slice(1)).toBe(without);
  });

  test('is none where the link is not https', () => {
    expect(trackedLink('http://fareharbor.com/book/', 'ID', all)).toBeNull();
    expect(trackedLink('javascript:alert(1)', 'ID', all)).toBeNull();
  });
});

describe('in the demo', () => {
  const demo = { ...all, simulatedPlatforms: 'http://127.0.0.1:3002' };
  const link = 'https://www.viator.com/tours/Oahu/Leahi-First-Light-Walk/d672-9907113P1';

  test('a tracked link leads to the simulated platform, with all that the real one carries', () => {
    const real = trackedLink(link, 'ID', all)!;
    const simulated = trackedLink(link, 'ID', demo)!;
    expect(simulated).toBe(`http://127.0.0.1:3002/${real.slice('https://'.length)}`);
    expect(detectPlatform(simulated)).toBe('viator');
    expect(itemOfLink(simulated)).toBe('9907113P1');
  });

  test('a link that is not https leads nowhere all the same', () => {
    expect(trackedLink('http://viator.com/tours/1', 'ID', demo)).toBeNull();
  });
});

describe('the click that a link carries', () => {
  const key = createSecretKey(Buffer.from('k'.repeat(32)));
  const made = { visitId: 7, listingId: 11, madeAt: new Date('2026-11-21T20:00:00Z') };
  const id = newClickId(key, made);

  test.each([
    'https://fareharbor.com/x',
    'https://viator.com/x',
    'https://getyourguide.com/x',
    'https://reef.example/',
  ])('is found in one to %s', (link) =>
    expect(findClick(trackedLink(link, id, none)!, [key])).toEqual({ clickId: id, ...made }),
  );

  test('is one of ours, in one of the parameters that we set', () => {
    expect(findClick(`https://reef.example/?ref=theirs&cmp=${id}`, [key])?.clickId).toBe(id);
    expect(findClick(`https://reef.example/?other=${id}`, [key])).toBeUndefined();
    expect(findClick('https://reef.example/?ref=theirs', [key])).toBeUndefined();
    expect(findClick('https://reef.example/', [key])).toBeUndefined();
    expect(findClick(`nonsense?ref=${id}`, [key])).toBeUndefined();
    expect(findClick('', [key])).toBeUndefined();
  });
});
