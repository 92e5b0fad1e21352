import { connect, type Socket } from 'node:net';

export interface Reply {
  status: number;
  /** Head and body, as they came. */
  bytes: Buffer;
  bodyAt: number;
}

const headEnd = Buffer.from('\r\n\r\n');
/** As the servers that are measured write it. */
const lengthName = Buffer.from('\r\ncontent-length: ');

/** One keep-alive connection that knows just enough HTTP/1.1 to cost little: answers with a content-length, one at a time. */
export class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #received = 0;
  /** Length of the whole answer, once its head is there. */
  #length = 0;
  #bodyAt = 0;
  #settle: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#settle?.reject(error));
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: 'localhost' }, () => resolve(new Connection(socket)));
      socket.once('error', reject);
    });
  }

  /** Sends a whole request and waits for its whole answer. */
  exchange(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request, 'utf8');
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (!this.#length) this.#readHead();
    if (!this.#length || this.#received < this.#length) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    const reply = { status: Number(bytes.toString('latin1', 9, 12)), bytes, bodyAt: this.#bodyAt };
    this.#chunks = [];
    this.#received = this.#length = 0;
    this.#settle?.resolve(reply);
  }

  #readHead(): void {
    const start = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    const end = start.indexOf(headEnd);
    if (end < 0) return;
    const length = start.indexOf(lengthName);
    if (length < 0 || length > end) throw new Error('an answer without content-length');
    this.#bodyAt = end + headEnd.length;
    this.#length = this.#bodyAt + Number.parseInt(start.toString('latin1', length + lengthName.length, end), 10);
  }
}
