import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.mjs';
import { webkitDriver, xServer } from '../../scripts/other-browsers.mjs';
import type { Engine, StartEngine } from './engine.ts';

/** The key by which WebDriver tells an element from other values. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** WebKitGTK's own small browser, driven through WebDriver, on a screen that nobody sees. */
export const startWebKit: StartEngine = async ({ proxy }) => {
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn(webkitDriver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display, LIBGL_ALWAYS_SOFTWARE: '1', GDK_BACKEND: 'x11' },
  });
  const stop = () => {
    driver.kill('SIGKILL');
    screen.stop();
  };
  process.once('exit', stop);
  const address = `http://127.0.0.1:${port}`;
  try {
    await untilReady(address);
    // What the driver makes of a proxy that is named to it, WebKit does not use for https.
    const [binary] = globSync('/usr/lib/*/webkit*gtk-*/MiniBrowser');
    const args = ['--automation', `--proxy=socks5://127.0.0.1:${proxy}`, '--ignore-host=localhost'];
    const made = (await askOf(address)('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } },
    })) as { sessionId: string };
    const ask = askOf(`${address}/session/${made.sessionId}`);
    await ask('POST', '/window/rect', { width: 390, height: 844 });
    return engineOf(ask, async () => {
      await ask('DELETE', '').catch(() => {});
      process.off('exit', stop);
      stop();
    });
  } catch (error) {
    stop();
    throw error;
  }
};

function engineOf(ask: Ask, close: () => Promise<void>): Engine {
  const execute = (script: string) =>
    ask('POST', '/execute/async', {
      script: `const done = arguments[0]; Promise.resolve().then(() => ${script}).then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      args: [],
    }) as Promise<{ value?: unknown; error?: string }>;
  const evaluate = async (script: string) => {
    const { value, error } = await execute(script);
    if (error !== undefined) throw new Error(error);
    return value ?? null;
  };
  const idOf = (element: object) => (element as Record<string, string>)[elementKey];
  return {
    goto: async (url) => void (await ask('POST', '/url', { url })),
    run: async <T>(script: string) => (await evaluate(script)) as T,
    find: async (script) => (await evaluate(script)) as object | null,
    click: async (element) => void (await ask('POST', `/element/${idOf(element)}/click`, {})),
    type: async (element, text) => void (await ask('POST', `/element/${idOf(element)}/value`, { text })),
    closeOthers: async () => {
      const own = await ask('GET', '/window');
      for (const handle of (await ask('GET', '/window/handles')) as string[]) {
        if (handle === own) continue;
        await ask('POST', '/window', { handle });
        await ask('DELETE', '/window');
      }
      await ask('POST', '/window', { handle: own });
    },
    close,
  };
}

/** Asks a driver, which answers `{ value }`. @throws Error with the words of a refusal */
const askOf =
  (address: string): Ask =>
  async (method, path, body) => {
    const reply = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await reply.json()) as { value: { message?: string; error?: string } | null };
    if (!reply.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`);
    return value;
  };

async function untilReady(address: string): Promise<void> {
  for (const until = Date.now() + 20_000; ; await sleep(50)) {
    const isReady = await fetch(`${address}/status`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer');
  }
}

/** An X server of its own, which picks a free display by itself. */
async function startScreen(): Promise<{ display: string; stop: () => void }> {
  const server = spawn(xServer, ['-displayfd', '1', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (text) => resolve(`:${String(text).trim()}`));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { display, stop: () => server.kill('SIGKILL') };
}
