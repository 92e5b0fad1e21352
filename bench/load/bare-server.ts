import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';

/**
 * The yardstick: a `node:http` server in a process of its own that sends, for each path, the bytes it was given and does
 * nothing else.
 */
export async function startBareServer(bodies: Record<string, string>): Promise<{ port: number; stop(): void }> {
  const child = fork(import.meta.filename, [], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(bodies);
  return { port: await portOf(child), stop: () => child.kill() };
}

const portOf = (child: ChildProcess) =>
  new Promise<number>((resolve) => child.once('message', (port) => resolve(port as number)));

if (process.argv[1] === import.meta.filename) {
  process.once('message', (bodies: Record<string, string>) => {
    const known = new Map(Object.entries(bodies));
    const server = createServer((request, response) => {
      const body = known.get(request.url ?? '') ?? '';
      response.writeHead(body ? 200 : 404, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    });
    server.listen(0, 'localhost', () => process.send?.((server.address() as { port: number }).port));
  });
}
