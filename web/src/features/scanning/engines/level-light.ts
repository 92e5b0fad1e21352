/** Pixels as a canvas gives them: red, green, blue, alpha. Works outside browsers too. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBufferLike>;
}

// Whole pixels, opaque, in this machine's order of bytes.
const [white = 0, black = 0] = new Uint32Array(new Uint8Array([255, 255, 255, 255, 0, 0, 0, 255]).buffer);

/**
 * White where a pixel is brighter than the mean of its surroundings, black elsewhere: takes out shadow, glare, haze and
 * faded print. Surroundings that reach `radius` pixels to each side of about a finder pattern suit uneven light; of a
 * module or less, they sharpen what is blurred.
 */
export function levelLight({ width, height, data }: Pixels, radius: number): Pixels {
  const brightness = readBrightness(data);
  const levelled = new Uint32Array(width * height).fill(white);
  // Box sums by what enters and what leaves: down the columns from row to row, along the row from pixel to pixel.
  const columns = new Int32Array(width);
  const addRow = (row: number, sign: 1 | -1) => {
    if (row < 0 || row >= height) return;
    for (let x = 0; x < width; x++) columns[x] = columns[x]! + sign * brightness[row * width + x]!;
  };
  for (let row = 0; row < radius; row++) addRow(row, 1);
  for (let y = 0; y < height; y++) {
    addRow(y + radius, 1);
    addRow(y - radius - 1, -1);
    const rows = Math.min(height, y + radius + 1) - Math.max(0, y - radius);
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x++) sum += columns[x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += columns[x + radius]!;
      if (x > radius) sum -= columns[x - radius - 1]!;
      const area = rows * (Math.min(width, x + radius + 1) - Math.max(0, x - radius));
      const pixel = y * width + x;
      if (brightness[pixel]! * area <= sum) levelled[pixel] = black;
    }
  }
  return { width, height, data: new Uint8ClampedArray(levelled.buffer) };
}

/** Whole numbers from 0 to 255, so that sums stay exact. */
function readBrightness(data: Uint8ClampedArray): Uint8Array {
  const brightness = new Uint8Array(data.length / 4);
  for (let pixel = 0; pixel < brightness.length; pixel++) {
    const byte = pixel * 4;
    brightness[pixel] = (77 * data[byte]! + 150 * data[byte + 1]! + 29 * data[byte + 2]!) >> 8;
  }
  return brightness;
}
