/** What hangs in the middle of a museum's hall. */
import { block, disc, facet, fill, line, mix, moved } from './ink.ts';
import type { Sheet } from './sky.ts';

/** A canoe hull with its float, on cords from the beams. */
export const hungCanoe = ({ inks }: Sheet) =>
  [
    line('M300 60L300 128M660 60L660 128', inks.ink, 2.4),
    fill(
      'M150 104C210 142 300 150 480 150C660 150 760 142 812 100C800 160 720 184 480 184C240 184 172 160 150 104',
      mix(inks.earth, inks.ink, 0.25),
    ),
    line('M176 124C260 156 400 160 480 160C600 160 720 154 790 120', mix(inks.earth, inks.paper, 0.35), 4),
    line('M360 160Q350 220 340 226M600 160Q610 220 620 226', inks.earth, 7),
    fill('M270 222C380 240 600 240 700 218C640 252 320 252 270 222', mix(inks.earth, inks.paper, 0.25)),
  ].join('');

/** The wheels of a mill, with framed pictures at their sides. */
export function millWheels({ inks }: Sheet): string {
  const wheel = (x: number, y: number, radius: number, teeth: number, color: string) =>
    [
      ...Array.from({ length: teeth }, (_, index) =>
        moved(
          block(-radius * 0.07, -radius * 1.12, radius * 0.14, radius * 0.2, color),
          x,
          y,
          1,
          (360 / teeth) * index,
        ),
      ),
      `<circle cx="${x}" cy="${y}" r="${radius * 0.9}" fill="none" stroke="${color}" stroke-width="${radius * 0.2}"/>`,
      ...[0, 60, 120].map((turn) =>
        moved(block(-radius * 0.05, -radius * 0.9, radius * 0.1, radius * 1.8, color), x, y, 1, turn),
      ),
      disc(x, y, radius * 0.2, color),
      disc(x, y, radius * 0.08, inks.paper),
    ].join('');
  const frame = (x: number, subject: string) =>
    block(x - 52, 190, 104, 130, inks.paper) + line(`M${x - 52} 190h104v130h-104Z`, inks.earth, 7) + subject;
  return [
    frame(176, fill('M140 300L160 250L180 300M176 300L196 236L216 300', inks.leaf) + disc(200, 216, 9, inks.accent)),
    frame(
      784,
      block(746, 262, 76, 38, inks.accent) +
        facet(
          [
            [738, 264],
            [784, 232],
            [830, 264],
          ],
          inks.ink,
        ) +
        block(808, 216, 10, 40, inks.ink),
    ),
    wheel(430, 250, 112, 20, mix(inks.ink, inks.sea[2], 0.3)),
    wheel(586, 330, 66, 14, inks.earth),
    wheel(586, 190, 40, 10, inks.accent),
  ].join('');
}

/** Three woven mats and a row of hats above them. */
export function wovenMats({ inks }: Sheet): string {
  const straw = [inks.sand, mix(inks.sand, inks.earth, 0.35), mix(inks.ochre, inks.sand, 0.5)];
  const mat = (x: number, high: number, light: string, dark: string, step: number) => {
    const cells: string[] = [];
    for (let row = 0; row * 18 < high; row += 1)
      for (let column = 0; column < 8; column += 1)
        if ((row + column * step) % 3 === 0) cells.push(block(x - 72 + column * 18, 196 + row * 18, 18, 18, dark));
    return (
      block(x - 76, 186, 152, 10, inks.earth, 4) +
      block(x - 72, 196, 144, high, light) +
      cells.join('') +
      Array.from({ length: 16 }, (_, index) => line(`M${x - 68 + index * 9} ${196 + high}v10`, light, 3)).join('')
    );
  };
  const hat = (x: number, color: string) =>
    fill(`M${x - 50} 134Q${x} 118 ${x + 50} 134Q${x} 148 ${x - 50} 134`, color) +
    fill(`M${x - 26} 132C${x - 26} 92 ${x + 26} 92 ${x + 26} 132Q${x} 140 ${x - 26} 132`, color) +
    fill(`M${x - 27} 130Q${x} 140 ${x + 27} 130L${x + 26} 120Q${x} 130 ${x - 26} 120`, inks.accent);
  return [
    mat(200, 216, straw[0]!, straw[1]!, 1),
    mat(480, 216, straw[2]!, mix(inks.earth, inks.ink, 0.1), 2),
    mat(760, 216, straw[0]!, mix(inks.leaf, inks.sand, 0.3), 1),
    hat(200, straw[1]!),
    hat(480, straw[0]!),
    hat(760, straw[2]!),
  ].join('');
}

/** A wall-wide picture of one tall wave, and the marks of two high waters. */
export function waveMural({ inks }: Sheet): string {
  const crest = (y: number, tall: number, color: string) =>
    fill(
      `M110 400L110 ${y}C230 ${y - tall * 0.2} 330 ${y - tall} 470 ${y - tall}C560 ${y - tall} 600 ${y - tall * 0.5} 560 ${y - tall * 0.34}C540 ${y - tall * 0.6} 490 ${y - tall * 0.5} 500 ${y - tall * 0.2}C520 ${y + 20} 700 ${y + 10} 850 ${y - tall * 0.16}L850 400`,
      color,
    );
  return [
    block(96, 106, 768, 308, mix(inks.earth, inks.ink, 0.2)),
    block(110, 120, 740, 280, mix(inks.sky[1], inks.paper, 0.4)),
    disc(720, 180, 34, inks.accent),
    crest(300, 150, mix(inks.sea[1], inks.paper, 0.35)),
    crest(340, 130, inks.sea[1]),
    crest(384, 96, inks.sea[2]),
    ...[0, 1, 2, 3, 4, 5, 6].map((index) => disc(410 + index * 24, 152 + Math.abs(index - 3) * 4, 11, inks.paper)),
    line('M110 232L170 232M110 290L160 290', inks.accent, 6),
  ].join('');
}
