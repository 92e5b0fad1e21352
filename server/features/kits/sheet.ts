import { kitWords } from '../../../contract/print-kit-words.ts';
import type { KitChoice } from '../../../contract/print-kits.ts';
import { pointsPerMm, Type } from '../../platform/pdf/set-type.ts';
import { type CardWords, type Face, layFace } from './face.ts';
import { bleed, type Layout, marksOf, type Piece } from './layouts.ts';
import { type Embedded, type Logo, toEmbed } from './logo.ts';
import { kapaPath, kapaTile } from './motif.ts';
import { type Correction, type DrawnSymbol, darkRuns, symbolFor } from './symbol.ts';

const ink = '#14303c';
const paper = '#ffffff';
const mark = '#000000';

/** Where a code stands on its page, in millimetres, with its quiet zone. */
export interface DrawnCode {
  page: number;
  x: number;
  y: number;
  side: number;
}

/** How cards look, whatever they are for. */
export interface CardStyle extends Pick<KitChoice, 'format' | 'paper' | 'language'> {
  logo: Logo | undefined;
}

/** What a card is for. */
export interface Card {
  words: Omit<CardWords, 'language' | 'room'>;
  /** What the code leads to. */
  url: string;
}

export const mm = (length: number) => length * pointsPerMm;

/** The pages of a PDF, drawn one after the other. */
export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #style: CardStyle;
  readonly #layout: Layout;
  readonly #type: Type;
  readonly #logo: Embedded | undefined;
  readonly #symbols = new Map<number, DrawnSymbol>();
  #card: Card;
  readonly codes: DrawnCode[] = [];
  pages = 0;
  correction: Correction | undefined;

  constructor(pdf: PDFKit.PDFDocument, style: CardStyle, layout: Layout, card: Card) {
    this.#pdf = pdf;
    this.#style = style;
    this.#layout = layout;
    this.#card = card;
    this.#type = new Type(pdf, style.language);
    this.#logo = style.logo && toEmbed(pdf, style.logo);
  }

  /** The pages from here on are for something else. */
  turnTo(card: Card): void {
    this.#card = card;
    this.#symbols.clear();
  }

  page(rooms: readonly (number | undefined)[]): void {
    this.#pdf.addPage();
    this.#boxes();
    const faces = rooms.map(
      (room, at) => [this.#layout.pieces[at]!, this.#faceOf(this.#layout.pieces[at]!, room)] as const,
    );
    for (const [piece, face] of faces) this.#turned(piece, () => this.#bands(face));
    for (const [piece, face] of faces) this.#turned(piece, () => this.#contents(piece, face));
    this.#marks();
    this.pages += 1;
  }

  #faceOf(piece: Piece, room: number | undefined): Face {
    const { format, language, logo } = this.#style;
    const { words } = this.#card;
    if (format === 'code') return { code: { x: 0, y: 0, side: piece.width }, texts: [] };
    const [hole] = this.#layout.holes;
    const headroom = hole ? hole.y + hole.radius + 4 - this.#layout.pieces[0]!.y : 0;
    return layFace(piece, { words: { ...words, language, room }, type: this.#type, logo, headroom });
  }

  /** The page as a print shop reads it: what is left once it is cut, and what is printed beyond that. */
  #boxes(): void {
    const { trim, height } = this.#layout;
    const around = (by: number) =>
      [trim.x - by, height - trim.y - trim.height - by, trim.x + trim.width + by, height - trim.y + by].map(mm);
    const isWhole = trim.x > 0;
    Object.assign(this.#pdf.page.dictionary.data, {
      TrimBox: around(0),
      BleedBox: around(isWhole ? bleed : 0),
    });
  }

  #turned({ isTurned, x, y, width, height }: Piece, draw: () => void): void {
    this.#pdf.save();
    if (isTurned) this.#pdf.rotate(180, { origin: [mm(x + width / 2), mm(y + height / 2)] });
    draw();
    this.#pdf.restore();
  }

  /** Beyond the cut; the lower band of what is folded ends at the fold. */
  #bands({ bands }: Face): void {
    if (!bands) return;
    const { top, bottom, border } = bands;
    const isFolded = this.#layout.fold !== undefined;
    // Each half of a tent stands on the fold, or on the paper's edge.
    const upper = bleedOver(top, { above: !isFolded });
    const lower = bleedOver(bottom, { below: true });
    for (const box of [upper, lower]) {
      this.#pdf.rect(mm(box.x), mm(box.y), mm(box.width), mm(box.height)).fill(ink);
    }
    this.#motif({ x: upper.x, y: top.y + top.height, width: upper.width }, border);
  }

  #motif({ x, y, width }: { x: number; y: number; width: number }, height: number): void {
    const scale = height / kapaTile.height;
    const tile = kapaTile.width * scale;
    this.#pdf.save();
    this.#pdf.rect(mm(x), mm(y), mm(width), mm(height)).clip();
    for (let left = x; left < x + width; left += tile) {
      this.#pdf.save();
      this.#pdf.translate(mm(left), mm(y)).scale(mm(scale)).path(kapaPath).fill(ink);
      this.#pdf.restore();
    }
    this.#pdf.restore();
  }

  #contents(piece: Piece, { code, logo, texts }: Face): void {
    if (logo)
      this.#pdf.image(this.#logo as never, mm(logo.x), mm(logo.y), { width: mm(logo.width), height: mm(logo.height) });
    for (const { fitted, x, y, align, onBand } of texts) {
      this.#pdf.fillColor(onBand ? paper : ink);
      this.#type.draw(fitted, { x, y, align });
    }
    this.#code(piece, code);
  }

  #code(piece: Piece, { x, y, side }: Face['code']): void {
    const { seenFrom } = this.#layout;
    const { modules, correction } = this.#symbolOf(side, seenFrom);
    const unit = side / modules.length;
    this.#pdf.rect(mm(x), mm(y), mm(side), mm(side)).fill(paper);
    for (const run of darkRuns(modules)) {
      this.#pdf.rect(mm(x + run.x * unit), mm(y + run.y * unit), mm(run.width * unit), mm(unit));
    }
    this.#pdf.fill('#000000');
    this.correction = correction;
    const turned = { x: 2 * piece.x + piece.width - x - side, y: 2 * piece.y + piece.height - y - side };
    this.codes.push({ page: this.pages, side, ...(piece.isTurned ? turned : { x, y }) });
  }

  /** Of pieces of one size it is the same. */
  #symbolOf(side: number, seenFrom: number): DrawnSymbol {
    const known = this.#symbols.get(side) ?? symbolFor(this.#card.url, { side, seenFrom });
    this.#symbols.set(side, known);
    return known;
  }

  #marks(): void {
    const { cut, fold } = marksOf(this.#layout);
    this.#pdf.lineWidth(0.25).strokeColor(mark);
    for (const { from, to } of cut)
      this.#pdf
        .moveTo(...at(from))
        .lineTo(...at(to))
        .stroke();
    this.#pdf.dash(2, { space: 1.5 });
    for (const { from, to } of fold)
      this.#pdf
        .moveTo(...at(from))
        .lineTo(...at(to))
        .stroke();
    for (const { x, y, radius } of this.#layout.holes) {
      this.#pdf.circle(mm(x), mm(y), mm(radius)).fillAndStroke(paper, mark);
      const { cut: label } = kitWords[this.#style.language];
      const fitted = this.#type.fit(label, { width: radius * 1.6, weight: 'body', size: 3, least: 2, lines: 1 });
      this.#pdf.fillColor(ink);
      this.#type.draw(fitted, { x, y: y - 1.5, align: 'center' });
    }
    this.#pdf.undash();
  }
}

const at = ([x, y]: [number, number]): [number, number] => [mm(x), mm(y)];

function bleedOver(
  box: { x: number; y: number; width: number; height: number },
  { above, below }: { above?: boolean; below?: boolean },
) {
  const { x, y, width, height } = box;
  const upper = above ? bleed : 0;
  return { x: x - bleed, y: y - upper, width: width + 2 * bleed, height: height + upper + (below ? bleed : 0) };
}
