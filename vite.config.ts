import { defineConfig } from 'vite';

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
      input: isSsrBuild ? 'web/src/server.tsx' : 'web/src/main.tsx',
      // 'use client' in the router's package is for another way of rendering.
      onwarn: (warning, report) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && report(warning),
    },
  },
  worker: { format: 'es' },
  ssr: { noExternal: true },
}));
