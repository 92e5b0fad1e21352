import type { Scene } from '../draw.ts';
import { block, disc, facet, fill, ground, line, mix } from '../ink.ts';
import { tufts } from '../leaves.ts';
import { sky, stars } from '../sky.ts';
import { figure } from '../things.ts';
import { bush } from '../trees.ts';

/** A small white dome in a pasture, its slit open, the Milky Way above. */
export const observatoryScene: Scene = {
  hours: ['night', 'dusk'],
  draw(sheet) {
    const { chance, inks } = sheet;
    const haze = mix(inks.sky[1], inks.paper, 0.2);
    const river = Array.from({ length: 150 }, () => {
      const part = chance.between(0, 1);
      const spread = (chance.between(0, 1) + chance.between(0, 1) - 1) * 74;
      return disc(
        120 + part * 640 + spread * 0.6,
        400 - part * 420 + spread,
        chance.pick([1.1, 1.4, 1.8, 2.8]),
        chance.pick([inks.paper, inks.paper, inks.glow, inks.ochre]),
        0.9,
      );
    });
    const shade = mix(inks.paper, inks.sky[0], 0.42);
    const [x, y, r] = [chance.between(560, 640), 470, 112];
    return [
      sky(sheet, 470),
      fill('M60 430C240 300 480 120 640 -20L840 -20C660 140 420 330 220 470', haze, 0.28),
      fill('M130 430C300 300 520 130 690 -20L770 -20C600 130 360 330 190 460', haze, 0.35),
      stars(chance, inks.paper, 70, 420),
      ...river,
      line('M760 90L690 130', inks.paper, 3.4),
      line('M720 112L660 146', inks.paper, 1.6, 0.6),
      ground(
        [
          [-20, 420],
          [140, 380],
          [300, 318],
          [400, 292],
          [480, 290],
          [600, 330],
          [760, 384],
          [980, 430],
        ],
        inks.land[0],
        500,
      ),
      ground(
        [
          [480, 440],
          [620, 420],
          [760, 384],
          [860, 380],
          [980, 410],
        ],
        inks.land[1],
        500,
      ),
      ground(
        [
          [-20, 474],
          [240, 462],
          [480, 476],
          [720, 458],
          [980, 470],
        ],
        inks.land[2],
      ),
      fill(`M${x - r} ${y - 46}A${r} ${r} 0 0 1 ${x + r} ${y - 46}`, inks.paper),
      fill(
        `M${x + r * 0.16} ${y - 46 - r * 0.98}A${r} ${r} 0 0 1 ${x + r} ${y - 46}L${x + r * 0.34} ${y - 46}C${x + r * 0.44} ${y - 46 - r * 0.5} ${x + r * 0.36} ${y - 46 - r * 0.8} ${x + r * 0.16} ${y - 46 - r * 0.98}`,
        shade,
      ),
      fill(
        `M${x - r * 0.32} ${y - 46 - r * 0.945}L${x - r * 0.02} ${y - 46 - r}C${x + r * 0.04} ${y - 46 - r * 0.7} ${x + r * 0.04} ${y - 46 - r * 0.4} ${x} ${y - 50}L${x - r * 0.46} ${y - 50}C${x - r * 0.5} ${y - 46 - r * 0.5} ${x - r * 0.42} ${y - 46 - r * 0.8} ${x - r * 0.32} ${y - 46 - r * 0.945}`,
        inks.accent,
      ),
      line(`M${x - r * 0.2} ${y - 54}L${x - r * 0.3} ${y - 46 - r * 0.86}`, inks.ink, 15),
      block(x - r * 1.04, y - 48, r * 2.08, 12, inks.ink, 3),
      block(x - r * 0.94, y - 38, r * 1.88, 62, inks.paper),
      block(x + r * 0.34, y - 38, r * 0.6, 62, shade),
      block(x - 18, y - 22, 34, 46, inks.ochre),
      facet(
        [
          [x - 18, y + 24],
          [x + 16, y + 24],
          [x + 60, y + 90],
          [x - 90, y + 90],
        ],
        inks.ochre,
        0.35,
      ),
      ground(
        [
          [-20, 520],
          [240, 506],
          [480, 498],
          [720, 494],
          [980, 510],
        ],
        inks.land[3],
      ),
      figure(x - 150, y + 76, 74, inks.ink),
      figure(x - 190, y + 82, 66, inks.ink),
      figure(x - 116, y + 80, 50, inks.ink),
      bush(chance, 110, 540, 160, inks.ink, inks.leafDark),
      bush(chance, 880, 530, 170, inks.ink, inks.leafDark),
      ground(
        [
          [-20, 590],
          [240, 570],
          [480, 590],
          [720, 578],
          [980, 594],
        ],
        inks.ink,
      ),
      tufts(chance, [0, 596], [960, 596], 60, 34, inks.ink),
    ].join('');
  },
};
