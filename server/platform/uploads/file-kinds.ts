import type { FileKind } from '../../../contract/endpoint.ts';
import { Refusal } from '../http/refusal.ts';
import { readPictureHead } from './picture-head.ts';
import { TextEncodings } from './text-encodings.ts';

/** Judges what a file is by its bytes, as they come. Both throw the Refusal `file_refused`. */
export interface KindCheck {
  take(piece: Buffer): void;
  /** Once all have come. @returns the media type that they are of */
  end(): string;
}

/** As large as anything that draws pictures takes (docs/decisions/051-pictures-of-listings-are-drawn-apart.md). */
const mostPixels = 40_000_000;
const longestSide = 8_000;
const largest = `${mostPixels / 1_000_000} million at most, and ${longestSide} a side`;
/** Before its size a picture may say so many bytes of other things, as a thumbnail and colours. */
const longestHead = 512 * 1024;

const refused = (detail: string) => new Refusal('file_refused', { detail });
const noPicture = () => refused('it is no PNG, JPEG, WebP or AVIF picture');

/** Its kind and size, from its first bytes. Whether the rest can be drawn finds out whoever draws it. */
function pictureCheck(): KindCheck {
  let head: Buffer = Buffer.alloc(0);
  let mediaType: string | undefined;
  return {
    take(piece) {
      if (mediaType !== undefined) return;
      head = Buffer.concat([head, piece]);
      const found = readPictureHead(head);
      if (!found || (found === 'more' && head.length > longestHead)) throw noPicture();
      if (found === 'more') return;
      const { width, height } = found;
      if (width === 0 || height === 0) throw noPicture();
      if (width > longestSide || height > longestSide || width * height > mostPixels)
        throw refused(`${width} by ${height} pixels are too many: ${largest}`);
      mediaType = found.mediaType;
      head = Buffer.alloc(0);
    },
    end() {
      if (mediaType === undefined) throw noPicture();
      return mediaType;
    },
  };
}

/** How spreadsheets begin, of old and new. */
const archives = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('\xd0\xcf\x11\xe0', 'latin1')];

/** Text in one of the encodings that spreadsheets write. What the text says finds out whoever reads it. */
function tableCheck(): KindCheck {
  const encodings = new TextEncodings();
  const noText = () => refused('it is no text, as a CSV file is');
  let isEmpty = true;
  return {
    take(piece) {
      if (isEmpty && archives.some((mark) => piece.subarray(0, mark.length).equals(mark)))
        throw refused('it is a spreadsheet: save it as CSV UTF-8 there, and send that');
      isEmpty &&= piece.length === 0;
      if (!encodings.take(piece)) throw noText();
    },
    end() {
      if (isEmpty) throw refused('it is empty');
      const encoding = encodings.end();
      if (encoding === 'shift_jis') throw refused('it looks like Shift_JIS: save it as CSV UTF-8, and send that');
      if (!encoding) throw noText();
      return `text/csv; charset=${encoding}`;
    },
  };
}

const checks: Record<FileKind, () => KindCheck> = { picture: pictureCheck, table: tableCheck };

/** Begins to judge a file. */
export const checkOf = (kind: FileKind): KindCheck => checks[kind]();
