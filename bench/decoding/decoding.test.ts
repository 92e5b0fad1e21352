import { describe, expect, it } from 'vitest';
import { type FrameKind, frameKinds, generateEmptyFrames, generateFrames } from './frames.ts';
import { listWays, readFrame } from './readers.ts';

/** Few frames each time; all of `bench/decoding/run.ts` with PROVE=1. */
const whole = process.env.PROVE === '1';
/** The few are chosen so that what cannot repair a code reads 6 of the 12 with glare. */
const seeds = whole ? { glare: 101, all: 101 } : { glare: 5, all: 2 };
const timeoutMs = 600_000;

const ways = await listWays(true);
const zxing = ways.at(-1)!;

describe('reading damaged frames as the scanner does', () => {
  const readAll = async (seed: number, kinds: readonly FrameKind[], perKind: number) => {
    let [read, all] = [0, 0];
    const wrong: string[] = [];
    for (const frame of generateFrames(seed, kinds, perKind)) {
      const text = await readFrame(frame.pixels, zxing);
      all++;
      if (text === frame.text) read++;
      else if (text !== null) wrong.push(text);
    }
    return { share: read / all, wrong };
  };

  it(
    'reads 20 of 24 frames with glare, and none wrongly',
    async () => {
      const { share, wrong } = await readAll(seeds.glare, ['glare'], whole ? 24 : 12);
      expect(wrong).toEqual([]);
      expect(share).toBeGreaterThanOrEqual(20 / 24);
    },
    timeoutMs,
  );

  it(
    'reads 96.5 % of the frames of all kinds, and none wrongly',
    async () => {
      const { share, wrong } = await readAll(seeds.all, frameKinds, whole ? 24 : 1);
      expect(wrong).toEqual([]);
      expect(share).toBeGreaterThanOrEqual(0.965);
    },
    timeoutMs,
  );

  it(
    'reads nothing where no code is',
    async () => {
      for (const pixels of generateEmptyFrames(seeds.all, whole ? 24 : 6))
        for (const way of ways) expect(await readFrame(pixels, way)).toBeNull();
    },
    timeoutMs,
  );
});
