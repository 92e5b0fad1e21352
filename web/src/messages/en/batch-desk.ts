import type { BatchFault, LocationBatch, ShortOfRoom } from '../../../../contract/location-batches.ts';
import { batchColumns, mostBatchRows } from '../../../../contract/location-form.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const rows = (count: number) => counted(count, 'row', 'rows');

/** Words of the administrators' desk of batches of places. */
export const batchDesk = {
  sentence: (total: number) =>
    `${counted(total, 'batch', 'batches')} until now. Rows become places with codes, and one print file.`,
  create: 'Create Location QR Batch',
  caption: 'Batches',
  search: 'Search by the name of a place',
  columns: { id: 'Batch', made: 'Made', state: 'Work', format: 'Print file', by: 'By', created: 'Sent' },
  batch: (id: number | string) => `Batch ${id}`,
  made: ({ made, rows }: Pick<LocationBatch, 'made' | 'rows'>) => `${number(made)} of ${number(rows)}`,
  printed: ({ format, paper, language }: Pick<LocationBatch, 'format' | 'paper' | 'language'>) =>
    `${formats[format as keyof typeof formats] ?? format}, ${papers[paper]}, ${languages[language]}`,
  noWork: 'Forgotten',
  none: 'No batch is like that',
  noneText: 'Take a word out of the search.',
  nothing: 'There is no batch yet',
  nothingText: 'What you create stands here, with its print file.',
  moment,
  detail: 'About this batch',
  fileUntil: 'Print file until',
  fileGone: 'Gone: send the same rows again, and it is drawn anew',
  follow: 'Show the work and its file',
  ways: 'How the rows come',
  typed: 'Type the rows',
  file: 'Send a CSV file',
  intro: `Up to ${number(mostBatchRows)} rows, all or none. The same rows again make nothing twice.`,
  fileLabel: 'CSV file',
  fileHint: `Its first row names the columns: ${batchColumns.join(', ')}. A name is needed in each row; a partner is named, or given by the e-mail address of an owner.`,
  rows: 'Rows',
  row: (at: number) => `Row ${at}`,
  addRow: 'Add a row',
  fields: {
    name: 'Name',
    address: 'Address',
    description: 'Words about it',
    latitude: 'Latitude',
    longitude: 'Longitude',
    partner: 'Partner',
  },
  partnerHint: 'By name, or the e-mail address of an owner.',
  print: 'Print file',
  format: 'Format',
  formats: {
    'counter-card': 'Counter card',
    'table-tent': 'Table tent',
    'door-hanger': 'Door hanger',
    sticker: 'Stickers',
  },
  paper: 'Paper',
  papers: { a4: 'A4', a6: 'A6', letter: 'US Letter' },
  language: 'Language',
  languages: { en: 'English', ja: 'Japanese' },
  check: 'Check the rows',
  checking: 'Checking…',
  creating: 'Creating…',
  checked: (count: number) => `${rows(count)} checked: all of them can be made. Nothing is made yet.`,
  before: (id: number) =>
    `These rows are batch ${id} already: nothing is made twice. What is left of them is made, and their file is drawn anew.`,
  faults: (faults: number, count: number) =>
    `${counted(faults, 'fault', 'faults')} in ${rows(count)}. Nothing is made before they are mended.`,
  more: (count: number) => `And ${counted(count, 'fault', 'faults')} more.`,
  fault: ({ row, column, problem }: BatchFault) => `Row ${number(row)}, ${column}: ${problem}.`,
  short: ({ partner, needed, left, most }: ShortOfRoom) =>
    `${partner} has room for ${number(left)} of ${rows(needed)}: its limit is ${counted(most, 'code', 'codes')}.`,
  raise: (short: readonly ShortOfRoom[]) =>
    `Raise the limit of ${short.map(({ partner, raise_to }) => `${partner} to ${number(raise_to ?? 0)}`).join(', of ')}`,
  raiseHint: 'It is raised together with the batch, and the audit log says so.',
  sample: 'The first rows, as they will be made',
  sampleOf: ({ name, address, partner }: { name: string; address: string; partner: string | null }) =>
    [name, address, partner ?? 'no partner'].filter(Boolean).join(' · '),
  begun: (id: number) => `Batch ${id} is begun.`,
};
const { formats, papers, languages } = batchDesk;
