import { codeOf } from './guide/load.ts';
import { Connection } from './load/connection.ts';
import type { Product } from './product.ts';

const visitors = 50;

/** The cookies of visitors who came in by a printed code, as the product itself gives them. */
export async function visitCookies({ port }: Product): Promise<string[]> {
  // By hand, as Node's fetch says of itself that it is no navigation.
  const connection = await Connection.open(port);
  const cookies: string[] = [];
  for (let place = 1; place <= visitors; place++) {
    const { bytes, bodyAt } = await connection.exchange(
      `GET /location/${place}?qr=${codeOf(place)} HTTP/1.1\r\nhost: localhost:${port}\r\n` +
        'user-agent: Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15\r\n\r\n',
    );
    const cookie = bytes.toString('latin1', 0, bodyAt).match(/set-cookie: (visit=[^;]+)/i)?.[1];
    if (!cookie) throw new Error(`the code of place ${place} gave no visit`);
    cookies.push(cookie);
  }
  connection.close();
  return cookies;
}
