import { fewestTold } from '../../../contract/portal-states.ts';

/** A figure of a breakdown, and of how many visits, each counted once a day, it is. */
export interface Counted {
  figure: number;
  visits: number;
}

/**
 * The figures of one breakdown that may be told: none below five, nor of fewer than five visits. Where that leaves a single gap, which the
 * total would fill, the smallest of the others goes too. 0 tells of nobody.
 */
export function hideFew(counted: readonly Counted[]): (number | null)[] {
  const isFew = ({ figure, visits }: Counted) => figure > 0 && Math.min(figure, visits) < fewestTold;
  const told: (number | null)[] = counted.map((one) => (isFew(one) ? null : one.figure));
  const hidden = told.filter((figure) => figure === null).length;
  if (hidden !== 1) return told;
  const shown = told.filter((figure): figure is number => figure !== null && figure > 0);
  if (shown.length === 0) return told;
  told[told.indexOf(Math.min(...shown))] = null;
  return told;
}

/**
 * The same of parts of several wholes, of which some are told: no whole less its parts that are told leaves one that is not.
 * @param parts each with the number of its whole
 * @param wholes what is told of each
 */
export function hideFewParts(
  parts: readonly (Counted & { whole: number })[],
  wholes: ReadonlyMap<number, number | null>,
): (number | null)[] {
  const told: (number | null)[] = parts.map(({ figure }) => figure);
  const places = new Map([...wholes.keys()].map((whole) => [whole, [] as number[]]));
  for (const [at, { whole }] of parts.entries()) places.get(whole)?.push(at);
  for (const [whole, of] of places) {
    const own = of.map((at) => parts[at]!);
    const hidden = wholes.get(whole) === null ? own.map(({ figure }) => (figure > 0 ? null : 0)) : hideFew(own);
    for (const [index, at] of of.entries()) told[at] = hidden[index]!;
  }
  return told;
}
