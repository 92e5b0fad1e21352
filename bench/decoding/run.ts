import { parseArgs } from 'node:util';
import { frameKinds, framesPerKind, generateEmptyFrames, generateFrames } from './frames.ts';
import type { RgbaPixels } from './grey-image.ts';
import { drawArea, listWays, processorMs, type Way } from './readers.ts';

/**
 * Reads a reproducible set of damaged camera frames in every way and prints how many of each kind were read:
 * `node bench/decoding/run.ts [--seeds 101,202] [--ours]`. Exits with 1 if anything was read wrongly, or ours misses a
 * target. Seeds 1, 2, 3, 5 and 8 are for tuning and thus say too much; `--ours` leaves the bare engines out.
 */
const targetPercent = 96.5;
const targetGlare = 20;
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '101' }, ours: { type: 'boolean', default: false } },
});
const seeds = values.seeds.split(',').map(Number);
const results = (await listWays(values.ours)).map((way) => ({
  way,
  read: new Map<string, number>(),
  total: 0,
  wrong: 0,
  times: [] as number[],
  emptyTimes: [] as number[],
}));

for (const seed of seeds) {
  for (const { kind, text, pixels } of generateFrames(seed)) {
    for (const { result, found, milliseconds } of await readInAllWays(pixels)) {
      result.times.push(milliseconds);
      if (found === text) {
        result.total++;
        result.read.set(kind, (result.read.get(kind) ?? 0) + 1);
      } else if (found !== null) result.wrong++;
    }
  }
  for (const pixels of generateEmptyFrames(seed)) {
    for (const { result, found, milliseconds } of await readInAllWays(pixels)) {
      result.emptyTimes.push(milliseconds);
      if (found !== null) result.wrong++;
    }
  }
}

const perKind = framesPerKind * seeds.length;
const frames = frameKinds.length * perKind;
const percent = (total: number) => ((100 * total) / frames).toFixed(1);
const median = (times: number[]) => (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0).toFixed(1);
console.log(`${frames} frames and ${perKind} without a code, seeds ${seeds.join(', ')}; ${perKind} of each kind\n`);
const printRow = (head: string, cellOf: (result: (typeof results)[number]) => string | number) =>
  console.log([head.padEnd(13), ...results.map((result) => String(cellOf(result)).padStart(12))].join(' '));
printRow('', ({ way }) => way.name);
for (const kind of frameKinds) printRow(kind, ({ read }) => read.get(kind) ?? 0);
printRow('read, %', ({ total }) => percent(total));
printRow('read wrongly', ({ wrong }) => wrong);
printRow('median ms', ({ times }) => median(times));
printRow('without code', ({ emptyTimes }) => median(emptyTimes));

const ours = results.at(-1);
const missed = [
  results.some(({ wrong }) => wrong > 0) && 'something was read wrongly',
  Number(percent(ours?.total ?? 0)) < targetPercent && `less than ${targetPercent} % were read`,
  (ours?.read.get('glare') ?? 0) < targetGlare * seeds.length && `fewer than ${targetGlare} of 24 with glare were read`,
].filter((miss) => miss !== false);
if (missed.length > 0) console.error(`missed: ${missed.join('; ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function readInAllWays(pixels: RgbaPixels) {
  const drawn = { region: drawArea(pixels, 'region'), full: drawArea(pixels, 'full') };
  const readOne = async (way: Way) => {
    for (const area of way.areas) {
      const found = await way.read(drawn[area]);
      if (found !== null) return found;
    }
    return null;
  };
  const outcomes: { result: (typeof results)[number]; found: string | null; milliseconds: number }[] = [];
  for (const result of results) {
    const start = processorMs();
    const found = await readOne(result.way);
    outcomes.push({ result, found, milliseconds: processorMs() - start });
  }
  return outcomes;
}
