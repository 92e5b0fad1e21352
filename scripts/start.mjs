// `npm start [-- --lan]`: everything to a running product, and to one that stays so. Plain JavaScript, so that the host's own Node
// can begin.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hopeless } from './exit-codes.mjs';
import { install, ownNode } from './install.mjs';
import { lanSettings } from './lan.mjs';
import { serverArguments, serverEnvironment } from './server-process.mjs';
import { supervise } from './supervise.mjs';

/** Settings of what was asked for in words of the command; ends the process where they cannot be had. */
function settingsOfWords() {
  try {
    const { values } = parseArgs({ options: { lan: { type: 'boolean' } } });
    return values.lan ? lanSettings() : {};
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(hopeless);
  }
}

const env = serverEnvironment({ ...process.env, ...settingsOfWords() });
install();
// In a process of its own: this one lives as long as the server, and has no need to keep a bundler in memory.
const built = spawnSync(ownNode, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
process.exit(await supervise(ownNode, serverArguments(), { env }));
