import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox as program } from '../../scripts/other-browsers.mjs';
import type { Engine, StartEngine } from './engine.ts';

/** A profile that asks nobody anything: what is not this machine leads to the dead end, Firefox's own calls too. */
const preferences = (proxy: number) => ({
  'network.proxy.type': 1,
  'network.proxy.socks': '127.0.0.1',
  'network.proxy.socks_port': proxy,
  'network.proxy.socks_version': 5,
  'network.proxy.socks_remote_dns': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'services.settings.server': 'data:,nowhere',
  'toolkit.telemetry.enabled': false,
  'intl.accept_languages': 'en-US',
});

/** Debian's Firefox without its windows, driven through WebDriver BiDi. */
export const startFirefox: StartEngine = async ({ proxy }) => {
  const profile = await mkdtemp(join(tmpdir(), 'holoholo-firefox-'));
  const lines = Object.entries(preferences(proxy)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const kill = () => firefox.kill('SIGKILL');
  process.once('exit', kill);
  const close = async () => {
    const ended = new Promise((resolve) => firefox.once('exit', resolve));
    if (firefox.exitCode === null && kill()) await ended;
    process.off('exit', kill);
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      firefox.stderr.on('data', (text) => {
        said += text;
        const [, found] = said.match(/WebDriver BiDi listening on (ws:\S+)/) ?? [];
        if (found) resolve(found);
      });
      firefox.once('error', reject);
      firefox.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
    });
    const send = await connect(`${address}/session`);
    await send('session.new', { capabilities: {} });
    const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    const { context } = contexts[0]!;
    await send('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } });
    return engineOf(send, context, close);
  } catch (error) {
    await close();
    throw error;
  }
};

type Send = (method: string, params: object) => Promise<unknown>;
type Answer = { result: { value?: string; sharedId?: string }; exceptionDetails?: { text: string } };

function engineOf(send: Send, context: string, close: () => Promise<void>): Engine {
  const evaluate = async (expression: string) => {
    const given = { expression, target: { context }, awaitPromise: true, userActivation: false };
    const { result, exceptionDetails } = (await send('script.evaluate', given)) as Answer;
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };
  const act = (type: string, id: string, actions: object[], parameters?: object) =>
    send('input.performActions', { context, actions: [{ type, id, actions, ...(parameters && { parameters }) }] });
  const click = async (element: object) => {
    const middle = { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } };
    const tap = [middle, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await act('pointer', 'mouse', tap, { pointerType: 'mouse' });
  };
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (script) => {
      const { value } = await evaluate(`Promise.resolve(${script}).then((value) => JSON.stringify(value ?? null))`);
      return JSON.parse(value!);
    },
    find: async (script) => {
      const { sharedId } = await evaluate(script);
      return sharedId ? { sharedId } : null;
    },
    click,
    type: async (element, text) => {
      await click(element);
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await act('key', 'keyboard', keys);
    },
    closeOthers: async () => {
      const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
      for (const one of contexts)
        if (one.context !== context) await send('browsingContext.close', { context: one.context });
    },
    close,
  };
}

/** Opens the way to send commands; each gets its answer by its number. */
async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.onmessage = ({ data }) => {
    const { id, result, error, message } = JSON.parse(data);
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  };
  socket.onclose = () => {
    for (const one of waiting.values()) one.reject(new Error('Firefox has closed the connection'));
  };
  return (method, params) => {
    const answer = Promise.withResolvers<unknown>();
    last += 1;
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise;
  };
}
