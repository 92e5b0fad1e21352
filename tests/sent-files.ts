import { crc32, deflateSync } from 'node:zlib';

const boundary = 'a-boundary-of-the-tests';

interface Part {
  content: Buffer | string;
  /** The field it is sent in. */
  field?: string;
  /** What the sender calls it; null: it is no file. */
  name?: string | null;
  type?: string;
}

const partOf = ({ content, field = 'file', name = 'a-file', type = 'application/octet-stream' }: Part) => [
  Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"`),
  Buffer.from(name === null ? '\r\n\r\n' : `; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`),
  Buffer.from(content as string),
  Buffer.from('\r\n'),
];

/** The body of a form and its headers, as a browser sends them. */
export const aFormOf = (...parts: Part[]) => ({
  body: Buffer.concat([...parts.flatMap(partOf), Buffer.from(`--${boundary}--\r\n`)]),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
});

/** A form with one file. */
export const aForm = (content: Buffer | string, given: Omit<Part, 'content'> = {}) => aFormOf({ content, ...given });

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** What a PNG says of itself, and what it holds: all of it as it is given, right or wrong. */
export interface PngParts {
  width: number;
  height: number;
  depth?: number;
  /** The kind of colour: 0 grey, 2 red-green-blue, 3 of a palette, 4 and 6 with opacity. */
  colour?: number;
  /** Rows as they are packed, each behind the number of its filter. */
  rows: Buffer;
  /** Between its head and its pixels. */
  chunks?: readonly (readonly [type: string, data: Buffer])[];
}

export function aPngOf({ width, height, depth = 8, colour = 0, rows, chunks = [] }: PngParts): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour], 8);
  const mark = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [['IHDR', head], ...chunks, ['IDAT', deflateSync(rows)], ['IEND', Buffer.alloc(0)]] as const;
  return Buffer.concat([mark, ...parts.map(([type, data]) => chunk(type, data))]);
}

/** A PNG that says it is of this size, in pixels; it holds a row of them at most. */
export const aPng = (width = 4, height = 1): Buffer =>
  aPngOf({ width, height, rows: Buffer.alloc(Math.min(width, 100) + 1) });
