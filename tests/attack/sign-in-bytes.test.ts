import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../server/platform/sessions/tokens.ts';
import { leaveOf } from '../asked-links.ts';
import { createGoogleWorld, type GoogleWorld } from '../google-flow.ts';
import { from } from './two-processes.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
});
afterAll(() => world.close());

test('where a sign-in leads back to is bounded in bytes, each and all of an hour, and people sign in all the same', async () => {
  const begin = async (redirect: string, network: string) => {
    const reply = await world.call(`GET /api/oauth/google/redirect_url?redirect=${encodeURIComponent(redirect)}`, {
      headers: from(network),
    });
    const { sealed_redirect } = await world.db
      .selectFrom('sign_in_transactions')
      .select('sealed_redirect')
      .where('token_hash', '=', hashToken(reply.cookies.oauth!))
      .executeTakeFirstOrThrow();
    return { status: reply.status, kept: sealed_redirect?.length };
  };
  const [hotel, other] = ['203.0.113.1', '203.0.113.2'];
  const hotelFull = '203.0.113.3';
  const usual = '/location/7?qr=K7M2';
  expect(await begin(usual, hotel)).toEqual({ status: 200, kept: expect.any(Number) });
  expect(await begin(`/${'あ'.repeat(1_650)}`, hotel)).toEqual({ status: 200, kept: undefined });
  await leaveOf(world, 0, 'sign-in-bytes', hotelFull);
  expect(await begin(usual, hotelFull)).toEqual({ status: 200, kept: undefined });
  expect(await begin(usual, other)).toEqual({ status: 200, kept: expect.any(Number) });
});
