import { once } from 'node:events';
import type pg from 'pg';

/** What the driver's connection can do and its types leave out. */
interface Connection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** A statement under way, in the driver's own terms: it calls these as the server answers. The driver itself knows no COPY. */
class Copy {
  readonly #statement: string;
  #failure: Error | undefined;
  protected connection!: Connection;
  protected hasEnded = false;
  protected wake = () => {};

  constructor(statement: string) {
    this.#statement = statement;
  }

  submit(connection: pg.Connection): void {
    this.connection = connection as Connection;
    connection.query(this.#statement);
  }
  handleCommandComplete(): void {}
  handleError(error: Error): void {
    this.#failure = error;
    this.handleReadyForQuery();
  }
  handleReadyForQuery(): void {
    this.hasEnded = true;
    this.wake();
  }

  /** Settles when it has ended, or something else has happened. @throws Error of the server or of the connection */
  protected async next(): Promise<void> {
    if (!this.hasEnded) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure;
  }
}

const batchBytes = 256 * 1024;

class CopyOut extends Copy {
  #rows: Buffer[] = [];
  #bytes = 0;

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#rows.push(Buffer.from(chunk)); // the driver writes over its own
    this.#bytes += chunk.length;
    if (this.#bytes < batchBytes) return;
    // The server waits until these have been taken.
    this.connection.stream.pause();
    this.wake();
  }

  async *read(): AsyncGenerator<Buffer[]> {
    try {
      for (;;) {
        if (this.#bytes < batchBytes) await this.next();
        const rows = this.#rows;
        [this.#rows, this.#bytes] = [[], 0];
        if (rows.length > 0) yield rows;
        else if (this.hasEnded) return;
        this.connection.stream.resume();
      }
    } finally {
      this.connection?.stream.resume();
    }
  }
}

class CopyIn extends Copy {
  #isOpen = false;

  handleCopyInResponse(): void {
    this.#isOpen = true;
    this.wake();
  }

  async write(chunks: AsyncIterable<Buffer>): Promise<void> {
    while (!this.#isOpen) await this.next();
    const { stream } = this.connection;
    try {
      for await (const chunk of chunks) {
        if (this.hasEnded) break;
        this.connection.sendCopyFromChunk(chunk);
        if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), this.next()]);
      }
    } catch (error) {
      this.connection.sendCopyFail('not written to its end');
      await this.next().catch(() => {});
      throw error;
    }
    if (!this.hasEnded) this.connection.endCopyFrom();
    await this.next();
  }
}

/** Reads what `copy (query) to stdout` gives: batches of rows in COPY's text format, one buffer each, as fast as they are taken. */
export function copyOut(client: pg.Client, query: string): AsyncGenerator<Buffer[]> {
  return client.query(new CopyOut(`copy (${query}) to stdout`)).read();
}

/** Writes chunks in COPY's text format into a table. @throws Error of the server, or of the chunks */
export function copyIn(
  client: pg.Client,
  table: string,
  columns: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  return client.query(new CopyIn(`copy ${table} (${columns}) from stdin`)).write(chunks);
}
