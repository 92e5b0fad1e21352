/** A cell of a table that is not told, and what is known of it all the same. */
export interface UntoldCell {
  /** Which row and which column, from 0. */
  row: number;
  column: number;
  figure: number;
  least: number;
  most: number;
}

interface Arc {
  to: number;
  by: number;
}

/**
 * The cells that follow from the others, where what each row and each column comes to is known. A figure can be another only where a ring
 * of cells can change with it: one up, the next of its column down, the next of that row up, and so on until both ends meet. The rows and
 * columns are the places of a map, a cell is a way from its row to its column where it can rise and back where it can fall; found in one
 * walk over all of them, however large the table is.
 */
export function findFixed<Cell extends UntoldCell>(cells: readonly Cell[]): Cell[] {
  const rows = cells.reduce((most, { row }) => Math.max(most, row + 1), 0);
  const ends = cells.map(({ row, column }) => [row, rows + column] as const);
  const places = ends.reduce((most, [, column]) => Math.max(most, column + 1), 0);
  const empty = () => Array.from({ length: places }, (): Arc[] => []);

  // A way and the way back through the same cell are two here, and one below.
  const ways = empty();
  for (const [at, { figure, least, most }] of cells.entries()) {
    const [row, column] = ends[at]!;
    if (figure < most) ways[row]!.push({ to: column, by: 2 * at });
    if (figure > least) ways[column]!.push({ to: row, by: 2 * at + 1 });
  }
  const reached = findRegions(ways);
  const within = empty();
  for (const [at, [row, column]] of ends.entries()) {
    if (reached[row] !== reached[column]) continue;
    within[row]!.push({ to: column, by: at });
    within[column]!.push({ to: row, by: at });
  }
  // Where all can be reached from all, a cell is on a ring unless it is the only bridge between two parts.
  const ringed = findRegions(within);
  return cells.filter((_, at) => ringed[ends[at]![0]] !== ringed[ends[at]![1]]);
}

/** Of each place, which region it is of: from all of one all others can be reached, not at once back by the way one came (Tarjan). */
function findRegions(ways: readonly (readonly Arc[])[]): Int32Array {
  const order = new Int32Array(ways.length).fill(-1);
  const lowest = new Int32Array(ways.length);
  const region = new Int32Array(ways.length).fill(-1);
  const open: number[] = [];
  let seen = 0;
  // As deep as there are rows and columns.
  const visit = (place: number, cameBy: number) => {
    order[place] = lowest[place] = seen++;
    open.push(place);
    for (const { to, by } of ways[place]!) {
      if (by === cameBy) continue;
      if (order[to] === -1) visit(to, by);
      if (region[to] === -1) lowest[place] = Math.min(lowest[place]!, lowest[to]!);
    }
    if (lowest[place] !== order[place]) return;
    for (let one = -1; one !== place; ) {
      one = open.pop()!;
      region[one] = place;
    }
  };
  for (const place of ways.keys()) if (order[place] === -1) visit(place, -1);
  return region;
}
