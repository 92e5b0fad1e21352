import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distribution } from './distribution.ts';
import type { Layout } from './statement-places.ts';

const root = join(import.meta.dirname, '../..');

/** The tables and columns that the product's types declare, and where its rows would lie. */
export function readLayout(): Layout {
  const text = ['db/schema.ts', 'db/schema-advertising.ts']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const tables = text.replace(/\/\*\*[\s\S]*?\*\//g, '').matchAll(/^ {2}(\w+): \{([\s\S]*?)\};$/gm);
  const columnsOf = (body: string) => new Set([...body.matchAll(/(\w+): /g)].map(([, name = '']) => name));
  return {
    columns: new Map([...tables].map(([, name = '', body = '']) => [name, columnsOf(body)])),
    places: distribution,
  };
}
