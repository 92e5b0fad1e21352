import { createGrey, type GreyImage, mapGrey, sampleGrey } from './grey-image.ts';
import type { Random } from './random.ts';

/** Out of focus: a Gaussian blur of the given deviation in pixels. */
export function blur(image: GreyImage, sigma: number): GreyImage {
  const reach = Math.ceil(sigma * 3);
  const bell = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma * sigma)),
  );
  const total = bell.reduce((sum, weight) => sum + weight, 0);
  const weights = bell.map((weight) => weight / total);
  return blurRows(blurRows(image, weights), weights);
}

/** Blurs along the rows and swaps rows and columns, so that doing it twice blurs both ways. */
function blurRows({ width, height, data }: GreyImage, weights: number[]): GreyImage {
  const reach = (weights.length - 1) / 2;
  return createGrey(height, width, (y, x) => {
    let sum = 0;
    for (let index = 0; index < weights.length; index++) {
      const column = Math.min(width - 1, Math.max(0, x + index - reach));
      sum += weights[index]! * data[y * width + column]!;
    }
    return sum;
  });
}

/** The hand moved during the exposure: a straight smear of the given length in pixels. */
export function motion(image: GreyImage, length: number, direction: number): GreyImage {
  const [reachX, reachY] = [(Math.cos(direction) * length) / 2, (Math.sin(direction) * length) / 2];
  const steps = Math.ceil(length);
  return createGrey(image.width, image.height, (x, y) => {
    let sum = 0;
    for (let step = 0; step <= steps; step++) {
      const along = (step / steps) * 2 - 1;
      sum += sampleGrey(image, x + along * reachX, y + along * reachY);
    }
    return sum / (steps + 1);
  });
}

/** Squeezes all brightness around a level: dusk, haze, faded print. `share` 1 changes nothing. */
export function lowerContrast(image: GreyImage, share: number, level: number): GreyImage {
  return mapGrey(image, (value) => level + (value - 128) * share);
}

/** A lamp mirrored in the glass: a soft white spot that saturates in its middle. */
export function glare(image: GreyImage, at: { x: number; y: number }, radius: number, strength: number): GreyImage {
  return mapGrey(image, (value, x, y) => {
    const distance = Math.hypot(x - at.x, y - at.y) / radius;
    return Math.min(255, value + strength * 255 * Math.exp(-distance * distance));
  });
}

/** The shadow of a hand or a palm: a straight edge, softened over some pixels, that darkens one side. */
export function shadow(
  image: GreyImage,
  edge: { x: number; y: number; direction: number; softness: number },
  share: number,
): GreyImage {
  const [normalX, normalY] = [Math.cos(edge.direction), Math.sin(edge.direction)];
  return mapGrey(image, (value, x, y) => {
    const side = ((x - edge.x) * normalX + (y - edge.y) * normalY) / edge.softness;
    return value * (1 - (1 - share) / (1 + Math.exp(-4 * side)));
  });
}

/** A picture pasted over a part of the code, white rim and grey heart. */
export function coverWithLogo(
  image: GreyImage,
  at: { x: number; y: number },
  radius: number,
  heart: number,
): GreyImage {
  return mapGrey(image, (value, x, y) => {
    const distance = Math.hypot(x - at.x, y - at.y) / radius;
    if (distance > 1) return value;
    return distance > 0.85 ? 245 : heart;
  });
}

export function invert(image: GreyImage): GreyImage {
  return mapGrey(image, (value) => 255 - value);
}

/** What a small sensor adds in poor light, in grey levels, with a few dead or burning pixels. */
export function noise(image: GreyImage, random: Random, deviation: number, burning = 0): GreyImage {
  return mapGrey(image, (value) =>
    random.chance(burning) ? random.pick([0, 255]) : Math.min(255, Math.max(0, value + random.normal() * deviation)),
  );
}
