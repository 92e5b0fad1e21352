import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { buildTargets } from './floor/browser-floor.ts';
import { sourceLanguage } from './web-languages.ts';

// Builds the service worker once the web side is built, with the list of what it keeps: `node scripts/build-worker.ts`.
interface Chunk {
  file: string;
  src?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  assets?: string[];
}

const root = join(import.meta.dirname, '..');
const client = join(root, 'dist', 'client');

const { screens } = (await import(join(root, 'dist/server', `${sourceLanguage}.js`))) as {
  screens: readonly { path: string; module?: string; parts: readonly string[]; needsNetwork: boolean }[];
};
/** Scripts that are only fetched when they are wanted. */
const leftOut = new Set(
  screens.flatMap(({ module, parts, needsNetwork }) => [...parts, ...(needsNetwork && module ? [module] : [])]),
);
/** The paths of all others, as a regular expression; an address that is no screen's is left to the network. */
const offlinePaths = screens
  .flatMap(({ path, needsNetwork }) => (needsNetwork || path.includes('*') ? [] : [path.replace(/:\w+/g, '[^/]+')]))
  .join('|');
/** The second reader of codes weighs more than it adds. */
const tooLarge = /zxing/;
const otherFiles = ['/icon.svg', '/icon-192.png', '/motif.svg'];

/**
 * Addresses of one language's shell: all that the first script can lead to, but for what is left out, with styles, fonts and
 * marks. So a module that is new or has moved is kept without being named here.
 */
function shellOf(manifestFile: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(client, manifestFile), 'utf8'));
  for (const { path, module, parts } of screens)
    for (const one of [...(module ? [module] : []), ...parts])
      if (!manifest[one]) throw new Error(`the screen ${path} is said to be ${one}, which is not built`);
  const files = new Set<string>();
  const seen = new Set<string>();
  const take = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const imported of chunk.imports ?? []) take(imported);
    for (const later of chunk.dynamicImports ?? []) if (!leftOut.has(later)) take(later);
  };
  take('src/main.tsx');
  const fonts = readdirSync(join(client, 'fonts')).filter((name) => name.endsWith('.woff2'));
  return [...files, ...fonts.map((name) => `/fonts/${name}`), ...otherFiles].filter((file) => !tooLarge.test(file));
}

const manifests = readdirSync(client).flatMap((name) => {
  const [, language] = name.match(/^manifest(?:\.([\w-]+))?\.json$/) ?? [];
  return name.startsWith('manifest') && name.endsWith('.json') ? [{ name, language: language ?? 'en' }] : [];
});
const shellFiles = Object.fromEntries(manifests.map(({ name, language }) => [language, shellOf(name)]));
const missing = Object.values(shellFiles)
  .flat()
  .filter((file) => !existsSync(join(client, file)));
if (missing.length) throw new Error(`the shell names files that are not built: ${missing.join(', ')}`);
const buildVersion = createHash('sha256').update(JSON.stringify(shellFiles)).digest('base64url').slice(0, 12);

await build({
  configFile: false,
  root: join(root, 'web'),
  publicDir: false,
  logLevel: 'warn',
  define: {
    buildVersion: JSON.stringify(buildVersion),
    shellFiles: JSON.stringify(shellFiles),
    offlinePaths: JSON.stringify(`^(?:${offlinePaths})/?$`),
  },
  build: {
    outDir: client,
    emptyOutDir: false,
    target: buildTargets,
    rolldownOptions: {
      input: join(root, 'web/src/worker/sw.ts'),
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});

for (const [language, files] of Object.entries(shellFiles)) {
  const bytes = files.map((file) => readFileSync(join(client, file)));
  const sent = bytes.reduce(
    (sum, one, at) => sum + (isPacked(files[at]!) ? one.length : brotliCompressSync(one).length),
    0,
  );
  console.log(`Without a network (${language}): ${files.length} files, ${Math.round(sent / 1024)} KB to fetch`);
}

function isPacked(file: string): boolean {
  return /\.(woff2|png|avif)$/.test(file);
}
