import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Insertable } from 'kysely';
import { inject as provided } from 'vitest';
import type { Role } from '../contract/roles.ts';
import type { Tables } from '../db/schema.ts';
import { createApp } from '../server/app.ts';
import { codeKeys, newCode } from '../server/features/scanning/scanning.ts';
import type { Clock } from '../server/platform/context.ts';
import { asApplication, type Connection, type Database, openDatabase } from '../server/platform/database/database.ts';
import { Replica } from '../server/platform/database/replica.ts';
import { type JobData, Jobs } from '../server/platform/jobs/jobs.ts';
import { startSession } from '../server/platform/sessions/sessions.ts';
import { readSettings, type Settings } from '../server/platform/settings.ts';
import { CanaryWatch } from './canary-watch.ts';
import { copyTemplate, inDatabase, onServer } from './database-setup.ts';
import { noteStatements } from './noted-statements.ts';

/** A clock that stands still until it is told to move. */
export class FakeClock implements Clock {
  #now = Date.parse('2026-11-21T20:00:00Z');
  now(): Date {
    return new Date(this.#now);
  }
  advance(seconds: number): void {
    this.#now += seconds * 1000;
  }
}

export interface TestUser {
  id: string;
  email: string;
  role: Role;
  /** The Cookie header of this user's browser. */
  cookie: string;
}

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  body: any;
  headers: Record<string, string | string[] | undefined>;
  /** Name and value of each cookie that was set. */
  cookies: Record<string, string>;
  raw: string;
  /** The same as it came, of files. */
  bytes: Buffer;
}

/** The whole product in one process on a database of its own, with a clock that stands still and a trap for mail. */
export interface World {
  app: FastifyInstance;
  database: Database;
  db: Database['db'];
  /** The copy that it reads from, where it was given one. */
  replica: Replica | undefined;
  clock: FakeClock;
  settings: Settings;
  jobs: Jobs;
  /** Knows its secrets, and fails its end where one of them was written down. */
  canaries: CanaryWatch;
  /** Mail asked for so far, oldest first, whether or not it was sent. */
  mail(): Promise<JobData['mail'][]>;
  /** Calls the server as a page of this site would. */
  call(
    request: `${string} ${string}`,
    options?: { body?: unknown; cookie?: string; headers?: Record<string, string> },
  ): Promise<Reply>;
  aUser(given?: { role?: Role; email?: string }): Promise<TestUser>;
  aPlace(given?: Partial<Insertable<Tables['locations']>> & { listings?: number[] }): Promise<number>;
  /** A listing; with a `rating` it has so many reviews that they come to that mean. */
  aListing(given?: Partial<Insertable<Tables['listings']>>): Promise<number>;
  /** A booking of somebody's, pending unless told. */
  aBooking(given?: Partial<Insertable<Tables['bookings']>>): Promise<string>;
  /** A printed code; makes its place with two listings where none is given. */
  aCode(given?: Partial<Insertable<Tables['qr_codes']>>): Promise<{ id: number; code: string; locationId: number }>;
  close(): Promise<void>;
}

let counter = 0;
const unique = () => `${process.pid}-${counter++}`;

