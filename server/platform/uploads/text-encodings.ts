type Decoder = InstanceType<typeof TextDecoder>;
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'windows-1252';

/** No text has them but for tab, line feed, return and form feed. */
const isControl = (unit: number) => (unit < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(unit)) || unit === 0x7f;

/** Of Windows-1252 the bytes that stand for nothing. */
const unused = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** What Japanese text has, and what letters of Windows-1252 hardly ever come to: there one such letter stands alone. */
const japanese = /[\u3040-\u30ff\u4e00-\u9fff]{2}/;

/**
 * Finds out in which encoding bytes are text, piece by piece. UTF-16 says so in its first two bytes; what is no UTF-8 is taken for
 * Shift_JIS where it
 * is Japanese in that, else for Windows-1252 where that has all of its bytes.
 */
export class TextEncodings {
  #possible: Map<TextEncoding, Decoder | undefined> | undefined;
  /** The first byte, while the second is waited for. */
  #begun: Buffer = Buffer.alloc(0);
  #isJapanese = false;

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
    for (const [encoding, decoder] of this.#possible!) {
      if (encoding === 'shift_jis' && !this.#isJapanese) continue;
      if (!decoder || decode(decoder, undefined) !== undefined) return encoding;
    }
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
          ['shift_jis', decoderOf('shift_jis')],
          ['windows-1252', undefined],
        ]);
  }

  #judge(piece: Buffer): boolean {
    const possible = this.#possible!;
    for (const [encoding, decoder] of possible) {
      const text = decoder && decode(decoder, piece);
      const isText = decoder ? text !== undefined : piece.every((byte) => !isControl(byte) && !unused.has(byte));
      if (!isText) possible.delete(encoding);
      if (encoding === 'shift_jis' && text && japanese.test(text)) this.#isJapanese = true;
    }
    return possible.size > 0;
  }
}

/** @param piece the next of what is decoded; undefined at its end. @returns its text; undefined where it is none */
function decode(decoder: Decoder, piece: Buffer | undefined): string | undefined {
  try {
    const text = decoder.decode(piece, { stream: piece !== undefined });
    for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) return undefined;
    return text;
  } catch {
    return undefined;
  }
}
