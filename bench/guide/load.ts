import type pg from 'pg';
import { hashToken } from '../../server/platform/sessions/tokens.ts';
import { newVisitToken } from '../../server/platform/sessions/visits.ts';
import { createRandom } from '../decoding/random.ts';
import { generateListing } from './listings.ts';
import { towns } from './words.ts';

/** How much of everything the benchmarks run on. */
export const sizes = { listings: 10_000, places: 200, shownPerPlace: 12, visits: 20_000, reviewers: 100 };

/** The n-th place's printed code: plain enough that a pgbench script can write it too. */
export const codeOf = (place: number) => `BENC-H000-0000-${String(place).padStart(4, '0')}`;

/** The secret key of the product that is measured: its visits' cookies are signed with it. */
export const secretKey = 'a-key-of-the-benchmarks-that-guards-nothing';

/** The n-th visit's cookie. */
export function visitTokenOf(visit: number): string {
  const random = Buffer.alloc(16);
  random.writeUInt32BE(visit);
  return newVisitToken({ secretKeys: [secretKey] }, random).token;
}

/** Fills a database with listings, places that show some of them, a code for each place, and visits under way. */
export async function loadGuide(client: pg.Client, seed = 1): Promise<void> {
  const random = createRandom(seed);
  const listings = Array.from({ length: sizes.listings }, (_, number) => generateListing(random, number));
  const columns = Object.keys(listings[0]!).join(', ');
  await client.query(
    `insert into listings (${columns}) select ${columns} from jsonb_populate_recordset(null::listings, $1::jsonb)`,
    [JSON.stringify(listings)],
  );
  const places = Array.from({ length: sizes.places }, (_, index) => {
    const [town, latitude, longitude] = towns[index % towns.length]!;
    return {
      name: `Hale ${town} ${index + 1}`,
      description: 'A quiet house under breadfruit trees, ten minutes from the sand, with bicycles to borrow.',
      address: `${index + 1} Ala Moana, ${town}`,
      island: 'Oʻahu',
      latitude,
      longitude,
      code: codeOf(index + 1),
    };
  });
  await client.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as g
        (name text, description text, address text, island text, latitude float8, longitude float8, code text)),
      place as (insert into locations (name, description, address, island, latitude, longitude)
        select name, description, address, island, latitude, longitude from given returning id, name)
      insert into qr_codes (code, location_id) select given.code, place.id from given join place using (name)`,
    [JSON.stringify(places)],
  );
  await client.query(
    `insert into curated_listings (location_id, listing_id, position)
      select c.location_id, l.id, row_number() over (partition by c.location_id order by l.id)
      from (select location_id, row_number() over (order by code) as n from qr_codes where code like 'BENC-H000-%') c
      join (select id, row_number() over (order by md5(id::text)) - 1 as n from listings) l on l.n / $1 + 1 = c.n`,
    [sizes.shownPerPlace],
  );
  const hashes = Array.from({ length: sizes.visits }, (_, index) => hashToken(visitTokenOf(index + 1)).toString('hex'));
  // As many again whose hashes a pgbench script can write too.
  await client.query(
    `insert into visits (token_hash, created_at, last_seen_at)
      select hash, now(), now() from (
        select decode(hex, 'hex') as hash from unnest($1::text[]) as hex
        union all select sha256(lpad(n::text, 43, '0')::bytea) from generate_series(1, $2) as n
      ) hashes`,
    [hashes, sizes.visits],
  );
  await loadReviews(client);
  await client.query('vacuum analyze');
}

/** Up to six reviews of nine in ten listings, each on a completed booking: what the ratings in the lists are made of. */
async function loadReviews(client: pg.Client): Promise<void> {
  await client.query(
    `insert into users (email, name) select 'reviewer-' || n || '@bench.example', 'Guest ' || n from generate_series(1, $1) as n`,
    [sizes.reviewers],
  );
  await client.query(
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at)
      select 'bench-' || l.id || '-' || u.n, u.id, l.id, 'external', 4500, false, 'completed', now() - interval '30 days'
      from listings l join (select id, row_number() over (order by email) as n from users where email like '%@bench.example') u
        on l.id % 10 <> 0 and u.n > l.id % 90 and u.n <= l.id % 90 + 1 + l.id % 6`,
  );
  await client.query(
    `insert into reviews (booking_id, listing_id, user_id, rating, words, created_at, updated_at)
      select id, listing_id, user_id, 3 + abs(hashtext(transaction_id)) % 3, 'We would come again.', booked_at, booked_at
      from bookings where transaction_id like 'bench-%'`,
  );
}
