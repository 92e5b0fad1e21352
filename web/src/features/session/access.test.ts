import { describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../../../contract/accounts.ts';
import { accessDenialOf, knownRole, type ScreenAccess } from './access.ts';

const userOf = (role: string | null): CurrentUser => ({
  id: '00000000-0000-4000-8000-000000000000',
  email: 'somebody@example.com',
  google_user_data: null,
  profile: role === null ? null : ({ role } as NonNullable<CurrentUser['profile']>),
});
const visitors = {
  guest: null,
  newcomer: userOf(null),
  traveler: userOf('traveler'),
  partner: userOf('partner'),
  admin: userOf('admin'),
  legacy: userOf('distributor'),
};

describe.each<[string, ScreenAccess | undefined, Record<keyof typeof visitors, string | null>]>([
  ['everybody', undefined, { guest: null, newcomer: null, traveler: null, partner: null, admin: null, legacy: null }],
  [
    'who is signed in',
    'signed-in',
    { guest: 'sign-in', newcomer: null, traveler: null, partner: null, admin: null, legacy: null },
  ],
  [
    'travelers',
    ['traveler'],
    { guest: 'sign-in', newcomer: 'profile', traveler: null, partner: 'role', admin: null, legacy: 'legacy' },
  ],
  [
    'guests and travelers',
    ['guest', 'traveler'],
    { guest: null, newcomer: 'profile', traveler: null, partner: 'role', admin: null, legacy: 'legacy' },
  ],
  [
    'administrators',
    ['admin'],
    { guest: 'sign-in', newcomer: 'profile', traveler: 'role', partner: 'role', admin: null, legacy: 'legacy' },
  ],
])('a screen for %s', (_who, access, expected) => {
  test.each(Object.entries(visitors))('and a %s', (name, visitor) =>
    expect(accessDenialOf(access, visitor)).toBe(expected[name as keyof typeof visitors]),
  );
});

test('a role of an earlier system is none of ours', () => {
  expect(['traveler', 'admin', 'distributor', undefined].map(knownRole)).toEqual([
    'traveler',
    'admin',
    undefined,
    undefined,
  ]);
});
