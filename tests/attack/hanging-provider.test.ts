import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../world.ts';
import { from } from './two-processes.ts';

/** Takes connections and says nothing. */
const silent = createServer(() => {});
let world: World;
beforeAll(async () => {
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  world = await createWorld({
    environment: {
      TRUST_PROXY: '1',
      OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: 'holoholo',
      OIDC_CLIENT_SECRET: 'secret',
    },
  });
});
afterAll(async () => {
  await world.close();
  silent.close();
});

test('a provider that hangs does not keep others of the network from the guide', async () => {
  const [hotel, elsewhere] = ['203.0.113.1', '203.0.113.2'];
  const look = (network: string) => world.call('GET /api/business-listings', { headers: from(network) });
  await look(elsewhere);
  let isOver = false;
  const begun = Array.from({ length: 12 }, () =>
    world.call('GET /api/oauth/google/redirect_url', { headers: from(hotel) }),
  );
  const all = Promise.all(begun).then((replies) => {
    isOver = true;
    return replies;
  });
  await look(elsewhere);
  expect((await look(hotel)).status).toBe(200);
  expect(isOver).toBe(false);
  expect(new Set((await all).map(({ body }) => body.code))).toEqual(new Set(['sign_in_unavailable']));
});
