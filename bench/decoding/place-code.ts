import { encodeQR } from 'qr';
import { createGrey, type GreyImage } from './grey-image.ts';

export interface Placement {
  /** Centre of the code in the frame, in pixels. */
  x: number;
  y: number;
  /** Side of the code without its quiet zone, in pixels, seen straight on. */
  side: number;
  /** Turn in the picture's plane, and tilts away from it about the two axes, in radians. */
  turn: number;
  tiltX: number;
  tiltY: number;
}

/** Modules of white that a code needs around it. */
const quietZone = 4;

/** Samples per pixel and direction: without them, slanted edges would be jagged as no camera draws them. */
const samples = 3;

/** Dark modules of a code as printed: square, without its quiet zone. */
export function encodeModules(text: string, ecc: 'medium' | 'high'): boolean[][] {
  const framed = encodeQR(text, 'raw', { ecc, border: 1 });
  return framed.slice(1, -1).map((row) => row.slice(1, -1));
}

/** Prints a code, white quiet zone included, onto a scene as a camera at a distance of three code sides sees it. */
export function placeCode(scene: GreyImage, modules: boolean[][], at: Placement, ink = 20, paper = 235): GreyImage {
  const count = modules.length;
  const lens = createLens(at);
  const valueAt = (x: number, y: number, beneath: number) => {
    const column = Math.floor((lens.across(x, y) + 0.5) * count);
    const row = Math.floor((lens.down(x, y) + 0.5) * count);
    if (Math.min(column, row) < -quietZone || Math.max(column, row) >= count + quietZone) return beneath;
    return modules[row]?.[column] ? ink : paper;
  };
  const reach = at.side * 1.3;
  return createGrey(scene.width, scene.height, (x, y) => {
    const beneath = scene.data[y * scene.width + x]!;
    if (Math.abs(x - at.x) > reach || Math.abs(y - at.y) > reach) return beneath;
    let sum = 0;
    for (let sample = 0; sample < samples * samples; sample++) {
      const left = ((sample % samples) + 0.5) / samples - 0.5;
      const top = (Math.floor(sample / samples) + 0.5) / samples - 0.5;
      sum += valueAt(x + left, y + top, beneath);
    }
    return sum / (samples * samples);
  });
}

/** From a point of the frame to the point of the code seen there, in code sides from the code's centre. */
function createLens(at: Placement) {
  const distance = 3;
  const [sinX, cosX, sinY, cosY] = [Math.sin(at.tiltX), Math.cos(at.tiltX), Math.sin(at.tiltY), Math.cos(at.tiltY)];
  // The code's two sides in the camera's space: turned in the plane, tilted about x, then about y.
  const direction = (turn: number) => {
    const [x, y, z] = [Math.cos(turn), Math.sin(turn) * cosX, Math.sin(turn) * sinX];
    return { x: x * cosY + z * sinY, y, z: z * cosY - x * sinY };
  };
  const [u, v] = [direction(at.turn), direction(at.turn + Math.PI / 2)];
  // The ray through a point meets the code's plane where the ray's share of the plane's normal says.
  const normal = { x: u.y * v.z - u.z * v.y, y: u.z * v.x - u.x * v.z, z: u.x * v.y - u.y * v.x };
  const scale = at.side * distance;
  const along = (x: number, y: number, a: number, b: number) =>
    (distance * (x * a - y * b)) / (normal.x * x + normal.y * y + normal.z * scale);
  return {
    across: (x: number, y: number) => along(x - at.x, y - at.y, v.y, v.x),
    down: (x: number, y: number) => -along(x - at.x, y - at.y, u.y, u.x),
  };
}
