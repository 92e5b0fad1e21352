// `npm run mutate -- planted`: plants one fault after the other in a copy of the tree, and sees the test named for it fail.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ownNode } from '../../scripts/install.mjs';
import { plantedFaults } from './planted-faults.mjs';

const root = join(import.meta.dirname, '../..');
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A copy of the tree as it is, commit or not, with what is installed, and with the screens as they were built: faults are of the server. */
function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'holoholo-planted-'));
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const path of stdout.split('\0').filter(Boolean)) cpSync(join(root, path), join(copy, path));
  for (const made of ['node_modules', 'dist'])
    if (existsSync(join(root, made))) symlinkSync(join(root, made), join(copy, made));
  return copy;
}

/** Runs the tests of these names in these files. @returns those that passed and those that failed, by file and name */
function runTests(copy, tests, names) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', ...new Set(tests), '-t', [...new Set(names)].map(escaped).join('|')];
  const { stdout, stderr } = spawnSync(
    ownNode,
    ['node_modules/vitest/vitest.mjs', ...args, '--reporter=json', `--outputFile=${report}`],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, PATH: `${dirname(ownNode)}:${process.env.PATH}` } },
  );
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ title, status }) => ({ file: name.slice(copy.length + 1), title, status })),
    );
  } catch {
    throw new Error(`no report of ${args.join(' ')}:\n${stdout}${stderr}`);
  }
}

const has = (results, { test, name }, status) =>
  results.some((one) => one.file === test && one.title === name && one.status === status);

/** Plants a fault, runs its test and takes the fault away again. @returns why it is not caught, or nothing */
function judge(copy, planted) {
  const path = join(copy, planted.file);
  const text = readFileSync(path, 'utf8');
  let faulty = text;
  for (const { find, plant } of [planted, planted.also].filter(Boolean)) {
    if (faulty.split(find).length !== 2) return `${planted.file} has not once: ${find}`;
    faulty = faulty.replace(find, () => plant);
  }
  writeFileSync(path, faulty);
  try {
    return has(runTests(copy, [planted.test], [planted.name]), planted, 'failed') ? undefined : 'NOT CAUGHT';
  } finally {
    writeFileSync(path, text);
  }
}

/** Plants the faults whose words contain one of these, or all of them. @returns whether each was caught */
export function plantAll(wanted = []) {
  const faults = plantedFaults.filter(({ fault }) => !wanted.length || wanted.some((word) => fault.includes(word)));
  const copy = copyTree();
  let missed = 0;
  try {
    const sound = runTests(
      copy,
      faults.map((one) => one.test),
      faults.map((one) => one.name),
    );
    for (const planted of faults) {
      const why = has(sound, planted, 'passed') ? judge(copy, planted) : 'its test does not pass without it';
      if (why) missed += 1;
      process.stdout.write(`${why ?? 'caught'}: ${planted.fault} (${planted.test}, "${planted.name}")\n`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  process.stdout.write(`${faults.length - missed} of ${faults.length} planted faults caught\n`);
  return missed === 0;
}

if (process.argv[1] === import.meta.filename) process.exit(plantAll(process.argv.slice(2)) ? 0 : 1);
