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
