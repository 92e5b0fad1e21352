import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtWeb, openPage } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { withoutUnread } from './page-query.ts';

let world: World;
let place: string;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb });
  place = `/location/${await world.aPlace()}`;
});
afterAll(() => world.close());

test('an address with what nobody reads leads to the very page without it, byte for byte', async () => {
  for (const [asked, kept] of [
    [`${place}?utm_source=mail&fbclid=x`, place],
    ['/?utm_campaign=1', '/'],
    ['/?error=auth_failed&reason=invented', '/?error=auth_failed'],
    ['/?error=auth_failed&reason=toString', '/?error=auth_failed'],
    ['/explore?x=7&pages=3', '/explore?pages=3'],
    ['/explore?category=Nothing&pages=02', '/explore?pages=2'],
  ] as const)
    expect(await openPage(world.app, asked), asked).toEqual(await openPage(world.app, kept));
});

test('what a page reads stays, in the order of our own links', () => {
  for (const path of [
    '/?error=auth_failed',
    '/?error=auth_failed&reason=sign_in_misconfigured',
    '/explore?search=a+b&category=Shopping&view=map',
    '/explore?pages=5',
    '/explore?search=a&from=4',
  ])
    expect(withoutUnread(path)).toBe(path);
  expect(withoutUnread('/explore?pages=3&search=%20sail%00')).toBe('/explore?search=sail&pages=3');
  expect(withoutUnread('/explore?search=reef%E2%80%A8%1Fsail%0A')).toBe('/explore?search=reef+sail');
  expect(withoutUnread('/explore?pages=4000&pages=2&view=list')).toBe('/explore?pages=400');
  expect(withoutUnread('/auth/callback?code=1&state=2')).toBe('/auth/callback?code=1&state=2');
});
