import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { loadGuide, sizes } from './guide/load.ts';
import { startDriver } from './load/driver.ts';
import { compilingSeconds, describe, type Measured, ratioOf } from './measured.ts';
import { partnerCookie } from './partner-cookie.ts';
import { benchEnvironment, connectAsOwner, type Product, startProduct } from './product.ts';

// Alone: `node bench/sponsored.ts [rounds] [seconds]`.

const connections = 16;
/** A kept page is sent as fast with sponsored cards as without. One that is made has a quarter more cards to draw. */
const target = 0.95;
const madeTarget = 0.75;
/** So many pages are made in a row. */
const made = 60;

/** Campaigns of listings that no place has, so many that each place shows three. */
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
         order by l.id limit 20)
       returning id, organisation_id)
     insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, most_impressions, first_day, last_day,
       created_at, updated_at)
     select organisation_id, id, 'Bench', 'running', 'fixed', 1000000, 10000000, $1, $2, now(), now() from theirs`,
    [from, until],
  );
}

/**
 * The page that a printed code opens, kept, and the same made anew for somebody signed in: with three sponsored cards against none, of
 * the same server in interleaved rounds.
 */
export async function measureSponsored(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  await addCampaigns(owner);
  const cookie = `${await partnerCookie(owner)}; signed_in=1`;
  const page = (place: number, headers: object) =>
    fetch(`http://localhost:${product.port}/location/${place}`, { headers: { accept: 'text/html', ...headers } });
  const show = async (isShown: boolean) => {
    await owner.query('update campaigns set state = $1', [isShown ? 'running' : 'paused']);
    // The first one who asks after two seconds has the campaigns read; whoever asks after ten waits for it.
    await sleep(11_000);
    const html = await (await page(1, {})).text();
    const shown = html.match(/data-campaign="/g)?.length ?? 0;
    if (shown !== (isShown ? 3 : 0)) throw new Error(`${shown} sponsored cards`);
  };
  const drivers = {
    with: await startDriver('page-traffic', { places: sizes.places, seed: 11, status: 200 }),
    without: await startDriver('page-traffic', { places: sizes.places, seed: 11, status: 200 }),
  };
  const rates = { with: [] as number[], without: [] as number[] };
  const perSecond = { with: [] as number[], without: [] as number[] };
  const run = async (side: 'with' | 'without', time: number, warmupSeconds: number) => {
    const report = await drivers[side].run({ port: product.port, connections, warmupSeconds, seconds: time });
    if (report.wrong) throw new Error(`pages went wrong: ${report.reasons.join('; ')}`);
    return report.perSecond;
  };
  /** Has every page made once, a few at a time: what is measured is kept, whoever else uses the machine. */
  const fill = async () => {
    const languages = ['en-US,en;q=0.9', 'en-GB,en;q=0.9', 'ja-JP,ja;q=0.9,en;q=0.8'];
    for (const language of languages)
      for (let place = 1; place <= sizes.places; place++)
        await (await page(place, { 'accept-language': language, 'accept-encoding': 'br' })).arrayBuffer();
  };
  const make = async () => {
    const begun = performance.now();
    let html = '';
    for (let at = 0; at < made; at++) html = await (await page((at % sizes.places) + 1, { cookie })).text();
    if (!html.includes('"partner"')) throw new Error('a page that was not made for whoever is signed in');
    return (made / (performance.now() - begun)) * 1_000;
  };
  try {
    for (const side of ['with', 'without'] as const) {
      await show(side === 'with');
      await fill();
      await run(side, compilingSeconds, 0);
      await make();
    }
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        await show(side === 'with');
        rates[side].push(await run(side, seconds, 1));
        perSecond[side].push(await make());
      }
  } finally {
    await Promise.all([drivers.with.close(), drivers.without.close()]);
  }
  return [
    ratioOf(
      'page of a code with three sponsored cards, of the same without',
      rates.with,
      rates.without,
      target,
      'a second',
    ),
    ratioOf('the same made anew, for somebody signed in', perSecond.with, perSecond.without, madeTarget, 'a second'),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const [rounds = '5', seconds = '4'] = process.argv.slice(2);
  const product = await startProduct(benchEnvironment, []);
  const owner = await connectAsOwner(product.database);
  try {
    await loadGuide(owner);
    const measured = await measureSponsored(product, owner, Number(rounds), Number(seconds));
    console.log(measured.map(describe).join('\n'));
  } finally {
    await owner.end();
    await product.stop();
  }
}
