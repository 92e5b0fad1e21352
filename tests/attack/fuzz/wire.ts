import { connect } from 'node:net';
import type { Random } from '../../../db/seed/generated-random.ts';
import type { Answer } from './civil.ts';
import type { Sent } from './requests.ts';
import type { Send } from './run.ts';

/** The bytes of a request as a browser would send it, without any check of what is in it. */
function bytesOf({ method, url, headers, body }: Sent): { head: string; body: Buffer } {
  const payload = Buffer.from(body ?? '');
  const all = {
    host: 'localhost:3000',
    connection: 'close',
    ...(body !== undefined && { 'content-length': String(payload.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, body: payload };
}

/**
 * A client that has heard nothing for so many milliseconds says that it will send no more. Loose, as an answer takes its time on a crowded machine.
 */
const patience = { forAnswer: 300, forEnd: 10_000 };

/**
 * Writes bytes on a connection of their own and reads whatever comes until the server ends it.
 * @param whole whether the last of the bytes asks for that end; otherwise the client gives up after a while
 * @returns what was read, and whether it did end
 */
export function exchange(
  port: number,
  bytes: Buffer,
  whole = isWhole(bytes),
): Promise<{ text: Buffer; ended: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const finish = (ended: boolean) => {
      clearTimeout(quiet);
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: Buffer.concat(chunks), ended });
    };
    const timer = setTimeout(() => finish(false), patience.forEnd);
    let quiet: NodeJS.Timeout | undefined;
    socket
      .on('data', (chunk) => {
        chunks.push(chunk);
        quiet?.refresh();
      })
      .on('end', () => finish(true))
      // A refused connection is reset once its answer has gone out.
      .on('error', () => finish(true))
      .on('close', () => finish(true));
    socket.write(bytes);
    if (!whole) quiet = setTimeout(() => socket.end(), patience.forAnswer);
  });
}

/** Whether the server knows that no more is to come, so that it will answer and end the connection by itself. */
const isWhole = (bytes: Buffer) => {
  const at = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, Math.max(at, 0)).toString('latin1');
  const length = Number(/\r\ncontent-length: (\d+)(\r|$)/.exec(head)?.[1] ?? 0);
  return /^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(head) && /connection: close/.test(head) && bytes.length === at + 4 + length;
};

/** The first answer among what was read. */
export function answerIn(text: Buffer, milliseconds: number): Answer {
  const at = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.subarray(0, Math.max(at, 0)).toString('latin1').split('\r\n');
  const headers: Answer['headers'] = {};
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = line.slice(line.indexOf(':') + 1).trim();
    if (name !== 'set-cookie') headers[name] = value;
    else headers[name] = [...((headers[name] as string[] | undefined) ?? []), value];
  }
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  const rest = text.subarray(at + 4, length === undefined ? undefined : at + 4 + length);
  const body = headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest;
  return { status: Number(first.split(' ')[1] ?? 0), headers, text: body.toString(), milliseconds };
}

/** What chunks say together; of one that is cut off, what came. */
function unchunked(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const begin = bytes.indexOf('\r\n', at) + 2;
    if (begin < 2) break;
    const length = Number.parseInt(bytes.subarray(at, begin).toString('latin1'), 16);
    if (!length) break;
    pieces.push(bytes.subarray(begin, begin + length));
    at = begin + length + 2;
  }
  return Buffer.concat(pieces);
}

/** Over a real connection, each request on one of its own. */
export const overSockets =
  (port: number): Send =>
  async (sent) => {
    const { head, body } = bytesOf(sent);
    const begun = performance.now();
    const { text } = await exchange(port, Buffer.concat([Buffer.from(head, 'latin1'), body]));
    return answerIn(text, performance.now() - begun);
  };

const large = 'x'.repeat(20_000);
const withLine = (head: string, line: string) => head.replace('\r\n', `\r\n${line}\r\n`);
const withLength = (head: string, length: string) => head.replace(/content-length: \d+/, `content-length: ${length}`);
const chunked = (head: string) => head.replace(/content-length: \d+/, 'transfer-encoding: chunked');
const chunk = (body: Buffer) => `${body.length.toString(16)}\r\n${body.toString('latin1')}\r\n`;

