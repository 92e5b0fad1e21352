// `npm start [-- --lan]`: everything to a running product, and to one that stays so. Plain JavaScript, so that the host's own Node
// can begin.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hopeless } from './exit-codes.mjs';
import { isPortTaken } from './free-port.mjs';
import { install, ownNode } from './install.mjs';
import { lanSettings } from './lan.mjs';
import { serverArguments, serverEnvironment } from './server-process.mjs';
import { supervise } from './supervise.mjs';

/** Settings of what was asked for in words of the command; ends the process where they cannot be had. */
function settingsOfWords() {
  try {
    const { values } = parseArgs({ options: { lan: { type: 'boolean' } } });
    // Without `--` before it npm takes the word for a setting of its own, and hands it on as one.
    return values.lan || process.env.npm_config_lan ? lanSettings() : {};
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(hopeless);
  }
}

/** Whether the build succeeded. One that is told to stop meanwhile takes the build with it, and ends in order. */
async function isBuilt() {
  const building = spawn(ownNode, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    building.kill('SIGTERM');
  };
  for (const signal of signals) process.on(signal, stop);
  const [code] = await once(building, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (isStopping) process.exit(0);
  return code === 0;
}

/** Ends the process where the server would find its port taken, which it could say only once all is installed and built. */
async function requirePort({ ROLE, PORT = '3000', HOST = 'localhost' }) {
  // What is no port is for the server to say.
  if (ROLE === 'worker' || !/^[1-9]\d{0,4}$/.test(PORT) || Number(PORT) > 65_535) return;
  if (!(await isPortTaken(Number(PORT), HOST))) return;
  process.stdout.write(`Setting PORT should be another one: ${PORT} is taken on ${HOST}\n`);
  process.exit(hopeless);
}

const env = serverEnvironment({ ...process.env, ...settingsOfWords() });
await requirePort(env);
install();
// In a process of its own: this one lives as long as the server, and has no need to keep a bundler in memory.
if (!(await isBuilt())) process.exit(1);
process.exit(await supervise(ownNode, serverArguments(), { env }));
