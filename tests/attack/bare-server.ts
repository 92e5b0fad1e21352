import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in a process of its own that answers everything at once and does nothing else. */
export class BareServer {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.url = `http://localhost:${port}`;
  }

  static async start(): Promise<BareServer> {
    const process = fork(import.meta.filename, { execArgv: ['--disable-warning=ExperimentalWarning'] });
    const [port] = (await once(process, 'message')) as [number];
    return new BareServer(process, port);
  }

  end(): void {
    this.#process.kill();
  }
}

if (process.argv[1] === import.meta.filename && process.send) {
  const server = createServer((request, response) => {
    request.resume();
    response.end('answered');
  });
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}
