import { parseArgs } from 'node:util';
import { frameKinds, framesPerKind, generateEmptyFrames, generateFrames } from './frames.ts';
import type { RgbaPixels } from './grey-image.ts';
import { drawArea, listWays, type Way } from './readers.ts';

/**
 * Reads a reproducible set of damaged camera frames in every way and prints how many of each kind were read:
 * `node bench/decoding/run.ts [--seed 1]`. Exits with 1 if anything was read wrongly, or ours misses its target.
 */
const targetPercent = 92;
const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const seed = Number(values.seed);
const ways = await listWays();
const results = ways.map((way) => ({
  way,
  read: new Map<string, number>(),
  total: 0,
  wrong: 0,
  times: [] as number[],
}));

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
  for (const { result, found } of await readInAllWays(pixels)) if (found !== null) result.wrong++;
}

const frames = frameKinds.length * framesPerKind;
const percent = (total: number) => ((100 * total) / frames).toFixed(1);
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
console.log(`${frames} frames and ${framesPerKind} without a code, seed ${seed}; ${framesPerKind} of each kind\n`);
printRow(
  '',
  results.map(({ way }) => way.name),
);
for (const kind of frameKinds)
  printRow(
    kind,
    results.map(({ read }) => read.get(kind) ?? 0),
  );
printRow(
  'read, %',
  results.map(({ total }) => percent(total)),
);
printRow(
  'read wrongly',
  results.map(({ wrong }) => wrong),
);
printRow(
  'median ms',
  results.map(({ times }) => median(times).toFixed(1)),
);

const ours = results.at(-1);
const isGood = results.every(({ wrong }) => wrong === 0) && Number(percent(ours?.total ?? 0)) >= targetPercent;
process.exitCode = isGood ? 0 : 1;

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
    const start = performance.now();
    const found = await readOne(result.way);
    outcomes.push({ result, found, milliseconds: performance.now() - start });
  }
  return outcomes;
}

function printRow(head: string, cells: (string | number)[]): void {
  console.log([head.padEnd(13), ...cells.map((cell) => String(cell).padStart(12))].join(' '));
}
