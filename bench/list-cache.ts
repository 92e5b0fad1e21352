import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { listListings } from '../contract/search.ts';
import { GuideVersion, guestOf } from '../server/features/listings/listings.ts';
import { ListingCache } from '../server/features/search/listing-cache.ts';
import { lookedUpWords } from '../server/features/search/search.store.ts';
import { listExperiences, queryOf } from '../server/features/search/search.ts';
import { asApplication, clientConfig, type Db, openDatabase } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { ownerRole, startEmbeddedPostgres } from '../server/platform/embedded/postgres.ts';
import { guardReply } from '../server/platform/http/guarded-reply.ts';
import { readSettings } from '../server/platform/settings.ts';
import { createRandom } from './decoding/random.ts';
import { loadGuide, secretKey, sizes } from './guide/load.ts';
import { drawPaths } from './load/search-traffic.ts';

// `node bench/list-cache.ts [LISTS ...]`: one hour of guests' lists with 20 writes of listings in it, one after the other, by two
// rules: what the change log says is forgotten, and each write forgets all. The figures of docs/decisions/007-guest-list-cache.md.

const writesAnHour = 20;
const asked = process.argv.slice(2).map(Number);

/** The same version, telling of each write that anything may have changed. */
const tellingNothing = (version: GuideVersion) =>
  ({
    get ofListings() {
      return version.ofListings;
    },
    catchUp: () => version.catchUp(),
    onListingChanges: (listener: (changes: undefined) => void) => version.onListingChanges(() => listener(undefined)),
  }) as unknown as GuideVersion;

const median = (times: number[]) => times.sort((one, two) => one - two)[times.length >> 1] ?? 0;

type Rule = 'the change log' | 'each write forgets all';

async function measure(db: Db, owner: pg.Client, rule: Rule, lists: number) {
  const version = new GuideVersion(db);
  const cache = new ListingCache(rule === 'the change log' ? version : tellingNothing(version), (words) =>
    lookedUpWords(db, words),
  );
  const viewer = guestOf({
    clock: { now: () => new Date(0) },
    settings: readSettings({ SECRET_KEY: secretKey, DATA_DIR: tmpdir() }),
    reader: { language: 'en', locale: 'en-US' },
  });
  const draw = drawPaths(7);
  const random = createRandom(5);
  let made = 0;
  const ask = async () => {
    const { limit, ...filter } = Object.fromEntries(new URL(draw(), 'http://x').searchParams) as Record<string, string>;
    const query = queryOf({ ...filter, limit: Number(limit) });
    const make = async () => {
      made += 1;
      const { experiences, mayBeWidened } = await listExperiences(db, query, viewer);
      return { reply: guardReply(listListings, experiences), ids: experiences.map(({ id }) => id), mayBeWidened };
    };
    await cache.answer(query, make);
  };
  // The hour before has filled what is kept.
  for (let at = 0; at < lists; at++) await ask();
  made = 0;
  const times: Record<'made' | 'kept', number[]> = { made: [], kept: [] };
  for (let at = 0; at < lists; at++) {
    // As a review does: one listing's rating moves.
    if (at % Math.ceil(lists / writesAnHour) === 0) {
      const id = 1 + Math.floor(random.between(0, sizes.listings));
      await owner.query('update listings set review_count = review_count + 1 where id = $1', [id]);
    }
    const [before, begun] = [made, performance.now()];
    await ask();
    times[made > before ? 'made' : 'kept'].push(performance.now() - begun);
  }
  return { made, msToMake: median(times.made), msToSend: median(times.kept) };
}

const dataDir = await mkdtemp(join(tmpdir(), 'holoholo-list-cache-'));
await chmod(dataDir, 0o711);
const embedded = await startEmbeddedPostgres({ dataDir, note() {} });
const connection = { ...embedded, user: ownerRole };
await migrate(connection);
const owner = new pg.Client(clientConfig(connection));
await owner.connect();
await loadGuide(owner);
await owner.query('analyze');
const database = openDatabase(asApplication(connection), { max: 4, onError() {}, statementSeconds: 60 });
for (const lists of asked.length ? asked : [200, 2_000, 20_000]) {
  for (const rule of ['the change log', 'each write forgets all'] as const) {
    const { made, msToMake, msToSend } = await measure(database.db, owner, rule, lists);
    const share = ((100 * made) / lists).toFixed(1);
    console.log(
      `${lists} lists an hour, ${rule}: ${made} made anew (${share} %) in ${msToMake.toFixed(2)} ms, the others sent in ${msToSend.toFixed(2)} ms (medians)`,
    );
  }
}
await owner.end();
await database.close();
await embedded.stop();
await rm(dataDir, { recursive: true });