/** A database on the server of the run that nobody else has. */
async function ownDatabase(): Promise<{ connection: Connection; drop: () => Promise<void> }> {
  const server = provided('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await copyTemplate(server, name);
  return {
    connection: inDatabase(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

async function openReplica(primary: Database, connection: Connection, clock: FakeClock): Promise<Replica> {
  const copy = openDatabase(asApplication(connection), { max: 4, isReplica: true, onError: () => {} });
  const replica = new Replica({ primary, replica: copy }, { now: () => clock.now() });
  await replica.look();
  return replica;
}

/**
 * Makes a world. `environment` adds settings; `webFolder` serves pages of a build as well; `on` is a migrated database that is to be
 * used instead of one that is made for it, and `replica` a copy that follows that.
 */
export async function createWorld(
  given: { environment?: Record<string, string>; webFolder?: string; on?: Connection; replica?: Connection } = {},
): Promise<World> {
  const { connection, drop } = given.on ? { connection: given.on, drop: async () => {} } : await ownDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'holoholo-world-'));
  const settings = readSettings({
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
    ...given.environment,
  });
  const database = openDatabase(asApplication(connection), { max: 4, onError: () => {} });
  const clock = new FakeClock();
  const replica = given.replica && (await openReplica(database, given.replica, clock));
  const jobs = new Jobs(database.pool, () => {});
  await jobs.start();
  const canaries = new CanaryWatch({ SECRET_KEY: settings.secretKeys.join(), ...given.environment }, settings.logLevel);
  const { logger } = canaries;
  const app = await createApp({ settings, database, replica, jobs, clock, logger, webFolder: given.webFolder });
  canaries.watch(app);
  const { db } = database;
  const world: World = {
    app,
    database,
    db,
    clock,
    replica,
    settings,
    jobs,
    canaries,
    mail: async () => {
      const { rows } = await database.pool.query(
        `select data from jobs.job where name in ('mail', 'sign-in-mail') order by created_on, id`,
      );
      return rows.map((row) => row.data);
    },
    call: (request, options = {}) => call(app, settings, request, options),
    aUser: (user = {}) => aUser(world, user),
    aPlace: async ({ listings, ...place } = {}) => {
      const { id } = await db
        .insertInto('locations')
        .values({ ...plainPlace(), ...place })
        .returning('id')
        .executeTakeFirstOrThrow();
      const shown = listings ?? [await world.aListing(), await world.aListing()];
      const rows = shown.map((listing_id, position) => ({ location_id: id, listing_id, position }));
      if (rows.length) await db.insertInto('curated_listings').values(rows).execute();
      return id;
    },
    aListing: async ({ rating, review_count: _, ...listing } = {}) => {
      const values = { ...plainListing(), ...listing };
      const { id } = await db.insertInto('listings').values(values).returning('id').executeTakeFirstOrThrow();
      if (rating) await rate(world, id, rating);
      return id;
    },
    aBooking: async (booking = {}) => {
      const values = {
        transaction_id: `txn_${unique()}`,
        platform: 'fareharbor',
        amount_cents: 4_500,
        booked_at: clock.now(),
        ...booking,
        user_id: booking.user_id ?? (await world.aUser()).id,
        listing_id: booking.listing_id ?? (await world.aListing()),
      };
      return (await db.insertInto('bookings').values(values).returning('id').executeTakeFirstOrThrow()).id;
    },
    aCode: async (code = {}) => {
      const location_id = code.location_id ?? (await world.aPlace());
      const values = { code: newCode(codeKeys(settings)[0]!), ...code, location_id };
      const row = await db.insertInto('qr_codes').values(values).returning(['id', 'code']).executeTakeFirstOrThrow();
      return { ...row, locationId: location_id };
    },
    close: async () => {
      await app.close();
      await jobs.stop();
      await replica?.close();
      await database.close();
      noteStatements();
      await canaries.look(connection);
      await drop();
      await rm(dataDir, { recursive: true, force: true });
      canaries.end();
    },
  };
  return world;
}

/** Calls an app as a page of this site would. */
export async function call(
  app: FastifyInstance,
  settings: Settings,
  request: string,
  { body, cookie, headers }: { body?: unknown; cookie?: string; headers?: Record<string, string> },
): Promise<Reply> {
  const [method = 'GET', url = '/'] = request.split(' ');
  const options: InjectOptions = {
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers: {
      origin: settings.publicUrl,
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15',
      ...(body !== undefined ? { 'content-type': 'application/json' } : {}),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(body !== undefined && {
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  };
  const response = await app.inject(options);
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    body: isJson ? response.json() : response.body,
    headers: response.headers as Reply['headers'],
    cookies: Object.fromEntries(response.cookies.map((one) => [one.name, one.value])),
    // As a browser reads a text: without the mark that a file for spreadsheets begins with.
    raw: response.body.replace(/^\ufeff/, ''),
    bytes: response.rawPayload,
  };
}

async function aUser({ db, clock }: World, given: { role?: Role; email?: string }): Promise<TestUser> {
  const role = given.role ?? 'traveler';
  const email = given.email ?? `${role}-${unique()}@example.com`;
  const { id } = await db.insertInto('users').values({ email }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('profiles').values({ user_id: id, role }).execute();
  const now = clock.now();
  const session = await startSession(db, { userId: id, role, now, userAgent: 'test', previous: undefined });
  return { id, email, role, cookie: `session=${session.token}` };
}

/** Ten reviews, or as few as come to the same mean, by one person on completed bookings. */
async function rate({ db, aUser, aBooking, clock }: World, listing_id: number, rating: number): Promise<void> {
  const count = [1, 2, 3, 4, 5].find((some) => Number.isInteger(Math.round(rating * some * 100) / 100)) ?? 10;
  const sum = Math.round(rating * count);
  const { id: user_id } = await aUser();
  for (let at = 0; at < count; at++) {
    const booking_id = await aBooking({ user_id, listing_id, status: 'completed', estimated: false });
    const stars = Math.floor(sum / count) + (at < sum % count ? 1 : 0);
    const times = { created_at: clock.now(), updated_at: clock.now() };
    await db
      .insertInto('reviews')
      .values({ booking_id, listing_id, user_id, rating: stars, ...times })
      .execute();
  }
}

const plainPlace = () => ({
  name: `Hale ${unique()}`,
  description: 'A quiet house under breadfruit trees, ten minutes from the sand.',
  address: '1 Ala Moana, Honolulu',
  island: 'Oʻahu',
  latitude: 21.29,
  longitude: -157.84,
});

const plainListing = () => ({
  name: `Experience ${randomUUID().slice(0, 8)}`,
  description:
    'An unhurried morning on the water with people who know the reef by name, and breakfast on the beach when you come back in.',
  category: 'Activities & Tours',
  price_range: '$$',
  booking_url: 'https://fareharbor.com/embeds/book/reefwalk/items/4711/?full-items=yes',
  website_url: 'https://reefwalk.example/',
  latitude: 21.28,
  longitude: -157.83,
});
