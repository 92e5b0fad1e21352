import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

const font = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/newsreader/${file}.ttf`));
const fonts = {
  body: font('400Regular/Newsreader_400Regular'),
  strong: font('600SemiBold/Newsreader_600SemiBold'),
};
const margin = 54;
const size = 10;
const cellSize = 9;
const rowHeight = 17;
const footHeight = 30;
const quiet = '#5a6470';
/** Figures stand below each other. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'lnum'];

/** The type has no ʻokina; this quotation mark is drawn as one. */
const drawable = (text: string) => text.replaceAll('ʻ', '‘');

/** A column of a table. */
export interface Column<Row> {
  head: string;
  /** Points, 72 to the inch; all columns of a table together have 504. */
  width: number;
  isFigure?: boolean;
  text: (row: Row) => string;
}

/**
 * A document of US Letter pages in the house's type: headings, lines and tables, with a foot on each page. What is longer than its cell is
 * cut off with an ellipsis.
 */
export class Paper {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];

  /** @param made when it is said to be made; the same content then gives the same bytes */
  constructor({ title, author, made }: { title: string; author: string; made: Date }) {
    this.#pdf = new PDFDocument({
      ...{ size: 'LETTER', margin, bufferPages: true, lang: 'en-US', displayTitle: true, font: fonts.body },
      info: { Title: title, Author: author, CreationDate: made, ModDate: made },
    });
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    for (const [name, file] of Object.entries(fonts)) this.#pdf.registerFont(name, file);
  }

  heading(text: string): void {
    this.#pdf.font('strong').fontSize(20).text(drawable(text), { features }).moveDown(0.2);
  }

  line(text: string): void {
    this.#pdf.font('body').fontSize(size).fillColor(quiet).text(drawable(text), { features }).fillColor('black');
  }

  gap(): void {
    this.#pdf.y += rowHeight;
  }

  /** A table whose head comes again on each page. Lets other work go on between two pages. */
  async table<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>, strong: (row: Row) => boolean): Promise<void> {
    this.#head(columns);
    for (const row of rows) {
      if (this.#pdf.y + rowHeight > this.#pdf.page.height - margin - footHeight) {
        await setImmediate();
        this.#pdf.addPage();
        this.#head(columns);
      }
      this.#row(columns, (column) => column.text(row), strong(row) ? 'strong' : 'body');
    }
  }

  #head<Row>(columns: readonly Column<Row>[]): void {
    this.#pdf.fillColor(quiet);
    this.#row(columns, (column) => column.head, 'strong');
    const y = this.#pdf.y - 2;
    this.#pdf.y += 3;
    this.#pdf.fillColor('black').lineWidth(0.5).strokeColor(quiet);
    this.#pdf
      .moveTo(margin, y)
      .lineTo(this.#pdf.page.width - margin, y)
      .stroke();
  }

  #row<Row>(columns: readonly Column<Row>[], text: (column: Column<Row>) => string, name: keyof typeof fonts): void {
    const { y } = this.#pdf;
    let x = margin;
    this.#pdf.font(name).fontSize(cellSize);
    for (const column of columns) {
      const align = column.isFigure ? 'right' : 'left';
      const cell = { width: column.width - 6, height: rowHeight - 2, ellipsis: '…', align, features } as const;
      this.#pdf.text(drawable(text(column)), x, y, cell);
      x += column.width;
    }
    this.#pdf.x = margin;
    this.#pdf.y = y + rowHeight;
  }

  /** Ends it. @param foot what each page says at its foot. @returns the bytes of the file */
  async end(foot: (page: number, of: number) => string): Promise<Uint8Array> {
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#pdf.switchToPage(page);
      // Below the margin, where text would begin another page.
      this.#pdf.page.margins.bottom = 0;
      this.#pdf.font('body').fontSize(8).fillColor(quiet);
      const y = this.#pdf.page.height - margin;
      this.#pdf.text(drawable(foot(page + 1, count)), margin, y, { features, lineBreak: false });
    }
    const ended = new Promise((resolve, reject) => this.#pdf.on('end', resolve).on('error', reject));
    this.#pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }
}
