import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { demoBooksFile } from '../server/features/demo/demo-platforms.ts';
import { createWorld, type World } from '../tests/world.ts';
import { hopeless } from './exit-codes.mjs';
import { freePort } from './free-port.mjs';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holoholo-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Done {
  code: number;
  said: string;
}

/** Runs a command of package.json as npm does, with these words after `--`. */
function npmRun(name: string, words: string[], environment: Record<string, string>, cwd = root): Promise<Done> {
  // The settings of whoever runs the tests are not those of the command.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), ...environment };
  return new Promise((settle) => {
    execFile('/bin/sh', ['-c', `${scripts[name]} "$@"`, 'sh', ...words], { cwd, env }, (error, stdout, stderr) =>
      settle({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

describe('on a bare clone', () => {
  /** The Node of this machine where it has one, and a stand-in for `npm ci`, which takes a minute and a network. */
  function surroundings(installs: boolean) {
    const binaries = mkdtempSync(join(folder, 'bin-'));
    const npm = installs ? `echo "installing $*"; ln -s ${join(root, 'node_modules')} node_modules` : 'exit 1';
    writeFileSync(join(binaries, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
    const others = process.env.PATH!.split(delimiter).filter((path) => !path.includes('node_modules'));
    if (!others.some((path) => existsSync(join(path, 'node')))) others.push(dirname(process.execPath));
    return { PATH: [binaries, ...others].join(delimiter) };
  }
  function bareClone() {
    const clone = mkdtempSync(join(folder, 'clone-'));
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    for (const path of listed.split('\n')) {
      if (/^(scripts|server|contract|db|bench|simulators)\/|^package/.test(path) && existsSync(join(root, path)))
        cpSync(join(root, path), join(clone, path));
    }
    return clone;
  }

  test.each([
    ['db', [], 1, 'say what to do: npm run db --'],
    ['admin', [], 1, 'Say what to do: npm run admin --'],
    ['audit', [], 2, 'Say what to do: npm run audit --'],
  ])('npm run %s installs, and runs with our own Node', async (name, words, code, says) => {
    const done = await npmRun(name, words, surroundings(true), bareClone());
    expect(done.said).toContain('Installing packages');
    expect(done.said).toContain('installing ci');
    expect(done.said).toContain(says);
    expect(done.said).not.toMatch(/^\s+at /m);
    expect(done.code).toBe(code);
  });

  test('every command says so where that fails', { timeout: 60_000 }, async () => {
    const clone = bareClone();
    const PORT = String(await freePort());
    for (const name of Object.keys(scripts)) {
      const done = await npmRun(name, [], { PORT, ...surroundings(false) }, clone);
      expect(done.said.trim().split('\n').at(-1), name).toBe('npm ci failed; its messages are above.');
      expect(done.said).not.toMatch(/^\s+at /m);
      expect(done.code).toBe(1);
    }
  });

  test('npm start says that its port is taken before anything is installed or built', async () => {
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const start = (environment: Record<string, string>) =>
      npmRun('start', [], { ...surroundings(false), ...environment }, bareClone());
    const said = `Setting PORT should be another one: ${port} is taken on localhost\n`;
    expect(await start({ PORT: String(port) })).toEqual({ code: hopeless, said });
    // A worker listens nowhere.
    for (const environment of [
      { PORT: String(await freePort()), ROLE: 'all' },
      { PORT: String(port), ROLE: 'worker' },
    ])
      expect((await start(environment)).said).toContain('npm ci failed');
    await new Promise((closed) => other.close(closed));
  });
});

test.each([
  [['many'], 'many is no number above 0'],
  [['Infinity'], 'Infinity is no number above 0'],
  [['100', '--cores=0'], '0 is no number above 0'],
  [['--cores='], 'nothing is no number above 0'],
  [['-5'], "Unknown option '-5'"],
  [['--colour'], "Unknown option '--colour'"],
])('npm run scaling says in one line what of %j it does not take', async (words, says) => {
  const { code, said } = await npmRun('scaling', words, {});
  expect(said).toMatch(/^[^\n]+\n$/);
  expect(said).toContain(says);
  expect(said).toContain('npm run scaling -- [SCANS_A_SECOND ...] [--cores=N] [--gigabytes=N]');
  expect(code).toBe(2);
});

describe('a wrong setting is answered in one line that names it', () => {
  test.each([
    ['db', ['migrate'], 1],
    ['admin', ['grant', 'somebody@example.com', 'admin'], 1],
    ['audit', ['verify'], 2],
  ])('by npm run %s', async (name, words, code) => {
    const wrong = await npmRun(name, words, { LOG_LEVEL: 'silent', PORT: 'not-a-port' });
    expect(wrong).toEqual({ code, said: 'Setting PORT should be a port number\n' });
    writeFileSync(join(folder, 'a-file'), '');
    const folderless = await npmRun(name, words, { DATA_DIR: join(folder, 'a-file') });
    expect(folderless.said).toMatch(/^Setting DATA_DIR should be a folder [^\n]*\n$/);
    expect(folderless.code).toBe(code);
    const away = await npmRun(name, words, { DATABASE_URL: 'postgres://somebody@localhost:1/guide' });
    expect(away.said).toMatch(/^[^\n]*DATABASE_URL[^\n]*ECONNREFUSED[^\n]*\n$/);
    expect(away.code).toBe(code);
  });
});

/** Does the same at a terminal, which answers a question once it is asked. */
function npmRunAtTerminal(
  name: string,
  words: string[],
  { question, answer }: { question: string; answer: string },
  environment: Record<string, string>,
): Promise<Done> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), ...environment };
  // `script` gives what it runs a terminal of its own, and passes on its exit code.
  const typed = `${scripts[name]} ${words.join(' ')}`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', typed, '/dev/null'], { cwd: root, env });
  let said = '';
  let isAnswered = false;
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (isAnswered || !said.includes(question)) return;
    isAnswered = true;
    terminal.stdin.write(answer);
  });
  return new Promise((settle, fail) => {
    terminal.on('error', fail);
    terminal.on('close', (code) =>
      settle({ code: code ?? -1, said: stripVTControlCharacters(said).replaceAll('\r', '') }),
    );
  });
}

describe('npm run db -- reset on a database of the settings', () => {
  let world: World;
  let name: string;
  let url: string;
  beforeAll(async () => {
    world = await createWorld();
    const { rows } = await world.database.pool.query('select current_database() as name');
    name = rows[0].name;
    const server = inject('databaseServer');
    const address = new URL('url' in server ? server.url : `postgres://${server.user}@localhost:${server.port}`);
    address.pathname = `/${name}`;
    if ('socketDir' in server) address.searchParams.set('host', server.socketDir);
    url = address.href;
  });
  afterAll(() => world.close());
  const reset = (words: string[], environment: Record<string, string> = {}) =>
    npmRun('db', ['reset', ...words], { DATABASE_URL: url, DATA_DIR: world.settings.dataDir, ...environment });
  const isThere = async (id: string) =>
    (await world.db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1;

  test('wants its name said, and never happens in production', { timeout: 120_000 }, async () => {
    const { id } = await world.aUser();
    const books = demoBooksFile(world.settings.dataDir);
    writeFileSync(books, '');
    for (const words of [[], ['--yes', 'another'], ['--yes', '']]) {
      const { code, said } = await reset(words);
      expect(said).toMatch(/^[^\n]*nothing was changed: [^\n]*\n$/);
      expect(said).toContain(`--yes ${name}`);
      expect(code).toBe(1);
      expect(await isThere(id)).toBe(true);
    }
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://guide.example',
      SECRET_KEY: 'k'.repeat(32),
      SMTP_URL: 'smtp://localhost:1',
      OIDC_CLIENT_ID: 'id',
      OIDC_CLIENT_SECRET: 'secret',
    };
    const refused = await reset(['--yes', name], production);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('never reset')]);
    expect([await isThere(id), existsSync(books)]).toEqual([true, true]);

    expect(await reset(['--yes', name])).toEqual({ code: 0, said: expect.stringContaining('Loaded the demo data.') });
    expect([await isThere(id), existsSync(books)]).toEqual([false, false]);
  });

  test.runIf(process.platform === 'linux')(
    'asks for the name at a terminal, and takes no other answer',
    {
      timeout: 240_000,
    },
    async () => {
      const { id } = await world.aUser();
      const question = `All of ${name} on ${new URL(url).host} is lost. Type its name: `;
      const answer = (keys: string) =>
        npmRunAtTerminal('db', ['reset'], { question, answer: keys }, { DATABASE_URL: url });
      const [ctrlC, ctrlD] = ['\u0003', '\u0004'];
      for (const keys of ['\r', `${name}x\r`, ctrlC, ctrlD]) {
        const { code, said } = await answer(keys);
        expect(said).toContain(question);
        expect(said).toMatch(/nothing was changed: to empty [^\n]*\n$/);
        expect(code).toBe(1);
        expect(await isThere(id)).toBe(true);
      }
      expect(await answer(` ${name} \r`)).toEqual({ code: 0, said: expect.stringContaining('Loaded the demo data.') });
      expect(await isThere(id)).toBe(false);
    },
  );
});
