import type { Pixels } from '../level-light.ts';
import { equaliseModules } from './equalise-modules.ts';
import { type FinderPattern, findFinderPatterns } from './finder-patterns.ts';
import {
  type Corners,
  createMap,
  fitOf,
  guessCorners,
  improveCorners,
  type KnownPoints,
  type Tone,
} from './module-grid.ts';
import { readSymbol } from './read-symbol.ts';
import { clippedFrom, seeModules } from './see-modules.ts';
import { listFixedModules, sideOf, type Version, versions } from './symbol-layout.ts';

/** Patterns of one code are seen at about the same size. */
const mostUnlike = 1.4;
/** By how many modules the distance of two patterns may be misjudged. */
const sideSlack = 5;
/** A guess that fits worse is none: right ones begin at 0.8 and 0.25, smeared ones at 0.4; chance stays below 0.1. */
const leastFit = { agreement: 0.3, score: 0.2 };
const mostGuesses = 3;

/**
 * Reads a code of which a part is hidden, by a lamp that is mirrored in it, say, or that is smeared. Two of its finder
 * patterns are enough to find it, the error correction is told what is not seen, which it then repairs at half the cost,
 * and what is smeared is made out by what becomes of the modules that every code has.
 * @param levelled the same picture with its light levelled.
 */
export function readDamaged(image: Pixels, levelled: Pixels): string | null {
  const toneAt = createTone(image, levelled);
  const guesses = pairUp(findFinderPatterns(levelled))
    .flatMap(([one, other]) => guessCodes(one, other))
    .filter(({ corners }) => isInside(corners, image))
    .map((guess) => ({ ...guess, fit: fitOf(guess.corners, sideOf(guess.version), middlesOf(guess.version), toneAt) }))
    .filter(({ fit }) => fit.agreement >= leastFit.agreement && fit.score >= leastFit.score)
    .sort((one, other) => other.fit.score - one.fit.score);
  for (const { corners, module, version } of guesses.slice(0, mostGuesses)) {
    const side = sideOf(version);
    const improved = improveCorners(corners, module, (moved) => fitOf(moved, side, quartersOf(version), toneAt));
    const map = createMap(improved, side);
    const text =
      readSymbol(seeModules(image, map, side), version) ??
      readSymbol(equaliseModules(image, map, side, listFixedModules(version)), version);
    if (text !== null) return text;
  }
  return null;
}

function pairUp(patterns: FinderPattern[]): [FinderPattern, FinderPattern][] {
  return patterns.flatMap((one, index) =>
    patterns
      .slice(index + 1)
      .filter((other) => Math.max(one.module, other.module) < mostUnlike * Math.min(one.module, other.module))
      .map((other): [FinderPattern, FinderPattern] => [one, other]),
  );
}

/** What is cut off at the edge is for the next frame. */
function isInside(corners: Corners, { width, height }: Pixels): boolean {
  return corners.every((place, index) => place >= 0 && place < (index % 2 === 0 ? width : height));
}

function guessCodes(one: FinderPattern, other: FinderPattern) {
  const module = (one.module + other.module) / 2;
  return guessCorners(one, other).flatMap((corners) => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners;
    const span = Math.hypot(x1 - x0, y1 - y0) / module;
    return versions
      .filter((version) => Math.abs(sideOf(version) - 7 - span) < sideSlack)
      .map((version) => ({ corners, module, version }));
  });
}

/** What the levelled picture says, but for highlights: there, light and dark were the same to the camera. */
function createTone({ width, height, data }: Pixels, levelled: Pixels): Tone {
  return (x, y) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return 0;
    const byte = (y * width + x) * 4;
    if (data[byte + 1]! >= clippedFrom) return 0;
    return levelled.data[byte] === 0 ? 1 : -1;
  };
}

const middlesOf = knownPoints([[0, 0]]);
/** Points off the middle feel it when a module is missed by less than half. */
const quartersOf = knownPoints([-0.28, 0.28].flatMap((x) => [-0.28, 0.28].map((y): [number, number] => [x, y])));

/** The fixed modules' points at these offsets; worked out once for each version, since every picture asks for them. */
function knownPoints(offsets: [number, number][]): (version: Version) => KnownPoints {
  const kept = new Map<Version, KnownPoints>();
  return (version) => {
    let points = kept.get(version);
    if (!points) {
      points = Float64Array.from(
        listFixedModules(version).flatMap(({ column, row, isDark, weight }) =>
          offsets.flatMap(([x, y]) => [column + x, row + y, isDark ? weight : -weight]),
        ),
      );
      kept.set(version, points);
    }
    return points;
  };
}
