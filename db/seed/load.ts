import { createHash, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { newCode } from '../../server/features/scanning/scanning.ts';
import { advisoryLocks } from '../../server/platform/database/advisory-locks.ts';
import type { Db, Tx } from '../../server/platform/database/database.ts';
import { withTransaction } from '../../server/platform/database/database.ts';
import { openedFor, promiseHistory } from './history/progress.ts';
import { japaneseWords } from './listings-japanese.ts';
import { loadReviews } from './load-reviews.ts';
import { waitForLock } from './wait-for-lock.ts';
import type { SeedWorld } from './world.ts';

type Pictures = Record<string, { file: string; color: string } | undefined>;

const picturesFile = join(import.meta.dirname, 'pictures.json');

/**
 * Loads a world into an empty database, once: with any place already there nothing happens.
 * @param codeKey makes the codes' check characters; the same key gives the same codes.
 * @returns whether it was loaded now.
 */
export async function loadSeed(db: Db, world: SeedWorld, codeKey: KeyObject, now: Date): Promise<boolean> {
  const pictures: Pictures = existsSync(picturesFile) ? JSON.parse(readFileSync(picturesFile, 'utf8')) : {};
  return await withTransaction(db, async (tx) => {
    await waitForLock(tx, advisoryLocks.seed);
    const there = await tx.selectFrom('locations').select('id').limit(1).executeTakeFirst();
    if (there) return false;
    const opened = openedFor(now);
    const users = await loadPeople(tx, world, opened, now);
    const listings = await loadListings(tx, world, users, pictures);
    const places = await loadPlaces(tx, world, users, listings, pictures, opened);
    await loadCodes(tx, world, places, codeKey, { opened, now });
    await loadReviews(tx, world.listings, listings, codeKey, now);
    await promiseHistory(tx, now);
    return true;
  });
}

async function loadPeople(tx: Tx, { people }: SeedWorld, opened: Date, now: Date): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const person of people) {
    const { id } = await tx
      .insertInto('users')
      .values({ email: person.email, name: person.name, given_name: person.given_name, created_at: opened })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ name: person.name }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('profiles')
      .values({
        user_id: id,
        role: person.role,
        partner_type: person.partner_type,
        organization_name: person.organization_name,
        phone: person.phone,
        location: person.home,
        // They are at home here: nobody asks them the first questions.
        onboarded_at: now,
      })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ role: person.role, onboarded_at: now }))
      .execute();
    ids.set(person.key, id);
  }
  return ids;
}

const pictureOf = (pictures: Pictures, key: string) => ({
  image_url: pictures[key]?.file ?? null,
  image_color: pictures[key]?.color ?? null,
});

async function loadListings(tx: Tx, { listings }: SeedWorld, users: Map<string, string>, pictures: Pictures) {
  const rows = await tx
    .insertInto('listings')
    .values(
      listings.map((listing) => ({
        name: listing.name,
        name_ja: japaneseWords[listing.key]?.[0] ?? null,
        description_ja: japaneseWords[listing.key]?.[1] ?? null,
        category: listing.category,
        subcategory: listing.subcategory,
        description: listing.description,
        address: listing.address,
        phone: listing.phone,
        latitude: listing.latitude,
        longitude: listing.longitude,
        price_range: listing.price_range,
        is_featured: listing.is_featured,
        commission_rate: listing.commission_rate,
        booking_url: listing.booking_url,
        website_url: listing.website_url,
        advertiser_id: (listing.advertiser && users.get(listing.advertiser)) || null,
        ...pictureOf(pictures, listing.key),
      })),
    )
    .returning('id')
    .execute();
  return new Map(listings.map((listing, index) => [listing.key, rows[index]!.id]));
}

async function loadPlaces(
  tx: Tx,
  { places }: SeedWorld,
  users: Map<string, string>,
  listings: Map<string, number>,
  pictures: Pictures,
  opened: Date,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const place of places) {
    const { id } = await tx
      .insertInto('locations')
      .values({
        name: place.name,
        description: place.description,
        address: place.address,
        island: place.island,
        latitude: place.latitude,
        longitude: place.longitude,
        partner_id: users.get(place.owner) ?? null,
        created_at: opened,
        ...pictureOf(pictures, place.key),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const shown = place.curated.map((listing, position) => ({
      location_id: id,
      listing_id: listings.get(listing)!,
      position,
    }));
    if (shown.length) await tx.insertInto('curated_listings').values(shown).execute();
    ids.set(place.key, id);
  }
  return ids;
}

async function loadCodes(
  tx: Tx,
  { codes }: SeedWorld,
  places: Map<string, number>,
  codeKey: KeyObject,
  { opened, now }: { opened: Date; now: Date },
) {
  const ids = new Map<string, number>();
  // Newer codes first, so that a replaced one finds what it points to.
  for (const code of [...codes].sort((a, b) => Number(a.replaced_by !== null) - Number(b.replaced_by !== null))) {
    const { id } = await tx
      .insertInto('qr_codes')
      .values({
        code: newCode(codeKey, createHash('sha256').update(code.key).digest()),
        location_id: places.get(code.place)!,
        label: code.label,
        status: code.status === 'expired' ? 'active' : code.status,
        expires_at: code.status === 'expired' ? new Date(now.getTime() - 86_400_000) : null,
        replaced_by: code.replaced_by ? ids.get(code.replaced_by)! : null,
        created_at: opened,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(code.key, id);
  }
  // One hotel of the demo has most of them, and may ask for more.
  await sql`update organisations set qr_codes_limit = 40 where id in (
    select p.organisation_id from qr_codes c join locations p on p.id = c.location_id group by 1 having count(*) >= 10)`.execute(
    tx,
  );
}
