import type { getCampaignResults } from '../../../../contract/campaign-results.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { Column } from '../../desk/data-table.tsx';
import type { MeantFigure } from '../../desk/meant-figures.tsx';
import { campaignResultsDesk as words } from '../../messages/en/campaign-results-desk.ts';

export type Results = Answer<typeof getCampaignResults>;
export type Sum = Results['total'];

const counts = ['impressions', 'opens', 'clicks', 'bookings'] as const;
const amounts = ['revenue', 'cost'] as const;
const apart = ['unconfirmed_bookings', 'own', 'programs', 'beyond'] as const;
const label = (figure: keyof Sum) => words.tiles[figure][0]!;

const count = (figure: (typeof counts | typeof apart)[number]): Column<Sum> => ({
  ...{ key: figure, label: label(figure), cell: (row) => words.number(row[figure]), numeric: true },
});
const money: readonly Column<Sum>[] = [
  ...amounts.map((figure) => ({
    ...{ key: figure, label: label(figure), cell: (row: Sum) => words.money(row[figure]), numeric: true },
  })),
  { key: 'roi', label: label('roi'), cell: ({ roi }) => words.roi(roi), numeric: true, isBrief: true },
];

const figuresOf = (seesMoney: boolean): readonly Column<Sum>[] => [
  ...counts.map(count),
  ...(seesMoney ? money : []),
  ...apart.map((figure) => ({ ...count(figure), isExtra: true })),
];

/** Every figure of a row; what is of money for those alone who may see it. */
export const figureColumns = { money: figuresOf(true), noMoney: figuresOf(false) } as const;

/** The figures in all, each as it is written. */
export function writtenFigures(total: Sum): readonly MeantFigure[] {
  const isMoney = (figure: keyof Sum) => figure === 'revenue' || figure === 'cost' || figure === 'roi';
  return (Object.keys(words.tiles) as (keyof Sum)[])
    .filter((figure) => total.cost !== null || !isMoney(figure))
    .map((figure) => {
      const [name, meaning] = words.tiles[figure] as [string, string];
      const value = total[figure];
      const write = figure === 'roi' ? words.roi : isMoney(figure) ? words.money : words.number;
      return { name, meaning, figure: write(value as number) };
    });
}
