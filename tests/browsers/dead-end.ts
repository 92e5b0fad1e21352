import { type AddressInfo, createServer } from 'node:net';

/** Where a browser under test gets when it wants to leave this machine: nowhere, but it is known where it wanted to go. */
export interface DeadEnd {
  port: number;
  /** The hosts that were asked for. */
  hosts: string[];
  close(): Promise<void>;
}

/** A SOCKS5 proxy, which all browsers can be given, that hears the name of the host and hangs up. */
export async function openDeadEnd(): Promise<DeadEnd> {
  const hosts: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // Which ways there are to say who one is; none is needed. Then: connect, to a host by its name.
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (asked) => {
        if (asked[3] === 3) hosts.push(asked.toString('latin1', 5, 5 + asked[4]!));
        socket.end(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, hosts, close };
}
