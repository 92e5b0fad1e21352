import type { KitFormat, KitPaper } from '../../../contract/print-kit-forms.ts';

// All lengths are in millimetres, from the upper left corner of the page.

/** What is printed beyond an edge that is cut, so that no white shows where the knife strays. */
export const bleed = 3;
const markLength = 4;
/** Bleed and marks around a page that is as large as its paper. */
const slug = 10;
/** Between pieces: the bleed of both. */
const gap = 2 * bleed;

export interface Piece {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Stands on its head until it is folded. */
  isTurned?: boolean;
}

export interface Layout {
  width: number;
  height: number;
  /** What is left of the page once it is cut. */
  trim: Piece;
  /** Where it is cut: lines down and across. */
  cuts: { x: number[]; y: number[] };
  /** Across the page. */
  fold?: number;
  /** Holes and slits to be cut out, as circles. */
  holes: { x: number; y: number; radius: number }[];
  pieces: Piece[];
  /** From how far away its codes are read. */
  seenFrom: number;
}

const papers: Record<KitPaper, { width: number; height: number }> = {
  a4: { width: 210, height: 297 },
  a6: { width: 105, height: 148 },
  letter: { width: 215.9, height: 279.4 },
};

/** One card as large as the paper; the page is larger by its bleed and marks, as a print shop takes it. */
function whole(paper: KitPaper): Omit<Layout, 'pieces' | 'seenFrom'> {
  const { width, height } = papers[paper];
  return {
    width: width + 2 * slug,
    height: height + 2 * slug,
    trim: { x: slug, y: slug, width, height },
    cuts: { x: [slug, slug + width], y: [slug, slug + height] },
    holes: [],
  };
}

/** As many pieces as given, in the middle of a page that any printer takes. */
function grid(
  page: { width: number; height: number },
  { columns, rows, width, height }: { columns: number; rows: number; width: number; height: number },
): Omit<Layout, 'seenFrom'> {
  const starts = (count: number, side: number, length: number) => {
    const first = (length - count * side - (count - 1) * gap) / 2;
    return Array.from({ length: count }, (_, at) => first + at * (side + gap));
  };
  const [lefts, tops] = [starts(columns, width, page.width), starts(rows, height, page.height)];
  return {
    ...page,
    trim: { x: 0, y: 0, ...page },
    cuts: { x: lefts.flatMap((x) => [x, x + width]), y: tops.flatMap((y) => [y, y + height]) },
    holes: [],
    pieces: tops.flatMap((y) => lefts.map((x) => ({ x, y, width, height }))),
  };
}

/** A code alone is as large as its page. */
const alone = 100;

const layouts: Record<KitFormat, (paper: KitPaper) => Layout> = {
  'counter-card': (paper) => {
    const page = whole(paper);
    return { ...page, pieces: [page.trim], seenFrom: paper === 'a6' ? 500 : 1_000 };
  },
  'table-tent': (paper) => {
    const page = whole(paper);
    const { x, y, width, height } = page.trim;
    const half = height / 2;
    const pieces = [
      { x, y, width, height: half, isTurned: true },
      { x, y: y + half, width, height: half },
    ];
    return { ...page, fold: y + half, pieces, seenFrom: paper === 'a6' ? 350 : 700 };
  },
  'door-hanger': (paper) => {
    const { width, height } = papers[paper];
    const isSmall = paper === 'a6';
    const hanger = { width: 84, height: isSmall ? 134 : 196 };
    const page = isSmall
      ? grid({ width, height }, { columns: 1, rows: 1, ...hanger })
      : grid({ width: height, height: width }, { columns: 3, rows: 1, ...hanger });
    const hole = isSmall ? { down: 19, radius: 14 } : { down: 27, radius: 17 };
    const holes = page.pieces.map(({ x, y }) => ({ x: x + hanger.width / 2, y: y + hole.down, radius: hole.radius }));
    return { ...page, holes, seenFrom: 400 };
  },
  sticker: (paper) => {
    const count = paper === 'a6' ? { columns: 1, rows: 2 } : { columns: 3, rows: 4 };
    return { ...grid(papers[paper], { ...count, width: 60, height: 60 }), seenFrom: 250 };
  },
  code: () => {
    const page = { x: 0, y: 0, width: alone, height: alone };
    return { ...page, trim: page, cuts: { x: [], y: [] }, holes: [], pieces: [page], seenFrom: 800 };
  },
  rooms: (paper) => {
    const count = paper === 'a6' ? { columns: 1, rows: 2 } : { columns: 2, rows: 4 };
    return { ...grid(papers[paper], { ...count, width: 88, height: 60 }), seenFrom: 250 };
  },
};

/** Where everything of a format lies on a paper. */
export const layoutOf = (format: KitFormat, paper: KitPaper): Layout => layouts[format](paper);

interface Line {
  from: [number, number];
  to: [number, number];
}

/** Short lines outside of all bleed that say where to cut, and where to fold. */
export function marksOf({ cuts, fold, pieces }: Layout): { cut: Line[]; fold: Line[] } {
  const [left, right] = [Math.min(...cuts.x), Math.max(...cuts.x)];
  const [top, bottom] = [Math.min(...cuts.y), Math.max(...cuts.y)];
  const beside = (y: number): Line[] => [
    { from: [left - bleed - markLength, y], to: [left - bleed, y] },
    { from: [right + bleed, y], to: [right + bleed + markLength, y] },
  ];
  const above = (x: number): Line[] => [
    { from: [x, top - bleed - markLength], to: [x, top - bleed] },
    { from: [x, bottom + bleed], to: [x, bottom + bleed + markLength] },
  ];
  const cut = pieces.length === 0 ? [] : [...cuts.x.flatMap(above), ...cuts.y.flatMap(beside)];
  return { cut, fold: fold === undefined ? [] : beside(fold) };
}
