import { type ImportField, type ImportOutcome, mostImportedRows } from '../../../../contract/listing-import-forms.ts';
import type { ImportRow, ListingImport } from '../../../../contract/listing-imports.ts';
import { number } from '../format.ts';
import { contentDesk } from './content-desk.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const rowsOf = (count: number) => counted(count, 'row', 'rows');
const states: Record<ListingImport['state'], string> = {
  unmapped: 'Its columns are not known',
  checking: 'Being checked',
  checked: 'Checked, and nothing is changed yet',
  importing: 'Being imported',
  imported: 'Imported',
};
const outcomes: Record<ImportOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  wrong: 'Wrong',
  changed_meanwhile: 'Changed by somebody else',
};
const fields: Record<ImportField, string> = {
  ...{ id: 'Number of the listing', advertiser: contentDesk.fields.advertiser_id },
  ...contentDesk.fields,
};

/** Words of the import of listings. */
export const listingImportDesk = {
  title: 'Bulk Import',
  sentence: 'Nothing changes before you import it: you see first what becomes of each row.',
  uploadText: `A CSV file of up to ${number(mostImportedRows)} rows. A row changes the listing whose number it gives, else the one with its name, category and address; where there is none it makes one.`,
  template: 'Download the template',
  templateName: 'listings-template.csv',
  file: 'CSV file of listings',
  check: 'Check it',
  checking: 'Checking…',
  exporting: {
    title: 'Export',
    text: `All listings that are not deleted, as a CSV file that can be imported here: corrected in a spreadsheet it changes what you have changed, and nothing else. Of more than ${number(mostImportedRows)} send the rows that you have changed.`,
    elsewhere: 'For another installation',
    elsewhereHint:
      'Without the numbers of the listings: each row makes a listing there. Its advertiser has to be there by the same name.',
    begin: 'Begin the export',
    beginning: 'Beginning…',
    begun: 'The export has begun.',
  },
  states,
  last: {
    caption: 'Last imports',
    search: 'Search by file name',
    ...{ file: 'File', state: 'State', rows: 'Rows', by: 'Sent by', created: 'Sent' },
    wrong: (rows: number) => counted(rows, 'wrong row', 'wrong rows'),
    unchecked: 'Unchecked',
    moment,
    none: 'No file is called that',
    noneText: 'Take a word out of the search.',
  },
  stateOf: ({ state, rows }: Pick<ListingImport, 'state' | 'rows'>) => `${states[state]}. ${rowsOf(rows)}.`,
  another: 'Another file',
  toListings: 'Back to the listings',
  counts: 'What becomes of the rows',
  outcomes,
  fields,
  number,
  taken: (at: string, by: string) => `${moment(at)}, ${by}`,
  importAll: (rows: number) => `Import ${rowsOf(rows)}`,
  importRight: (rows: number) => `Import the ${counted(rows, 'right row', 'right rows')}`,
  leftOut: (rows: number) => `Wrong, and left out: ${rowsOf(rows)}. Correct the file and send it again to have all.`,
  nothing: 'There is nothing to import: no row is new, and none changes a listing.',
  importing: 'Asking for it…',
  goOn: 'Go on with the import',
  begun: 'The import has begun.',
  done: (rows: number) => `${rowsOf(rows)} imported.`,
  meanwhile: (rows: number) =>
    `Changed by somebody else after the check, and left as they made it: ${counted(rows, 'listing', 'listings')}.`,
  changeColumns: 'Change the columns',
  columnsTitle: 'Which column is what',
  columnsText:
    'This is kept for all files with the same columns. A file without numbers of listings needs a name, a description, a category and a booking link.',
  saveColumns: 'Check by these columns',
  caption: 'Rows of this file',
  search: 'Search by name',
  outcome: 'What becomes of it',
  columns: { row: 'Row', name: 'Name', listing: 'Listing', problem: 'Why' },
  show: (id: number) => `Listing ${id}`,
  faultAt: ({ column, problem, value }: ImportRow['faults'][number]) =>
    value ? `${column}: ${problem} (${value})` : `${column}: ${problem}`,
  none: 'No row is like that',
  noneText: 'Take a word out of the search, or choose all.',
  unread: 'No row is read yet',
  unreadText: 'Each stands here once it is checked.',
};
