import { expect, test } from 'vitest';
import { type Access, isOfAdmins, isOfOrganisations, mayCall, maySee, type Role, roles } from './roles.ts';

const passing = (access: Access): (Role | 'nobody')[] => [
  ...(mayCall(access, undefined) ? (['nobody'] as const) : []),
  ...roles.filter((role) => mayCall(access, { role })),
];

test.each<[Access, (Role | 'nobody')[]]>([
  ['anyone', ['nobody', 'traveler', 'partner', 'advertiser', 'admin']],
  ['demo', ['nobody', 'traveler', 'partner', 'advertiser', 'admin']],
  ['signed-in', ['traveler', 'partner', 'advertiser', 'admin']],
  [['traveler'], ['traveler']],
  [
    ['traveler', 'admin'],
    ['traveler', 'admin'],
  ],
  [
    ['partner', 'advertiser'],
    ['partner', 'advertiser'],
  ],
  [['admin'], ['admin']],
  [[], []],
])('%j lets in %j', (access, expected) => expect(passing(access)).toEqual(expected));

test.each<[Access, boolean]>([
  [['admin'], true],
  [['admin', 'partner'], false],
  [['traveler'], false],
  ['anyone', false],
  ['signed-in', false],
  ['demo', false],
])('%j is of admins alone: %j', (access, expected) => expect(isOfAdmins(access)).toBe(expected));

test.each<[Access, boolean]>([
  [['partner'], true],
  [['advertiser', 'admin'], true],
  [['traveler', 'admin'], false],
  [['admin'], false],
  [[], false],
  ['anyone', false],
  ['signed-in', false],
])('%j lets members of organisations in as such: %j', (access, expected) =>
  expect(isOfOrganisations(access)).toBe(expected),
);

test.each<[string[], Role[]]>([
  [['traveler'], ['traveler', 'admin']],
  [
    ['guest', 'partner'],
    ['partner', 'admin'],
  ],
  [[], ['admin']],
])('a screen of %j is seen by %j', (screen, expected) =>
  expect(roles.filter((role) => maySee(screen, role))).toEqual(expected),
);
