import { logoRules } from '../../../contract/print-kit-forms.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readPictureHead } from '../../platform/uploads/picture-head.ts';
import { plainJpeg } from '../../platform/uploads/plain-jpeg.ts';
import { repackPng } from './png-pixels.ts';

/** A picture that a PDF can hold: a JPEG as it is, or pixels of three bytes, packed. */
export interface Logo {
  kind: 'jpeg' | 'pixels';
  bytes: Buffer;
  /** In pixels. */
  width: number;
  height: number;
}

const refused = (detail: string) => new Refusal('file_refused', { detail });

/**
 * Reads a logo by its bytes, whatever it is called. What a JPEG tells beside its pixels, as where it was taken, is left out; of a PNG the
 * pixels alone are kept: what draws the PDF is never given what somebody packed.
 * @throws Refusal `file_refused`
 */
export async function readLogo(bytes: Buffer): Promise<Logo> {
  if (bytes.length > logoRules.mostBytes) throw refused('it is larger than 2 MB, which is the most for a logo');
  const head = readPictureHead(bytes);
  if (typeof head !== 'object' || !['image/png', 'image/jpeg'].includes(head.mediaType))
    throw refused('a logo is a PNG or a JPEG picture');
  const { width, height } = head;
  if (width * height === 0 || width * height > logoRules.mostPixels)
    throw refused(`${width} by ${height} pixels are not 1 to ${logoRules.mostPixels}, which a logo may have`);
  if (head.mediaType === 'image/jpeg') {
    const plain = plainJpeg(bytes);
    if (!plain) throw refused('this JPEG picture is cut off, or cannot be read');
    return { kind: 'jpeg', bytes: plain, width, height };
  }
  if (bytes[24] === 16) throw refused('this PNG picture has 16 bits a colour: please save it with 8');
  const packed = await repackPng(bytes);
  if (!packed) throw refused('this PNG picture cannot be read: it is cut off, or interlaced, or in very many pieces');
  return { kind: 'pixels', bytes: packed, width, height };
}

/** A picture as pdfkit puts it into its file: once, however often it is drawn. */
export interface Embedded {
  embed(pdf: PDFKit.PDFDocument): void;
}

/** A logo for `image` of a PDF. pdfkit's own reader of PNG is passed by: it would copy the pixels one by one. */
export function toEmbed(pdf: PDFKit.PDFDocument, { kind, bytes, width, height }: Logo): Embedded {
  if (kind === 'jpeg') return (pdf as unknown as { openImage(bytes: Buffer): Embedded }).openImage(bytes);
  return {
    ...{ label: 'Logo', width, height },
    embed() {
      const picture = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height, Filter: 'FlateDecode' };
      const object = pdf.ref({ ...picture, ColorSpace: 'DeviceRGB', BitsPerComponent: 8 });
      object.end(bytes);
      Object.assign(this, { obj: object });
    },
  } as Embedded;
}
