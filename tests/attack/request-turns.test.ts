import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundConnections } from '../../server/platform/http/connections.ts';
import type { World } from '../world.ts';
import { createListeningWorld, RawConnection } from './raw-connection.ts';

let world: World;
let url: string;
beforeAll(async () => {
  ({ world, url } = await createListeningWorld());
});
afterAll(() => world.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost:3000\r\n\r\n`;

/** How many of the others were answered before a guest from elsewhere, who came last of all. */
async function answeredBefore(others: RawConnection[], request: string): Promise<number> {
  let answered = 0;
  for (const one of others) {
    void one.send(request);
    void one.answered().then(() => {
      answered += 1;
    });
  }
  const guest = new RawConnection(url, '127.0.0.2');
  void guest.send(get('/api/locations/1'));
  expect((await guest.answered()).statuses).toEqual([404]);
  const before = answered;
  for (const one of [guest, ...others]) one.close();
  return before;
}

test('a guest does not wait for the requests of 300 connections that another address has just made', async () => {
  const others = Array.from({ length: 300 }, () => new RawConnection(url));
  expect(await answeredBefore(others, get('/api/nowhere'))).toBeLessThan(150);
});

test('nor for what 300 connections send ahead', async () => {
  const others = Array.from({ length: 300 }, () => new RawConnection(url));
  expect(await answeredBefore(others, get('/api/nowhere').repeat(4))).toBeLessThan(150);
});

test('nor until the system asks again to connect, as more came at once than it usually lets wait', async () => {
  const others = Array.from({ length: 600 }, () => new RawConnection(url));
  expect(await answeredBefore(others, get('/api/nowhere'))).toBeLessThan(300);
});

test('what 300 new connections send is not even read before their turn', async () => {
  const accepted: Socket[] = [];
  let begun = 0;
  let mostAhead = 0;
  const server = createServer((_request, response) => {
    begun += 1;
    const read = accepted.filter(({ bytesRead }) => bytesRead > 0).length;
    mostAhead = Math.max(mostAhead, read - begun);
    response.end();
  });
  server.on('connection', (socket) => accepted.push(socket));
  boundConnections(server, { perSite: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const all = Array.from({ length: 300 }, () => new RawConnection(address));
  await Promise.all(
    all.map(async (one) => {
      await one.send(get('/'));
      await one.answered();
      one.close();
    }),
  );
  server.close();
  expect(begun).toBe(300);
  expect(mostAhead).toBeLessThan(30);
});