/** Ways to break the protocol itself. */
const breaks: Record<string, (head: string, body: Buffer, random: Random) => string | Buffer> = {
  truncated: (head, body, random) =>
    (head + body.toString('latin1')).slice(0, random.whole(1, head.length + body.length)),
  flipped: (head, body, random) => {
    const bytes = Buffer.from(head + body.toString('latin1'), 'latin1');
    for (let flip = random.whole(1, 5); flip > 0; flip--)
      bytes[random.whole(0, bytes.length - 1)] = random.whole(0, 255);
    return bytes;
  },
  'in chunks': (head, body) => `${chunked(head)}${chunk(body)}0\r\n\r\n`,
  'in chunks of one': (head, body) =>
    `${chunked(head)}${[...body].map((one) => chunk(Buffer.from([one]))).join('')}0\r\n\r\n`,
  'chunks without an end': (head, body) => chunked(head) + chunk(body),
  'a chunk of no size': (head, body) => `${chunked(head)}zz\r\n${body}\r\n0\r\n\r\n`,
  'a chunk of 16 EiB': (head, body) => `${chunked(head)}FFFFFFFFFFFFFFFF\r\n${body}\r\n0\r\n\r\n`,
  'a long chunk extension': (head, body) =>
    `${chunked(head)}${body.length.toString(16)};${large}\r\n${body}\r\n0\r\n\r\n`,
  trailers: (head, body) => `${chunked(head)}${chunk(body)}0\r\ncookie: session=x\r\ncontent-length: 5\r\n\r\n`,
  'too long a length': (head, body) => withLength(head, String(body.length + 100)) + body,
  'too short a length': (head, body) => withLength(head, String(Math.max(body.length - 5, 0))) + body,
  'a negative length': (head, body) => withLength(head, '-1') + body,
  'a signed length': (head, body) => withLength(head, `+${body.length}`) + body,
  'two lengths': (head, body) => withLine(head, 'content-length: 3') + body,
  'a length of 1e3': (head, body) => withLength(head, '1e3') + body,
  'an endless length': (head, body) => withLength(head, '9'.repeat(40)) + body,
  'length and chunks': (head, body) => withLine(head, 'transfer-encoding: chunked') + chunk(body),
  'an unknown transfer': (head, body) => withLine(head, 'transfer-encoding: gzip, x') + body,
  'bare line feeds': (head, body) => head.replaceAll('\r\n', '\n') + body,
  'bare returns': (head, body) => head.replaceAll('\r\n', '\r') + body,
  'lines before': (head, body) => `\r\n\r\n${head}${body}`,
  'a space before the colon': (head, body) => withLine(head, 'x-a : b') + body,
  'a folded header': (head, body) => withLine(head, 'x-a: b\r\n c') + body,
  'a NUL in a header': (head, body) => withLine(head, 'x-a: b\0c') + body,
  'a header of no name': (head, body) => withLine(head, ': b') + body,
  'a header that is none': (head, body) => withLine(head, 'nothing') + body,
  'a large header': (head, body) => withLine(head, `x-a: ${large}`) + body,
  'many headers': (head, body) => withLine(head, Array(2_500).fill('x-a: b').join('\r\n')) + body,
  'no host': (head, body) => head.replace(/host: .*\r\n/, '') + body,
  'two hosts': (head, body) => withLine(head, 'host: evil.example') + body,
  'a lower-case method': (head, body) => head.replace(/^\w+/, (method) => method.toLowerCase()) + body,
  'no version': (head, body) => head.replace(' HTTP/1.1', '') + body,
  'a version to come': (head, body) => head.replace('HTTP/1.1', 'HTTP/9.9') + body,
  'HTTP/1.0': (head, body) => head.replace('HTTP/1.1', 'HTTP/1.0').replace(/host: .*\r\n/, '') + body,
  'an absolute address': (head, body) => head.replace(' /', ' http://evil.example/') + body,
  'another method': (head, body, random) =>
    head.replace(/^\w+/, random.pick(['TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'PURGE', 'MERGE', 'XYZ'])) + body,
  'a star': (head, body) => head.replace(/^\w+ \S+/, 'OPTIONS *') + body,
  'raw bytes in the path': (head, body) => head.replace(' /', ' /\u00ff\u0000\u0080') + body,
  'a space in the path': (head, body) => head.replace(' /', ' / ') + body,
  'a long path': (head, body) => head.replace(' /', ` /${large}`) + body,
  'dots in the path': (head, body) => head.replace(' /', ' /../../%2e%2e/./') + body,
  'two slashes': (head, body) => head.replace(' /', ' //evil.example/') + body,
  upgrade: (head, body) =>
    withLine(head.replace('connection: close', 'connection: upgrade'), 'upgrade: websocket') + body,
  'expect to continue': (head, body) => withLine(head, 'expect: 100-continue') + body,
  'HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  TLS: () => Buffer.from('16030100c8010000c40303', 'hex'),
  noise: (_head, _body, random) => Buffer.from(Array.from({ length: 300 }, () => random.whole(0, 255))),
  nothing: () => '',
  'many at once': (head, body) => (head.replace('connection: close', 'connection: keep-alive') + body).repeat(8),
};

/** A request broken in one way; what way, and its bytes. */
export function broken(sent: Sent, random: Random): { what: string; bytes: Buffer } {
  const what = random.pick(Object.keys(breaks));
  const { head, body } = bytesOf(sent);
  const bytes = breaks[what]!(head, body, random);
  return { what, bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes };
}
