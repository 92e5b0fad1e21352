import type pg from 'pg';
import type { Answer } from '../contract/endpoint.ts';
import { hawaiiZone } from '../contract/hawaii-time.ts';
import type { getPerformance } from '../contract/partner-performance.ts';
import { rebuildRollups, rollUpClosedHours } from '../server/features/analytics/analytics.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { fillTable } from './fill-table.ts';
import { sizes } from './guide/load.ts';
import { type Measured, median, ratioOf } from './measured.ts';
import { partnerCookie } from './partner-cookie.ts';
import type { Product } from './product.ts';

const scansOfSmall = 10_000;
const days = 3 * 365;
const places = 5;
const codesPerPlace = 4;
const perStatement = 500_000;
const asked = 100;
/** What guests have seen with one scan: a list of experiences, of which they open one. */
const eventsOfScan = 10;
/** A day's scans of the places of somebody else. */
const scansOfOthers = 10_000;
const ranges = ['month', '1y', 'all'] as const;
type Range = (typeof ranges)[number];
type Performance = Answer<typeof getPerformance>;

interface Partner {
  cookie: string;
  /** Who owns the organisation. */
  id: string;
  /** The first of its codes and places, which have been made one after the other. */
  firstCode: number;
  firstPlace: number;
}

/** One with five places of four codes each. */
async function makePartner(owner: pg.Client, name: string): Promise<Partner> {
  const email = `${name}@performance.example`;
  const cookie = await partnerCookie(owner, email);
  const { rows } = await owner.query<{ id: string; organisation: string }>(
    'select u.id, o.id as organisation from users u join organisations o on o.owner_id = u.id where u.email = $1',
    [email],
  );
  const { id, organisation } = rows[0]!;
  const { rows: made } = await owner.query<{ id: number }>(
    `insert into locations (name, description, address, island, latitude, longitude, organisation_id)
       select $1 || ' ' || n, '', '', 'Oʻahu', 21.3, -157.8, $2 from generate_series(1, $3::int) n returning id`,
    [name, organisation, places],
  );
  const firstPlace = Math.min(...made.map((place) => place.id));
  const { rows: codes } = await owner.query<{ id: number }>(
    `insert into qr_codes (code, location_id)
       select upper(rpad($1, 4, '0')) || '-BENC-H000-' || lpad(n::text, 4, '0'), $2::int + n % $3::int
       from generate_series(0, $3::int * $4::int - 1) n returning id`,
    [name, firstPlace, places, codesPerPlace],
  );
  return { cookie, id, firstPlace, firstCode: Math.min(...codes.map((code) => code.id)) };
}

/** Scans over three years up to now, one in ten a repeat that does not count. */
async function writeScans(owner: pg.Client, partner: Partner, scans: number): Promise<void> {
  for (let done = 0; done < scans; done += perStatement)
    await owner.query(
      `insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, partner_id)
       select first.id + (n * 7919::bigint) % $5::int, $2::int + n % $4::int, $3::int + n % $6::int,
         now() - ($7::int - n) * ($8::int * interval '1 day' / $7::int), n % 10 > 0, 'camera', $1
       from generate_series($9::int, $10::int) n, (select min(id) as id from visits) first`,
      [
        partner.id,
        partner.firstCode,
        partner.firstPlace,
        places * codesPerPlace,
        sizes.visits,
        places,
        scans,
        days,
        done + 1,
        Math.min(scans, done + perStatement),
      ],
    );
}

/** What was seen of a partner's places in the last day, up to now, on which they were scanned so many times. */
async function writeEvents(owner: pg.Client, partner: Partner, scans: number): Promise<void> {
  await owner.query(
    `insert into events (received_at, event_type, audience, listing_id, data, partner_id, location_id)
     select now() - ($1::int - n) * (interval '1 day' / $1::int), case n % 10 when 0 then 'map_pin_clicked' else 'listing_impression' end,
       'visitor', first.id, '{}', $2, $3::int + n % $4::int
     from generate_series(1, $1::int) n, (select min(id) as id from listings) first`,
    [Math.round(scans * eventsOfScan), partner.id, partner.firstPlace, places],
  );
}

