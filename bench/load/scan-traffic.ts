import { randomUUID } from 'node:crypto';
import { createRandom } from '../decoding/random.ts';
import { codeOf, visitTokenOf } from '../guide/load.ts';
import type { CreateTraffic } from './generator.ts';

export interface ScanTraffic {
  port: number;
  places: number;
  visits: number;
  seed: number;
}

/** Visitors who each scan any code of any place, each scan with a key of its own, as our client's have; the same draw as the pgbench script's. */
export const createTraffic: CreateTraffic<ScanTraffic> = ({ port, places, visits, seed }) => {
  const random = createRandom(seed);
  const cookies = Array.from({ length: visits }, (_, index) => visitTokenOf(index + 1));
  const origin = `http://localhost:${port}`;
  return {
    next: () => {
      const code = codeOf(Math.floor(random.between(1, places + 1)));
      const body = `{"qr_code_id":"${code}","device_info":{"type":"mobile"}}`;
      return {
        request:
          `POST /api/qr/scan HTTP/1.1\r\nhost: localhost:${port}\r\norigin: ${origin}\r\nsec-fetch-site: same-origin\r\n` +
          `user-agent: Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15\r\n` +
          `cookie: visit=${cookies[Math.floor(random.between(0, visits))]}\r\n` +
          `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        judge: ({ status, bytes, bodyAt }) =>
          status === 200 && bytes.indexOf(code, bodyAt) > 0 ? undefined : `a scan answered with ${status}`,
      };
    },
  };
};
