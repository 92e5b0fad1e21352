import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { buildTargets } from './floor/browser-floor.ts';

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

/** Source modules that must open without a network; with each comes all that it imports. */
const offlineModules =
  /src\/(main\.tsx|screens\/(landing|explore|scan|bookings|saved|offline|sign-in-modal)\.tsx|screens\/(menu|dashboard)\/|features\/(offline|discovery|scanning|bookings|saved)\/|device\/)|messages\/en\/subcategories|node_modules\/qr\//;
/** Too large for what it adds: the second reader of codes. */
const leftOut = /zxing/;
const otherFiles = ['/icon.svg', '/icon-192.png', '/motif.svg'];

/** Addresses of one language's shell, scripts and styles and fonts and marks. */
function shellOf(manifestFile: string): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(client, manifestFile), 'utf8'));
  const files = new Set<string>();
  const seen = new Set<string>();
  const take = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name) || leftOut.test(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const imported of chunk.imports ?? []) take(imported);
    for (const later of chunk.dynamicImports ?? []) if (offlineModules.test(later)) take(later);
  };
  for (const name of Object.keys(manifest)) if (offlineModules.test(name)) take(name);
  const fonts = readdirSync(join(client, 'fonts')).filter((name) => name.endsWith('.woff2'));
  return [...files, ...fonts.map((name) => `/fonts/${name}`), ...otherFiles].filter((file) => !leftOut.test(file));
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
  define: { buildVersion: JSON.stringify(buildVersion), shellFiles: JSON.stringify(shellFiles) },
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
