import type { Plugin } from 'vite';

interface Change {
  /** Exports that are called all the same, and what stands for them; all others of the module are gone. */
  standIns?: Record<string, string>;
  /** What is put in the place of these words of the code. */
  instead?: Record<string, string>;
  /** What is put in the place of a statement over several lines, by its beginning. */
  statements?: Record<string, string>;
}

/** Functions that only a fetcher or an action calls, of which we have none: forms go through use-submit.ts. */
const uncalled = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`function ${name}(`, `function ${name}() { throw Error(); }`]));

/**
 * By path in React Router's package, what its data mode asks for in the browser and has no use for: the framework's
 * prefetching, which every link sets up; the tracing of routes, which we give nothing to; errors of server components; the
 * page's data where the framework puts it; actions, fetchers and view transitions; and what would have to be switched on.
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
  'lib/server-runtime/warnings.js': { standIns: { warnOnce: '() => {}' } },
  'lib/hooks.js': {
    instead: {
      'React$1.useContext(IsDataRouteContext) ? useNavigateStable() : useNavigateUnstable()': 'useNavigateStable()',
      'match.route.errorElement || defaultErrorElement': 'match.route.errorElement',
      'if (this.context) return /* @__PURE__ */ React$1.createElement(RSCErrorHandler, { error }, result);': '',
    },
  },
  'lib/dom/lib.js': {
    instead: {
      'opts?.hydrationData || parseHydrationData()': 'opts?.hydrationData',
      'if (!remixContext || remixContext.isSpaMode) return null;': 'return null;',
    },
    statements: { 'let ssrKey = React$1.useMemo(() => {': '' },
  },
  'lib/router/router.js': {
    instead: {
      'future.unstable_customRouteDiscovery': 'false',
      'future.unstable_routePatternMatching': 'false',
      'init.instrumentations': 'undefined',
      'opts && opts.submission && isMutationMethod(opts.submission.formMethod)': 'false',
      'submission && isMutationMethod(submission.formMethod)': 'false',
      'isMutationMethod(request.method)': 'false',
      'if (!opts || !isSubmissionNavigation(opts)) return { path };': 'return { path };',
      'init.dataStrategy || defaultDataStrategyWithMiddleware': 'defaultDataStrategy',
      'fetcherKey,\n\t\trunClientMiddleware\n': 'fetcherKey\n',
      'if (typeof route.lazy === "function") {': '{',
    },
    statements: {
      ...uncalled(
        'fetch',
        'handleFetcherAction',
        'handleFetcherLoader',
        'handleAction',
        'setFetcherError',
        'deleteFetcher',
        'resetFetcher',
        'getUpdatedRevalidatingFetchers',
      ),
      'function getUpdatedActionData(': 'function getUpdatedActionData() {}',
      'function markFetchRedirectsDone(': 'function markFetchRedirectsDone() { return false; }',
      'function abortStaleFetchLoads(': 'function abortStaleFetchLoads() { return false; }',
      'fetchLoadMatches.forEach((f, key) => {': '',
      'revalidatingFetchers.forEach((rf) => {': '',
      'revalidatingFetchers.filter((f) =>': '',
      'state.fetchers.forEach((fetcher, key) => {': '',
      'fetchersQueuedForDeletion.forEach((key) => {': '',
      'let runClientMiddleware = isStaticHandler': '',
      'if (pendingAction === "POP" && !isUninterruptedRevalidation': '',
      'if (isBrowser) {\n\t\t\trestoreAppliedTransitions': '',
      'if (opts?.mask) {': '',
    },
  },
  'lib/components.js': {
    instead: { 'if (!viewTransitionOpts || !isViewTransitionAvailable) {': '{' },
    statements: {
      'newState.fetchers.forEach((fetcher, key) => {': '',
      'React$1.useEffect(() => {\n\t\tif (vtContext.isTransitioning &&': '',
      'React$1.useEffect(() => {\n\t\tif (renderDfd && pendingState && router.window': '',
      'React$1.useEffect(() => {\n\t\tif (renderDfd && pendingState && state.location': '',
      'React$1.useEffect(() => {\n\t\tif (!vtContext.isTransitioning': '',
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
      const { standIns, instead = {}, statements = {} } = changes[path] ?? {};
      changed.add(path);
      const missing = [
        ...Object.keys(instead).filter((words) => !code.includes(words)),
        ...Object.keys(standIns ?? {}).filter((name) => !exportsOf(code).includes(name)),
        ...Object.keys(statements).filter((beginning) => !statementOf(beginning).test(code)),
      ];
      if (missing.length) throw refused(path, missing);
      if (standIns) return moduleOf(exportsOf(code), standIns);
      const stated = Object.entries(statements).reduce(
        (text, [beginning, ours]) => text.replace(statementOf(beginning), () => ours),
        code,
      );
      return Object.entries(instead)
        .reduce((text, [words, ours]) => text.replaceAll(words, ours), stated)
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/^(const \w+ = )(React\$1\.\w+\()/gm, '$1/* @__PURE__ */ $2');
    },
    buildEnd(error) {
      const missing = Object.keys(changes).filter((path) => !changed.has(path));
      if (!error && missing.length) throw refused('package', missing);
    },
  };
}

/** A statement as far as the line that closes it, which stands as deep as its first. */
const statementOf = (beginning: string) =>
  new RegExp(`^(\\t*)(?:async )?${RegExp.escape(beginning)}.*\\n[^]*?\\n\\1[}\\])](?:.*;)?$`, 'gm');

const exportsOf = (code: string): string[] => code.match(/^export \{ (.+) \};$/m)?.[1]?.split(', ') ?? [];

const moduleOf = (names: readonly string[], standIns: Record<string, string>): string =>
  [
    "import { createContext } from 'react';",
    ...names.map((name) => `export const ${name} = ${standIns[name] ?? 'undefined'};`),
  ].join('\n');

const refused = (where: string, missing: readonly string[]) =>
  new Error(`React Router's ${where} has it otherwise than scripts/router-in-data-mode.ts: ${missing.join(', ')}`);
