import type pg from 'pg';
import { newToken } from '../../server/platform/sessions/tokens.ts';

/** A signed-in traveler, with the cookies of their browser. */
export interface Traveler {
  userId: string;
  session: string;
  /** Cookie of a visit that the traveler has not been joined with: scans with it are a guest's. */
  visit: string;
}

/** Signs travelers in by rows, as the owner of the database: signing in itself is tested elsewhere. */
export async function signInTravelers(owner: pg.Client, count: number): Promise<Traveler[]> {
  const travelers: Traveler[] = [];
  for (let made = 0; made < count; made++) {
    const [session, visit] = [newToken(), newToken()];
    const { rows } = await owner.query<{ id: string }>('insert into users (email) values ($1) returning id', [
      `chaos-${session.token.slice(0, 8).toLowerCase()}@example.com`,
    ]);
    const userId = rows[0]!.id;
    await owner.query('insert into profiles (user_id) values ($1)', [userId]);
    await owner.query(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, idle_expires_at, expires_at)
        values ($1, $2, now(), now(), now() + interval '7 days', now() + interval '7 days')`,
      [session.hash, userId],
    );
    await owner.query('insert into visits (token_hash, created_at, last_seen_at) values ($1, now(), now())', [
      visit.hash,
    ]);
    travelers.push({ userId, session: `session=${session.token}`, visit: `visit=${visit.token}` });
  }
  return travelers;
}

/** What there is to write about: active codes, and listings that can be booked. */
export interface Subjects {
  codes: string[];
  listings: number[];
}

export async function findSubjects(reader: pg.Client): Promise<Subjects> {
  const codes = await reader.query<{ code: string }>(
    `select code from qr_codes where status = 'active' and expires_at is null order by id limit 8`,
  );
  const listings = await reader.query<{ id: number }>(
    'select id from listings where is_active and booking_url is not null order by id limit 20',
  );
  return { codes: codes.rows.map((row) => row.code), listings: listings.rows.map((row) => row.id) };
}
