/** Just enough of the TrueType container to read metrics and to give a character the glyph of another. */

interface Table {
  tag: string;
  bytes: Buffer;
}

export interface FontMetrics {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  lineGap: number;
  /** Width of a sample of text divided by its number of characters, without kerning. */
  averageWidth: number;
}

/** Metrics of an uncompressed TrueType font, in font units; the average width is that of `sample`. */
export function readMetrics(font: Buffer, sample: string): FontMetrics {
  const tables = readTables(font);
  const [head, hhea, hmtx] = ['head', 'hhea', 'hmtx'].map((tag) => tableOf(tables, tag));
  const glyphs = readCharacters(tableOf(tables, 'cmap'));
  const lastAdvance = hhea!.readUInt16BE(34) - 1;
  const widthOf = (glyph: number) => hmtx!.readUInt16BE(4 * Math.min(glyph, lastAdvance));
  const widths = [...sample].map((character) => widthOf(glyphs.get(character.codePointAt(0) ?? 0) ?? 0));
  return {
    unitsPerEm: head!.readUInt16BE(18),
    ascent: hhea!.readInt16BE(4),
    descent: hhea!.readInt16BE(6),
    lineGap: hhea!.readInt16BE(8),
    averageWidth: widths.reduce((sum, width) => sum + width, 0) / widths.length,
  };
}

/** Characters of the text for which the font has no glyph. */
export function missingCharacters(font: Buffer, characters: string): string[] {
  const glyphs = readCharacters(tableOf(readTables(font), 'cmap'));
  return [...characters].filter((character) => !glyphs.has(character.codePointAt(0) ?? 0));
}

/** The same font, in which `character` is drawn with the glyph of `twin`. */
export function withTwinCharacter(font: Buffer, character: string, twin: string): Buffer {
  const tables = readTables(font);
  const glyphs = readCharacters(tableOf(tables, 'cmap'));
  const glyph = glyphs.get(twin.codePointAt(0) ?? 0);
  if (glyph === undefined) throw new Error(`The font has no glyph for ${twin}`);
  glyphs.set(character.codePointAt(0) ?? 0, glyph);
  const bytes = writeCharacters(glyphs);
  return writeTables(
    font.readUInt32BE(0),
    tables.map((table) => (table.tag === 'cmap' ? { tag: 'cmap', bytes } : table)),
  );
}

function readTables(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + 16 * index;
    const start = font.readUInt32BE(entry + 8);
    return {
      tag: font.toString('latin1', entry, entry + 4),
      bytes: font.subarray(start, start + font.readUInt32BE(entry + 12)),
    };
  });
}

function tableOf(tables: Table[], tag: string): Buffer {
  const table = tables.find((candidate) => candidate.tag === tag);
  if (!table) throw new Error(`The font has no table ${tag}`);
  return table.bytes;
}

function writeTables(version: number, tables: Table[]): Buffer {
  const header = Buffer.alloc(12 + 16 * tables.length);
  header.writeUInt32BE(version, 0);
  header.writeUInt16BE(tables.length, 4);
  let start = header.length;
  const bodies = tables.map(({ tag, bytes }, index) => {
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    const entry = 12 + 16 * index;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(checksum(padded), entry + 4);
    header.writeUInt32BE(start, entry + 8);
    header.writeUInt32BE(bytes.length, entry + 12);
    start += padded.length;
    return padded;
  });
  return Buffer.concat([header, ...bodies]);
}

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let offset = 0; offset < padded.length; offset += 4) sum = (sum + padded.readUInt32BE(offset)) >>> 0;
  return sum;
}

/** Code point to glyph, from the subtable of format 4 that every font for the web carries. */
function readCharacters(cmap: Buffer): Map<number, number> {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
  const start = starts.find((candidate) => cmap.readUInt16BE(candidate) === 4);
  if (start === undefined) throw new Error('The font has no character map of format 4');
  const segmentBytes = cmap.readUInt16BE(start + 6);
  const glyphs = new Map<number, number>();
  for (let at = start + 14; at < start + 14 + segmentBytes; at += 2) {
    const last = cmap.readUInt16BE(at);
    const first = cmap.readUInt16BE(at + 2 + segmentBytes);
    const delta = cmap.readUInt16BE(at + 2 + 2 * segmentBytes);
    const rangeAt = at + 2 + 3 * segmentBytes;
    const range = cmap.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + 2 * (code - first));
      if (glyph !== 0) glyphs.set(code, (glyph + delta) & 0xffff);
    }
  }
  return glyphs;
}

/** A character map of format 12 with one group per character: large, but the subset is rewritten anyway. */
function writeCharacters(glyphs: Map<number, number>): Buffer {
  const sorted = [...glyphs].sort(([left], [right]) => left - right);
  const cmap = Buffer.alloc(12 + 16 + 12 * sorted.length);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(16 + 12 * sorted.length, 16);
  cmap.writeUInt32BE(sorted.length, 24);
  for (const [index, [code, glyph]] of sorted.entries()) {
    cmap.writeUInt32BE(code, 28 + 12 * index);
    cmap.writeUInt32BE(code, 32 + 12 * index);
    cmap.writeUInt32BE(glyph, 36 + 12 * index);
  }
  return cmap;
}
