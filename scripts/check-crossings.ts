import { readOrigins } from '../tests/noted-statements.ts';
import { crossings } from './scaling/crossings.ts';
import { findUnlisted } from './scaling/find-crossings.ts';
import { readLayout } from './scaling/layout.ts';

// Asks of every statement that the server's own functions sent in a test run, noted in the folder NOTED_STATEMENTS, whether it would
// stay within one shard: one that does not is listed in scripts/scaling/crossings.ts, where docs/scaling.md counts it. With `--whole` all
// tests have run, so that the list may not say too much either.

/** Fewer functions than this are not all of the product's. */
const least = 500;

const statements = readOrigins(process.env.NOTED_STATEMENTS!);
const wrong = findUnlisted(statements, readLayout(), crossings, { isWhole: process.argv.includes('--whole') });
for (const one of wrong) console.error(`${one}: scripts/scaling/crossings.ts`);
console.log(`${statements.size} functions, ${wrong.length} listed otherwise than they are`);
if (statements.size < least) console.error(`These are fewer than ${least}: were they noted?`);
process.exit(wrong.length > 0 || statements.size < least ? 1 : 0);
