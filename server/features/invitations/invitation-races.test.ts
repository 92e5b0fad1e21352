import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { hashToken, newToken } from '../../platform/sessions/tokens.ts';
import { useInvitation } from './invitations.store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** An open invitation of a traveler, made without its mail. */
async function anInvitation(user: TestUser): Promise<string> {
  const { token, hash } = newToken();
  const now = world.clock.now();
  await world.db
    .insertInto('invitations')
    .values({
      token_hash: hash,
      invited_email: user.email,
      stakeholder_type: 'partner',
      organization_name: 'Hale Kai',
      partner_type: 'hotel',
      permissions: [],
      created_at: now,
      sent_at: now,
      expires_at: new Date(now.getTime() + 1000),
    })
    .execute();
  return token;
}

test('200 invitations with 20 accepting at the same time each: none is accepted twice', async () => {
  const accepted: number[] = [];
  const statuses = new Set<number>();
  for (let at = 0; at < 200; at++) {
    const user = await world.aUser();
    const token = await anInvitation(user);
    const racer = () => world.call(`POST /api/stakeholder/accept/${token}`, { cookie: user.cookie, body: {} });
    const replies = await Promise.all(Array.from({ length: 20 }, racer));
    accepted.push(replies.filter((reply) => reply.status === 200).length);
    for (const reply of replies) statuses.add(reply.status);
  }
  expect(accepted).toEqual(Array(200).fill(1));
  // The losers come too late for the invitation (404), or for the session that ended with it (401).
  expect([...statuses].filter((status) => ![200, 401, 404].includes(status))).toEqual([]);
  const { rows } = await world.database.pool.query(
    `select count(*)::int as entries, count(distinct subject_id)::int as subjects from audit_entries
      where action = 'invitation_accepted'`,
  );
  expect(rows[0]).toEqual({ entries: 200, subjects: 200 });
}, 90_000);

test('the statement that uses one up gives it to one of 20, without the help of the session that ends with it', async () => {
  const { id: userId, email } = await world.aUser();
  const now = world.clock.now();
  for (let at = 0; at < 50; at++) {
    const tokenHash = hashToken(await anInvitation({ id: userId, email, role: 'traveler', cookie: '' }));
    const use = () => withTransaction(world.db, (tx) => useInvitation(tx, { tokenHash, email, userId, now }));
    const used = await Promise.all(Array.from({ length: 20 }, use));
    expect(used.filter(Boolean)).toHaveLength(1);
  }
});

test('accepting and revoking at the same time: one of them happens', async () => {
  const admin = await world.aUser({ role: 'admin' });
  for (let at = 0; at < 20; at++) {
    const user = await world.aUser();
    const token = await anInvitation(user);
    const { id } = await world.db
      .selectFrom('invitations')
      .select('id')
      .where('invited_email', '=', user.email)
      .executeTakeFirstOrThrow();
    const [accepted, revoked] = await Promise.all([
      world.call(`POST /api/stakeholder/accept/${token}`, { cookie: user.cookie, body: {} }),
      world.call(`POST /api/stakeholder/invitations/${id}/revoke`, { cookie: admin.cookie }),
    ]);
    expect([accepted.status === 200, revoked.status === 200].filter(Boolean)).toHaveLength(1);
  }
});
