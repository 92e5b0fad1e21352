import {
  connect,
  createServer,
  type IpcSocketConnectOpts,
  type Server,
  type Socket,
  type TcpSocketConnectOpts,
} from 'node:net';
import type { Connection } from '../../server/platform/database/database.ts';
import { connectionUrl } from '../attack/owner.ts';

/**
 * What the network to the database does: `silent` swallows everything, also of connections made meanwhile, and these stay
 * dead afterwards; `refused` resets all and listens no more; `slow` holds back each answer.
 */
export type Fault = 'none' | 'silent' | 'refused' | 'slow';

const slowMs = 2_000;

/** Two sockets of one connection through the proxy. */
interface Pair {
  client: Socket;
  server: Socket;
  isDead: boolean;
  /** Answers held back, and when each may go on. */
  held: { chunk: Buffer; timer: NodeJS.Timeout }[];
  /** Names of prepared statements that are a COMMIT. */
  commits: Set<string>;
}

/** Stands between the application and PostgreSQL, and breaks what it is told to break. */
export class FaultProxy {
  /** How many commits were cut so far. */
  cuts = 0;
  #fault: Fault = 'none';
  #cutNext: 'before' | 'after' | undefined;
  #keepsCommits = false;
  readonly #target: TcpSocketConnectOpts | IpcSocketConnectOpts;
  readonly #pairs = new Set<Pair>();
  #listener: Server | undefined;
  #port = 0;

  private constructor(target: TcpSocketConnectOpts | IpcSocketConnectOpts) {
    this.#target = target;
  }

  /** Opens a proxy to a server; `set('none')` at first. */
  static async open(server: Connection): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetOf(server));
    await proxy.#listen();
    return proxy;
  }

  /** How a database of its server is reached through it. */
  urlOf(database: Connection): string {
    const url = new URL(connectionUrl(database));
    url.search = '';
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  async set(fault: Fault): Promise<void> {
    const former = this.#fault;
    this.#fault = fault;
    if (fault === 'silent') for (const pair of this.#pairs) pair.isDead = true;
    if (fault === 'refused') await this.#refuse();
    else if (former === 'refused') await this.#listen();
    if (fault !== 'none') return;
    for (const pair of this.#pairs) {
      for (const { timer } of pair.held) clearTimeout(timer);
      for (const { chunk } of pair.held.splice(0)) this.#answer(pair, chunk);
      if (pair.isDead && pair.client.destroyed) pair.server.destroy();
    }
  }

  /** Cuts the next connection that commits: before the server hears of it, or after it has committed and before it says so. */
  cutNextCommit(when: 'before' | 'after'): void {
    this.#cutNext = when;
  }

  /** From now on the server commits, and nobody hears of it; or again, for connections made since. */
  keepCommits(isKept: boolean): void {
    this.#keepsCommits = isKept;
  }

  async close(): Promise<void> {
    await this.#refuse();
  }

  #listen(): Promise<void> {
    this.#listener = createServer((client) => this.#accept(client));
    return new Promise((resolve, reject) => {
      this.#listener!.once('error', reject).listen(this.#port, '127.0.0.1', () => {
        this.#port = (this.#listener!.address() as { port: number }).port;
        resolve();
      });
    });
  }

  #refuse(): Promise<void> {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
    return new Promise((resolve) => this.#listener!.close(() => resolve()));
  }

  #accept(client: Socket): void {
    const server = connect(this.#target);
    const pair: Pair = { client, server, isDead: this.#fault === 'silent', held: [], commits: new Set() };
    this.#pairs.add(pair);
    const requests = new MessageReader(true);
    const answers = new MessageReader(false);
    client.on('data', (chunk) => {
      if (pair.isDead) return;
      if (requests.read(chunk).some((message) => this.#isCommitRequest(pair, message))) {
        if (this.#cutNext === 'before') return this.#cut(pair);
      }
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      const hasCommitted = answers.read(chunk).some(isCommitted);
      if (hasCommitted && this.#cutNext === 'after') return this.#cut(pair);
      if (hasCommitted && this.#keepsCommits) return;
      if (this.#fault !== 'slow' && pair.held.length === 0) return this.#answer(pair, chunk);
      const timer = setTimeout(() => this.#answer(pair, pair.held.shift()!.chunk), slowMs);
      pair.held.push({ chunk, timer });
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        // Of a dead connection's end nobody hears, until the network is back.
        if (!pair.isDead || this.#fault !== 'silent') other.destroy();
        if (client.destroyed && server.destroyed) this.#pairs.delete(pair);
      });
    }
  }

  #answer(pair: Pair, chunk: Buffer): void {
    if (!pair.isDead) pair.client.write(chunk);
  }

  #cut({ client, server }: Pair): void {
    this.#cutNext = undefined;
    this.cuts++;
    client.resetAndDestroy();
    server.destroy();
  }

  #isCommitRequest({ commits }: Pair, { type, body }: Message): boolean {
    const [first = '', second = ''] = body.toString('latin1').split('\0');
    if (type === 'P' && /^commit\b/i.test(second)) commits.add(first);
    return (type === 'Q' && /^commit\b/i.test(first)) || (type === 'B' && commits.has(second));
  }
}

function targetOf(server: Connection): TcpSocketConnectOpts | IpcSocketConnectOpts {
  if (!('url' in server)) return { path: `${server.socketDir}/.s.PGSQL.${server.port}` };
  const { hostname, port } = new URL(server.url);
  return { host: hostname, port: Number(port || 5432) };
}

const isCommitted = ({ type, body }: Message) => type === 'C' && body.toString('latin1') === 'COMMIT\0';

interface Message {
  type: string;
  body: Buffer;
}

/** Takes PostgreSQL's messages out of a stream; the first one of a client has no type. */
class MessageReader {
  #rest = Buffer.alloc(0);
  #isFirst: boolean;

  constructor(fromClient: boolean) {
    this.#isFirst = fromClient;
  }

  /** @returns the messages that this chunk completes. */
  read(chunk: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const start = this.#isFirst ? 0 : 1;
      if (this.#rest.length < start + 4) return messages;
      const end = start + this.#rest.readUInt32BE(start);
      if (this.#rest.length < end) return messages;
      const type = this.#isFirst ? '' : String.fromCharCode(this.#rest[0]!);
      messages.push({ type, body: this.#rest.subarray(start + 4, end) });
      this.#rest = this.#rest.subarray(end);
      this.#isFirst = false;
    }
  }
}
