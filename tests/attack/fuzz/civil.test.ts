import { expect, test } from 'vitest';
import { readyz } from '../../../contract/operations.ts';
import { apiPolicy, commonHeaders } from '../../../server/platform/http/security-headers.ts';
import { type Answer, complaintsAbout } from './civil.ts';

const good = { database: true, migrations: true, disk: true, accepting: true };
const headers: Answer['headers'] = {
  ...commonHeaders(false),
  'content-security-policy': apiPolicy,
  'cache-control': 'no-store',
  'x-request-id': 'one',
  'content-type': 'application/json; charset=utf-8',
  'retry-after': '1',
};
const notReady = (checks: object, more: Answer['headers'] = {}): Answer => ({
  status: 503,
  headers: { ...headers, ...more },
  text: JSON.stringify({ status: 'not ready', checks }),
  milliseconds: 1,
});
const about = (answer: Answer, endpoint: Parameters<typeof complaintsAbout>[1] = readyz) =>
  complaintsAbout(answer, endpoint, { method: 'GET', slowest: 1_000 });

test('of all that is not ready a full disk alone is no fault of the server', () => {
  expect(about(notReady({ ...good, disk: false }))).toEqual([]);
  for (const check of ['database', 'migrations', 'accepting']) {
    expect(about(notReady({ ...good, [check]: false })), check).toContain('status 503');
    expect(about(notReady({ ...good, disk: false, [check]: false })), check).toContain('status 503');
  }
  expect(about(notReady(good))).toContain('status 503');
  expect(about(notReady({ ...good, disk: false }), { ...readyz, path: '/healthz' })).toContain('status 503');
});

test('a 503 says how long to wait', () => {
  expect(about(notReady({ ...good, disk: false }, { 'retry-after': undefined }))).toEqual(['no time to wait']);
});
