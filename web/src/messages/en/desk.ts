/** Words that every desk shares. */
const number = new Intl.NumberFormat('en-US');

export const desk = {
  sortBy: 'Sort by',
  descending: (label: string) => `${label}, last first`,
  any: 'All',
  columns: 'Columns',
  exportCsv: 'Export what I see (CSV)',
  firstPage: 'First page',
  nextPage: 'Next page',
  pages: 'Pages of the list',
  select: (title: string) => `Select ${title}`,
  selectShown: 'Select all shown',
  selected: (count: number) => `${number.format(count)} selected`,
  selectMatching: (total: number) =>
    total > 10_000 ? 'Select all that match' : `Select all ${number.format(total)} that match`,
  clear: 'Clear selection',
  tabs: 'Sections',
  back: 'Back to the list',
};
