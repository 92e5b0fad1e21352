import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { PUBLIC_URL: 'http://guide.example:3000' } });
});
afterAll(() => world.close());

test.each(['/dev/codes', '/dev/codes.json', '/dev/mail'])('%s is read by a name of ours alone', async (path) => {
  const status = async (host: string) => (await world.call(`GET ${path}`, { headers: { host } })).status;
  expect(await status('localhost:3000')).toBe(200);
  expect(await status('guide.example:3000')).toBe(200);
  expect(await status('evil.example:3000')).toBe(404);
});
