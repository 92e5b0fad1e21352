import type { Pixels } from '../level-light.ts';
import type { GridMap } from './module-grid.ts';

/** Brightness, 0 to 255, from which a camera shows everything alike; noise keeps it a little below the top. */
export const clippedFrom = 248;

/** What is seen of a code, row by row: 1 surely dark, -1 surely light, less where it is less sure, 0 where nothing is seen. */
export type Seen = Float32Array;

/** In modules to each side: what a module is compared with. */
const reach = 2;
/** In grey levels: less between the darkest and the lightest around is noise. */
const leastContrast = 12;
/** In grey levels: what is light among so much contrast is surely light. */
const fullContrast = 160;
/** How far below the lightest the threshold lies, as a share of the contrast. Where white is clipped, ink is lit as well. */
const thresholdShare = { usual: 0.5, clipped: 0.15 };

/** Tells dark modules from light ones by what is around each of them. */
export function seeModules(image: Pixels, map: GridMap, side: number): Seen {
  const greys = readGreys(image, map, side);
  return Float32Array.from(greys, (grey, index) => {
    const [column, row] = [index % side, Math.floor(index / side)];
    let [darkest, lightest] = [255, 0];
    for (let y = Math.max(0, row - reach); y <= Math.min(side - 1, row + reach); y++)
      for (let x = Math.max(0, column - reach); x <= Math.min(side - 1, column + reach); x++) {
        darkest = Math.min(darkest, greys[y * side + x]!);
        lightest = Math.max(lightest, greys[y * side + x]!);
      }
    const contrast = lightest - darkest;
    if (contrast < leastContrast) return 0;
    const threshold = lightest - contrast * thresholdShare[lightest >= clippedFrom ? 'clipped' : 'usual'];
    if (grey < threshold) return Math.min(1, (threshold - grey) / (contrast / 4));
    // Towards a highlight ink goes white: the paler the darkest around, the less a light module says.
    return -Math.min(1, contrast / fullContrast);
  });
}

/** Mean brightness about the middle of each module, row by row. */
function readGreys({ width, height, data }: Pixels, map: GridMap, side: number): Float32Array {
  const greys = new Float32Array(side * side);
  for (let index = 0; index < greys.length; index++) {
    let sum = 0;
    for (let point = 0; point < 9; point++) {
      const column = (index % side) + ((point % 3) - 1) * 0.2;
      const row = Math.floor(index / side) + (Math.floor(point / 3) - 1) * 0.2;
      const x = Math.min(width - 1, Math.max(0, Math.floor(map.x(column, row))));
      const y = Math.min(height - 1, Math.max(0, Math.floor(map.y(column, row))));
      // Green carries most of a colour's brightness.
      sum += data[(y * width + x) * 4 + 1]!;
    }
    greys[index] = sum / 9;
  }
  return greys;
}
