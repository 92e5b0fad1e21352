// `npm run mutate [module ...] [planted]`: tries the tests of each module with mutants, then plants the named faults. Prints one
// table of scores and every mutant that was left alive; ends with 1 below 90 % of any module, or where a planted fault is not caught.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { install, ownNode } from '../../scripts/install.mjs';
import { modules } from './modules.mjs';
import { plantAll } from './planted.mjs';
import { least, readScore } from './score.mjs';

const root = join(import.meta.dirname, '../..');
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const results = join(root, 'test-results/mutation');

const say = (line) => process.stdout.write(`${line}\n`);

/** Tries the tests of one module. @returns its score, or undefined where it could not be found out */
function mutate(name) {
  const report = join(results, `${name}.json`);
  rmSync(report, { force: true });
  say(`# ${name}`);
  const begun = performance.now();
  const { stdout, stderr } = spawnSync(ownNode, [stryker, 'run', join(import.meta.dirname, 'stryker.config.mjs')], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, MODULE: name, PATH: `${dirname(ownNode)}:${process.env.PATH}` },
  });
  try {
    const score = readScore(JSON.parse(readFileSync(report, 'utf8')));
    for (const one of score.alive) say(`  ${one}`);
    return { ...score, seconds: Math.round((performance.now() - begun) / 1000) };
  } catch {
    say(`${stdout}${stderr}`);
    return undefined;
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => name !== 'planted' && !(name in modules));
if (unknown.length) {
  say(`No module ${unknown.join(', ')}; there are ${Object.keys(modules).join(', ')}, and planted.`);
  process.exit(2);
}
install(import.meta.dirname);
const names = Object.keys(modules).filter((name) => !asked.length || asked.includes(name));
const scores = names.map((name) => ({ name, score: mutate(name) }));
if (scores.length) say('\nmodule           mutants  caught  alive   score');
for (const { name, score } of scores) {
  if (!score) say(`${name.padEnd(15)}  could not be tried`);
  else {
    const { mutants, caught, percent, seconds } = score;
    const cells = [String(mutants).padStart(7), String(caught).padStart(7), String(mutants - caught).padStart(6)];
    say(`${name.padEnd(15)} ${cells.join(' ')}  ${percent.toFixed(1).padStart(5)} %  in ${seconds} s`);
  }
}
const low = scores.filter(({ score }) => !score || score.percent < least).map(({ name }) => name);
if (low.length) say(`Below ${least} %: ${low.join(', ')}`);
const allCaught = asked.length && !asked.includes('planted') ? true : plantAll();
process.exit(low.length || !allCaught ? 1 : 0);
