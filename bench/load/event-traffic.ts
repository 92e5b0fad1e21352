import { randomUUID } from 'node:crypto';
import type { CreateTraffic } from './generator.ts';

export const eventsPerCall = 50;

/** Phones that send what happened on a screen, fifty events at a time; each call with a key of its own, as our client's have. */
export const createTraffic: CreateTraffic<{ port: number; cookies: string[] }> = ({ port, cookies }) => {
  let calls = 0;
  const event = {
    event_type: 'map_pin_clicked',
    event_data: { listing_name: 'Kāneʻohe Bay Sail', category: 'Activities & Tours', distance: 3.2, zoom_level: 14 },
    timestamp: '2026-11-20T20:00:00.000Z',
  };
  const body = JSON.stringify({ events: Array.from({ length: eventsPerCall }, () => event) });
  const head =
    `POST /api/analytics/events HTTP/1.1\r\nhost: localhost:${port}\r\norigin: http://localhost:${port}\r\n` +
    `sec-fetch-site: same-origin\r\nuser-agent: Mozilla/5.0 (iPhone) Safari/605\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n`;
  return {
    next: () => ({
      request: `${head}cookie: ${cookies[calls++ % cookies.length]}\r\nidempotency-key: ${randomUUID()}\r\n\r\n${body}`,
      judge: ({ status, bytes, bodyAt }) =>
        status === 202 && bytes.indexOf(`"accepted":${eventsPerCall}`, bodyAt) > 0
          ? undefined
          : `events answered with ${status}`,
    }),
  };
};
