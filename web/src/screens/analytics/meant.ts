import type { MeantFigure } from '../../desk/meant-figures.tsx';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';

interface Compared {
  value: number | null;
  before: number | null;
  beyond_chance: boolean | null;
}
type Named = keyof typeof words.meanings;

const as = (name: Named, rest: Omit<MeantFigure, 'name' | 'meaning'>): MeantFigure => {
  const [label, meaning] = words.meanings[name];
  return { name: label!, meaning: meaning!, ...rest };
};

/** What a figure is. */
export const meaningOf = (name: Named): string => words.meanings[name][1]!;

/** A figure with its name and what it is. */
export const plain = (name: Named, figure: string, rows?: MeantFigure['rows']): MeantFigure =>
  as(name, { figure, rows });

/** A count beside that of the time before. */
export const counted = (name: Named, of: Compared, rows?: MeantFigure['rows']): MeantFigure =>
  as(name, { figure: words.number(of.value ?? 0), compared: words.compared(of, words.number), rows });

/** An amount likewise. */
export const paid = (name: Named, of: Compared, rows?: MeantFigure['rows']): MeantFigure =>
  as(name, { figure: words.money(of.value), compared: words.compared(of, words.money), rows });

/** A rate likewise. */
export const rated = (name: Named, of: Compared, rows?: MeantFigure['rows']): MeantFigure =>
  as(name, { figure: words.rate(of.value), compared: words.comparedRate(of), rows });

/** Of what there is of the time before: nothing is said of chance. */
export const beside = (value: number | null, before: number | null): Compared => ({
  value,
  before,
  beyond_chance: null,
});

/** A time until an answer likewise. */
export const timed = (name: Named, of: Compared): MeantFigure =>
  as(name, { figure: words.milliseconds(of.value), compared: words.compared(of, words.milliseconds) });
