import { chanceOf, height, mirrored, width } from './ink.ts';
import { grain, type Sheet } from './land.ts';
import { type Hour, palettes } from './palettes.ts';

/** One kind of picture. */
export interface Scene {
  /** The hours it may show, one per layout. */
  hours: readonly Hour[];
  draw(sheet: Sheet): string;
}

/** The picture of `key` as an SVG document. `layout` counts the pictures of one kind, so that neighbours differ. */
export function drawScene(scene: Scene, key: string, layout: number, hour?: Hour): string {
  const chance = chanceOf(key);
  const shown = hour ?? scene.hours[layout % scene.hours.length]!;
  const sheet: Sheet = { chance, inks: palettes[shown], night: shown === 'night', layout };
  const turned = chance.holds(0.4);
  const content = scene.draw(sheet) + grain(sheet);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${turned ? mirrored(content) : content}</svg>`;
}
