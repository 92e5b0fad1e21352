import styles from './bar-chart.module.css';

export interface Bar {
  /** Names the bar in a table and below the chart's ends. */
  label: string;
  value: number;
}

interface BarChartProps {
  title: string;
  /** What the chart shows, for those who do not see it. */
  summary: string;
  bars: readonly Bar[];
}

const step = 10;
const height = 64;

/** Bars over time, with its highest value and its ends named. Its figures belong in a table beside it. */
export function BarChart({ title, summary, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const width = bars.length * step;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>
        {title} <span className={styles.most}>{Math.max(0, ...bars.map((bar) => bar.value))}</span>
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
      >
        {bars.map(({ label, value }, index) => {
          const tall = (value / most) * height;
          return <rect key={label} x={index * step + 1} y={height - tall} width={step - 2} height={tall} />;
        })}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </figure>
  );
}

/** One bar of a row of figures: `share` of its full length, 0 to 1. Ornament beside the figure. */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg className={styles.share} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width={100 * share} height="8" />
    </svg>
  );
}
