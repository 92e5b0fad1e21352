import { errors } from '../contract/errors.ts';
import { toolScreens } from '../contract/knowledge-tools.ts';
import { limits } from '../server/platform/limits/limits.ts';
import { settingNames } from '../server/platform/settings.ts';
import { findMisboundNames } from './doc-bindings.ts';
import { type Checkout, readCheckout } from './doc-checkout.ts';
import { bindings } from './doc-claims/bindings.ts';
import { documentFigures } from './doc-claims/documents.ts';
import { foreignNames } from './doc-claims/foreign-names.ts';
import { findWrongFigures } from './doc-figures.ts';
import { findUnknownNames } from './doc-names.ts';
import { findWrongOrder, listFeatureUses } from './doc-order.ts';
import { blocksIn, spansIn, wordsOf } from './doc-passages.ts';
import { findUnsaidQuotes } from './doc-quotes.ts';
import { findDeadReferences, findMisnamedDecisions } from './doc-references.ts';
import { findUntoldScreens, findWrongFolders } from './doc-screens.ts';
import { findWrongLimits } from './limits-table.ts';
import { findWrongTables } from './scaling/tables.ts';
import { isDefault } from './settings-defaults.ts';
import { findWrongSettings } from './settings-table.ts';

/** What came when is no claim about what is. */
const history = 'CHANGELOG.md';

/** What single documents are compared with besides their names and figures. */
const comparisons: Record<string, (text: string, checkout: Checkout) => string[]> = {
  'README.md': (text) => findWrongSettings(text, settingNames, isDefault, false),
  'ARCHITECTURE.md': (text, { code, read }) => [
    ...findWrongOrder(text, listFeatureUses(code)),
    ...findWrongFolders(text, read('web/src/routes.tsx')),
  ],
  'docs/settings.md': (text) => findWrongSettings(text, settingNames, isDefault),
  'docs/operating.md': (text, { says, read, known }) => [
    ...findUnsaidQuotes(text, says, read('server/features/operations/operations.routes.ts')),
    ...findUntoldScreens(text, Object.values(toolScreens).flat(), (address) => {
      const { pages, screenExists } = known('docs/operating.md');
      return screenExists(address) || pages.includes(address);
    }),
  ],
  'docs/scaling.md': (text, { read }) => findWrongTables(text, read('docs/benchmarks.md')),
  'docs/limits.md': (text) => [
    ...findWrongLimits(text, limits),
    ...Object.entries(errors)
      .filter(([code, { status }]) => status === 503 && !text.includes(`\`${code}\``))
      .map(([code]) => `it does not say when ${code} is answered`),
  ],
};

/** Checks of this checkout's documents, which may be given other texts than they have. */
export function createDocumentChecks(checkout: Checkout = readCheckout()) {
  const { documents, known, read } = checkout;

  const filesFor = (path: string, textOf: (path: string) => string) => ({
    scriptOf: known(path).scriptOf,
    textOf: (file: string) => (checkout.paths.has(file) ? textOf(file) : undefined),
  });

  /** What is wrong in one document, one after the other, if that were its text. */
  function* problemsOf(path: string, text: string): Generator<string> {
    const named = (problems: readonly string[]) => problems.map((one) => `${path}: ${one}`);
    const readAs = (other: string) => (other === path ? text : read(other));
    yield* named(findDeadReferences(text, known(path)));
    if (path === history) return;
    yield* named(findUnknownNames(text, known(path)));
    yield* findMisnamedDecisions([path], readAs);
    yield* findWrongFigures(path, documentFigures[path] ?? { claims: [] }, readAs);
    yield* named(findMisboundNames(text, bindings[path] ?? [], filesFor(path, readAs)));
    yield* named(comparisons[path]?.(text, checkout) ?? []);
  }

  const findWrong = (path: string): string[] => [...problemsOf(path, read(path))];
  const isRight = (path: string, text: string): boolean => problemsOf(path, text).next().done === true;

  /** What is wrong in all of them, and in the lists of what they may say. */
  function findAllWrong(): string[] {
    const said = new Set(
      documents
        .filter((path) => path !== history)
        .map(read)
        .flatMap((text) => [...spansIn(text), ...blocksIn(text).flatMap(({ lines }) => lines)].flatMap(wordsOf)),
    );
    return [
      ...documents.flatMap((path) => findWrong(path)),
      ...Object.keys(documentFigures)
        .filter((path) => !documents.includes(path))
        .map((path) => `scripts/doc-claims/documents.ts: ${path} is not there`),
      ...[...foreignNames].filter((name) => !said.has(name)).map((name) => `no document names ${name}, of others`),
      ...[...foreignNames].filter((name) => known('').isWritten(name)).map((name) => `${name} is not of others alone`),
    ];
  }

  return { documents, read, findWrong, isRight, findAllWrong };
}
