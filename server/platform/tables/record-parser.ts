/** What makes a file no table, where it is. */
export class TableFault extends Error {
  constructor(row: number, column: string | undefined, problem: string) {
    super(`row ${row.toLocaleString('en')}${column === undefined ? '' : `, column "${column}"`}: ${problem}`);
  }
}

/** Cells of one record are at most so many letters together, so that an open quotation mark does not swallow a whole file. */
const longestRecord = 200_000;

/** Divides text into records of cells (RFC 4180), piece by piece. A line may end as on any system. */
export class RecordParser {
  readonly #delimiter: string;
  readonly #mostCells: number;
  #records: string[][] = [];
  #cells: string[] = [];
  #cell = '';
  /** Of what is read: a cell that has not begun, one without marks, one within marks, or after what may have closed them. */
  #at: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #wasReturn = false;
  #count = 0;
  #length = 0;

  /** @param mostCells of one record: more are not collected. */
  constructor(delimiter: string, mostCells: number) {
    this.#delimiter = delimiter;
    this.#mostCells = mostCells;
  }

  /** @returns the records that are whole by then. @throws TableFault */
  push(text: string): string[][] {
    for (let from = 0; from < text.length; )
      from = this.#at === 'quoted' ? this.#within(text, from) : this.#outside(text, from);
    const done = this.#records;
    this.#records = [];
    return done;
  }

  /** @returns the last record, where no line ended it. @throws TableFault */
  end(): string[][] {
    if (this.#at === 'quoted') throw this.#fault('a quotation mark is not closed');
    if (this.#cells.length === 0 && this.#at === 'start') return [];
    this.#endRecord();
    const done = this.#records;
    this.#records = [];
    return done;
  }

  #within(text: string, from: number): number {
    const mark = text.indexOf('"', from);
    const until = mark < 0 ? text.length : mark;
    this.#add(text.slice(from, until));
    if (mark >= 0) this.#at = 'closed';
    return until + (mark < 0 ? 0 : 1);
  }

  #outside(text: string, from: number): number {
    const sign = text[from]!;
    const isAfterReturn = this.#wasReturn;
    this.#wasReturn = false;
    if (sign === '\n' && isAfterReturn) return from + 1;
    if (sign === this.#delimiter) this.#endCell();
    else if (sign === '\n' || sign === '\r') {
      this.#wasReturn = sign === '\r';
      this.#endRecord();
    } else if (sign === '"' && this.#at === 'start') this.#at = 'quoted';
    else if (sign === '"' && this.#at === 'closed') {
      this.#add('"');
      this.#at = 'quoted';
    } else if (this.#at === 'closed') throw this.#fault('something stands behind a quotation mark that closes');
    else return this.#plain(text, from);
    return from + 1;
  }

  #plain(text: string, from: number): number {
    let until = from + 1;
    while (until < text.length && !this.#ends(text[until]!)) until++;
    this.#add(text.slice(from, until));
    this.#at = 'plain';
    return until;
  }

  #ends = (sign: string) => sign === this.#delimiter || sign === '\n' || sign === '\r';

  #add(part: string): void {
    this.#length += part.length;
    if (this.#length > longestRecord) throw this.#fault('it does not end; a quotation mark may not be closed');
    this.#cell += part;
  }

  #endCell(): void {
    if (this.#cells.length >= this.#mostCells) throw this.#fault(`more columns than ${this.#mostCells}`);
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#at = 'start';
  }

  #endRecord(): void {
    this.#endCell();
    this.#records.push(this.#cells);
    this.#cells = [];
    this.#length = 0;
    this.#count++;
  }

  #fault = (problem: string) => new TableFault(this.#count + 1, undefined, problem);
}
