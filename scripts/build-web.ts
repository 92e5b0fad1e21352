import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { webBuild } from '../vite.config.ts';
import { findLanguages } from './web-languages.ts';

// Builds the web side, every language side by side: `node scripts/build-web.ts [--watch]`. Called by build.mjs and dev.mjs.
const watch = process.argv.includes('--watch') ? {} : null;
const dist = join(import.meta.dirname, '../dist');
for (const side of ['client', 'server']) rmSync(join(dist, side), { recursive: true, force: true });
await Promise.all(
  findLanguages().flatMap((language) =>
    (['client', 'server'] as const).map((side) => {
      const config = webBuild(language, side);
      return build({ ...config, build: { ...config.build, watch } });
    }),
  ),
);
