import type { Plugin } from 'vite';

interface Change {
  /** Exports that are called all the same, and what stands for them; all others of the module are gone. */
  standIns?: Record<string, string>;
  /** What is put in the place of these words of the code. */
  instead?: Record<string, string>;
}

/**
 * By path in React Router's package, what its data mode asks for in the browser and has no use for: the framework's
 * prefetching, which every link sets up; the tracing of routes, which we give nothing to; errors of server components; the
 * page's data where the framework puts it; and what would have to be switched on.
 */
const changes: Record<string, Change> = {
  'lib/dom/ssr/components.js': {
    standIns: {
      FrameworkContext: '/* @__PURE__ */ createContext(undefined)',
      usePrefetchBehavior: '() => [false]',
      mergeRefs: '(ref) => ref',
    },
  },
  'lib/router/instrumentation.js': { standIns: { consumeInstrumentationClientResultMetaReceiver: '() => {}' } },
  'lib/errors.js': { standIns: {} },
  'lib/hooks.js': {
    instead: {
      'if (this.context) return /* @__PURE__ */ React$1.createElement(RSCErrorHandler, { error }, result);': '',
    },
  },
  'lib/dom/lib.js': { instead: { 'opts?.hydrationData || parseHydrationData()': 'opts?.hydrationData' } },
  'lib/router/router.js': {
    instead: {
      'future.unstable_customRouteDiscovery': 'false',
      'future.unstable_routePatternMatching': 'false',
      'init.instrumentations': 'undefined',
    },
  },
};

const inPackage = /\/react-router\/dist\/production\/(.+)$/;

/**
 * Leaves out of the first script what the router never runs there, also by saying of its components what a bundler cannot know:
 * that making one has no effect. A router that has it otherwise is refused.
 */
export function routerInDataMode(): Plugin {
  const changed = new Set<string>();
  return {
    name: 'router-in-data-mode',
    transform(code, id) {
      const path = inPackage.exec(id)?.[1];
      if (!path) return null;
      const { standIns, instead = {} } = changes[path] ?? {};
      changed.add(path);
      const missing = [
        ...Object.keys(instead).filter((words) => !code.includes(words)),
        ...Object.keys(standIns ?? {}).filter((name) => !exportsOf(code).includes(name)),
      ];
      if (missing.length) throw refused(path, missing);
      if (standIns) return moduleOf(exportsOf(code), standIns);
      return Object.entries(instead)
        .reduce((text, [words, ours]) => text.replaceAll(words, ours), code)
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/^(const \w+ = )(React\$1\.\w+\()/gm, '$1/* @__PURE__ */ $2');
    },
    buildEnd(error) {
      const missing = Object.keys(changes).filter((path) => !changed.has(path));
      if (!error && missing.length) throw refused('package', missing);
    },
  };
}

const exportsOf = (code: string): string[] => code.match(/^export \{ (.+) \};$/m)?.[1]?.split(', ') ?? [];

const moduleOf = (names: readonly string[], standIns: Record<string, string>): string =>
  [
    "import { createContext } from 'react';",
    ...names.map((name) => `export const ${name} = ${standIns[name] ?? 'undefined'};`),
  ].join('\n');

const refused = (where: string, missing: readonly string[]) =>
  new Error(`React Router's ${where} has it otherwise than scripts/router-in-data-mode.ts: ${missing.join(', ')}`);
