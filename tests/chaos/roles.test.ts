import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { connectionUrl } from '../attack/owner.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { type MailTrap, openMailTrap } from '../e2e/mail-trap.ts';
import { ProductProcess, until } from './product-process.ts';

const name = `product_${randomBytes(6).toString('hex')}`;
let mail: MailTrap;
let web: ProductProcess;
let worker: ProductProcess;
let metricsPort: number;

beforeAll(async () => {
  await onServer(inject('databaseServer'), `create database ${name}`);
  mail = await openMailTrap();
  const common = {
    DATABASE_URL: connectionUrl(inDatabase(inject('databaseServer'), name)),
    SECRET_KEY: 'k'.repeat(32),
    SMTP_URL: mail.url,
    DEMO_DATA: 'off',
  };
  web = await ProductProcess.make({ ...common, ROLE: 'web' });
  metricsPort = await freePort();
  worker = await ProductProcess.make({ ...common, ROLE: 'worker', METRICS_PORT: String(metricsPort) });
});
afterAll(async () => {
  await Promise.all([web.dispose(), worker.dispose()]);
  await mail.close();
});

async function askForLink(email: string): Promise<void> {
  const reply = await fetch(`${web.url}/api/auth/magic-link`, {
    method: 'POST',
    headers: { origin: web.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(reply.status).toBe(202);
}

async function startWorker(): Promise<void> {
  const starts = () => worker.output.split('is at work').length;
  const before = starts();
  worker.spawn();
  await until('the worker', 60_000, () => starts() > before);
}

test('one process answers and another works; what is asked for while there is no worker is done by the next', {
  timeout: 120_000,
}, async () => {
  await web.start();
  await askForLink('early@example.com');
  // Only time shows that nobody sends it: a server that works as well does so within a second.
  await sleep(2_500);
  expect(mail.messages).toEqual([]);
  // In an update the version before still has it.
  const before = createServer().listen(metricsPort, 'localhost');
  await once(before, 'listening');
  await startWorker();
  await mail.waitFor('early@example.com');
  await until('the word of its port', 30_000, () => worker.output.includes('METRICS_PORT cannot be listened at'));
  before.close();
  await askForLink('later@example.com');
  await mail.waitFor('later@example.com');
  expect(await worker.readiness()).toBeUndefined(); // it answers nobody
  // But for what it tells of itself, as soon as the port is free.
  const ask = (path: string, headers = {}) => fetch(`http://localhost:${metricsPort}${path}`, { headers });
  await until('metrics', 30_000, () =>
    ask('/metrics').then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const told = await ask('/metrics');
  expect([told.status, told.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  const text = await told.text();
  for (const name of [
    'holoholo_database_connections{pool="work",state="used"}',
    'process_resident_memory_bytes',
    'holoholo_jobs{',
  ])
    expect(text).toContain(`\n${name}`);
  expect((await ask('/metrics', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(404);
  expect((await ask('/healthz')).status).toBe(404);
  expect((await fetch(`http://localhost:${metricsPort}/metrics`, { method: 'POST' })).status).toBe(404);

  await worker.kill();
  await askForLink('meanwhile@example.com');
  expect(await web.readiness()).toBe(200);
  await startWorker();
  await mail.waitFor('meanwhile@example.com');
  expect(mail.messages.map(({ recipients }) => recipients)).toEqual([
    ['early@example.com'],
    ['later@example.com'],
    ['meanwhile@example.com'],
  ]);
  for (const server of [worker, web]) {
    server.signal('SIGTERM');
    expect(await server.exited).toBe(0);
  }
});

test('our own database serves one process, which says so', { timeout: 60_000 }, async () => {
  const alone = await ProductProcess.make({ ROLE: 'worker', DEMO_DATA: 'off' });
  alone.spawn();
  await until('the refusal', 30_000, () => !alone.isRunning);
  expect(await alone.exited).toBe(78);
  expect(alone.output).toMatch(/^Setting ROLE should be all where DATABASE_URL is not set[^\n]*\n$/);
  await alone.dispose();
});
