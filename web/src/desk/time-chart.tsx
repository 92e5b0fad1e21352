import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { desk as words } from '../messages/en/desk.ts';
import { calendarDay, clock, moment, month, number, shortDay } from '../messages/format.ts';
import styles from './chart.module.css';
import { Chart, type ChartGiven, inWords, type Series } from './chart.tsx';
import { LineLabels, Marker } from './line-labels.tsx';
import { useRoom } from './use-room.ts';

interface TimeChartProps extends ChartGiven {
  /** Days of the calendar, `2026-11-14`, or ISO instants of hours, first to last; with gaps where the figures have them. */
  days: readonly string[];
  /** One to four. */
  series: readonly Series[];
  /** Fills what is below a single line. */
  isArea?: boolean;
  /** What the days stand for, where that is more than the day itself. */
  pointLabel?: string;
}

/** Figures over time: a line for each series, named at its end. */
export function TimeChart({ days, series, isArea, pointLabel = words.day, ...given }: TimeChartProps) {
  const { write = number } = given;
  return (
    <Chart {...given} points={days.map(nameOfPoint)} pointLabel={pointLabel} series={series}>
      {(at) => <Lines {...{ days, series, write, at }} isArea={Boolean(isArea) && series.length === 1} />}
    </Chart>
  );
}

const hourMs = 3_600_000;
/** Whether a day of Hawaiʻi, or an hour, is not over: what has happened in it so far is less than it will be. */
const isOpen = (point: string) =>
  isHour(point) ? Date.parse(point) + hourMs > Date.now() : point >= hawaiiDay(new Date());
const isHour = (point: string) => point.includes('T');
const nameOfPoint = (point: string) => (isHour(point) ? moment : calendarDay)(point);

type LinesProps = Required<Pick<TimeChartProps, 'days' | 'series' | 'write' | 'isArea'>> & { at: number | null };

/** Up to so many days are named by day and month, more by month and year. */
const mostByDay = 120;
const dayMs = 86_400_000;

function Lines({ days, series, write, isArea, at }: LinesProps) {
  const [drawing, { width, height, beside, letter }] = useRoom<SVGSVGElement>();
  const times = days.map((day) => Date.parse(day));
  const last = days.length - 1;
  const values = series.flatMap((one) => one.values).filter((value) => typeof value === 'number');
  const x = scaleLinear({ domain: [times[0]!, times[last]!], range: [0, width] });
  const y = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(0, ...values) || 1],
    range: [height - 1.8 * letter, 2.8 * letter],
    nice: 4,
  });
  const xAt = (index: number) => x(times[index]!);
  // What is not drawn has no place of its own.
  const yOf = (value: number | string) => y(typeof value === 'string' ? 0 : value);
  const isWhole = values.every(Number.isInteger);
  const heights = y.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick));
  const isLong = times[last]! - times[0]! > mostByDay * dayMs;
  const named = evenly(days.length, Math.floor(width / (letter * (isLong ? 9 : 6.5))));
  const nameOf = (time: number) => {
    const point = days[times.indexOf(time)]!;
    if (isHour(point)) return clock(point);
    return (isLong ? month : shortDay)(point);
  };
  const shown = at ?? last;
  const isLastOpen = isOpen(days[last]!);
  return (
    <svg ref={drawing} className={styles.svg} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <AxisLeft
        scale={y}
        tickValues={heights}
        tickLength={-width}
        tickLineProps={{ className: styles.rule }}
        tickComponent={Nothing}
        hideAxisLine
      />
      <AxisBottom
        scale={x}
        top={height - 1.8 * letter}
        tickValues={named.map((index) => times[index]!)}
        tickFormat={(value) => nameOf(Number(value))}
        tickLength={4}
        tickLineProps={{ className: styles.tick }}
        tickLabelProps={(_value, index) => ({
          textAnchor: days.length === 1 ? 'middle' : anchorOf(index, named.length - 1),
          fontSize: letter,
        })}
        tickComponent={BelowAxis}
        axisLineClassName={styles.axis}
      />
      {at !== null && (
        <>
          <line className={styles.looked} x1={xAt(at)} x2={xAt(at)} y1={1.4 * letter} y2={height - 1.8 * letter} />
          <text className={styles.when} x={xAt(at)} y={letter} textAnchor={sideOf(xAt(at) / width)}>
            {nameOfPoint(days[at]!)}
          </text>
        </>
      )}
      {series.map((one, index) => (
        <g
          key={one.label}
          className={styles.series}
          data-series={index}
          data-dense={isLong || undefined}
          data-gaps={one.values.some((value) => typeof value === 'string') || undefined}
        >
          {isArea && (
            <AreaClosed
              className={styles.area}
              data={times}
              x={(time) => x(time)}
              y={(_, point) => yOf(one.values[point]!)}
              yScale={y}
            />
          )}
          <LinePath
            className={styles.line}
            data={isLastOpen ? times.slice(0, last) : times}
            x={(time) => x(time)}
            y={(_, point) => yOf(one.values[point]!)}
            defined={(_, point) => typeof one.values[point] === 'number'}
          />
          {isLastOpen && typeof one.values[last - 1] === 'number' && typeof one.values[last] === 'number' && (
            <line
              className={styles.open}
              data-open
              {...{ x1: xAt(last - 1), y1: yOf(one.values[last - 1]!), x2: xAt(last), y2: yOf(one.values[last]!) }}
            />
          )}
          {typeof one.values[shown] === 'number' && (
            <Marker shape={index} x={xAt(shown)} y={yOf(one.values[shown])} size={letter} />
          )}
        </g>
      ))}
      {/* Above the lines that run through them. */}
      <AxisLeft
        scale={y}
        tickValues={heights}
        tickFormat={(value) => write(Number(value))}
        tickComponent={AboveRule}
        hideAxisLine
        hideTicks
      />
      <LineLabels
        labels={series.map(({ label, values }) => ({
          name: series.length > 1 ? label : null,
          figure: inWords(values[shown]!, write),
          end: yOf(values[last]!),
        }))}
        left={width}
        room={beside}
        height={height}
        letter={letter}
      />
    </svg>
  );
}

/** The indexes of some points, the first and the last among them, as many as there is room for, and two at least. */
function evenly(count: number, room: number): number[] {
  const most = Math.min(count, Math.max(2, room));
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / Math.max(1, most - 1)));
}

const anchorOf = (index: number, last: number) => (index === 0 ? 'start' : index === last ? 'end' : 'middle');
/** So that words at either end of a line stay within it. */
const sideOf = (share: number) => (share < 0.2 ? 'start' : share > 0.8 ? 'end' : 'middle');

// Texts of our own: those of the library carry a style, which the page's policy does not allow.
const AboveRule = ({ y, formattedValue }: TickRendererProps) => (
  <text className={styles.height} x={0} y={y - 4}>
    {formattedValue}
  </text>
);
const Nothing = () => null;
const BelowAxis = ({ x, y, textAnchor, formattedValue }: TickRendererProps) => (
  <text x={x} y={y + 4} textAnchor={textAnchor}>
    {formattedValue}
  </text>
);
