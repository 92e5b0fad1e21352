import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answerIn, exchange } from './wire.ts';

/** What a server that writes these pieces, and does not say how long they are, is heard to answer. */
async function heard(pieces: readonly string[]): Promise<string> {
  const server = createServer((_request, response) => {
    for (const piece of pieces) response.write(piece);
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { text } = await exchange(port, Buffer.from('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'));
  return answerIn(text, 0).text;
}

test('an answer in pieces is read as what they say together', async () => {
  // The first is 30 bytes: its size, 1e, begins as a number does.
  expect(await heard([`["${'x'.repeat(26)}",`, '"ā\r\n0\r\n\r\n"]'])).toBe(`["${'x'.repeat(26)}","ā\r\n0\r\n\r\n"]`);
});

test('of one that is cut off, what came', () => {
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  expect(answerIn(Buffer.from(`${head}3\r\nabc\r\n8\r\ndef`), 0).text).toBe('abcdef');
  expect(answerIn(Buffer.from(`${head}3\r\nabc\r\n8`), 0).text).toBe('abc');
});
