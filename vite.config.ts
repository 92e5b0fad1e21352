import { basename, join } from 'node:path';
import { defineConfig, type InlineConfig } from 'vite';
import { buildTargets } from './scripts/floor/browser-floor.ts';
import { routerInDataMode } from './scripts/router-in-data-mode.ts';
import { languageWords, sourceLanguage } from './scripts/web-languages.ts';

const scriptGroups = [
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  { name: 'parts', test: /web\/src\/ui\// },
  { name: 'device', test: /web\/src\/device\// },
  // Apart they are one more file for the first script to name.
  { name: 'forms', test: /web\/src\/(use-submit|submit-form)\.tsx?$/ },
];

/**
 * Leaflet tries inner HTML out while it loads, to learn whether a browser draws SVG. The page's policy (Trusted Types) refuses
 * that; making the element instead tells it the same.
 */
const leafletWithoutInnerHtml = {
  name: 'leaflet-without-inner-html',
  transform(code: string, id: string) {
    if (!id.includes('/leaflet/dist/leaflet-src')) return null;
    const trial = "div.innerHTML = '<svg/>';";
    if (!code.includes(trial)) throw new Error('this Leaflet asks about SVG in another way: see vite.config.ts');
    return code.replace(trial, "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));");
  },
};

const styleFiles = new Map<string, string>();

/** A class by its file and name: letters that stand there anyway weigh less than made ones. */
function scopedName(name: string, file: string): string {
  const scope = basename(file, '.module.css');
  const known = styleFiles.get(scope) ?? file;
  if (known !== file) throw new Error(`${known} and ${file} would share their classes: give one of them another name`);
  styleFiles.set(scope, file);
  return `${scope}-${name}`;
}

/** Scripts are loaded our way: web/src/load-script.ts says why. */
const ownLoader = {
  name: 'own-loader',
  transform: (_code: string, id: string) =>
    id === '\0vite/preload-helper.js'
      ? `export { loadScript as __vitePreload } from ${JSON.stringify(join(import.meta.dirname, 'web/src/load-script.ts'))}`
      : null,
};

/** What an `import()` needs: Vite leaves a script out that needs no other. The first is here, or nothing could ask. */
const needsOf = (file: string, others: string[]) =>
  [...new Set([file, ...others])].filter((one) => !one.startsWith('assets/main-'));

/** What renders, apart from what is rendered: all languages share it in the server's memory. */
const rendererGroup = [{ name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }];

/** One language of the web side: what the browser loads, or what the server renders with. */
export function webBuild(language: string, side: 'client' | 'server'): InlineConfig {
  const isServer = side === 'server';
  return {
    configFile: false,
    root: join(import.meta.dirname, 'web'),
    publicDir: 'public',
    logLevel: 'warn',
    plugins: [languageWords(language), leafletWithoutInnerHtml, ...(isServer ? [] : [routerInDataMode(), ownLoader])],
    // The form of Leaflet that can be shaken down to what is used.
    resolve: { alias: [{ find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' }] },
    css: { modules: { generateScopedName: scopedName } },
    build: {
      ssr: isServer,
      outDir: join(import.meta.dirname, 'dist', side),
      // Languages share a folder: what is the same in two of them is one file.
      emptyOutDir: false,
      target: isServer ? 'es2022' : buildTargets,
      manifest: isServer ? false : `manifest.${language}.json`,
      copyPublicDir: !isServer && language === sourceLanguage,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: needsOf },
      rolldownOptions: {
        // One script for the first view, and one of the parts that later screens share: left alone they are cut into pieces
        // that weigh more and travel one by one.
        output: isServer
          ? {
              entryFileNames: `${language}.js`,
              chunkFileNames: 'chunks/[name]-[hash].js',
              codeSplitting: { groups: rendererGroup },
            }
          : {
              codeSplitting: { groups: scriptGroups },
              // The first script names all others: letters less of each are some hundred bytes. What only other scripts ask for
              // needs no name of its own.
              chunkFileNames: ({ isDynamicEntry }) =>
                isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
              assetFileNames: ({ names }) =>
                names[0]?.endsWith('.css') ? 'assets/[hash:7].css' : 'assets/[name]-[hash:7][extname]',
            },
        checks: { pluginTimings: false },
        input: join(import.meta.dirname, isServer ? 'web/src/server.tsx' : 'web/src/main.tsx'),
        // 'use client' in the router's package is for another way of rendering.
        onwarn: (warning, report) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && report(warning),
      },
    },
    worker: { format: 'es' },
    ssr: { noExternal: true },
    // Left to be decided where it runs, the server renders with React's development build unless NODE_ENV says production:
    // twice the processor time of every page, and the same markup.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  };
}

export default defineConfig(({ isSsrBuild }) => webBuild(sourceLanguage, isSsrBuild ? 'server' : 'client'));
