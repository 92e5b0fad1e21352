import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';

/** What is sent for one path, headers and all. The bytes are base64, as they travel between processes. */
interface Served {
  headers: Record<string, string>;
  body: string;
}

/** Headers that belong to one connection or one moment, not to what is sent. */
const passing = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length', 'set-cookie']);

/**
 * The yardstick of a page: its own HTML without our scripts, with the same styles, pictures and font, sent by a bare
 * `node:http` server in a process of its own with the same compression and headers.
 * @param origin of the product, `path` of the page there.
 */
export async function serveStatically(origin: string, path: string): Promise<{ url: string; stop(): void }> {
  const page = await fetch(origin + path, { headers: { accept: 'text/html' } });
  const html = (await page.text()).replace(/<script\b[^>]*>.*?<\/script>/gs, '');
  const files = [...new Set([...html.matchAll(/["'( ,](\/[\w/.-]+\.\w+)/g)].map(([, file]) => file!))];
  const served: Record<string, Served> = {
    [path]: {
      headers: { ...headersOf(page), 'content-encoding': 'br' },
      // The product's own quality of compression (server/features/pages/pages.routes.ts).
      body: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).toString('base64'),
    },
  };
  for (const file of files) {
    const reply = await fetch(origin + file, { headers: { 'accept-encoding': 'identity' } });
    if (!reply.ok) throw new Error(`${file}, which the page names, is answered with ${reply.status}`);
    served[file] = { headers: headersOf(reply), body: Buffer.from(await reply.arrayBuffer()).toString('base64') };
  }
  const child = fork(import.meta.filename, [], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(served);
  return { url: `http://localhost:${await portOf(child)}${path}`, stop: () => child.kill() };
}

const headersOf = (reply: Response) => Object.fromEntries([...reply.headers].filter(([name]) => !passing.has(name)));

const portOf = (child: ChildProcess) =>
  new Promise<number>((resolve) => child.once('message', (port) => resolve(port as number)));

if (process.argv[1] === import.meta.filename) {
  process.once('message', (served: Record<string, Served>) => {
    const known = new Map(
      Object.entries(served).map(([path, { headers, body }]) => [
        path,
        { headers, bytes: Buffer.from(body, 'base64') },
      ]),
    );
    const server = createServer((request, response) => {
      const found = known.get(request.url ?? '');
      if (!found) return response.writeHead(404).end();
      response.writeHead(200, { ...found.headers, 'content-length': found.bytes.length }).end(found.bytes);
    });
    server.keepAliveTimeout = 65_000;
    server.listen(0, 'localhost', () => process.send?.((server.address() as { port: number }).port));
  });
}
