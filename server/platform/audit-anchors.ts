import { hash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AuditDamage, type ChainHead } from './audit-chain.ts';
import { deriveKey, type Settings } from './settings.ts';
import { isSame, sign } from './tokens.ts';

/** An append-only file of chain heads outside the database, one per line: time, sequence, hash, key and authentication. */
export interface AnchorFile {
  path: string;
  /** Newest first: the first authenticates new lines, all are accepted in old ones. */
  keys: readonly [Buffer, ...Buffer[]];
}

/** What an anchor file says. */
export interface ReadAnchors {
  anchors: ChainHead[];
  /** Stands for everything in the file; the next line authenticates it, so that no earlier line can be changed. */
  digest: string;
  /** The file ends in half a line, as after a loss of power. */
  isTorn: boolean;
  isSignedByNewestKey: boolean;
  damage: AuditDamage | undefined;
}

/** The anchor file of an installation. */
export function anchorFileOf({ dataDir, secretKeys: [newest, ...older] }: Settings): AnchorFile {
  const keyOf = (secretKey: string) => deriveKey(secretKey, 'audit');
  return { path: join(dataDir, 'audit-anchors.log'), keys: [keyOf(newest), ...older.map(keyOf)] };
}

const keyId = (key: Buffer) => hash('sha256', key).slice(0, 8);
const authenticate = (key: Buffer, digest: string, text: string) => sign(key, `${digest}\n${text}`);
const digestWith = (digest: string, line: string) => hash('sha256', `${digest}\n${line}`);

/** The line that anchors a head in a file with this digest, without its line break. */
export function writeAnchorLine(
  { sequence, hash: entryHash }: ChainHead,
  now: Date,
  key: Buffer,
  digest: string,
): string {
  const text = `${now.toISOString()} ${sequence} ${entryHash} ${keyId(key)}`;
  return `${text} ${authenticate(key, digest, text).toString('hex')}`;
}

/**
 * Reads anchors. A line under a key that is no longer set, or one torn by a loss of power, counts only if a later line
 * authenticates it; so a key can be given up once a line under its successor has been written.
 */
export function parseAnchors(content: string, keys: readonly Buffer[]): ReadAnchors {
  const keyOf = new Map(keys.map((key) => [keyId(key), key]));
  const lines = content.split('\n');
  const rest = lines.pop() ?? '';
  const result: ReadAnchors = {
    anchors: [],
    digest: '',
    isTorn: rest !== '',
    isSignedByNewestKey: false,
    damage: undefined,
  };
  let unproven: AuditDamage | undefined;
  for (const [index, line] of lines.entries()) {
    const [, text = '', sequence, entryHash = '', id = '', mac = ''] =
      /^(\S+ (\d{1,15}) ([0-9a-f]{64}) ([0-9a-f]{8})) ([0-9a-f]{64})$/.exec(line) ?? [];
    const key = keyOf.get(id);
    const place = sequence === undefined ? null : Number(sequence);
    if (!key) {
      const reason = place === null ? 'cannot be read' : 'is under a key that is not set (SECRET_KEY)';
      unproven ??= new AuditDamage(place, `line ${index + 1} of the anchor file ${reason}`);
    } else if (isSame(authenticate(key, result.digest, text), Buffer.from(mac, 'hex'))) {
      unproven = undefined;
      result.isSignedByNewestKey = key === keys[0];
    } else {
      result.damage = new AuditDamage(
        place,
        `line ${index + 1} of the anchor file, or one before it, was not written by us`,
      );
      return result;
    }
    if (place !== null) result.anchors.push({ sequence: place, hash: entryHash });
    result.digest = digestWith(result.digest, line);
  }
  if (result.isTorn) result.digest = digestWith(result.digest, rest);
  result.damage = unproven;
  return result;
}

/** Reads an anchor file; one that does not exist holds no anchors. */
export async function readAnchors({ path, keys }: AnchorFile): Promise<ReadAnchors> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return parseAnchors(content, keys);
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
