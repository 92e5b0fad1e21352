/** One line of the result. */
export interface Measured {
  name: string;
  unit: string;
  figure: number;
  /** Lowest and highest of the rounds. */
  spread?: [number, number];
  target: number;
  /** The target is a ceiling, not a floor. */
  atMost?: boolean;
  /** Absolute figures beside the ratio. */
  beside?: string;
}

/** How long a kind of traffic runs before it is measured: until V8 has compiled what is hot, as a server runs for weeks. */
export const compilingSeconds = 15;

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A ratio of two series measured in interleaved rounds: the median of the rounds' own ratios. */
export function ratioOf(
  name: string,
  ours: readonly number[],
  yardstick: readonly number[],
  target: number,
  unit: string,
): Measured {
  const ratios = ours.map((value, round) => value / (yardstick[round] ?? Number.NaN));
  return {
    name,
    unit: '',
    figure: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    target,
    beside: `${Math.round(median(ours)).toLocaleString('en-US')} against ${Math.round(median(yardstick)).toLocaleString('en-US')} ${unit}`,
  };
}

/** Whether a figure is what it should be. One that is no number is not. */
export const isMet = ({ figure, target, atMost }: Measured): boolean => (atMost ? figure <= target : figure >= target);

/** A row of the table. */
export function describe(measured: Measured): string {
  const { name, unit, figure, spread, target, atMost, beside } = measured;
  const show = (value: number) => (value >= 20 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
  const range = spread ? ` (${show(spread[0])} to ${show(spread[1])})` : '';
  const what = beside ? `${name}: ${beside}` : name;
  return `| ${what} | ${show(figure)}${unit && ` ${unit}`}${range} | ${atMost ? 'at most' : 'at least'} ${show(target)} | ${isMet(measured) ? 'yes' : 'no'} |`;
}
