import type pg from 'pg';
import { newToken } from '../server/platform/sessions/tokens.ts';

/** The session cookie of somebody of a role who is signed in for eight hours. */
export async function cookieOf(owner: pg.Client, role: 'partner' | 'admin', email: string): Promise<string> {
  const { token, hash } = newToken();
  await owner.query(
    `with made as (insert into users (email) values ($2) returning id),
      profile as (insert into profiles (user_id, role) select id, $3 from made)
      insert into sessions (token_hash, user_id, created_at, last_seen_at, idle_expires_at, expires_at)
      select $1, id, now(), now(), now() + interval '8 hours', now() + interval '8 hours' from made`,
    [hash, email, role],
  );
  return `session=${token}`;
}

export const partnerCookie = (owner: pg.Client, email = 'bench-partner@example.com'): Promise<string> =>
  cookieOf(owner, 'partner', email);
