import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deviceCookie, readDevice } from './known-device.ts';

const aKey = () => randomBytes(32).toString('hex');
const settings = { secretKeys: [aKey()] as [string] };
const address = (number: number) => `guest-${number}@example.com`;

/** The cookie of a device after somebody has signed in to these addresses, one after the other. */
const cookieOf = (...numbers: number[]) =>
  numbers.reduce<string | undefined>((cookie, number) => deviceCookie(settings, cookie, address(number)), undefined);
const known = (cookie: string | undefined, most = 10) =>
  Array.from({ length: most }, (_, at) => at + 1).filter((number) =>
    readDevice(settings, cookie)?.knows(address(number)),
  );

test('a device knows eight addresses; the ninth takes the place of the one signed in to longest ago', () => {
  const eight = cookieOf(1, 2, 3, 4, 5, 6, 7, 8);
  expect(known(eight)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(known(deviceCookie(settings, eight, address(9)))).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});

test('signing in again takes no place, and counts as the latest', () => {
  const again = cookieOf(1, 2, 3, 4, 5, 6, 7, 8, 1);
  expect(known(again)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(known(deviceCookie(settings, again, address(9)))).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  expect(readDevice(settings, again)?.id).toBe(readDevice(settings, deviceCookie(settings, again, address(9)))?.id);
});

test('a cookie of another key, or with a proof of another device, says nothing', () => {
  const cookie = cookieOf(1)!;
  const elsewhere = { secretKeys: [aKey()] as [string] };
  expect([readDevice(elsewhere, cookie), readDevice(settings, undefined), readDevice(settings, 'nonsense')]).toEqual(
    Array(3).fill(undefined),
  );
  const others = cookieOf(2)!.split('.').slice(2);
  expect(known([...cookie.split('.'), ...others].join('.'))).toEqual([1]);
});
