import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { TakenFile } from '../../../contract/endpoint.ts';
import { tooLarge } from '../http/too-large.ts';
import type { Settings } from '../settings.ts';
import { checkOf } from './file-kinds.ts';
import { dropUpload, nameUpload } from './upload-files.ts';

/** What is known of a file once it has come whole. */
interface Described {
  name: string;
  bytes: number;
  mediaType: string;
  sha256: Buffer;
}

/** A file that has come, and lies on the disk until it is kept or discarded. */
export class ReceivedUpload implements Described {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly mediaType: string;
  readonly sha256: Buffer;
  readonly #place: Pick<Settings, 'dataDir'>;
  #isKept = false;

  constructor(place: Pick<Settings, 'dataDir'>, id: string, { name, bytes, mediaType, sha256 }: Described) {
    this.id = id;
    this.name = name;
    this.bytes = bytes;
    this.mediaType = mediaType;
    this.sha256 = sha256;
    this.#place = place;
  }

  /** What makes it another one for an `Idempotency-Key`. */
  toJSON() {
    return { name: this.name, sha256: this.sha256.toString('hex') };
  }

  /** Gives the file its name. Without a row of that id it goes with the next tidying. */
  async keep(): Promise<void> {
    await nameUpload(this.#place, this.id);
    this.#isKept = true;
  }

  /** Takes the file away unless it is kept. */
  async discard(): Promise<void> {
    if (!this.#isKept) await dropUpload(this.#place, this.id);
  }
}

/** Lets a file through that is of the kind and the size that are taken, and refuses any other as soon as it shows. */
export class CheckedFile extends Transform {
  readonly #most: number;
  readonly #check;
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #mediaType: string | undefined;

  constructor({ kind, mostBytes }: TakenFile) {
    super();
    this.#most = mostBytes;
    this.#check = checkOf(kind);
  }

  override _transform(piece: Buffer, _encoding: unknown, done: (error: Error | null, piece?: Buffer) => void): void {
    try {
      this.#bytes += piece.length;
      if (this.#bytes > this.#most) throw tooLarge(this.#most);
      this.#check.take(piece);
      this.#hash.update(piece);
      done(null, piece);
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: (error?: Error) => void): void {
    try {
      this.#mediaType = this.#check.end();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  /** Of the whole file. */
  describe(name: string): Described {
    return { name, bytes: this.#bytes, mediaType: this.#mediaType!, sha256: this.#hash.digest() };
  }
}
