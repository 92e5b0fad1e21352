import {
  highestRoom,
  type KitFormat,
  type KitLanguage,
  type KitPaper,
  mostRooms,
} from '../../../../contract/print-kit-forms.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';

const formats: Record<Exclude<KitFormat, 'code'>, string> = {
  'counter-card': 'Counter card',
  'table-tent': 'Table tent',
  'door-hanger': 'Door hanger',
  sticker: 'Stickers',
  rooms: 'A card for each room',
};
const papers: Record<KitPaper, string> = { a4: 'A4', a6: 'A6', letter: 'US Letter' };
const languages: Record<KitLanguage, string> = { en: 'English', ja: 'Japanese' };

/** Words of the print kit of a code. */
export const printKit = {
  title: 'Print kit',
  text: 'A PDF with bleed and crop marks. Each code in it is read again before you get it.',
  format: 'What to print',
  formats,
  paper: 'Paper',
  papers,
  language: 'Language',
  languages,
  logo: 'Your logo',
  logoHint: 'PNG or JPEG, at most 2 MB. It is printed above the name.',
  firstRoom: 'First room',
  lastRoom: 'Last room',
  roomsHint: `At most ${mostRooms} rooms a file.`,
  noRoom: `Please give a number from 1 to ${number(highestRoom)}.`,
  backwards: 'The last room cannot lie before the first.',
  tooMany: `Please choose at most ${mostRooms} rooms, a floor at a time.`,
  download: 'Download PDF',
  making: 'Drawing and reading it…',
  ready: (codes: number, centimetres: number) =>
    `Your file is being saved. ${counted(codes, 'code was', 'codes were')} read from ${number(centimetres)} cm away.`,
  pdf: 'PDF',
};
