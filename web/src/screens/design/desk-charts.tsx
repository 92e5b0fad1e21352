import { RankedChart } from '../../desk/ranked-chart.tsx';
import { TimeChart } from '../../desk/time-chart.tsx';
import { design } from '../../messages/en/design.ts';
import { dollars } from '../../messages/format.ts';

const words = design.desk;
const { charts } = words;

const daysOf = (count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2025, 10, 20 + at)).toISOString().slice(0, 10));

/** Figures that rise and fall by the week, and by a row of their own. */
const figuresOf = (count: number, row: number) =>
  Array.from({ length: count }, (_, at) => ((at % 7) + 3) * (4 + row * 3) + ((at * (11 + row)) % 17));

const seriesOf = (count: number, most = words.names.length) =>
  words.names.slice(0, most).map((label, row) => ({ label, values: figuresOf(count, row) }));

const ranked = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    label: `${words.names[at % words.names.length]} ${at + 1}`,
    value: 25 + ((at * 1_117) % 1_931) * 1.25,
  }));

/** Charts of no figure, of one, and of many. */
export function DeskCharts() {
  return (
    <>
      <TimeChart
        title={charts.none}
        sentence={charts.noneText}
        days={[]}
        series={[{ label: charts.scans, values: [] }]}
      />
      <TimeChart
        title={charts.one}
        sentence={charts.oneText}
        days={daysOf(1)}
        series={[{ label: charts.scans, values: [42] }]}
      />
      <TimeChart
        title={charts.area}
        sentence={charts.areaText}
        days={daysOf(40)}
        series={[{ label: charts.scans, values: figuresOf(40, 1) }]}
        isArea
      />
      <TimeChart title={charts.four} sentence={charts.fourText} days={daysOf(40)} series={seriesOf(40)} />
      <TimeChart title={charts.year} sentence={charts.yearText} days={daysOf(366)} series={seriesOf(366, 2)} />
      <RankedChart
        title={charts.rankedNone}
        sentence={charts.noneText}
        rowLabel={words.columns.name}
        valueLabel={charts.earned}
        rows={[]}
      />
      <RankedChart
        title={charts.rankedOne}
        sentence={charts.oneText}
        rowLabel={words.columns.name}
        valueLabel={charts.earned}
        rows={ranked(1)}
        write={dollars}
      />
      <RankedChart
        title={charts.ranked}
        sentence={charts.rankedText}
        rowLabel={words.columns.name}
        valueLabel={charts.earned}
        rows={ranked(40)}
        write={dollars}
      />
    </>
  );
}
