// `node scripts/run.mjs FILE ...`: runs a command of this project with the project's own Node, and installs that first where it is
// missing. Plain JavaScript, so that the host's own Node can begin.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, ownNode } from './install.mjs';

const [file, ...args] = process.argv.slice(2);
install();
const command = [join(import.meta.dirname, '..', file), ...args];
const child = spawn(ownNode, ['--disable-warning=ExperimentalWarning', ...command], { stdio: 'inherit' });
// The command decides what becomes of it; a terminal sends Ctrl-C to both.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
