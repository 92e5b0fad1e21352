import { setImmediate } from 'node:timers/promises';
import { pointsPerMm } from '../../platform/pdf/set-type.ts';
import { type Picture, readQr } from '../../platform/read-qr.ts';
import type { DrawnKit } from './draw-kit.ts';
import { type PageShapes, readPages, type Shape } from './page-shapes.ts';
import type { DrawnCode } from './sheet.ts';
import { pixelsPerMm } from './symbol.ts';

/** Each row of pixels is painted in so many; across, edges are exact. */
const rowsPerPixel = 3;
/** Around a code a camera sees what is printed beside it, in parts of its side. */
const surroundings = 0.15;

/**
 * Reads each code of a kit from the bytes of its file, as large as a camera sees it from where it hangs.
 * @param urlOf what the codes of a page are to say
 * @throws Error where one is not read, or says something else: such a file is given to nobody
 */
export async function requireReadable(
  { bytes, codes, layout }: Pick<DrawnKit, 'bytes' | 'codes' | 'layout'>,
  urlOf: (page: number) => string,
): Promise<void> {
  const byPage = Map.groupBy(codes, ({ page }) => page);
  let [page, count] = [0, 0];
  for await (const shapes of readPages(bytes)) {
    for (const code of byPage.get(page) ?? []) {
      await setImmediate();
      const text = await readQr(photograph(shapes, areaOf(code), pixelsPerMm(layout.seenFrom)));
      count += 1;
      if (text !== urlOf(page)) throw new Error(`code ${count} of the print kit is read as ${text ?? 'nothing'}`);
    }
    page += 1;
  }
  if (count !== codes.length) throw new Error(`the print kit has ${count} codes of ${codes.length}`);
}

/** A code with what is printed around it. */
function areaOf({ x, y, side }: Pick<DrawnCode, 'x' | 'y' | 'side'>) {
  const around = side * surroundings;
  return { x: x - around, y: y - around, side: side + 2 * around };
}

/** A square of a page, as a camera sees it with so many pixels of a millimetre. @param area in millimetres */
export function photograph(page: PageShapes, area: { x: number; y: number; side: number }, density: number): Picture {
  const side = Math.round(area.side * density);
  const scale = density / pointsPerMm;
  const light = new Float32Array(side * side).fill(1);
  const view = { x: area.x * pointsPerMm, y: area.y * pointsPerMm, side: area.side * pointsPerMm };
  for (const shape of page.shapes) if (isWithin(shape.box, view)) paint(light, side, shape, { ...view, scale });
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [at, value] of light.entries()) data.fill(Math.round(value * 255), at * 4, at * 4 + 3);
  return { width: side, height: side, data };
}

const isWithin = ({ left, top, right, bottom }: Shape['box'], view: { x: number; y: number; side: number }) =>
  right > view.x && left < view.x + view.side && bottom > view.y && top < view.y + view.side;

/** Where outlines of a shape cross a line across, and which way. */
interface Crossing {
  x: number;
  turn: number;
}

function paint(
  light: Float32Array,
  side: number,
  { outlines, grey }: Shape,
  view: { x: number; y: number; scale: number },
): void {
  const placed = outlines.map((outline) =>
    outline.map((value, at) => (value - (at % 2 ? view.y : view.x)) * view.scale),
  );
  const lines = Array.from({ length: side * rowsPerPixel }, (): Crossing[] => []);
  for (const outline of placed) cross(outline, lines);
  const covered = new Float32Array(side);
  for (let row = 0; row < side; row++) {
    const own = lines.slice(row * rowsPerPixel, (row + 1) * rowsPerPixel);
    if (own.every((line) => line.length === 0)) continue;
    covered.fill(0);
    for (const line of own) cover(covered, line);
    for (let x = 0; x < side; x++) {
      const part = Math.min(1, covered[x]!);
      if (part > 0) light[row * side + x] = light[row * side + x]! * (1 - part) + grey * part;
    }
  }
}

function cross(outline: readonly number[], lines: Crossing[][]): void {
  for (let at = 0; at < outline.length; at += 2) {
    const next = (at + 2) % outline.length;
    const [x, y, toX, toY] = [outline[at]!, outline[at + 1]!, outline[next]!, outline[next + 1]!];
    if (y === toY) continue;
    const turn = toY > y ? 1 : -1;
    const first = Math.max(0, Math.ceil(Math.min(y, toY) * rowsPerPixel - 0.5));
    const last = Math.min(lines.length - 1, Math.ceil(Math.max(y, toY) * rowsPerPixel - 0.5) - 1);
    for (let line = first; line <= last; line++) {
      const height = (line + 0.5) / rowsPerPixel;
      lines[line]!.push({ x: x + ((height - y) / (toY - y)) * (toX - x), turn });
    }
  }
}

/** Adds what a line is inside of, pixel by pixel. */
function cover(covered: Float32Array, line: Crossing[]): void {
  line.sort((one, other) => one.x - other.x);
  let inside = 0;
  line.forEach(({ x, turn }, at) => {
    inside += turn;
    if (inside !== 0) span(covered, Math.max(0, x), Math.min(covered.length, line[at + 1]!.x));
  });
}

function span(covered: Float32Array, from: number, to: number): void {
  for (let x = Math.floor(from); x < to; x++) {
    const width = Math.min(to, x + 1) - Math.max(from, x);
    covered[x] = covered[x]! + width / rowsPerPixel;
  }
}
