import type pg from 'pg';
import { newToken } from '../server/platform/sessions/tokens.ts';

/** The session cookie of somebody of a role who is signed in for eight hours. */
export async function cookieOf(owner: pg.Client, role: 'partner' | 'admin', email: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `with made as (insert into users (email) values ($1) returning id)
      insert into profiles (user_id, role) select id, $2 from made returning user_id as id`,
    [email, role],
  );
  return await signIn(owner, rows[0]!.id);
}

/** The session cookie of somebody who is there, signed in for eight hours. */
export async function signIn(owner: pg.Client, userId: string): Promise<string> {
  const { token, hash } = newToken();
  await owner.query(
    `insert into sessions (token_hash, user_id, created_at, last_seen_at, idle_expires_at, expires_at)
      values ($1, $2, now(), now(), now() + interval '8 hours', now() + interval '8 hours')`,
    [hash, userId],
  );
  return `session=${token}`;
}

export const partnerCookie = (owner: pg.Client, email = 'bench-partner@example.com'): Promise<string> =>
  cookieOf(owner, 'partner', email);
