import { number } from '../format.ts';
import { moment } from './format.ts';

/** Words that every desk shares. */
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
  selected: (count: number) => `${number(count)} selected`,
  selectMatching: (total: number) =>
    total > 10_000 ? 'Select all that match' : `Select all ${number(total)} that match`,
  clear: 'Clear selection',
  tabs: 'Sections',
  back: 'Back to the list',
  nothing: 'None',
  times: 'Times are Hawaiʻi’s.',
  history: 'Newest in the audit log',
  entryBy: (at: string, by: string | null) => `${moment(at)}, by ${by ?? 'the system'}`,
  reason: 'Reason',
  reasonHint: 'Kept in the audit log.',
  reasonMissing: 'Please give a reason.',
  close: 'Close',
  confirm: 'Confirm',
  saving: 'Saving…',
};
