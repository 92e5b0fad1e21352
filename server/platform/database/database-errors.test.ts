import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isUnavailable } from './database-errors.ts';

const coded = (code: string, message = code) => Object.assign(new Error(message), { code });
const caught = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test.each([
  '57P01',
  '57P03',
  '08006',
  '53300',
  '53100',
  '57014',
  '25006',
  '40P01',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EPIPE',
  'EAI_AGAIN',
  'EMFILE',
])('%s means that the database could not be asked', (code) => {
  expect(isUnavailable(coded(code))).toBe(true);
});

test.each(['23505', '42P01', 'ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EINVAL', 'ERR_INVALID_ARG_TYPE'])(
  '%s does not',
  (code) => {
    expect(isUnavailable(coded(code, `${code}: a timeout, terminated`))).toBe(false);
  },
);

test('a missing file is our own fault, the missing socket of our server is the server away', async () => {
  expect(isUnavailable(await caught(readFile('/nonexistent/file')))).toBe(false);
  const socket = createConnection('/nonexistent/.s.PGSQL.5432');
  expect(isUnavailable(await new Promise((resolve) => socket.once('error', resolve)))).toBe(true);
});

test('what the driver says of a lost connection counts, the same words from elsewhere do not', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 9, connectionTimeoutMillis: 500 });
  expect(isUnavailable(await caught(pool.query('select 1')))).toBe(true);
  await pool.end();
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isUnavailable(new Error('Query read timeout'))).toBe(true);
  expect(isUnavailable(new Error('the session timeout must be a number'))).toBe(false);
  expect(isUnavailable(new Error('an unterminated string'))).toBe(false);
});
