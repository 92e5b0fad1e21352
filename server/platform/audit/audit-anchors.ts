import { hash, type KeyObject } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSame, sign } from '../sessions/tokens.ts';
import { deriveKey, type Settings } from '../settings.ts';
import { AuditDamage, type ChainHead } from './audit-chain.ts';

// A line is authenticated together with a digest of everything before it, and carries that digest: `time/digest sequence hash key
// authentication`. So the last line alone says how to go on, and no earlier one can be changed unseen. Lines of earlier versions
// have the time alone, are authenticated in the same way, and are read from the beginning. Earlier versions read both.

/** An append-only file of chain heads outside the database. */
export interface AnchorFile {
  path: string;
  /** Newest first: the first authenticates new lines, all are accepted in old ones. */
  keys: readonly [KeyObject, ...KeyObject[]];
}

/** The anchor file of an installation. */
export function anchorFileOf({ dataDir, secretKeys: [newest, ...older] }: Settings): AnchorFile {
  const keyOf = (secretKey: string) => deriveKey(secretKey, 'audit');
  return { path: join(dataDir, 'audit-anchors.log'), keys: [keyOf(newest), ...older.map(keyOf)] };
}

const keyId = (key: KeyObject) => hash('sha256', key.export()).slice(0, 8);
const authenticate = (key: KeyObject, digest: string, text: string) => sign(key, `${digest}\n${text}`);
const digestWith = (digest: string, line: string) => hash('sha256', `${digest}\n${line}`);
const lineForm = /^([^\s/]+(?:\/([0-9a-f]{64})?)? (\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{8})) ([0-9a-f]{64})$/;
/** Far more than any line has; what is longer is not kept in memory. */
const longestLine = 65_536;

/** The line that anchors a head in a file with this digest, without its line break. */
export function writeAnchorLine(
  { sequence, hash: entryHash }: ChainHead,
  now: Date,
  key: KeyObject,
  digest: string,
): string {
  const text = `${now.toISOString()}/${digest} ${sequence} ${entryHash} ${keyId(key)}`;
  return `${text} ${authenticate(key, digest, text).toString('hex')}`;
}

/**
 * Reads the lines of an anchor file, from its beginning or from a line whose digest is known. A line under a key that is no longer
 * set, or one torn by a loss of power, counts only if a later line authenticates it; so a key can be given up once a line under
 * its successor has been written.
 */
export class AnchorReader {
  readonly #keys: Map<string, KeyObject>;
  readonly #newest: KeyObject | undefined;
  #unproven: AuditDamage | undefined;
  #damage: AuditDamage | undefined;
  #rest = '';
  #lines = 0;
  #whole: string;
  /** The newest head that was read. */
  last: ChainHead | undefined;
  isSignedByNewestKey = false;
  /** How far into the file it has read, in bytes. */
  position: number;

  /** @param start where the first line begins that is taken, and what stands for those before it. */
  constructor(keys: readonly KeyObject[], start = { position: 0, digest: '' }) {
    this.position = start.position;
    this.#keys = new Map(keys.map((key) => [keyId(key), key]));
    this.#newest = keys[0];
    this.#whole = start.digest;
  }

  /** Takes the next piece of the file, read as Latin-1: a character is a byte. @returns the heads of the lines that it completes, up to the first damage. */
  take(piece: string): ChainHead[] {
    this.position += piece.length;
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > longestLine) {
      this.#damage ??= new AuditDamage(null, `line ${this.#lines + 1} of the anchor file cannot be read`);
      this.#rest = '';
    }
    return lines.map((line) => this.#takeLine(line)).filter((head) => head !== undefined);
  }

  /** Stands for everything that was read; the next line authenticates it, so that no earlier line can be changed. */
  get digest(): string {
    return this.isTorn ? digestWith(this.#whole, this.#rest) : this.#whole;
  }

  /** The file ends in half a line, as after a loss of power. */
  get isTorn(): boolean {
    return this.#rest !== '';
  }

  get damage(): AuditDamage | undefined {
    return this.#damage ?? this.#unproven;
  }

  #takeLine(line: string): ChainHead | undefined {
    if (this.#damage) return undefined;
    this.#lines++;
    const [, text = '', , sequence, entryHash = '', id = '', mac = ''] = lineForm.exec(line) ?? [];
    const key = this.#keys.get(id);
    const place = sequence === undefined ? null : Number(sequence);
    const fail = (reason: string) => new AuditDamage(place, `line ${this.#lines} of the anchor file${reason}`);
    if (!key) {
      this.#unproven ??= fail(place === null ? ' cannot be read' : ' is under a key that is not set (SECRET_KEY)');
    } else if (isSame(authenticate(key, this.#whole, text), Buffer.from(mac, 'hex'))) {
      this.#unproven = undefined;
      this.isSignedByNewestKey = key === this.#newest;
    } else {
      this.#damage = fail(', or one before it, was not written by us');
      return undefined;
    }
    this.#whole = digestWith(this.#whole, line);
    if (place === null) return undefined;
    this.last = { sequence: place, hash: entryHash };
    return this.last;
  }
}

/** Opens a file for reading; undefined where there is none. */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
  return await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
}

/** How long the file is by now, in bytes. */
export async function sizeOfAnchors({ path }: AnchorFile): Promise<number> {
  const file = await openIfThere(path);
  if (!file) return 0;
  return (await file.stat().finally(() => file.close())).size;
}

/**
 * Reads the file on from where the reader is, in pieces, whatever its length.
 * @param end how far at most. @returns the heads, a piece's at a time.
 */
export async function* readAnchors(
  { path }: AnchorFile,
  reader: AnchorReader,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<ChainHead[]> {
  if (end <= reader.position) return;
  const file = await openIfThere(path);
  if (!file) return;
  try {
    const pieces = file.createReadStream({
      start: reader.position,
      end: end - 1,
      encoding: 'latin1',
      autoClose: false,
    });
    for await (const piece of pieces) yield reader.take(piece);
  } finally {
    await file.close();
  }
}

const tailBytes = 4_096;

/** The end of a file, and where in it that begins. */
async function readTail(path: string): Promise<{ tail: string; from: number }> {
  const file = await openIfThere(path);
  if (!file) return { tail: '', from: 0 };
  try {
    const from = Math.max(0, (await file.stat()).size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, from);
    return { tail: buffer.toString('latin1', 0, bytesRead), from };
  } finally {
    await file.close();
  }
}

/**
 * Reads the end of the file, from its last line on that carries a digest; a file without one near its end is read whole.
 * What stands before is taken as it was when that line was written: `readAnchors` finds what was changed since.
 */
export async function readLastAnchor(file: AnchorFile): Promise<AnchorReader> {
  const { tail, from } = await readTail(file.path);
  const lines = tail.split('\n');
  for (let at = lines.length - 2; at >= 0; at--) {
    const digest = lineForm.exec(lines[at]!)?.[2];
    if (digest === undefined) continue;
    const rest = lines.slice(at).join('\n');
    const reader = new AnchorReader(file.keys, { position: from + tail.length - rest.length, digest });
    reader.take(rest);
    if (!reader.damage) return reader;
    break;
  }
  const reader = new AnchorReader(file.keys);
  for await (const _ of readAnchors(file, reader));
  return reader;
}

/** Adds a line to the file and waits until it is on the disk. */
export async function appendAnchor(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.appendFile(`${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}
