// `npm start`: everything to a running product. Plain JavaScript, so that the host's own Node can begin.
import { spawn } from 'node:child_process';
import { install, ownNode } from './install.mjs';
import { serverArguments, serverEnvironment } from './server-process.mjs';

install();
// Imported only now: it needs what has just been installed.
const { build } = await import('./build.mjs');
await build();

const server = spawn(ownNode, serverArguments(), { stdio: 'inherit', env: serverEnvironment() });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.kill('SIGTERM'));
}
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
