// `npm run prove`: the attacks in whole size, the fuzzer in whole size, and the start from nothing in both worlds. Long; `npm
// test` runs the small sizes.
import { countOne, finish, prepare, step, vitest } from './steps.mjs';

const fuzzer = 'tests/attack/fuzz.test.ts';
// The tests and what names the skipped ones read it.
process.env.PROVE = '1';

prepare();
step('build', 'scripts/build.mjs', []);
// One file at a time: some measure what others are answered with meanwhile.
const pages = 'server/features/pages/kept-pages.test.ts';
vitest('attacks', 'attacks', ['tests/attack', 'tests/chaos', pages, `--exclude=${fuzzer}`, '--no-file-parallelism']);
vitest('fuzzer', 'fuzzer', [fuzzer]);
countOne(step('start', 'scripts/prove-start.mjs', []));
finish();
