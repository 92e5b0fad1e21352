import { afterAll, beforeAll, expect, test } from 'vitest';
import { tidy } from '../../server/tidying.ts';
import { createGoogleWorld, type GoogleWorld } from '../google-flow.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld();
});
afterAll(() => world.close());

const counts = async () => {
  const { rows } = await world.database.pool.query<{ transactions: number; identities: number }>(
    `select (select count(*)::int from sign_in_transactions) as transactions,
      (select count(*)::int from pending_identities) as identities`,
  );
  return rows[0]!;
};

test('no call deletes the expired rows of others; the tidying does', async () => {
  const [expired, now] = [20_000, world.clock.now()];
  await world.database.pool.query(
    `insert into sign_in_transactions (token_hash, created_at, expires_at)
      select sha256(convert_to(n::text, 'utf8')), $2, $2 from generate_series(1, $1::int) n`,
    [expired, new Date(now.getTime() - 2 * 86_400_000)],
  );
  await world.database.pool.query(
    `insert into pending_identities (token_hash, issuer, subject, email, created_at, expires_at)
      select token_hash, 'https://issuer.example', 'x', 'a@example.com', created_at, expires_at from sign_in_transactions`,
  );
  const unproven = { sub: 'unproven', email: 'unproven@example.com', email_verified: false };
  expect((await world.signIn(unproven)).body.code).toBe('email_link_first');
  // Its own sign-in is used up, and its identity waits to be proven.
  expect(await counts()).toEqual({ transactions: expired, identities: expired + 1 });
  await tidy(world.db, now, (task, error) => {
    throw new Error(`${task}: ${error.message}`);
  });
  expect(await counts()).toEqual({ transactions: 0, identities: 1 });
});
