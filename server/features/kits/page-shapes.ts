import { setImmediate } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';

/** What a page paints, one after another, in points from its upper left corner. Letters are left out. */
export interface Shape {
  /** Closed outlines, without curves: x and y in turn. */
  outlines: number[][];
  /** 0 is black, 1 is white. */
  grey: number;
  /** What it all lies within. */
  box: { left: number; top: number; right: number; bottom: number };
}

export interface PageShapes {
  /** In points. */
  width: number;
  height: number;
  shapes: Shape[];
}

type Matrix = readonly [number, number, number, number, number, number];
const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

/** Of a picture it is not known what it shows; half of black is nearest to all. */
const pictureGrey = 0.5;

/**
 * Reads from the bytes of a PDF of ours what its pages paint: filled outlines and pictures, as whoever prints it would paint them. Lets
 * other work go on between two pages.
 * @throws Error where it is not as pdfkit writes it
 */
export async function* readPages(bytes: Uint8Array): AsyncGenerator<PageShapes> {
  const file = Buffer.from(bytes);
  const objects = readObjects(file);
  for (const { head } of pagesOf(file, objects)) {
    await setImmediate();
    const box = head.match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/);
    const contents = head.match(/\/Contents (\d+) 0 R/);
    const stream = contents && objects.get(Number(contents[1]))?.stream;
    if (!box || !stream) throw new Error('a page of the PDF has no contents');
    const [width, height] = [Number(box[1]), Number(box[2])];
    yield { width, height, shapes: runContents(stream().toString('latin1'), [1, 0, 0, -1, 0, height]) };
  }
}

interface PdfObject {
  head: string;
  /** What it holds, unpacked when it is asked for. */
  stream?: () => Buffer;
}

/** In their order, from the trailer down: the title, which is a place's name, may look like anything. */
function pagesOf(file: Buffer, objects: ReadonlyMap<number, PdfObject>): PdfObject[] {
  const follow = (text: string, name: string) => {
    const [, list = ''] = text.match(new RegExp(`/${name} \\[?((?:\\d+ 0 R ?)+)`)) ?? [];
    return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => objects.get(Number(id))!);
  };
  const [catalog] = follow(file.toString('latin1', file.lastIndexOf('\ntrailer\n')), 'Root');
  const [tree] = follow(catalog?.head ?? '', 'Pages');
  const pages = follow(tree?.head ?? '', 'Kids');
  if (pages.length === 0) throw new Error('the PDF has no pages');
  return pages;
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const text = file.toString('latin1');
  const begins = /(?:^|\n)(\d+) 0 obj\n/g;
  for (let found = begins.exec(text); found; found = begins.exec(text)) {
    const from = begins.lastIndex;
    const end = text.indexOf('endobj', from);
    const body = text.slice(from, end);
    const at = body.search(/\bstream\r?\n/);
    if (at < 0) {
      objects.set(Number(found[1]), { head: body });
      continue;
    }
    const head = body.slice(0, at);
    const first = from + at + body.slice(at).indexOf('\n') + 1;
    const length = Number(head.match(/\/Length (\d+)/)?.[1]);
    const packed = file.subarray(first, first + length);
    const isText = /\/FlateDecode/.test(head) && !/\/Subtype \/Image|\/Length1|\/Subtype \/CIDFont/.test(head);
    objects.set(Number(found[1]), { head, ...(isText && { stream: () => inflateSync(packed) }) });
    begins.lastIndex = first + length;
  }
  return objects;
}

const tokens = /\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s/<>[\]()]*|[-+.\w'"*]+/g;

/** Runs the operators of a page. Clipping is left aside: it only takes away. */
function runContents(contents: string, toPage: Matrix): Shape[] {
  const shapes: Shape[] = [];
  let [matrix, grey] = [toPage, 0];
  const kept: [Matrix, number][] = [];
  let outlines: number[][] = [];
  let operands: number[] = [];
  const place = (x: number, y: number): [number, number] => [
    matrix[0] * x + matrix[2] * y + matrix[4],
    matrix[1] * x + matrix[3] * y + matrix[5],
  ];
  const lineTo = (x: number, y: number) => outlines.at(-1)?.push(...place(x, y));
  const curveTo = (ax: number, ay: number, bx: number, by: number, x: number, y: number) => {
    const [fromX, fromY] = outlines.at(-1)!.slice(-2) as [number, number];
    const [[a1, a2], [b1, b2], [c1, c2]] = [place(ax, ay), place(bx, by), place(x, y)];
    for (let part = 1; part <= 8; part++) {
      const [t, u] = [part / 8, 1 - part / 8];
      const at = (p: number, q: number, r: number, s: number) =>
        u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
      outlines.at(-1)!.push(at(fromX, a1, b1, c1), at(fromY, a2, b2, c2));
    }
  };
  const rectangle = (x: number, y: number, w: number, h: number) =>
    outlines.push([...place(x, y), ...place(x + w, y), ...place(x + w, y + h), ...place(x, y + h)]);
  const paint = (shade: number) => {
    if (outlines.length) shapes.push({ outlines, grey: shade, box: boxOf(outlines) });
    outlines = [];
  };
  const operators: Record<string, (...given: number[]) => unknown> = {
    q: () => kept.push([matrix, grey]),
    Q: () => {
      [matrix, grey] = kept.pop() ?? [matrix, grey];
    },
    cm: (...m) => {
      matrix = times(m as unknown as Matrix, matrix);
    },
    m: (x, y) => outlines.push([...place(x!, y!)]),
    l: (x, y) => lineTo(x!, y!),
    c: (...p) => curveTo(...(p as [number, number, number, number, number, number])),
    re: (x, y, w, h) => rectangle(x!, y!, w!, h!),
    f: () => paint(grey),
    'f*': () => paint(grey),
    B: () => paint(grey),
    S: () => {
      outlines = [];
    },
    n: () => {
      outlines = [];
    },
    scn: (...colour) => {
      grey = lightness(colour);
    },
    Do: () => {
      rectangle(0, 0, 1, 1);
      paint(pictureGrey);
    },
  };
  for (const [token] of contents.matchAll(tokens)) {
    const number = Number(token);
    if (!Number.isNaN(number)) operands.push(number);
    else if (!/^[[\]/(<]/.test(token)) {
      operators[token]?.(...operands);
      operands = [];
    }
  }
  return shapes;
}

export function boxOf(outlines: readonly (readonly number[])[]): Shape['box'] {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const outline of outlines) {
    for (let at = 0; at < outline.length; at += 2) {
      const [x, y] = [outline[at]!, outline[at + 1]!];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return box;
}

/** As an eye weighs red, green and blue. */
const lightness = ([red = 0, green = red, blue = red]: number[]) => 0.3 * red + 0.59 * green + 0.11 * blue;
