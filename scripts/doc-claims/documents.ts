import type { DocumentFigures } from '../doc-figures.ts';
import { architecture } from './architecture.ts';
import { benchmarks } from './benchmarks.ts';
import { earlyDecisions } from './decisions-early.ts';
import { lateDecisions } from './decisions-late.ts';
import { limitDecisions } from './decisions-limits.ts';
import { dependencies, design, mutationTesting } from './design.ts';
import { figures } from './figures.ts';
import { runbook } from './machines.ts';
import { limits, operating } from './operating.ts';
import { contributing, readme, settingsPage } from './readme.ts';
import { scaling } from './scaling.ts';

/** What the figures of each document are compared with, by its path. A document that is not here has none that are claims. */
export const documentFigures: Record<string, DocumentFigures> = {
  'README.md': readme,
  'ARCHITECTURE.md': architecture,
  'CONTRIBUTING.md': contributing,
  'docs/benchmarks.md': benchmarks,
  'docs/dependencies.md': dependencies,
  'docs/design.md': design,
  'docs/figures.md': figures,
  'docs/limits.md': limits,
  'docs/mutation-testing.md': mutationTesting,
  'docs/operating.md': operating,
  'docs/runbook.md': runbook,
  'docs/scaling.md': scaling,
  'docs/settings.md': settingsPage,
  ...earlyDecisions,
  ...limitDecisions,
  ...lateDecisions,
};
