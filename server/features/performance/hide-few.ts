import { fewestTold, type Told } from '../../../contract/portal-states.ts';

/** A figure of a breakdown, and of how many visits, each counted once a day, it is. */
export interface Counted {
  figure: number;
  visits: number;
  /** That it is not told for another reason. */
  isHidden?: boolean;
}

const isFew = ({ figure, visits }: Counted) => Math.min(figure, visits) < fewestTold;
const untold = (one: Counted) => (isFew(one) ? 'few' : 'withheld');

/**
 * The figures of one breakdown as they are told: none below five, nor of fewer than five visits. As long as the total, less what is told,
 * would tell one of those, or of fewer than five people, the smallest of the others is withheld too. 0 tells of nobody, and is told
 * unless it would say whose the rest is.
 */
export function hideFew(counted: readonly Counted[]): Told[] {
  const told = counted.map((one): Told => (one.isHidden || (one.figure > 0 && isFew(one)) ? untold(one) : one.figure));
  const bySize = counted.map((_, at) => at).sort((one, other) => counted[one]!.figure - counted[other]!.figure);
  const shown = bySize.filter((at) => typeof told[at] === 'number');
  const above = shown.filter((at) => counted[at]!.figure > 0);
  for (const at of above) {
    if (hidesWell(counted, told)) return told;
    told[at] = untold(counted[at]!);
  }
  if (hidesWell(counted, told)) return told;
  for (const at of shown) told[at] = untold(counted[at]!);
  return saysAll(counted, told) ? told.map(() => 'withheld') : told;
}

/** Whether the words say what each is to those who know the total, where nothing is told: two kinds of words, or the most that one allows. */
function saysAll(counted: readonly Counted[], told: readonly Told[]): boolean {
  if (told.includes('withheld')) return !hidesWell(counted, told);
  const total = counted.reduce((so, { figure }) => so + figure, 0);
  return told.length > 1 && !told.some((one) => typeof one === 'number') && total === told.length * (fewestTold - 1);
}

/**
 * Whether those who know the total of a breakdown learn none of what it does not tell: that is of five at least, and neither as little nor
 * as much as the words for it allow, where each figure could be another.
 */
export function hidesWell(counted: readonly Counted[], told: readonly Told[]): boolean {
  const hidden = counted.filter((_, at) => typeof told[at] === 'string');
  if (hidden.length === 0) return true;
  const shown = told.filter((figure): figure is number => typeof figure === 'number' && figure > 0);
  // The smallest are withheld first.
  const most = Math.min(...shown);
  const bounds = hidden.map((one) =>
    isFew(one) ? { low: Math.min(1, one.figure), high: fewestTold - 1 } : { low: fewestTold, high: most },
  );
  const add = (figures: readonly number[]) => figures.reduce((so, figure) => so + figure, 0);
  const rest = add(hidden.map(({ figure }) => figure));
  return (
    hidden.length > 1 &&
    rest >= fewestTold &&
    rest > add(bounds.map(({ low }) => low)) &&
    rest !== add(bounds.map(({ high }) => high)) &&
    bounds.every(({ low, high }) => low < high)
  );
}

/** A part of a whole, by the number of that. */
export type Part = Counted & { whole: number };

/**
 * The same of parts of several wholes: no whole less its parts that are told leaves one that is not. Wholes that do not come to the sum of
 * their parts, because some of these were another's, are one together.
 * @param wholes with what is told of each
 */
export function hideFewParts(parts: readonly Part[], wholes: ReadonlyMap<number, Counted & { told: Told }>): Told[] {
  const sums = new Map<number, number>();
  for (const { whole, figure } of parts) sums.set(whole, (sums.get(whole) ?? 0) + figure);
  const isWhole = (whole: number) => (sums.get(whole) ?? 0) === wholes.get(whole)?.figure;
  const groups = new Map<number | null, { wholes: (Counted & { told: Told })[]; parts: number[] }>();
  const groupOf = (whole: number) => {
    const key = isWhole(whole) ? whole : null;
    const group = groups.get(key) ?? { wholes: [], parts: [] };
    groups.set(key, group);
    return group;
  };
  for (const [number, whole] of wholes) groupOf(number).wholes.push(whole);
  for (const [at, { whole }] of parts.entries()) groupOf(whole).parts.push(at);
  const told: Told[] = parts.map(({ figure }) => figure);
  for (const group of groups.values()) {
    const own = group.parts.map((at) => parts[at]!);
    // Their sum says what all others come to as well.
    const others = [...wholes.values()].filter((whole) => !group.wholes.includes(whole));
    const isTold = [group.wholes, others].every((some) => hidesWell(some, toldOf(some)));
    const shown = isTold ? hideFew(own) : hideAll(own, group.wholes);
    for (const [index, at] of group.parts.entries()) told[at] = shown[index]!;
  }
  return told;
}

const toldOf = (some: readonly { told: Told }[]) => some.map(({ told }) => told);

/** Parts of what is not told. That there was none is told where there were five at least in all; of what is kept back nothing is. */
function hideAll(parts: readonly Part[], wholes: readonly { told: Told }[]): Told[] {
  if (wholes.some(({ told }) => told === 'withheld')) return parts.map(() => 'withheld');
  const isOfFew = wholes.some(({ told }) => told === 'few');
  return parts.map((part) => (part.figure === 0 && !isOfFew ? 0 : untold(part)));
}
