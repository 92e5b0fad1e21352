import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hopeless } from '../scripts/exit-codes.mjs';
import { freePort } from '../scripts/free-port.mjs';
import { findLanAddresses } from '../scripts/lan.mjs';
import { until } from './chaos/product-process.ts';

const start = join(import.meta.dirname, '../scripts/start.mjs');
/** Without a network, an address of this machine that is not the one it calls localhost. */
const host = findLanAddresses()[0] ?? '127.0.0.2';

let dataDir: string;
let address: string;
let output = '';
let stop: () => Promise<unknown>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holoholo-lan-'));
  await chmod(dataDir, 0o711);
  const port = await freePort();
  address = `http://${host}:${port}`;
  const { PUBLIC_URL: _, ...env } = process.env;
  const started = spawn(process.execPath, [start, '--lan'], {
    env: { ...env, HOST: host, PORT: String(port), DATA_DIR: dataDir, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exited = new Promise((resolve) => started.once('exit', resolve));
  stop = () => {
    started.kill('SIGTERM');
    return exited;
  };
  await until('the last line', 50_000, () => output.includes('Ctrl-C stops it.') || started.exitCode !== null);
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** What a phone reads from a code that was drawn with half blocks, dark on light. */
function readFromTerminal(text: string): string {
  const lines = text
    .split('\n')
    .flatMap((line) => line.split('\u001b[38;5;16;48;5;231m')[1]?.split('\u001b[0m')[0] ?? []);
  const rows = lines.flatMap((line) => [
    [...line].map((sign) => sign === '█' || sign === '▀'),
    [...line].map((sign) => sign === '█' || sign === '▄'),
  ]);
  const scale = 4;
  const [width, height] = [rows[0]!.length * scale, rows.length * scale];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (rows[Math.floor(y / scale)]![Math.floor(x / scale)])
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return decodeQR({ width, height, data });
}

test('a phone reads the address from the terminal, and is answered there', async () => {
  expect(readFromTerminal(output)).toBe(address);
  expect(output).toContain(`Holoholo is at ${address}`);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const codes = (await (await fetch(`${address}/dev/codes.json`)).json()) as { url: string }[];
  for (const { url } of codes) expect(url).toMatch(new RegExp(`^${address}/location/`));
});

test('it says what the browser withholds there, and who can sign in', () => {
  expect(output).toMatch(/with its own camera\. Without https, its browser\s+withholds the camera inside the page/);
  expect(output).toContain('use without a network, the own position and passkeys. All else works.');
  expect(output).toContain("Whoever is on this network can sign in as any of the demo's people.");
});

test('"Continue with Google" leads a phone to the people of the demo, and back', async () => {
  const cookies = new Map<string, string>();
  /** As the phone's browser, which has one store of cookies for the host. */
  const visit = async (url: string | URL, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie, origin: address },
    });
    for (const line of reply.headers.getSetCookie())
      cookies.set(...(line.split(';')[0]!.split('=', 2) as [string, string]));
    const next = reply.headers.get('location');
    return { reply, next: next ? new URL(next, url) : null };
  };
  const { reply } = await visit(`${address}/api/oauth/google/redirect_url`);
  const { redirectUrl } = (await reply.json()) as { redirectUrl: string };
  expect(new URL(redirectUrl).hostname).toBe(host);
  const { next: people } = await visit(redirectUrl);
  expect(await (await visit(people!)).reply.text()).toContain('Maya Lindqvist');
  let { next } = await visit(`${people}/traveler`, { method: 'POST' });
  while (next && next.origin !== address) ({ next } = await visit(next));
  const { code, state } = Object.fromEntries(next!.searchParams);
  const body = JSON.stringify({ code, state });
  await visit(`${address}/api/sessions`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  expect((await visit(`${address}/api/users/me`)).reply.status).toBe(200);
});

test('where it cannot be, that is said in a line', async () => {
  const run = (words: string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [start, ...words], { env: { ...process.env, ...env } }).then(
      () => null,
      ({ code, stderr }) => ({ code, stderr }),
    );
  const said = (line: RegExp) => ({ code: hopeless, stderr: expect.stringMatching(line) });
  expect(await run(['--lan'], { PUBLIC_URL: 'https://guide.example' })).toEqual(said(/^--lan says itself[^\n]*\n$/));
  // As npm hands on `npm start --lan`, without the dashes that end its own words.
  expect(await run([], { npm_config_lan: 'true', PUBLIC_URL: 'https://guide.example' })).toEqual(
    said(/^--lan says itself[^\n]*\n$/),
  );
  expect(await run(['--lam'], {})).toEqual(said(/^Unknown option '--lam'[^\n]*\n$/));
});
