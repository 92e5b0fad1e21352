import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What the server neither reads nor writes, and why it is there. */
const excused: Record<string, string> = {
  'booking_sums.part': 'written by the functions that add up: which of the rows that stand for one sum',
  'listing_version.only_row': 'that there is one row',
  'readiness.only_row': 'that there is one row',
  'rollup_state.only_row': 'that there is one row',
  'search_vocabulary.word': 'written and read by the functions of the search',
};

/** The columns that schema.ts declares of which no folder of the server that names their table says the name. */
function findUnused(schema: string, folders: readonly string[]): string[] {
  const worded = folders.map((text) => new Set(text.match(/\w+/g)));
  return [...schema.replace(/\/\*\*[\s\S]*?\*\//g, '').matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)].flatMap(
    ([, table = '', body = '']) => {
      const users = worded.filter((words) => words.has(table));
      return [...body.matchAll(/(\w+): [^;]+;?/g)]
        .filter(([, column = '']) => !users.some((words) => words.has(column)))
        .map(([, column]) => `${table}.${column}`);
    },
  );
}

test('a column of which only folders speak that do not name its table is found', () => {
  const schema =
    'interface Tables {\n  piers: {\n    id: string;\n    /** As told: x. */\n    built: Date | null;\n  };\n}';
  expect(findUnused(schema, ["selectFrom('piers').select(['id'])", 'built'])).toEqual(['piers.built']);
  expect(findUnused(schema, ["selectFrom('piers').select(['id', 'built'])"])).toEqual([]);
});

test('every column is read or written by the server, or says why it is there', () => {
  const folders = new Map<string, string>();
  for (const file of globSync('server/**/*.ts', { cwd: root }).filter((name) => !name.endsWith('.test.ts')))
    folders.set(dirname(file), `${folders.get(dirname(file)) ?? ''}\n${readFileSync(join(root, file), 'utf8')}`);
  const schema = readFileSync(join(root, 'db/schema.ts'), 'utf8');
  expect(findUnused(schema, [...folders.values()]).sort()).toEqual(Object.keys(excused).sort());
});
