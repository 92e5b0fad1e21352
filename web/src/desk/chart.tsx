import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import { number } from '../messages/format.ts';
import styles from './chart.module.css';
import { FigureMeanings, type NamedFigure } from './figure-meanings.tsx';

/** A row of figures by its name, one for each point of a chart; words where there is none to draw. */
export interface Series extends NamedFigure {
  values: readonly (number | string)[];
}

/** What every chart is given. */
export interface ChartGiven {
  title: string;
  /** Says in words what one sees. */
  sentence: ReactNode;
  /** How a figure is written: as a count unless told. */
  write?: (value: number) => string;
  /** Said in place of a drawing without points. */
  empty?: string;
}

interface ChartProps extends ChartGiven {
  /** The names of its points, first to last, and what they are. */
  points: readonly string[];
  pointLabel: string;
  series: readonly Series[];
  /** Whether its points stand below each other. */
  isDownward?: boolean;
  /** Draws it. @param at the point that is looked at */
  children: (at: number | null) => ReactNode;
}

/** A figure as it is written, or the words in its place. */
export const inWords = (value: number | string, write: (value: number) => string) =>
  typeof value === 'string' ? value : write(value);

const downward: Partial<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * What stands around a drawing: its name and a sentence above, the same figures in a table behind, and a slider over it. Arrow keys,
 * and a finger or a pointer, lead from point to point, and each is said with its figures.
 */
export function Chart(props: ChartProps) {
  const { title, sentence, write = number, points, pointLabel, series, isDownward = false, children, empty } = props;
  const [at, setAt] = useState<number | null>(null);
  const name = useId();
  const last = points.length - 1;
  // Fewer may have come meanwhile.
  const looked = at === null ? null : Math.min(at, last);
  const slider = looked ?? (isDownward ? 0 : last);
  const figureOf = ({ label, values }: Series) => {
    const said = inWords(values[slider]!, write);
    return series.length > 1 ? words.figure(label, said) : said;
  };
  const step = (event: KeyboardEvent) => {
    const by = isDownward && downward[event.key];
    if (!by) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(last, slider + by)));
  };
  return (
    <figure className={styles.chart} aria-labelledby={name}>
      <figcaption>
        <h2 id={name}>{title}</h2>
        <p className={styles.sentence}>{sentence}</p>
      </figcaption>
      {points.length === 0 ? (
        <p className={styles.none}>{empty ?? words.noFigures}</p>
      ) : (
        <>
          <div className={styles.drawing} data-many={series.length > 1 || undefined}>
            <div className={styles.plot}>
              <input
                type="range"
                className={isDownward ? `${styles.slider} ${styles.downward}` : styles.slider}
                aria-label={words.stepsOf(title)}
                aria-valuetext={words.point(points[slider]!, series.map(figureOf).join('; '))}
                min={0}
                max={last}
                value={slider}
                autoComplete="off"
                onChange={({ target }) => setAt(target.valueAsNumber)}
                onKeyDown={step}
                onFocus={() => setAt(slider)}
                onBlur={() => setAt(null)}
                onPointerMove={({ currentTarget, clientX }) => {
                  const { left, width } = currentTarget.getBoundingClientRect();
                  setAt(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))));
                }}
                onPointerLeave={({ currentTarget }) => {
                  if (document.activeElement !== currentTarget) setAt(null);
                }}
              />
              {children(looked)}
            </div>
          </div>
          <FiguresTable {...{ title, write, points, pointLabel, series }} />
          <FigureMeanings of={series} />
        </>
      )}
    </figure>
  );
}

type FiguresTableProps = Required<Pick<ChartProps, 'title' | 'write' | 'points' | 'pointLabel' | 'series'>>;

/** The figures of a chart, every one. */
function FiguresTable({ title, write, points, pointLabel, series }: FiguresTableProps) {
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>{words.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={styles.scroll} aria-label={title} tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{pointLabel}</th>
              {series.map(({ label }) => (
                <th key={label} scope="col" className={styles.numeric}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have one name
              <tr key={at}>
                <th scope="row">{point}</th>
                {series.map(({ label, values }) => (
                  <td key={label} className={styles.numeric}>
                    {inWords(values[at]!, write)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
