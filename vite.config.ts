import { defineConfig } from 'vite';

const scriptGroups = [
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  { name: 'parts', test: /web\/src\/ui\// },
];

/** Two builds of one source: what the browser loads, and what the server renders with (`--ssr`). */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'web',
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
