import { placePictureRules } from '../../../contract/portal-states.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { readPictureHead } from '../../platform/uploads/picture-head.ts';
import { plainJpeg } from '../../platform/uploads/plain-jpeg.ts';

const refused = (detail: string) => new Refusal('file_refused', { detail });

/**
 * The picture of a place as guests are sent it: without what it tells of where, when and by what it was taken.
 * @throws Refusal `file_refused`
 */
export function readPlacePicture(bytes: Buffer): Buffer {
  const { mostBytes, mostPixels, least } = placePictureRules;
  if (bytes.length > mostBytes) throw refused('it is larger than 2 MB, which is the most for the picture of a place');
  const head = readPictureHead(bytes);
  if (typeof head !== 'object' || head.mediaType !== 'image/jpeg') throw refused('the picture of a place is a JPEG');
  const { width, height } = head;
  if (
    Math.max(width, height) > mostPixels ||
    Math.max(width, height) < least.width ||
    Math.min(width, height) < least.height
  )
    throw refused(
      `${width} by ${height} pixels are not ${least.width} by ${least.height} to ${mostPixels} by ${mostPixels}`,
    );
  const plain = plainJpeg(bytes, { keepsTurn: true });
  if (!plain) throw refused('this JPEG picture is cut off, or cannot be read');
  return plain;
}