async function ask({ port }: Product, { cookie }: Partner, range: Range): Promise<Performance> {
  const reply = await fetch(`http://localhost:${port}/api/partner-portal/performance?range=${range}`, {
    headers: { cookie: `${cookie}; signed_in=1` },
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Performance;
}

/** @throws Error where what a partner is told differs from its rows, counted by day */
async function recount(product: Product, owner: pg.Client, partner: Partner): Promise<void> {
  const told = await ask(product, partner, 'all');
  const { rows } = await owner.query<{ day: string; scans: number }>(
    `select to_char(scanned_at at time zone '${hawaiiZone}', 'YYYY-MM-DD') as day, count(*)::float8 as scans
     from scans where partner_id = $1 and counted group by 1`,
    [partner.id],
  );
  const counted = new Map(rows.map(({ day, scans }) => [day, scans]));
  const wrong = told.days.filter(({ day, scans }) => scans !== (counted.get(day) ?? 0));
  const total = rows.reduce((so, { scans }) => so + scans, 0);
  if (wrong.length > 0 || told.total_scans !== total || total === 0)
    throw new Error(`${told.total_scans} scans are told, ${total} are there; other on ${wrong.length} days`);
}

/** Milliseconds below which 95 of a hundred answers took, one after the other, each partner in its turn. */
async function p95(product: Product, partners: readonly Partner[], range: Range): Promise<number[]> {
  const times = partners.map((): number[] => []);
  for (let turn = 0; turn < asked; turn++)
    for (const [at, partner] of partners.entries()) {
      const began = performance.now();
      await ask(product, partner, range);
      times[at]!.push(performance.now() - began);
    }
  return times.map((of) => of.sort((one, other) => one - other)[Math.floor(asked * 0.95)]!);
}

/** Performance for a partner with very many scans against one with ten thousand; what both are told is recounted from the rows. */
export async function measurePerformance(
  product: Product,
  owner: pg.Client,
  rounds: number,
  scans: number,
): Promise<Measured[]> {
  const [large, small] = [await makePartner(owner, 'many'), await makePartner(owner, 'few')];
  const other = await makePartner(owner, 'rest');
  await fillTable(
    owner,
    'scans',
    async () => {
      await writeScans(owner, large, scans);
      await writeScans(owner, small, scansOfSmall);
    },
    // They are rolled up below, all of them.
    ['scans_mark_hours'],
  );
  await writeEvents(owner, other, scansOfOthers);
  await writeEvents(owner, large, scans / days);
  await writeEvents(owner, small, scansOfSmall / days);
  await owner.query('vacuum (analyze) events');
  const { db, close } = openDatabase(product.database, { max: 1, statementSeconds: 600, onError: () => {} });
  const now = new Date();
  await rebuildRollups(db, new Date(now.getTime() - (days + 1) * 86_400_000), now);
  await rollUpClosedHours(db, now);
  await close();
  await owner.query('vacuum (analyze) rollups');
  for (const partner of [large, small]) await recount(product, owner, partner);
  const measured: Measured[] = [];
  for (const range of ranges) {
    await p95(product, [large, small], range);
    const [ours, yardstick]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const [ofLarge, ofSmall] = await p95(product, [large, small], range);
      ours.push(ofLarge!);
      yardstick.push(ofSmall!);
    }
    const name = `performance of ${scans.toLocaleString('en-US')} scans (${range}), p95, of one of ${scansOfSmall.toLocaleString('en-US')}`;
    const beside = `${name}: ${median(ours).toFixed(1)} against ${median(yardstick).toFixed(1)} ms`;
    const { beside: _, ...ratio } = ratioOf(name, ours, yardstick, 1.5, 'ms');
    measured.push({ ...ratio, name: beside, atMost: true });
  }
  return measured;
}
