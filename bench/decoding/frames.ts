import { codeAlphabet } from '../../contract/code-form.ts';
import { blur, coverWithLogo, glare, invert, lowerContrast, motion, noise, shadow } from './damage.ts';
import { createGrey, type GreyImage, type RgbaPixels, toRgba } from './grey-image.ts';
import { encodeModules, type Placement, placeCode } from './place-code.ts';
import { createRandom, type Random } from './random.ts';

export const framesPerKind = 24;
const width = 960;
const height = 720;

/** A camera frame with one code in it, and what the code says. */
export interface Frame {
  kind: FrameKind;
  text: string;
  pixels: RgbaPixels;
}

/** A code on its scene before any damage; what is not given is drawn. */
type Snap = (at?: Partial<Placement>, ecc?: 'medium' | 'high') => GreyImage;
type Recipe = (snap: Snap, random: Random) => GreyImage;

/** Each kind is drawn from a range, from what every reader manages to what few or none do. */
const kinds = {
  clean: (snap) => snap(),
  rotation: (snap, random) => snap({ turn: random.between(-Math.PI, Math.PI), side: random.between(140, 320) }),
  perspective: (snap, random) => snap(tilted(random, 0.45, 1.0)),
  blur: (snap, random) => blur(snap(), random.between(1.5, 4.2)),
  motion: (snap, random) => motion(snap(), random.between(4, 19), random.between(0, Math.PI)),
  'low contrast': (snap, random) => lowerContrast(snap(), random.between(0.032, 0.16), random.between(60, 190)),
  glare: (snap, random) => {
    const at = place(random);
    const spot = { x: at.x + offset(random, at.side * 0.55), y: at.y + offset(random, at.side * 0.55) };
    return glare(snap(at), spot, random.between(50, 140), random.between(0.6, 1.5));
  },
  small: (snap, random) => snap({ side: random.between(62, 115) }),
  logo: (snap, random) => {
    const at = place(random);
    return coverWithLogo(snap(at, 'high'), at, at.side * random.between(0.1, 0.24), random.between(40, 180));
  },
  inverted: (snap, random) => invert(snap({ turn: offset(random, 0.4) })),
  shadow: (snap, random) => shadow(snap(), shadowEdge(random), random.between(0.08, 0.45)),
  noise: (snap, random) => noise(snap(), random, random.between(15, 75), random.between(0, 0.04)),
  combination: (snap, random) => {
    const slanted = snap({ ...tilted(random, 0.2, 0.7), turn: offset(random, 0.5) });
    const blurred = random.chance(0.5)
      ? blur(slanted, random.between(0.8, 2.2))
      : motion(slanted, random.between(3, 8), random.between(0, Math.PI));
    const lit = random.chance(0.5) ? shadow(blurred, shadowEdge(random), random.between(0.25, 0.6)) : blurred;
    return noise(lowerContrast(lit, random.between(0.3, 0.9), random.between(90, 160)), random, random.between(3, 14));
  },
} satisfies Record<string, Recipe>;

export type FrameKind = keyof typeof kinds;

// Object.keys only promises strings.
export const frameKinds = Object.keys(kinds) as FrameKind[];

/**
 * One frame after the other, since all of them together fill a gigabyte. The same seed gives the same frames, whatever is
 * left out.
 */
export function* generateFrames(
  seed: number,
  only: readonly FrameKind[] = frameKinds,
  perKind = framesPerKind,
): Generator<Frame> {
  for (const kind of frameKinds) {
    if (!only.includes(kind)) continue;
    for (let index = 0; index < perKind; index++) yield generateFrame(seed, kind, index);
  }
}

/** One of them alone; `index` counts the frames of its kind from 0. */
export function generateFrame(seed: number, kind: FrameKind, index: number): Frame {
  const random = createRandom(seed * 100_003 + frameKinds.indexOf(kind) * 1009 + index);
  const text = locationLink(random);
  const snap: Snap = (at, ecc = 'medium') =>
    placeCode(drawScene(random), encodeModules(text, ecc), { ...place(random), ...at });
  // Every lens softens a little and every sensor adds some noise.
  const damaged = noise(blur(kinds[kind](snap, random), random.between(0.4, 0.8)), random, random.between(1, 2.5));
  return { kind, text, pixels: toRgba(damaged) };
}

/** As many scenes as a kind has, without any code: whatever is read there is wrong. */
export function* generateEmptyFrames(seed: number, count = framesPerKind): Generator<RgbaPixels> {
  for (let index = 0; index < count; index++) {
    const random = createRandom(seed * 100_003 + 99_000 + index);
    yield toRgba(noise(drawScene(random), random, random.between(1, 60)));
  }
}

function locationLink(random: Random): string {
  const code = Array.from({ length: 16 }, () => codeAlphabet[Math.floor(random.between(0, 32))]).join('');
  const id = Math.floor(random.between(1, 400));
  return `http://localhost:3000/location/${id}?qr=${code.replace(/(.{4})(?=.)/g, '$1-')}`;
}

/** People aim: the code is near the middle, upright, and fills a good part of the view. */
function place(random: Random): Placement {
  return {
    x: width / 2 + offset(random, 60),
    y: height / 2 + offset(random, 45),
    side: random.between(190, 340),
    turn: offset(random, 0.12),
    tiltX: offset(random, 0.1),
    tiltY: offset(random, 0.1),
  };
}

/** Seen from one side, by an angle between the two given. */
function tilted(random: Random, least: number, most: number): Pick<Placement, 'tiltX' | 'tiltY'> {
  const tilt = random.between(least, most) * random.pick([-1, 1]);
  return random.chance(0.5) ? { tiltX: tilt, tiltY: offset(random, 0.2) } : { tiltX: offset(random, 0.2), tiltY: tilt };
}

function offset(random: Random, most: number): number {
  return random.between(-most, most);
}

function shadowEdge(random: Random) {
  const at = place(random);
  return { x: at.x, y: at.y, direction: random.between(-Math.PI, Math.PI), softness: random.between(4, 90) };
}

/** A poster on a wall: uneven light, bars like lines of print, some boxes. Nothing that is a code. */
function drawScene(random: Random): GreyImage {
  const wall = random.between(90, 200);
  const [slopeX, slopeY] = [offset(random, 45), offset(random, 45)];
  const bars = Array.from({ length: 14 }, () => ({
    left: random.between(0, width - 80),
    top: random.between(0, height - 30),
    long: random.between(40, 260),
    tall: random.between(4, 26),
    grey: random.between(15, 240),
  }));
  return createGrey(width, height, (x, y) => {
    const bar = bars.find(({ left, top, long, tall }) => x >= left && x < left + long && y >= top && y < top + tall);
    return bar ? bar.grey : wall + (x / width - 0.5) * slopeX + (y / height - 0.5) * slopeY;
  });
}
