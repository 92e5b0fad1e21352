import { describe, expect, test } from 'vitest';
import { type Facts, mailbox, type Person, rules, type Scan } from './hold-rules.ts';

const booked = new Date('2026-12-01T20:00:00Z');
/** So many moments, so many seconds after it was booked. */
const times = (count: number, seconds: number): Date[] =>
  Array(count).fill(new Date(booked.getTime() + seconds * 1_000));
const told = (...all: Date[][]) => ({ told: all.flat(), received: [] });

const owner: Person = { standing: 'owner', user_id: 'owner', email: 'kai.kealoha@gmail.com' };
const clerk: Person = { standing: 'staff', user_id: 'clerk', email: 'lani@hale.example' };
/** A guest's booking, of which there is nothing to say. */
const guest: Facts = {
  ...{ user_id: 'guest', email: 'guest@elsewhere.example', booked_at: booked, received_at: booked },
  ...{ people: [clerk, owner], browser_owners: [], is_like_their_device: false, told_person: null },
  ...{ of_traveler: told(), by_code: told(), of_experience: told(), landing: null, legs: [] },
};
type Rule = keyof typeof rules;
const seen = (rule: Rule, given: Partial<Facts>) => rules[rule]({ ...guest, ...given });

test.each(Object.keys(rules) as Rule[])('%s sees nothing in a guest of the house', (rule) => {
  expect(seen(rule, {})).toBeUndefined();
  expect(seen(rule, { people: [] })).toBeUndefined();
});

describe('one of several people of the partner', () => {
  test.each<[Rule, Partial<Facts>, object | undefined]>([
    ['own_account', { user_id: 'owner' }, { standing: 'owner' }],
    ['own_account', { user_id: 'clerk' }, { standing: 'staff' }],
    ['own_device', { browser_owners: ['guest', 'owner'] }, { by: 'browser', standing: 'owner' }],
    ['own_device', { browser_owners: ['guest'] }, undefined],
    ['own_device', { is_like_their_device: true }, { by: 'network' }],
    // The browser tells whose it is, and the network does not.
    ['own_device', { browser_owners: ['clerk'], is_like_their_device: true }, { by: 'browser', standing: 'staff' }],
    ['own_email', { email: ' KaiKealoha+tour@googlemail.com' }, { by: 'account', standing: 'owner' }],
    ['own_email', { email: 'lani@elsewhere.example' }, undefined],
    // Whose account it is, own_account sees.
    ['own_email', { user_id: 'owner', email: owner.email }, undefined],
    ['own_email', { told_person: 'clerk' }, { by: 'platform', standing: 'staff' }],
    ['own_email', { told_person: 'guest' }, undefined],
    ['own_email', { email: clerk.email, told_person: 'owner' }, { by: 'account', standing: 'staff' }],
  ])('%s of %j', (rule, given, found) => {
    expect(seen(rule, given)).toEqual(found);
  });

  test('a mailbox is the same however its address is written', () => {
    expect(mailbox(' Lani@Hale.Example ')).toBe('lani@hale.example');
  });
});

