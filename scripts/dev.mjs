// `npm run dev`: builds and restarts on every change. Plain JavaScript, so that the host's own Node can begin.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, ownNode } from './install.mjs';

process.chdir(join(import.meta.dirname, '..'));
install();
const { build } = await import('./build.mjs');
build();

const vite = 'node_modules/vite/bin/vite.js';
const children = [
  spawn(ownNode, [vite, 'build', '--watch', '--logLevel', 'warn'], { stdio: 'inherit' }),
  spawn(ownNode, [vite, 'build', '--ssr', '--watch', '--logLevel', 'warn'], { stdio: 'inherit' }),
  spawn(
    ownNode,
    [
      '--disable-warning=ExperimentalWarning',
      '--watch',
      '--watch-path=server',
      '--watch-path=contract',
      '--watch-path=dist/server',
      'server/main.ts',
    ],
    { stdio: 'inherit' },
  ),
];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
  });
