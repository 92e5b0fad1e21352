import { closeSync, openSync, writeSync } from 'node:fs';
import { encodeQR } from 'qr';

const width = 640;
const height = 480;
const framesPerSecond = 10;
const wall = 128;

/** A stretch of video: so many frames of a code, or of a bare grey wall. */
export interface VideoPart {
  text: string | null;
  frames: number;
}

/** Ten blank frames and thirty of a code: time to see the scanner wait, then read. */
export function showing(text: string): VideoPart[] {
  return [
    { text: null, frames: 10 },
    { text, frames: 30 },
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
    for (const { text, frames } of parts) {
      const frame = Buffer.concat([Buffer.from('FRAME\n'), drawFrame(text)]);
      for (let count = 0; count < frames; count++) writeSync(file, frame);
    }
  } finally {
    closeSync(file);
  }
}

/** Brightness of every pixel, then the two colour planes of a quarter of the size each, left grey. */
function drawFrame(text: string | null): Buffer {
  const frame = Buffer.alloc(width * height * 1.5, 128);
  frame.fill(wall, 0, width * height);
  if (text === null) return frame;
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
  return frame;
}
