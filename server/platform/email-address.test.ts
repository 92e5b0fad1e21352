import { expect, test } from 'vitest';
import { mailboxOf, normalizeEmail } from './email-address.ts';

const long = (letters: number) => 'a'.repeat(letters);

test.each<[string, string | null]>([
  ['Leilani@Example.com', 'leilani@example.com'],
  ["  o'hana+kai_1.x!#$%&*/=?^`{|}~-@a-b.c-d.example  ", "o'hana+kai_1.x!#$%&*/=?^`{|}~-@a-b.c-d.example"],
  [`${long(64)}@b.example`, `${long(64)}@b.example`],
  [`a@${long(63)}.example`, `a@${long(63)}.example`],
  ['a@b.c', 'a@b.c'],
  ['a@1.a2', 'a@1.a2'],
  ['', null],
  ['nobody', null],
  ['@b.example', null],
  ['a@', null],
  ['a@b', null],
  ['a@b@c.example', null],
  ['a b@c.example', null],
  ['a@b.c d', null],
  ['a@b.example\nbcc: x@evil.example', null],
  ['x@evil.example\na@b.example', null],
  ['a@b.example,x@evil.example', null],
  ['<a@b.example>', null],
  ['"a"@b.example', null],
  ['ａ@b.example', null],
  ['a@ɡmail.com', null],
  ['.a@b.example', null],
  ['a.@b.example', null],
  ['a..b@c.example', null],
  ['a.b@c.example', 'a.b@c.example'],
  [`${long(65)}@b.example`, null],
  [`a@${long(64)}.example`, null],
  ['a@-b.example', null],
  ['a@b-.example', null],
  ['a@b..example', null],
  ['a@.example', null],
  ['a@b.example.', null],
  ['a@127.0.0.1', null],
  ['a@b.1c', null],
  ['a@b.c.1d', null],
  ['a@b.2c.example', 'a@b.2c.example'],
  ['a@b.-c', null],
])('%j is the mailbox %j', (text, expected) => expect(normalizeEmail(text)).toBe(expected));

test('an address has 254 characters at most', () => {
  const address = (letters: number) => `${long(64)}@${`${long(60)}.`.repeat(3)}${long(letters - 248)}`;
  expect(address(254)).toHaveLength(254);
  expect(normalizeEmail(` ${address(254)} `)).toBe(address(254));
  expect(normalizeEmail(address(255))).toBeNull();
});

test.each([
  ['a@b.example', 'a@b.example'],
  ['a+tag@b.example', 'a@b.example'],
  ['ab+tag+more@b.example', 'ab@b.example'],
  ['ab+@b.example', 'ab@b.example'],
  ['+tag@b.example', '+tag@b.example'],
  ['a@b+c.example', 'a@b+c.example'],
  ['kai.naka.mura+tag@gmail.com', 'kainakamura@gmail.com'],
  ['k.a.i@googlemail.com', 'kai@gmail.com'],
  ['k.a.i@gmail.example', 'k.a.i@gmail.example'],
])('%s shares the limits of %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox));
