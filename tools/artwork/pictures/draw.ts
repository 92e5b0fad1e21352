import type { PictureHour } from '../../../db/seed/world.ts';
import { chanceOf, height, mirrored, width } from './ink.ts';
import { palettes } from './palettes.ts';
import { grain, type Sheet } from './sky.ts';

/** One kind of picture. */
export interface Scene {
  /** The hours it may show, taken in turn by its pictures. */
  hours: readonly PictureHour[];
  draw(sheet: Sheet): string;
}

/** The picture of `key` as an SVG document. `layout` counts the pictures of one kind, so that neighbours differ. */
export function drawScene(scene: Scene, key: string, layout: number, hour?: PictureHour): string {
  const chance = chanceOf(key);
  const shown = hour ?? scene.hours[layout % scene.hours.length]!;
  const sheet: Sheet = { chance, inks: palettes[shown], night: shown === 'night', layout };
  const turned = chance.holds(0.4);
  const content = scene.draw(sheet) + grain(sheet);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${turned ? mirrored(content) : content}</svg>`;
}
