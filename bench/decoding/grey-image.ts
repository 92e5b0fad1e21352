/** Brightness per pixel, 0 black to 255 white; kept as fractions until the camera's eight bits are taken. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Pixels as a canvas gives them: red, green, blue, alpha. */
export interface RgbaPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

export function createGrey(width: number, height: number, valueAt: (x: number, y: number) => number): GreyImage {
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[y * width + x] = valueAt(x, y);
  return { width, height, data };
}

/** Changes every pixel by a rule of its value and place. */
export function mapGrey(image: GreyImage, rule: (value: number, x: number, y: number) => number): GreyImage {
  return createGrey(image.width, image.height, (x, y) => rule(image.data[y * image.width + x]!, x, y));
}

/** Brightness between pixels, by the four around the point; beyond the edge the edge goes on. */
export function sampleGrey({ width, height, data }: GreyImage, x: number, y: number): number {
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const across = Math.min(1, Math.max(0, x - left));
  const down = Math.min(1, Math.max(0, y - top));
  const above = data[top * width + left]! * (1 - across) + data[top * width + right]! * across;
  const below = data[bottom * width + left]! * (1 - across) + data[bottom * width + right]! * across;
  return above * (1 - down) + below * down;
}

export function toRgba({ width, height, data }: GreyImage): RgbaPixels {
  const rgba = new Uint8ClampedArray(width * height * 4);
  for (let pixel = 0; pixel < data.length; pixel++) {
    rgba.fill(data[pixel]!, pixel * 4, pixel * 4 + 3);
    rgba[pixel * 4 + 3] = 255;
  }
  return { width, height, data: rgba };
}
