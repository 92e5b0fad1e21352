import { fewestTold } from '../../../contract/portal-states.ts';

/**
 * The figures of one breakdown that may be told: of fewer than five people none is. Where that leaves a single gap, which the total would
 * fill, the smallest of the others goes too. 0 tells of nobody.
 */
export function hideFew(figures: readonly number[]): (number | null)[] {
  const isFew = (figure: number) => figure > 0 && figure < fewestTold;
  const told: (number | null)[] = figures.map((figure) => (isFew(figure) ? null : figure));
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
  parts: readonly { whole: number; figure: number }[],
  wholes: ReadonlyMap<number, number | null>,
): (number | null)[] {
  const told: (number | null)[] = parts.map(({ figure }) => figure);
  for (const [whole, shown] of wholes) {
    const of = parts.flatMap((part, at) => (part.whole === whole ? [at] : []));
    const figures = of.map((at) => parts[at]!.figure);
    const hidden = shown === null ? figures.map((figure) => (figure > 0 ? null : 0)) : hideFew(figures);
    for (const [index, at] of of.entries()) told[at] = hidden[index]!;
  }
  return told;
}
