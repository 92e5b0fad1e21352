import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * A second checkout whose build is of other content: some words differ, and with them, as in every build, the names of the
 * scripts. Made from the first build, as building takes longer than all else in the test.
 */
export async function anotherBuild(
  replaced: Record<string, string>,
): Promise<{ root: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'holoholo-build-'));
  for (const name of [
    'server',
    'contract',
    'db',
    'simulators',
    'knowledge',
    'dist',
    'scripts',
    'web/public',
    'package.json',
  ])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const client = join(folder, 'dist/client');
  const assets = join(client, 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const renamed = new Map(
    scripts.map((name) => [name, name.replace(/[\w-]{7}\.js$/, (ending) => `${reversed(ending)}.js`)]),
  );
  const rename = (text: string) => {
    // All names at once: a folder that keeps the scripts of earlier builds has thousands.
    let changed = text.replace(/[\w.-]+\.js/g, (name) => renamed.get(name) ?? name);
    for (const [from, to] of Object.entries(replaced)) changed = changed.replaceAll(from, to);
    return changed;
  };
  for (const [from, to] of renamed) {
    await writeFile(join(assets, to), rename(await readFile(join(assets, from), 'utf8')));
    await rm(join(assets, from));
    for (const packed of ['.br', '.gz']) await rm(join(assets, from + packed), { force: true });
  }
  const server = join(folder, 'dist/server');
  const rendering = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.js'));
  const manifests = (await readdir(client)).filter((name) => /^manifest\..+\.json$/.test(name));
  const files = [
    ...[...manifests, 'sw.js'].map((name) => join(client, name)),
    ...rendering.map((name) => join(server, name)),
  ];
  for (const file of files) await writeFile(file, rename(await readFile(file, 'utf8')));
  const worker = await readFile(join(client, 'sw.js'), 'utf8');
  const [, version = ''] = worker.match(/\+`([\w-]{12})`/)!;
  await writeFile(join(client, 'sw.js'), worker.replace(version, 'anotherbuild'));
  return { root: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The letters of `abcdefg.js` the other way round: as unlike the first build's as another hash. */
const reversed = (ending: string) => [...ending.slice(0, 7)].reverse().join('');
