/** Draws one picture and ends: a process of its own, as decoders of pictures are where a hostile file does its harm. */
import { drawPicture, PictureRefused } from './draw-picture.ts';

process.once('message', (bytes: Uint8Array) => {
  drawPicture(bytes).then(
    (drawn) => process.send!({ drawn }, () => process.exit(0)),
    (error: Error) =>
      process.send!({ refused: error instanceof PictureRefused, message: error.message }, () => process.exit(1)),
  );
});
