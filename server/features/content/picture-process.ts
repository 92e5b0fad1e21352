/** Draws one picture and ends: a process of its own, as decoders of pictures are where a hostile file does its harm. */
import { type Crop, drawPicture, PictureRefused } from './draw-picture.ts';

process.once('message', ({ bytes, crop }: { bytes: Uint8Array; crop?: Crop }) => {
  drawPicture(bytes, crop).then(
    (drawn) => process.send!({ drawn }, () => process.exit(0)),
    (error: Error) =>
      process.send!({ refused: error instanceof PictureRefused, message: error.message }, () => process.exit(1)),
  );
});
