import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A door before the product, through which a browser comes to it: the same in all browsers, whatever their drivers can do. */
export interface Front {
  port: number;
  url: string;
  /** The product's port, once it is known. */
  target: number;
  /** What every page and the worker begin with. */
  prelude: string;
  /** Directives of pages' policies that the browser is to know nothing of. */
  unknownDirectives: RegExp | null;
  /** What pages have reported, and answers of the product beyond 399. */
  problems: string[];
  /** From then on whoever comes is refused, as by a server that is not there. */
  close(): Promise<void>;
  /** Lets people in again, by the same address. */
  reopen(): Promise<void>;
}

export const reportPath = '/.problems';

export async function openFront(): Promise<Front> {
  const server = createServer((incoming, reply) => {
    if (incoming.url === reportPath) collect(incoming).then((text) => front.problems.push(String(text)));
    if (incoming.url === reportPath) return void reply.writeHead(204).end();
    pass(front, incoming, reply);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const front = {
    port,
    url: `http://localhost:${port}`,
    target: 0,
    prelude: '',
    unknownDirectives: null,
    problems: [],
    close,
    reopen: () => listen(port),
  } as Front;
  return front;
}

const withoutTaken = (policy: string, { unknownDirectives }: Front) =>
  policy
    .split('; ')
    .filter((directive) => !unknownDirectives?.test(directive))
    .join('; ');

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** Passes a request on, and its answer back: pages and the worker with the prelude at their begin. */
function pass(front: Front, incoming: IncomingMessage, reply: ServerResponse): void {
  const { method, url, headers } = incoming;
  const onward = request(
    {
      host: 'localhost',
      port: front.target,
      method,
      path: url,
      headers: { ...headers, 'accept-encoding': 'identity' },
    },
    async (answer) => {
      const status = answer.statusCode!;
      if (status >= 400) front.problems.push(`${method} ${url}: ${status}`);
      const isPage = answer.headers['content-type']?.startsWith('text/html');
      if (!isPage && url !== '/sw.js') {
        reply.writeHead(status, answer.headers);
        return void answer.pipe(reply);
      }
      const text = String(await collect(answer));
      const { 'content-length': _, 'content-security-policy': policy = '', ...kept } = answer.headers;
      const digest = createHash('sha256').update(front.prelude).digest('base64');
      reply.writeHead(status, {
        ...kept,
        'content-security-policy': withoutTaken(String(policy), front).replace(
          'script-src ',
          `script-src 'sha256-${digest}' `,
        ),
      });
      // As a function, for what `$` means in a replacement.
      const whole = isPage
        ? text.replace('<head>', () => `<head><script>${front.prelude}</script>`)
        : `${front.prelude};${text}`;
      reply.end(method === 'HEAD' ? undefined : whole);
    },
  );
  onward.on('error', () => reply.destroy());
  incoming.pipe(onward);
}
