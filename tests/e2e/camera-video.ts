import { closeSync, openSync, writeSync } from 'node:fs';
import { encodeQR } from 'qr';

const width = 640;
const height = 480;
const framesPerSecond = 10;
const wall = 128;

/** Something that was printed, four bytes a pixel, and the pixel of it that the camera is held at. */
export interface Printed {
  width: number;
  height: number;
  data: Uint8ClampedArray;
  at: { x: number; y: number };
}

/** A stretch of video: so many frames of a code, of something printed, or of a bare grey wall. */
export interface VideoPart {
  shown: string | Printed | null;
  frames: number;
}

/** Ten blank frames and thirty of a code: time to see the scanner wait, then read. */
export function showing(shown: string | Printed): VideoPart[] {
  return [
    { shown: null, frames: 10 },
    { shown, frames: 30 },
  ];
}

/**
 * Writes a video for Chromium's `--use-file-for-fake-video-capture`, 640 by 480 at 10 frames a second, which it repeats
 * endlessly. `path` ends in .y4m: raw frames (YUV4MPEG2), 0.46 MB each.
 */
export function writeCameraVideo(path: string, parts: VideoPart[]): void {
  const file = openSync(path, 'w');
  try {
    writeSync(file, `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
    for (const { shown, frames } of parts) {
      const frame = Buffer.concat([Buffer.from('FRAME\n'), drawFrame(shown)]);
      for (let count = 0; count < frames; count++) writeSync(file, frame);
    }
  } finally {
    closeSync(file);
  }
}

/** Brightness of every pixel, then the two colour planes of a quarter of the size each, left grey. */
function drawFrame(shown: string | Printed | null): Buffer {
  const frame = Buffer.alloc(width * height * 1.5, 128);
  frame.fill(wall, 0, width * height);
  if (typeof shown === 'string') drawCode(frame, shown);
  else if (shown) drawPrinted(frame, shown);
  return frame;
}

/** As large as it was drawn; beyond its edge is the wall. */
function drawPrinted(frame: Buffer, { width: across, height: down, data, at }: Printed): void {
  const [left, top] = [Math.round(at.x - width / 2), Math.round(at.y - height / 2)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [left + x, top + y];
      if (column < 0 || row < 0 || column >= across || row >= down) continue;
      const [red, green, blue] = data.subarray(4 * (row * across + column));
      frame[y * width + x] = 16 + (219 * (0.299 * red! + 0.587 * green! + 0.114 * blue!)) / 255;
    }
}

function drawCode(frame: Buffer, text: string): void {
  // Four modules of white around, as printed.
  const rows = encodeQR(text, 'raw', { border: 4 });
  const scale = Math.floor(300 / rows.length);
  const [left, top] = [(width - rows.length * scale) >> 1, (height - rows.length * scale) >> 1];
  for (const [row, modules] of rows.entries()) {
    for (const [column, isDark] of modules.entries()) {
      for (let line = 0; line < scale; line++) {
        const start = (top + row * scale + line) * width + left + column * scale;
        frame.fill(isDark ? 16 : 235, start, start + scale);
      }
    }
  }
}
