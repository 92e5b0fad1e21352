import { afterAll, beforeAll, expect, test } from 'vitest';
import { cspHash } from '../../server/platform/http/security-headers.ts';
import { builtWeb, navigation } from '../page-apps.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb });
});
afterAll(() => world.close());

test('pages that there is no room to make are answered with words, and the kept ones go past them', async () => {
  const open = (url: string, headers = {}) =>
    world.app.inject({ method: 'GET', url, headers: { ...navigation, 'accept-language': 'ja', ...headers } });
  expect((await open('/explore')).statusCode).toBe(200);
  const invented = Array.from({ length: 120 }, (_, at) => open(`/location/${10_000 + at}`));
  const kept = await open('/explore');
  const replies = await Promise.all(invented);
  expect(kept.statusCode).toBe(200);
  const busy = replies.filter(({ statusCode }) => statusCode === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(replies.filter(({ statusCode }) => statusCode === 404).length).toBeGreaterThan(0);
  expect(busy[0]!.headers).toMatchObject({
    'retry-after': '1',
    'content-type': 'text/html; charset=utf-8',
    'content-language': 'ja',
    'cache-control': 'no-store',
  });
  expect(busy[0]!.body).toContain('ただいま混み合っているか');
  expect(busy[0]!.body).toContain('<a href="">もう一度試す</a>');
  const [, style] = busy[0]!.body.match(/<style>(.*)<\/style>/)!;
  expect(busy[0]!.headers['content-security-policy']).toContain(cspHash(style!));
});
