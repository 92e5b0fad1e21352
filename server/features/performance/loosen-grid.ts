import { fewestTold, type Told } from '../../../contract/portal-states.ts';
import { findFixed, type UntoldCell } from './fixed-cells.ts';

type Place = Pick<UntoldCell, 'row' | 'column'>;

/**
 * Sees to it that no figure that is not told follows from all the lines of a table together, where each by itself hides it. There the words
 * of its lines say less; where it still follows, three more are not told, so that the four can change against each other. What the sums
 * of the lines say by themselves is left, and that there was nothing.
 * @param told changed where it has to be
 */
export function loosenGrid(figures: readonly (readonly number[])[], told: Told[][]): void {
  const follow = () => findFixed(untoldOf(figures, told)).filter(({ figure }) => figure > 0);
  const following = follow();
  if (following.length === 0) return;
  const anyway = new Set(followingAnyway(figures).map(nameOf));
  const isOurs = (cell: Place) => !anyway.has(nameOf(cell));
  sayLess(told, following.filter(isOurs));
  // Nothing that is told less makes another figure follow: one look is enough.
  const loose = new Set<string>();
  for (const cell of follow().filter(isOurs)) {
    if (loose.has(nameOf(cell))) continue;
    const ring = findRing(figures, told, cell);
    for (const one of ring) {
      told[one.row]![one.column] = 'withheld';
      loose.add(nameOf(one));
    }
    sayLess(told, ring);
  }
}

/** What the sums of the lines say by themselves, as those of a single row do. */
function followingAnyway(figures: readonly (readonly number[])[]): UntoldCell[] {
  return findFixed(
    figures.flatMap((line, row) => line.map((figure, column) => ({ row, column, figure, least: 0, most: Infinity }))),
  );
}

const nameOf = ({ row, column }: Place) => `${row} ${column}`;

/** In the lines of these cells all that is not told has the word which says least. */
function sayLess(told: Told[][], cells: readonly Place[]): void {
  const clear = (row: Told[], column: number) => {
    if (row[column] === 'few') row[column] = 'withheld';
  };
  for (const at of new Set(cells.map(({ row }) => row))) for (const day of told[at]!.keys()) clear(told[at]!, day);
  for (const day of new Set(cells.map(({ column }) => column))) for (const row of told) clear(row, day);
}

/** What is not told, with what its word allows to whoever knows how the words are chosen, or more narrowly. */
function untoldOf(figures: readonly (readonly number[])[], told: readonly (readonly Told[])[]): UntoldCell[] {
  const isFew = (one: Told) => one === 'few';
  const rowsOfFew = told.map((row) => row.some(isFew));
  const columnsOfFew = (told[0] ?? []).map((_, column) => told.some((row) => isFew(row[column]!)));
  const boundsOf = (one: Told, { row, column, figure }: Place & { figure: number }) => {
    // Few visits may do much.
    if (isFew(one)) return { least: Math.min(1, figure), most: figure < fewestTold ? fewestTold - 1 : Infinity };
    // A word that says less stands in a whole line.
    const isMany = figure >= fewestTold && rowsOfFew[row] && columnsOfFew[column];
    return { least: isMany ? fewestTold : 0, most: Infinity };
  };
  return told.flatMap((line, row) =>
    line.flatMap((one, column) => {
      const cell = { row, column, figure: figures[row]![column]! };
      return typeof one === 'number' ? [] : [{ ...cell, ...boundsOf(one, cell) }];
    }),
  );
}

/**
 * The corners of a rectangle with a cell of which two that face each other can fall, and the others rise: the one with the fewest told
 * figures, and of those the smallest. There is one unless all else is in one line.
 */
function findRing(figures: readonly (readonly number[])[], told: readonly (readonly Told[])[], cell: UntoldCell) {
  const lossOf = (row: number, column: number) => {
    const one = told[row]![column]!;
    return typeof one === 'number' ? 1e9 + one : 0;
  };
  let [least, ring]: [number, Place[]] = [Infinity, []];
  for (const [row, line] of figures.entries()) {
    if (row === cell.row) continue;
    for (const [column, facing] of line.entries()) {
      const canFall = facing > 0 || (figures[cell.row]![column]! > 0 && line[cell.column]! > 0);
      if (column === cell.column || !canFall) continue;
      const loss = lossOf(row, column) + lossOf(row, cell.column) + lossOf(cell.row, column);
      if (loss >= least) continue;
      least = loss;
      ring = [cell, { row, column }, { row, column: cell.column }, { row: cell.row, column }];
    }
  }
  return ring;
}
