/** What of a camera frame is looked at: the part people aim with, or all of it. */
export type FrameArea = 'region' | 'full';

/** A part of the frame in its own pixels, and the size it is drawn at. */
export interface FrameCut {
  x: number;
  y: number;
  width: number;
  height: number;
  drawnWidth: number;
  drawnHeight: number;
}

const regionShare = 2 / 3;
const regionCanvas = 400;

/** Wider frames cost more time than they bring codes. */
const longestSide = 1280;

/** The central square of two-thirds of the smaller side, drawn at 400 by 400; or the whole frame, shrunk if very large. */
export function cutFrame(area: FrameArea, width: number, height: number): FrameCut {
  if (area === 'region') {
    const side = Math.round(Math.min(width, height) * regionShare);
    const [x, y] = [Math.round((width - side) / 2), Math.round((height - side) / 2)];
    return { x, y, width: side, height: side, drawnWidth: regionCanvas, drawnHeight: regionCanvas };
  }
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { x: 0, y: 0, width, height, drawnWidth: Math.round(width * scale), drawnHeight: Math.round(height * scale) };
}
