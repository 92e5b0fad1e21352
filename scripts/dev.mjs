// `npm run dev`: builds and restarts on every change. Plain JavaScript, so that the host's own Node can begin.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, ownNode } from './install.mjs';

process.chdir(join(import.meta.dirname, '..'));
install();
const { build } = await import('./build.mjs');
await build();

const children = [
  spawn(ownNode, ['--disable-warning=ExperimentalWarning', 'scripts/build-web.ts', '--watch'], { stdio: 'inherit' }),
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
