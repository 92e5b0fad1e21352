import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { loadGuide, sizes } from './guide/load.ts';
import { startDriver } from './load/driver.ts';
import { compilingSeconds, describe, isMet, type Measured, ratioOf } from './measured.ts';
import { benchEnvironment, connectAsOwner, type Product, startProduct } from './product.ts';

// Alone: `node bench/sponsored.ts [rounds] [seconds]`. Ends with 1 where a figure misses its target.

const connections = 16;
/** How many sponsored cards a place shows: none, one, and the most there can be. */
const shows = [0, 1, 3] as const;
type Shown = (typeof shows)[number];
/** A kept page is sent as it is: what is left is a few kilobytes more, and what a machine makes of the same twice. */
const keptTarget = 0.95;
/** A page that is made has a card more to draw, and asks for it. It takes no longer for that than as if a page were its cards alone. */
const madeTarget = (shown: number) => sizes.shownPerPlace / (sizes.shownPerPlace + shown);
/** Of so many places: their pages are all kept at once, in each language, with each number of sponsored cards. */
const places = 60;
/** So many pages are made in a row. */
const made = 120;

/** Campaigns of listings that no place has, enough for every slot. */
async function addCampaigns(owner: pg.Client): Promise<void> {
  const [from, until] = [hawaiiDay(new Date()), hawaiiDay(new Date(Date.now() + 10 * 86_400_000))];
  await owner.query(`insert into users (email) values ('advertiser@bench.example')`);
  await owner.query(
    `insert into profiles (user_id, role) select id, 'advertiser' from users where email = 'advertiser@bench.example'`,
  );
  await owner.query(
    `with theirs as (
       update listings set organisation_id = (select m.organisation_id from members m join users u on u.id = m.user_id
         where u.email = 'advertiser@bench.example')
       where id in (select l.id from listings l where not exists (select from curated_listings c where c.listing_id = l.id)
         order by l.id limit 3)
       returning id, organisation_id)
     insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, most_impressions, first_day, last_day,
       created_at, updated_at)
     select organisation_id, id, 'Bench', 'paused', 'fixed', 1000000, 10000000, $1, $2, now(), now() from theirs`,
    [from, until],
  );
}

/**
 * A guest's first view of a place with sponsored cards, against the same page of the same server without, in interleaved rounds: kept,
 * as a printed code opens it, and made anew, as it is after something on it has changed.
 */
export async function measureSponsored(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  await addCampaigns(owner);
  const page = (place: number) =>
    fetch(`http://localhost:${product.port}/location/${place}`, {
      headers: { accept: 'text/html', 'accept-language': 'en-US,en;q=0.9', 'accept-encoding': 'br' },
    });
  const shownIn = (html: string) => html.match(/data-campaign="/g)?.length ?? 0;
  /** Until the server shows so many: it reads campaigns again within seconds, where somebody asks. */
  const show = async (wanted: Shown) => {
    await owner.query(
      `update campaigns c set state = case when n.at <= $1 then 'running' else 'paused' end
       from (select id, row_number() over (order by id) as at from campaigns where name = 'Bench') n where n.id = c.id`,
      [wanted],
    );
    for (let tries = 0; shownIn(await (await page(1)).text()) !== wanted; tries++) {
      if (tries > 100) throw new Error(`${wanted} sponsored cards are not shown`);
      await sleep(300);
    }
  };
  const drivers = new Map(
    await Promise.all(
      shows.map(
        async (shown) => [shown, await startDriver('page-traffic', { places, seed: 11, status: 200 })] as const,
      ),
    ),
  );
  const ratesOf = () => ({ 0: [], 1: [], 3: [] }) as Record<Shown, number[]>;
  const [kept, anew] = [ratesOf(), ratesOf()];
  const run = async (shown: Shown, time: number, warmupSeconds: number, at = connections) => {
    const order = { port: product.port, connections: at, warmupSeconds, seconds: time };
    const report = await drivers.get(shown)!.run(order);
    if (report.wrong) throw new Error(`pages went wrong: ${report.reasons.join('; ')}`);
    return report.perSecond;
  };
  let changes = 0;
  /** Pages a second that guests wait for, each after its place has changed. */
  const make = async (shown: Shown) => {
    let waited = 0;
    for (let at = 0; at < made; at++) {
      const place = (at % places) + 1;
      const address = `Pier number ${changes++}.`;
      await owner.query('update locations set address = $2 where id = $1', [place, address]);
      const begun = performance.now();
      const html = await (await page(place)).text();
      waited += performance.now() - begun;
      if (!html.includes(address) || shownIn(html) !== shown) throw new Error('another page than the one to be made');
    }
    return (made / waited) * 1_000;
  };
  /** What is measured of each in interleaved rounds. */
  const inRounds = async (into: Record<Shown, number[]>, measure: (shown: Shown) => Promise<number>) => {
    for (let round = 0; round < rounds; round++)
      for (const shown of round % 2 === 0 ? shows : shows.toReversed()) {
        await show(shown);
        into[shown].push(await measure(shown));
      }
  };
  try {
    for (const shown of shows) {
      await show(shown);
      // The first that each driver asks for is every page, a few at a time, which is kept from then on, whoever else uses the machine.
      await run(shown, compilingSeconds, 0, 2);
    }
    await inRounds(kept, (shown) => run(shown, seconds, 1));
    await show(0);
    await make(0);
    await inRounds(anew, make);
  } finally {
    await Promise.all([...drivers.values()].map((driver) => driver.close()));
    await owner.query(`update campaigns set state = 'ended' where name = 'Bench'`);
  }
  return ([1, 3] as const).flatMap((shown) => {
    const cards = `with ${shown === 1 ? 'a sponsored card' : `${shown} sponsored cards`}, of the same without`;
    const against = (what: string, rates: Record<Shown, number[]>, target: number) =>
      ratioOf(`${what} ${cards}`, rates[shown], rates[0], target, 'a second');
    return [
      against('page of a code, kept,', kept, keptTarget),
      against('page of a place made anew for a guest', anew, madeTarget(shown)),
    ];
  });
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
