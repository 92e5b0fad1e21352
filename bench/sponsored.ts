import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { loadGuide, sizes } from './guide/load.ts';
import { type Driver, startDriver } from './load/driver.ts';
import { compilingSeconds, describe, isMet, type Measured, median, ratioOf } from './measured.ts';
import { benchEnvironment, connectAsOwner, type Product, startProduct } from './product.ts';
import { visitCookies } from './visit-cookies.ts';

// Alone: `node bench/sponsored.ts [rounds] [seconds]`. Ends with 1 where a figure misses its target.

const connections = 16;
/** How many sponsored cards a place shows: none, one, and the most there can be. */
const shows = [0, 1, 3] as const;
type Shown = (typeof shows)[number];
/** A kept page is sent as it is: what is left is a few kilobytes more, and what a machine makes of the same twice. */
const keptTarget = 0.95;
/** A page that is made has a card more to draw, and asks for it. It takes no longer for that than as if a page were its cards alone. */
const madeTarget = (shown: number) => sizes.shownPerPlace / (sizes.shownPerPlace + shown);
/** Of each number of sponsored cards so many places, one kind after the other: their pages are all kept at once, in each language. */
const placesOfAKind = 60;
const firstOf = (shown: Shown) => shows.indexOf(shown) * placesOfAKind + 1;
type Rates = Record<Shown, number[]>;
const noRates = (): Rates => ({ 0: [], 1: [], 3: [] });

/** Campaigns of listings that no place has, each for the places that show so many. */
async function addCampaigns(owner: pg.Client): Promise<void> {
  const [from, until] = [hawaiiDay(new Date()), hawaiiDay(new Date(Date.now() + 10 * 86_400_000))];
  await owner.query(`insert into users (email) values ('advertiser@bench.example')`);
  await owner.query(
    `insert into profiles (user_id, role) select id, 'advertiser' from users where email = 'advertiser@bench.example'`,
  );
  const { rows } = await owner.query<{ id: string }>(
    `with theirs as (
       update listings set organisation_id = (select m.organisation_id from members m join users u on u.id = m.user_id
         where u.email = 'advertiser@bench.example')
       where id in (select l.id from listings l where not exists (select from curated_listings c where c.listing_id = l.id)
         order by l.id limit 3)
       returning id, organisation_id)
     insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, most_impressions, first_day, last_day,
       created_at, updated_at)
     select organisation_id, id, 'Bench', 'running', 'fixed', 1000000, 10000000, $1, $2, now(), now() from theirs returning id`,
    [from, until],
  );
  const last = shows.length * placesOfAKind;
  for (const [at, { id }] of rows.entries()) {
    const first = firstOf(shows.find((shown) => shown > at)!);
    await owner.query('insert into campaign_places select $1, generate_series($2::integer, $3)', [id, first, last]);
  }
}

/**
 * A guest's first view of a place with sponsored cards, against places of the same server without, in interleaved rounds: kept, as a
 * printed code opens it, and made anew, as it is after something on it has changed.
 */
export async function measureSponsored(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  await addCampaigns(owner);
  // Whoever came without a code is shown nothing that is sponsored.
  const [cookie = ''] = await visitCookies(product);
  const open = async (place: number) => {
    const response = await fetch(`http://localhost:${product.port}/location/${place}`, {
      headers: { accept: 'text/html', 'accept-language': 'en-US,en;q=0.9', 'accept-encoding': 'br', cookie },
    });
    return await response.text();
  };
  const shownIn = (html: string) => html.match(/data-campaign="/g)?.length ?? 0;
  // The server reads campaigns again within seconds, where somebody asks.
  for (const shown of shows)
    for (let tries = 0; shownIn(await open(firstOf(shown))) !== shown; tries++) {
      if (tries > 100) throw new Error(`${shown} sponsored cards are not shown`);
      await sleep(300);
    }
  const kept = await measureKept(product.port, rounds, seconds);
  let changes = 0;
  /** How long a guest waits for a page whose place has changed. */
  const make = async (shown: Shown, at: number) => {
    const place = firstOf(shown) + at;
    const address = `Pier number ${changes++}.`;
    await owner.query('update locations set address = $2 where id = $1', [place, address]);
    const begun = performance.now();
    const html = await open(place);
    const waited = performance.now() - begun;
    if (!html.includes(address) || shownIn(html) !== shown) throw new Error('another page than the one to be made');
    return waited;
  };
  const made = noRates();
  // The first round is for the compiler.
  for (let round = -1; round < rounds; round++) {
    const waited = noRates();
    // One of each kind in turn, so that whatever else the machine does is done to all of them.
    for (let at = 0; at < placesOfAKind; at++)
      for (const shown of at % 2 === 0 ? shows : shows.toReversed()) waited[shown].push(await make(shown, at));
    if (round >= 0) for (const shown of shows) made[shown].push(1_000 / median(waited[shown]));
  }
  await owner.query(`update campaigns set state = 'ended' where name = 'Bench'`);
  return ([1, 3] as const).flatMap((shown) => {
    const cards = `with ${shown === 1 ? 'a sponsored card' : `${shown} sponsored cards`}, of the same without`;
    const against = (what: string, rates: Rates, target: number) =>
      ratioOf(`${what} ${cards}`, rates[shown], rates[0], target, 'a second');
    return [
      against('page of a code, kept,', kept, keptTarget),
      against('page of a place made anew for a guest', made, madeTarget(shown)),
    ];
  });
}

/** Pages a second as printed codes open them. */
async function measureKept(port: number, rounds: number, seconds: number): Promise<Rates> {
  const drivers = new Map<Shown, Driver>();
  const run = async (shown: Shown, time: number, warmupSeconds: number, at = connections) => {
    const report = await drivers.get(shown)!.run({ port, connections: at, warmupSeconds, seconds: time });
    if (report.wrong) throw new Error(`pages went wrong: ${report.reasons.join('; ')}`);
    return report.perSecond;
  };
  const rates = noRates();
  try {
    for (const shown of shows) {
      const options = { places: placesOfAKind, first: firstOf(shown), seed: 11, status: 200 };
      drivers.set(shown, await startDriver('page-traffic', options));
      // The first that each driver asks for is every page, a few at a time, which is kept from then on, whoever else uses the machine.
      await run(shown, compilingSeconds, 0, 2);
    }
    for (let round = 0; round < rounds; round++)
      for (const shown of round % 2 === 0 ? shows : shows.toReversed()) rates[shown].push(await run(shown, seconds, 1));
  } finally {
    await Promise.all([...drivers.values()].map((driver) => driver.close()));
  }
  return rates;
}

if (process.argv[1] === import.meta.filename) {
  const [rounds = '5', seconds = '4'] = process.argv.slice(2);
  const product = await startProduct(benchEnvironment, []);
  const owner = await connectAsOwner(product.database);
  try {
    await loadGuide(owner);
    const measured = await measureSponsored(product, owner, Number(rounds), Number(seconds));
    console.log(measured.map(describe).join('\n'));
    if (!measured.every(isMet)) process.exitCode = 1;
  } finally {
    await owner.end();
    await product.stop();
  }
}