describe('within so long of each other, this one among them', () => {
  const hour = 3_600;
  const ofTraveler = { of: 'traveler', conversions: 12, minutes: 60 };
  test.each<[string, Date[], object | undefined]>([
    ['eleven an hour before', times(11, -hour), ofTraveler],
    ['eleven an hour after', times(11, hour), ofTraveler],
    ['ten an hour before', times(10, -hour), undefined],
    ['eleven a little more than an hour before', times(11, -hour - 0.001), undefined],
    ['eleven a little more than an hour after', times(11, hour + 0.001), undefined],
    ['six half an hour before and five half an hour after', [...times(5, 1_800), ...times(6, -1_800)], ofTraveler],
    [
      'six half an hour before and six a little later than half an hour after',
      [...times(6, -1_800), ...times(6, 1_801)],
      undefined,
    ],
    [
      'one long before and eleven within the hour',
      [...times(1, -2 * hour), ...times(5, -60), ...times(6, 60)],
      ofTraveler,
    ],
    ['a dozen long before', times(12, -2 * hour), undefined],
    ['a dozen long after', times(12, 2 * hour), undefined],
    ['fifteen at once', times(15, 0), { ...ofTraveler, conversions: 16 }],
    ['ten a minute before, and later a dozen without this one', [...times(12, 2 * hour), ...times(10, -60)], undefined],
  ])('%s', (_, others, found) => {
    expect(seen('burst', { of_traveler: told(others) })).toEqual(found);
    // What was told as spread over days counts as it was received.
    const days = others.map((_other, at) => new Date(booked.getTime() - (at + 1) * 86_400_000));
    expect(seen('burst', { of_traveler: { told: days, received: others } })).toEqual(found);
    expect(seen('burst', { of_traveler: { told: others, received: days } })).toEqual(found);
  });

  test('when this one was received counts as well, where it was told of another time', () => {
    const received_at = new Date(booked.getTime() + 30 * 86_400_000);
    const received = Array<Date>(11).fill(received_at);
    expect(seen('burst', { received_at, of_traveler: { told: [], received } })).toEqual(ofTraveler);
    expect(seen('burst', { of_traveler: { told: [], received } })).toBeUndefined();
    expect(seen('burst', { received_at, of_traveler: told(times(11, 60)) })).toEqual(ofTraveler);
  });

  test.each<[string, Date[], object | undefined]>([
    ['29 of a code ten minutes before', times(29, -600), { of: 'code', conversions: 30, minutes: 10 }],
    ['28 of a code ten minutes before', times(28, -600), undefined],
    ['29 of a code a little earlier', times(29, -600.001), undefined],
  ])('%s', (_, others, found) => {
    expect(seen('burst', { by_code: told(others) })).toEqual(found);
  });

  test('a burst of a traveler is told before one of the code', () => {
    const many = told(times(40, 0));
    expect(seen('burst', { of_traveler: many, by_code: many })).toMatchObject({ of: 'traveler', conversions: 41 });
  });

  test.each<[string, Date[], object | undefined]>([
    ['three of an experience a week before', times(3, -7 * 86_400), { conversions: 4, days: 7 }],
    ['two of an experience a week before', times(2, -7 * 86_400), undefined],
    ['three of an experience a little earlier', times(3, -7 * 86_400 - 0.001), undefined],
  ])('%s', (_, others, found) => {
    expect(seen('repeated_experience', { of_experience: told(others) })).toEqual(found);
  });
});

test.each<[Facts['landing'], object | undefined]>([
  [{}, undefined],
  [{ utm_source: 'lobby', utm_medium: 'qr' }, undefined],
  [{ utm_source: 'ads', ttclid: '1', gclid: '2' }, { parameters: 'gclid, ttclid' }],
  [{ my_utm_: '1' }, { parameters: 'my_utm_' }],
])('a landing with %j', (landing, found) => {
  expect(seen('paid_traffic', { landing })).toEqual(found);
});

describe('scans that nobody can have travelled between', () => {
  /** So many kilometres north of a point, so many seconds after it was booked. */
  const scanAt = (place: string, km: number, seconds: number): Scan => ({
    ...{ place, latitude: 21 + km / 111.19492664455873, longitude: -158 },
    at: new Date(booked.getTime() + seconds * 1_000),
  });
  test.each<[string, Scan[], object | undefined]>([
    ['one alone', [scanAt('A', 300, 0)], undefined],
    ['105 km in 12 minutes and a second', [scanAt('A', 0, 0), scanAt('B', 105, 721)], undefined],
    [
      '105 km in 12 minutes less a second',
      [scanAt('A', 0, 0), scanAt('B', 105, 719)],
      { from: 'A', to: 'B', km: 105, minutes: 12 },
    ],
    ['4.9 km at once', [scanAt('A', 0, 0), scanAt('B', 4.9, 0)], undefined],
    ['5.4 km at once', [scanAt('A', 0, 0), scanAt('B', 5.4, 0)], { from: 'A', to: 'B', km: 5, minutes: 0 }],
    ['far, but long before', [scanAt('A', 0, 0), scanAt('B', 300, 3_600), scanAt('C', 301, 3_660)], undefined],
    [
      'back and forth',
      [scanAt('A', 0, 0), scanAt('B', 1, 60), scanAt('C', 99, 120)],
      { from: 'B', to: 'C', km: 98, minutes: 1 },
    ],
  ])('%s', (_, trail, found) => {
    expect(seen('impossible_travel', { legs: trail.slice(1).map((to, at) => [trail[at]!, to] as const) })).toEqual(
      found,
    );
  });
});
