import { readPages } from '../server/features/knowledge/knowledge.ts';
import { createDocumentChecks } from './doc-checks.ts';

// Every file, command and other name that a document tells of must be there, each of its figures is that of the code,
// docs/settings.md names every setting with its default, docs/limits.md every limit and every code of a 503, and
// docs/operating.md quotes only what is said; and every page of the knowledge base can be read: `node scripts/check-docs.ts`.
const wrong = [...createDocumentChecks().findAllWrong(), ...unreadablePage()];
for (const one of wrong) console.error(one);
if (wrong.length) process.exit(1);

function unreadablePage(): string[] {
  try {
    readPages();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
