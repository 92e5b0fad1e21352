// Proves `npm start` as a newcomer would: a fresh clone, a new DATA_DIR, one scan over HTTP, a restart that keeps it, a clean stop.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'holoholo-start-'));
const clone = join(work, 'clone');
const limits = { firstSeconds: 180, laterSeconds: 5 };

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, 'localhost', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Runs `npm start` until the server answers. */
async function start(port) {
  const begun = performance.now();
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(work, 'data') };
  delete env.CI;
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const exited = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)));
  const address = `http://localhost:${port}`;
  while (true) {
    if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
    const ready = await fetch(`${address}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) break;
    if (performance.now() - begun > limits.firstSeconds * 1000)
      throw new Error(`npm start did not answer in ${limits.firstSeconds} s:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seconds = (performance.now() - begun) / 1000;
  const stop = async () => {
    process.kill(-child.pid, 'SIGINT');
    const ending = await exited;
    // npm ends by the signal that it was given, like any program of a terminal.
    if (ending !== 0 && ending !== 'SIGINT') throw new Error(`npm start ended with ${ending} on Ctrl-C:\n${output}`);
    await closed(port);
  };
  return { address, seconds, stop };
}

/** Waits until nobody listens any more. */
async function closed(port) {
  for (let wait = 0; wait < 100; wait++) {
    const open = await fetch(`http://localhost:${port}/healthz`).then(
      () => true,
      () => false,
    );
    if (!open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server still listens 5 s after Ctrl-C');
}

/** As root the cluster is elsewhere, as its unprivileged user cannot enter this folder; it goes with the rest. */
function removeCluster() {
  const cluster = join(work, 'data', 'postgres');
  if (existsSync(cluster)) rmSync(dirname(realpathSync(cluster)), { recursive: true, force: true });
}

function must(condition, what) {
  if (!condition) throw new Error(`${what} failed`);
}

async function scanOnce(address, cookie = '') {
  const codes = await (await fetch(`${address}/dev/codes.json`)).json();
  const code = codes.find((one) => one.status === 'active');
  const reply = await fetch(`${address}/api/qr/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address, cookie },
    body: JSON.stringify({ qr_code_id: code.qr_code_id }),
  });
  const body = await reply.json();
  must(reply.status === 200 && body.experiences.length > 0, 'the scan');
  const place = await fetch(`${address}/location/${code.location_id}`);
  must(
    place.status === 200 && (await place.text()).includes(body.experiences[0].name.replace(/&/g, '&amp;')),
    'the page of the place',
  );
  return { counted: body.counted, cookie: reply.headers.getSetCookie()[0]?.split(';')[0] };
}

/** Signs in by the link in the demo's kept mail and follows a booking link of a place. */
async function bookOnce(address, visit) {
  const post = (path, body, cookie) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address, cookie },
      body: JSON.stringify(body),
    });
  const cookiesOf = (reply) => reply.headers.getSetCookie().map((line) => line.split(';')[0]);
  const asked = await post('/api/auth/magic-link', { email: 'traveler@example.com' }, visit);
  let token;
  for (let wait = 0; !token && wait < 200; wait++) {
    token = (await (await fetch(`${address}/dev/mail`)).text()).match(/token=([\w-]{43})/)?.[1];
    if (!token) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const signedIn = await post('/api/auth/magic-link/verify', { token }, [visit, ...cookiesOf(asked)].join('; '));
  must(signedIn.status === 200, 'signing in by mail');
  const cookie = [visit, ...cookiesOf(signedIn)].join('; ');
  const { experiences } = await (await fetch(`${address}/api/locations/1`, { headers: { cookie } })).json();
  const { id, booking_url } = experiences.find((one) => one.booking_url);
  const recorded = await post('/api/qr/booking-conversion', { business_listing_id: id, booking_url }, cookie);
  must(recorded.status === 201, 'recording a booking');
  return cookie;
}

try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
  const first = await start(await freePort());
  const scanned = await scanOnce(first.address);
  must(scanned.counted && scanned.cookie, 'counting the scan');
  const traveler = await bookOnce(first.address, scanned.cookie);
  await first.stop();
  const later = await start(await freePort());
  must(
    later.seconds < limits.laterSeconds,
    `a later start within ${limits.laterSeconds} s (it took ${later.seconds.toFixed(1)})`,
  );
  const again = await scanOnce(later.address, scanned.cookie);
  must(again.counted === false, 'remembering the scan across a restart');
  const bookings = await (await fetch(`${later.address}/api/bookings`, { headers: { cookie: traveler } })).json();
  must(bookings.length === 1 && bookings[0].status === 'pending', 'remembering the booking across a restart');
  await later.stop();
  console.log(
    `npm start in a fresh clone: first ${first.seconds.toFixed(1)} s, later ${later.seconds.toFixed(1)} s; scan and booking were kept.`,
  );
} finally {
  removeCluster();
  rmSync(work, { recursive: true, force: true });
}
