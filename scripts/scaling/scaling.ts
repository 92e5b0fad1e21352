import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usualMachines } from './model.ts';
import { sizeTable, toldRates, withTables } from './tables.ts';

// `npm run scaling [-- SCANS_A_SECOND ...] [--cores=N] [--gigabytes=N] [--write]`: what so many scans a second ask for, by
// docs/scaling.md's model; `--write` keeps its tables there.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cores: { type: 'string' }, gigabytes: { type: 'string' }, write: { type: 'boolean' } },
});
const given = (text: string) => {
  const number = Number(text.replaceAll(',', ''));
  if (!(number > 0)) throw new Error(`${text} is no number above 0`);
  return number;
};
const root = join(import.meta.dirname, '../..');
const benchmarks = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');
const document = join(root, 'docs/scaling.md');
if (values.write) writeFileSync(document, withTables(readFileSync(document, 'utf8'), benchmarks));
else {
  const machines = {
    ...usualMachines,
    ...(values.cores && { cores: given(values.cores) }),
    ...(values.gigabytes && { gigabytes: given(values.gigabytes) }),
  };
  const rates = positionals.length > 0 ? positionals.map(given) : toldRates;
  console.log(sizeTable(rates, benchmarks, machines).join('\n'));
}
