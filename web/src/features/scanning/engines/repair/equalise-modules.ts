import type { Pixels } from '../level-light.ts';
import type { GridMap } from './module-grid.ts';
import type { Seen } from './see-modules.ts';
import type { FixedModule } from './symbol-layout.ts';

/** Points to each side of a module's middle, half a module apart, of which its tone is made up. */
const reach = 3;
const spacing = 0.5;
/** Modules to each side that say how bright it is there. */
const meanReach = 3;
/** A constant among the points' values, in grey levels. */
const constant = 8;
/** Keeps the weights small where the fixed modules say little; a share of the mean square of what is seen. */
const ridge = 0.004;

/**
 * Tells dark modules from light ones in a picture that is smeared or out of focus: learns from the modules that every
 * code has by which weights of the points around it a module is given back, and applies them to all.
 */
export function equaliseModules(image: Pixels, map: GridMap, side: number, fixed: readonly FixedModule[]): Seen {
  const look = createLook(image, map);
  const count = (2 * reach + 1) ** 2 + 1;
  // Least squares: a row of coefficients and the right side for each weight.
  const rows = Array.from({ length: count }, () => new Float64Array(count + 1));
  for (const { column, row, isDark } of fixed) {
    const values = look(column, row);
    rows.forEach((line, at) => {
      const value = values[at]!;
      for (let other = 0; other < count; other++) line[other] = line[other]! + value * values[other]!;
      line[count] = line[count]! + (isDark ? value : -value);
    });
  }
  const trace = rows.reduce((sum, line, at) => sum + line[at]!, 0);
  rows.forEach((line, at) => {
    line[at] = line[at]! + (ridge * trace) / count;
  });
  const weights = solve(rows);
  return Float32Array.from({ length: side * side }, (_, index) => {
    const values = look(index % side, Math.floor(index / side));
    const tone = weights.reduce((sum, weight, at) => sum + weight * values[at]!, 0);
    return Math.max(-1, Math.min(1, tone));
  });
}

/** The points around a module, less the mean brightness there, and a constant; the same array each time. */
function createLook({ width, height, data }: Pixels, map: GridMap) {
  const greyAt = (column: number, row: number) => {
    const x = Math.min(width - 1, Math.max(0, Math.floor(map.x(column, row))));
    const y = Math.min(height - 1, Math.max(0, Math.floor(map.y(column, row))));
    return data[(y * width + x) * 4 + 1]!;
  };
  const values = new Float64Array((2 * reach + 1) ** 2 + 1).fill(constant);
  return (column: number, row: number) => {
    let mean = 0;
    for (let y = -meanReach; y <= meanReach; y++)
      for (let x = -meanReach; x <= meanReach; x++) mean += greyAt(column + x, row + y);
    mean /= (2 * meanReach + 1) ** 2;
    let at = 0;
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) values[at++] = greyAt(column + x * spacing, row + y * spacing) - mean;
    return values;
  };
}

/** Solves linear equations, each given as its coefficients and right side; the matrix must be positive definite. */
function solve(rows: Float64Array[]): Float64Array {
  const count = rows.length;
  rows.forEach((pivot, at) => {
    for (const row of rows) {
      if (row === pivot) continue;
      const share = row[at]! / pivot[at]!;
      for (let column = at; column <= count; column++) row[column] = row[column]! - share * pivot[column]!;
    }
  });
  return Float64Array.from(rows, (row, at) => row[count]! / row[at]!);
}
