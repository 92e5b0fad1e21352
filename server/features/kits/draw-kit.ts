import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { KitChoice } from '../../../contract/print-kits.ts';
import { type Layout, layoutOf } from './layouts.ts';
import { type Card, type CardStyle, type DrawnCode, mm, Sheet } from './sheet.ts';
import type { Correction } from './symbol.ts';

export interface DrawnKit {
  bytes: Uint8Array;
  pages: number;
  codes: DrawnCode[];
  correction: Correction;
  layout: Layout;
}

interface Given extends CardStyle, Card, Pick<KitChoice, 'first_room' | 'last_room'> {
  made: Date;
}

/** Begins a PDF, and takes what comes of it. */
function beginPdf(layout: Layout, { language }: CardStyle, info: { title: string; author: string; made: Date }) {
  const size: [number, number] = [mm(layout.width), mm(layout.height)];
  const { title, author, made } = info;
  const pdf = new PDFDocument({
    ...{ size, margin: 0, autoFirstPage: false, lang: language === 'ja' ? 'ja-JP' : 'en-US', displayTitle: true },
    info: { Title: title, Author: author, CreationDate: made, ModDate: made },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  const end = async () => {
    pdf.end();
    await ended;
  };
  return { pdf, chunks, end };
}

/** Draws a print kit as PDF. Lets other work go on between two pages. */
export async function drawKit(given: Given): Promise<DrawnKit> {
  const layout = layoutOf(given.format, given.paper);
  const { product, place, code } = given.words;
  const { pdf, chunks, end } = beginPdf(layout, given, {
    ...{ title: `${place}, ${code}`, author: product, made: given.made },
  });
  const sheet = new Sheet(pdf, given, layout, given);
  const rooms = roomsOf(given);
  for (let first = 0; first < rooms.length; first += layout.pieces.length) {
    if (first > 0) await setImmediate();
    sheet.page(rooms.slice(first, first + layout.pieces.length));
  }
  await end();
  const { codes, pages, correction } = sheet;
  return { bytes: Buffer.concat(chunks), pages, codes, correction: correction!, layout };
}

/** Draws the cards of many places into one PDF, a page for each. `drawn` is told of each page. */
export async function drawPlaces(
  style: CardStyle,
  cards: readonly Card[],
  info: { title: string; author: string; made: Date },
  drawn: (pages: number) => void,
): Promise<Pick<DrawnKit, 'bytes' | 'codes' | 'layout'>> {
  const layout = layoutOf(style.format, style.paper);
  const { pdf, chunks, end } = beginPdf(layout, style, info);
  const sheet = new Sheet(pdf, style, layout, cards[0]!);
  for (const card of cards) {
    await setImmediate();
    sheet.turnTo(card);
    sheet.page(layout.pieces.map(() => undefined));
    drawn(sheet.pages);
  }
  await end();
  return { bytes: Buffer.concat(chunks), codes: sheet.codes, layout };
}

/** What each piece is for: a room, or none. One page of all but rooms. */
function roomsOf({ format, paper, first_room, last_room }: Given): (number | undefined)[] {
  if (format !== 'rooms') return layoutOf(format, paper).pieces.map(() => undefined);
  return Array.from({ length: last_room! - first_room! + 1 }, (_, at) => first_room! + at);
}
