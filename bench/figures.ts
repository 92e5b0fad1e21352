import { join } from 'node:path';
import type pg from 'pg';
import { addDays, hawaiiDay } from '../contract/hawaii-time.ts';
import { type Asked, type Askers, ask, screensOf, signInAskers } from './figures/asked.ts';
import { fillUpToNow, fillYear, goOn, markDays } from './figures/fill-year.ts';
import { isFilled, markFilled } from './figures/kept.ts';
import { recountScreens } from './figures/recounted.ts';
import { type Measured, median } from './measured.ts';
import { benchEnvironment, connectAsOwner, type Product, startProduct } from './product.ts';

/** So many times fewer scans has the year that it is compared with. */
const hundredth = 100;
/** Of each request in each database, in turns; before that so many that do not count, until statements are planned and code is compiled. */
const asked = 20;
const unmeasured = 12;
const targetMs = 100;
/** A file may take so many times as long. */
const fileTimes = 10;
const targetRatio = 1.5;
/** What is answered sooner is compared with this: of so little most is the request itself. */
const leastMs = 5;

interface Side {
  owner: pg.Client;
  product: Product;
  askers: Askers;
  screens: Asked[];
}

/** So many of the days before today change, as bookings do that a platform tells of late, and are asked about before they are added up again. */
const changedDays = 30;

/**
 * Every screen's data over a generated year of so many scans and over one of a hundredth of them, asked in turns. What is told of the large
 * one is counted again from its rows.
 * @param keep a folder in which both stay, for another run on the same day
 */
export async function measureFigures(rounds: number, scans: number, keep?: string): Promise<Measured[]> {
  const opened: { product: Product; owner: pg.Client }[] = [];
  try {
    for (const size of [scans, scans / hundredth]) {
      const folder = keep && join(keep, String(size));
      const filled = folder && (await isFilled(folder));
      const product = await startProduct({ ...benchEnvironment, DEMO_DATA: 'guide' }, [], undefined, folder);
      const owner = await connectAsOwner(product.database);
      opened.push({ product, owner });
      if (!filled)
        await fillYear(product, owner, size, (what) =>
          console.error(`figures of ${size.toLocaleString('en-US')}: ${what}`),
        );
      if (folder) await markFilled(folder);
    }
    return await measureFilled(opened, scans, rounds * asked);
  } finally {
    for (const { product, owner } of opened) {
      await owner.end();
      await product.stop();
    }
  }
}

/** The same over two databases that are filled, the large one first. */
export async function measureFilled(
  opened: readonly { product: Product; owner: pg.Client }[],
  scans: number,
  times: number,
): Promise<Measured[]> {
  const longAgo = addDays(hawaiiDay(new Date()), -200);
  const sides: Side[] = [];
  for (const { product, owner } of opened) {
    await fillUpToNow(product, owner);
    const askers = await signInAskers(owner);
    sides.push({ owner, product, askers, screens: await screensOf(product, askers, longAgo) });
  }
  const [large] = sides;
  await recountScreens(large!.product, large!.askers, (what) => console.error(what));
  await askAll(sides, unmeasured);
  const told = await askAll(sides, times);
  console.error(told.map(lineOf).join('\n'));
  const changed = await askChanged(opened, sides);
  const year = `a year of ${scans.toLocaleString('en-US')} scans`;
  return [
    ...slowest(told, year, times),
    leastLike(told),
    ...slowest(changed, `${year} of which ${changedDays} days have changed and are not added up again`, asked),
  ];
}

/** The screens while days are marked as changed; they are counted again, too. Marks that a worker takes meanwhile are made anew. */
async function askChanged(
  opened: readonly { product: Product; owner: pg.Client }[],
  sides: readonly Side[],
): Promise<Told[]> {
  const mark = async () => {
    for (const { owner } of opened) await markDays(owner, changedDays);
  };
  await mark();
  const [large] = sides;
  await recountScreens(large!.product, large!.askers, (what) => console.error(`changed: ${what}`));
  const rounds: Told[][] = [];
  // Their plans are made by now; the first round reads what nobody has read before.
  for (let round = 0; round <= asked; round++) {
    await mark();
    rounds.push(await askAll(sides, 1));
  }
  const measured = rounds.slice(1);
  const told = measured[0]!.map(
    (of, at): Told => ({
      ...of,
      ms: [0, 1].map((which) => measured.map((round) => round[at]!.ms[which]![0]!)) as Told['ms'],
    }),
  );
  console.error(`changed:\n${told.map(lineOf).join('\n')}`);
  return told;
}

interface Told {
  name: string;
  isFile: boolean;
  /** Milliseconds of each answer, of the large database and of the small one. */
  ms: [number[], number[]];
}

async function askAll(sides: readonly Side[], times: number): Promise<Told[]> {
  const told = sides[0]!.screens.map(
    ({ name, role, isFile = false }): Told => ({ name: `${name} (${role})`, isFile, ms: [[], []] }),
  );
  for (let time = 0; time < times; time++) {
    for (const { owner } of sides) await goOn(owner);
    for (const [at, { ms }] of told.entries())
      for (const which of time % 2 ? [0, 1] : [1, 0]) {
        const { product, askers, screens } = sides[which]!;
        const began = performance.now();
        await ask(product, askers, screens[at]!);
        ms[which]!.push(performance.now() - began);
      }
  }
  return told;
}

const p95 = (ms: readonly number[]) => ms.toSorted((one, other) => one - other)[Math.floor(ms.length * 0.95)]!;
const ratioOf = ({ ms: [large, small] }: Told) => median(large) / Math.max(median(small), leastMs);

function lineOf(told: Told): string {
  const columns = told.ms.flatMap((ms) => [median(ms), p95(ms)]).map((ms) => ms.toFixed(1).padStart(7));
  return `${columns.join(' ')} ${ratioOf(told).toFixed(2)} ${told.name}`;
}

/** Of what screens are made of, and of files. */
function slowest(told: readonly Told[], year: string, times: number): Measured[] {
  const of = (some: readonly Told[], what: string, target: number): Measured => {
    const { name, ms } = some.toSorted((one, other) => p95(other.ms[0]) - p95(one.ms[0]))[0]!;
    return {
      name: `${some.length} ${what} over ${year}, p95 of ${times} of the slowest, \`${name}\``,
      ...{ unit: 'ms', figure: p95(ms[0]), target, atMost: true },
    };
  };
  return [
    of(
      told.filter(({ isFile }) => !isFile),
      'requests of screens with figures',
      targetMs,
    ),
    of(
      told.filter(({ isFile }) => isFile),
      'files of figures',
      fileTimes * targetMs,
    ),
  ];
}

function leastLike(told: readonly Told[]): Measured {
  const all = told.toSorted((one, other) => ratioOf(other) - ratioOf(one));
  const { name, ms } = all[0]!;
  return {
    name: `the same, of a year with a hundredth of that: medians of the one that differs most, \`${name}\`: ${median(ms[0]).toFixed(1)} against ${median(ms[1]).toFixed(1)} ms`,
    ...{
      unit: '',
      figure: ratioOf(all[0]!),
      spread: [ratioOf(all.at(-1)!), ratioOf(all[0]!)],
      target: targetRatio,
      atMost: true,
    },
  };
}
