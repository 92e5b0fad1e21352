import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { desk as words } from '../messages/en/desk.ts';
import { number } from '../messages/format.ts';
import styles from './chart.module.css';
import { Chart, type ChartGiven } from './chart.tsx';

interface RankedChartProps extends ChartGiven {
  /** What each row is: "Place". */
  rowLabel: string;
  /** What its figure is: "Scans". */
  valueLabel: string;
  meaning?: string | undefined;
  rows: readonly { label: string; value: number }[];
}

/** So many are drawn; the table has all. */
const mostDrawn = 12;

/** Figures by what they belong to, the highest first: a bar for each, its name and its figure beside it. */
export function RankedChart({ rowLabel, valueLabel, meaning, rows, ...given }: RankedChartProps) {
  const { write = number } = given;
  const ranked = rows.toSorted((one, other) => other.value - one.value);
  const drawn = ranked.slice(0, mostDrawn);
  const values = drawn.map(({ value }) => value);
  const x = scaleLinear({ domain: [Math.min(0, ...values), Math.max(0, ...values) || 1], range: [0, 100] });
  return (
    <Chart
      {...given}
      points={ranked.map(({ label }) => label)}
      pointLabel={rowLabel}
      series={[{ label: valueLabel, meaning, values: ranked.map(({ value }) => value) }]}
      isDownward
    >
      {(at) => (
        <>
          <ol role="list" className={styles.bars}>
            {drawn.map(({ label, value }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have one name
              <li key={index} className={styles.bar} data-looked={index === at || undefined}>
                <span className={styles.rowName}>{label}</span>
                <svg className={styles.track} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <Bar x={Math.min(x(0), x(value))} y={0} width={Math.abs(x(value) - x(0))} height={10} />
                </svg>
                <span className={styles.rowFigure}>{write(value)}</span>
              </li>
            ))}
          </ol>
          {ranked.length > drawn.length && (
            <p className={styles.sentence}>
              {at !== null && at >= drawn.length
                ? words.point(ranked[at]!.label, write(ranked[at]!.value))
                : words.more(ranked.length - drawn.length)}
            </p>
          )}
        </>
      )}
    </Chart>
  );
}
