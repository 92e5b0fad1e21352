import { defineConfig } from 'vite';

const scriptGroups = [
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  { name: 'parts', test: /web\/src\/ui\// },
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

/** Two builds of one source: what the browser loads, and what the server renders with (`--ssr`). */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
  plugins: [leafletWithoutInnerHtml],
  // The form that can be shaken down to what is used.
  resolve: { alias: [{ find: /^leaflet$/, replacement: 'leaflet/dist/leaflet-src.esm.js' }] },
  publicDir: 'public',
  build: {
    outDir: isSsrBuild ? '../dist/server' : '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    manifest: isSsrBuild ? false : 'manifest.json',
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // One script for the first view, and one of the parts that later screens share: left alone they are cut into pieces
      // that weigh more and travel one by one.
      ...(!isSsrBuild && { output: { codeSplitting: { groups: scriptGroups } } }),
      input: isSsrBuild ? 'web/src/server.tsx' : 'web/src/main.tsx',
      // 'use client' in the router's package is for another way of rendering.
      onwarn: (warning, report) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && report(warning),
    },
  },
  worker: { format: 'es' },
  ssr: { noExternal: true },
}));
