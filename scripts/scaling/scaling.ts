import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstLineOf } from '../../server/platform/database/database-errors.ts';
import { usualMachines } from './model.ts';
import { sizeTable, toldRates, withTables } from './tables.ts';

// `npm run scaling [-- SCANS_A_SECOND ...] [--cores=N] [--gigabytes=N] [--write]`: what so many scans a second ask for, by
// docs/scaling.md's model; `--write` keeps its tables there.

function readWords() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { cores: { type: 'string' }, gigabytes: { type: 'string' }, write: { type: 'boolean' } },
  });
  const machines = {
    ...usualMachines,
    ...(values.cores !== undefined && { cores: given(values.cores) }),
    ...(values.gigabytes !== undefined && { gigabytes: given(values.gigabytes) }),
  };
  return { writes: values.write, machines, rates: positionals.length > 0 ? positionals.map(given) : toldRates };
}

function given(text: string): number {
  const number = Number(text.replaceAll(',', ''));
  if (!(number > 0 && Number.isFinite(number))) throw new Error(`${text || 'nothing'} is no number above 0`);
  return number;
}

/** What was asked for; ends the process where it cannot be had. */
function readWordsOrEnd() {
  try {
    return readWords();
  } catch (error) {
    const usage = 'npm run scaling -- [SCANS_A_SECOND ...] [--cores=N] [--gigabytes=N] [--write]';
    process.stderr.write(`${firstLineOf(error)}: say ${usage}\n`);
    process.exit(2);
  }
}

const { writes, machines, rates } = readWordsOrEnd();
const root = join(import.meta.dirname, '../..');
const benchmarks = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');
const document = join(root, 'docs/scaling.md');
if (writes) writeFileSync(document, withTables(readFileSync(document, 'utf8'), benchmarks));
else console.log(sizeTable(rates, benchmarks, machines).join('\n'));
