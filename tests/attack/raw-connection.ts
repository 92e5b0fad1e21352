import { connect, type Socket } from 'node:net';
import { listen } from '../../server/platform/http/listening.ts';
import { createWorld, type World } from '../world.ts';

/** What came back over one connection, and how long it lived. */
export interface Outcome {
  /** The statuses of all answers, in order. */
  statuses: number[];
  /** The first answer, parsed; its body is undefined where it is no JSON. */
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  body: any;
  milliseconds: number;
}

/** A connection on which bytes are sent as they are, well-formed or not. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #begun = performance.now();
  readonly #closed: Promise<void>;
  #text = '';
  #milliseconds = 0;

  /** @param localAddress the address it comes from; elsewhere than on Linux a machine has but one of its own. */
  constructor(url: string, localAddress?: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({
      port: Number(port),
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(localAddress !== undefined && process.platform === 'linux' && { localAddress }),
    });
    this.#socket.setEncoding('latin1').on('data', (text: string) => {
      this.#text += text;
    });
    this.#socket.on('error', () => {});
    this.#closed = new Promise((resolve) => {
      this.#socket.on('close', () => {
        this.#milliseconds = performance.now() - this.#begun;
        resolve();
      });
    });
  }

  /** Sends text; it is settled once the kernel has it, or the connection is over. */
  send(text: string | Buffer): Promise<void> {
    return Promise.race([new Promise<void>((sent) => this.#socket.write(text, () => sent())), this.#closed]);
  }

  /** Settles once an answer has come whole. */
  async answered(): Promise<Outcome> {
    while (!this.#isWhole() && !this.#socket.closed)
      await Promise.race([new Promise((more) => this.#socket.once('data', more)), this.#closed]);
    return this.outcome();
  }

  /** Settles once the other side has closed. */
  async closed(): Promise<Outcome> {
    await this.#closed;
    return this.outcome();
  }

  close(): void {
    this.#socket.destroy();
  }

  outcome(): Outcome {
    const [head = '', body = ''] = this.#text.split('\r\n\r\n');
    const headers = Object.fromEntries(
      head.split('\r\n').flatMap((line) => {
        const at = line.indexOf(': ');
        return at > 0 ? [[line.slice(0, at).toLowerCase(), line.slice(at + 2)]] : [];
      }),
    );
    const isJson = headers['content-type']?.startsWith('application/json');
    return {
      statuses: [...this.#text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
      headers,
      body: isJson ? JSON.parse(body.slice(0, Number(headers['content-length']))) : undefined,
      milliseconds: this.#milliseconds,
    };
  }

  #isWhole(): boolean {
    const at = this.#text.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(this.#text)?.[1];
    return at > 0 && this.#text.length >= at + 4 + Number(length ?? 0);
  }
}

/** The head of a POST with a body of JSON. */
export function headOf(path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ host: 'localhost:3000', 'content-type': 'application/json', ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** A world that listens on a port of its own, for what is sent byte by byte; and its address. */
export async function createListeningWorld(
  options?: Parameters<typeof createWorld>[0],
): Promise<{ world: World; url: string }> {
  const world = await createWorld(options);
  return { world, url: await listen(world.app, { port: 0, host: '127.0.0.1' }) };
}
