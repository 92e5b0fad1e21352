type Decoder = InstanceType<typeof TextDecoder>;
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** No text has them but for tab, line feed, return and form feed. */
const isControl = (unit: number) => (unit < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(unit)) || unit === 0x7f;

/** Of Windows-1252 the bytes that stand for nothing. */
const unused = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Finds out in which encoding bytes are text, piece by piece. UTF-16 says so in its first two bytes; what is no UTF-8 is taken for
 * Windows-1252 where that has all of its bytes.
 */
export class TextEncodings {
  #possible: Map<TextEncoding, Decoder | undefined> | undefined;
  /** The first byte, while the second is waited for. */
  #begun: Buffer = Buffer.alloc(0);

  /** @returns whether all that has come can be text. */
  take(given: Buffer): boolean {
    if (this.#possible) return this.#judge(given);
    const piece = Buffer.concat([this.#begun, given]);
    if (piece.length < 2) {
      this.#begun = piece;
      return true;
    }
    this.#begin(piece.readUInt16BE(0));
    return this.#judge(piece);
  }

  /** @returns the encoding that all of it is text in; nothing where there is none, or where there was nothing. */
  end(): TextEncoding | undefined {
    if (!this.#possible) {
      if (this.#begun.length === 0) return undefined;
      this.#begin(0);
      if (!this.#judge(this.#begun)) return undefined;
    }
    for (const [encoding, decoder] of this.#possible!) if (!decoder || decodes(decoder, undefined)) return encoding;
    return undefined;
  }

  /** @param mark the first two bytes. */
  #begin(mark: number): void {
    const decoderOf = (encoding: TextEncoding) => new TextDecoder(encoding, { fatal: true });
    const marked = ({ 65534: 'utf-16le', 65279: 'utf-16be' } as const)[mark];
    this.#possible = marked
      ? new Map([[marked, decoderOf(marked)]])
      : new Map([
          ['utf-8', decoderOf('utf-8')],
          ['windows-1252', undefined],
        ]);
  }

  #judge(piece: Buffer): boolean {
    const possible = this.#possible!;
    for (const [encoding, decoder] of possible) {
      const isText = decoder ? decodes(decoder, piece) : piece.every((byte) => !isControl(byte) && !unused.has(byte));
      if (!isText) possible.delete(encoding);
    }
    return possible.size > 0;
  }
}

/** @param piece the next of what is decoded; undefined at its end. */
function decodes(decoder: Decoder, piece: Buffer | undefined): boolean {
  try {
    const text = decoder.decode(piece, { stream: piece !== undefined });
    for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) return false;
    return true;
  } catch {
    return false;
  }
}
