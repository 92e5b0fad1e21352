import { readFileSync } from 'node:fs';

/** One tile of the house's border, as it is drawn for the web (`tools/artwork/draw-marks.ts`). */
const svg = readFileSync(new URL('../../../web/public/motif.svg', import.meta.url), 'utf8');
const part = (pattern: RegExp) => {
  const [, found] = svg.match(pattern) ?? [];
  if (!found) throw new Error('web/public/motif.svg is not as tools/artwork/draw-marks.ts writes it');
  return found;
};

export const kapaPath = part(/ d="([^"]+)"/);
export const kapaTile = { width: Number(part(/ width="(\d+)"/)), height: Number(part(/ height="(\d+)"/)) };
