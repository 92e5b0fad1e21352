import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { type Fitted, pointsPerMm, Type, type Weight } from './set-type.ts';

const margin = 54;
const size = 10;
const cellSize = 9;
const headingSize = 20;
/** The least, of one line, and what of it is between rows. */
const rowHeight = 17;
const rowGap = 6.5;
const cellGap = 6;
const footHeight = 30;
const quiet = '#5a6470';
/** Printers of Japanese set this where they have no type for a letter. */
const missing = '〓';

/** A column of a table. */
export interface Column<Row> {
  head: string;
  /** Points, 72 to the inch; all columns of a table together have 504. */
  width: number;
  isFigure?: boolean;
  text: (row: Row) => string;
}

/**
 * A document of US Letter pages in the house's type: headings, lines and tables, with a foot on each page. What is longer than its line or
 * its cell goes on below.
 */
export class Paper {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #type: Type;
  readonly #chunks: Buffer[] = [];

  /** @param made when it is said to be made; the same content then gives the same bytes */
  constructor({ title, author, made }: { title: string; author: string; made: Date }) {
    this.#pdf = new PDFDocument({
      ...{ size: 'LETTER', margin, bufferPages: true, lang: 'en-US', displayTitle: true },
      info: { Title: title, Author: author, CreationDate: made, ModDate: made },
    });
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    // Figures stand below each other.
    this.#type = new Type(this.#pdf, 'en', { missing, features: ['tnum', 'lnum'] });
  }

  heading(text: string): void {
    this.#paragraph(text, 'strong', headingSize);
    this.#pdf.y += headingSize / 4;
  }

  line(text: string): void {
    this.#pdf.fillColor(quiet);
    this.#paragraph(text, 'body', size);
    this.#pdf.fillColor('black');
  }

  gap(): void {
    this.#pdf.y += rowHeight;
  }

  /** A table whose head comes again on each page. Lets other work go on between two pages. */
  async table<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>, strong: (row: Row) => boolean): Promise<void> {
    this.#head(columns);
    for (const row of rows) {
      const cells = this.#fit(columns, (column) => column.text(row), strong(row) ? 'strong' : 'body');
      if (!this.#hasRoom(heightOf(cells))) {
        await setImmediate();
        this.#pdf.addPage();
        this.#head(columns);
      }
      this.#row(columns, cells);
    }
  }

  #paragraph(text: string, weight: Weight, of: number): void {
    const fitted = this.#wrap(text, this.#pdf.page.width - 2 * margin, weight, of);
    const height = pointsOf(fitted.height);
    if (!this.#hasRoom(height)) this.#pdf.addPage();
    const { y } = this.#pdf;
    this.#draw(fitted, margin, y, 'left');
    this.#pdf.y = y + height;
  }

  #head<Row>(columns: readonly Column<Row>[]): void {
    this.#pdf.fillColor(quiet);
    this.#row(
      columns,
      this.#fit(columns, (column) => column.head, 'strong'),
    );
    const y = this.#pdf.y - 2;
    this.#pdf.y += 3;
    this.#pdf.fillColor('black').lineWidth(0.5).strokeColor(quiet);
    this.#pdf
      .moveTo(margin, y)
      .lineTo(this.#pdf.page.width - margin, y)
      .stroke();
  }

  #fit<Row>(columns: readonly Column<Row>[], text: (column: Column<Row>) => string, weight: Weight): Fitted[] {
    return columns.map((column) => this.#wrap(text(column), column.width - cellGap, weight, cellSize));
  }

  #row<Row>(columns: readonly Column<Row>[], cells: readonly Fitted[]): void {
    const { y } = this.#pdf;
    let x = margin;
    for (const [at, { width, isFigure }] of columns.entries()) {
      this.#draw(cells[at]!, isFigure ? x + width - cellGap : x, y, isFigure ? 'right' : 'left');
      x += width;
    }
    this.#pdf.y = y + heightOf(cells);
  }

  #hasRoom(height: number): boolean {
    return this.#pdf.y + height <= this.#pdf.page.height - margin - footHeight;
  }

  /** Lengths of a paper are points, those of type millimetres. */
  #wrap(text: string, width: number, weight: Weight, of: number): Fitted {
    return this.#type.wrap(text, { width: width / pointsPerMm, weight, size: of / pointsPerMm });
  }

  #draw(fitted: Fitted, x: number, y: number, align: 'left' | 'right'): void {
    this.#type.draw(fitted, { x: x / pointsPerMm, y: y / pointsPerMm, align });
  }

  /** Ends it. @param foot what each page says at its foot. @returns the bytes of the file */
  async end(foot: (page: number, of: number) => string): Promise<Uint8Array> {
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#pdf.switchToPage(page);
      // Below the margin, where text would begin another page.
      this.#pdf.page.margins.bottom = 0;
      this.#pdf.fillColor(quiet);
      const { width, height } = this.#pdf.page;
      this.#draw(this.#wrap(foot(page + 1, count), width - 2 * margin, 'body', 8), margin, height - margin, 'left');
    }
    const ended = new Promise((resolve, reject) => this.#pdf.on('end', resolve).on('error', reject));
    this.#pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }
}

const pointsOf = (millimetres: number) => millimetres * pointsPerMm;

const heightOf = (cells: readonly Fitted[]) =>
  Math.max(rowHeight, ...cells.map(({ height }) => pointsOf(height) + rowGap));
