import styles from './chart.module.css';

/** Shapes of one unit around nothing: a disc, a square, a triangle, a diamond. Colour alone tells no lines apart. */
const shapes = [
  'M-0.38 0a0.38 0.38 0 1 0 0.76 0a0.38 0.38 0 1 0 -0.76 0z',
  'M-0.34-0.34h0.68v0.68h-0.68z',
  'M0-0.45L0.43 0.34H-0.43z',
  'M0-0.48L0.48 0L0 0.48L-0.48 0z',
];

/** The sign of the series of this number. */
export const Marker = ({ shape, x, y, size }: { shape: number; x: number; y: number; size: number }) => (
  <path className={styles.marker} d={shapes[shape % shapes.length]} transform={`translate(${x} ${y}) scale(${size})`} />
);

interface LineLabelsProps {
  labels: readonly { name: string | null; figure: string; end: number }[];
  left: number;
  room: number;
  height: number;
  /** The size of its letters. */
  letter: number;
}

/** What stands at the end of each line: its sign, its name in two rows at most, and its figure. None covers another. */
export function LineLabels({ labels, left, room, height, letter }: LineLabelsProps) {
  const row = 1.25 * letter;
  const tall = (labels.length > 1 ? 3 : 1) * row;
  const tops = apart(
    labels.map(({ end }) => end - row / 2),
    tall,
    height,
  );
  return labels.map(({ name, figure }, index) => (
    <g key={name} className={styles.series} data-series={index}>
      {name !== null && <Marker shape={index} x={left + 1.6 * letter} y={tops[index]! + row / 2} size={0.9 * letter} />}
      <foreignObject
        x={left + (name === null ? 0.8 : 2.3) * letter}
        y={tops[index]!}
        width={Math.max(1, room - (name === null ? 0.8 : 2.3) * letter)}
        height={tall}
      >
        <div className={styles.label}>
          {name !== null && <span className={styles.name}>{name}</span>}
          <span className={styles.figure}>{figure}</span>
        </div>
      </foreignObject>
    </g>
  ));
}

/** Moves boxes of one height as little as it takes until none covers another, within a height. @returns their new tops */
export function apart(tops: readonly number[], tall: number, height: number): number[] {
  const order = tops.map((_, index) => index).sort((one, other) => tops[one]! - tops[other]!);
  const placed = [...tops];
  let free = 0;
  for (const index of order) {
    placed[index] = Math.max(free, tops[index]!);
    free = placed[index]! + tall;
  }
  let end = height;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, end - tall);
    end = placed[index]!;
  }
  return placed;
}
