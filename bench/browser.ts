import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs } from '../scripts/chromium.mjs';
import { freePort } from '../scripts/free-port.mjs';

const system = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** A fresh Chromium without a window or a past, driven through `port` by whoever measures. */
export async function startBrowser(): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'holoholo-browser-'));
  const browser = spawn(
    existsSync(system) ? system : chromium.executablePath(),
    ['--headless=new', ...chromiumArgs, `--user-data-dir=${profile}`, `--remote-debugging-port=${port}`, 'about:blank'],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const until = Date.now() + 30_000;
  const answers = () =>
    fetch(`http://localhost:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (browser.exitCode !== null || Date.now() > until) throw new Error('the browser did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    stop: async () => {
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
