import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readMoment } from '../scripts/moment.ts';
import { readSettings, settingNames } from '../server/platform/settings.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const operating = read('docs/operating.md');

/** The lines of a Dockerfile, by what each does. */
const steps = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (!name || !rest) throw new Error(`no line of a Dockerfile: ${line}`);
    return { name, rest };
  });
/** Those of the image that runs. */
const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'));
const only = (name: string) => {
  const found = last.filter((step) => step.name === name);
  expect(found.length, name).toBe(1);
  return found[0]!.rest;
};
const environmentOfImage = () =>
  Object.fromEntries(
    only('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );

const service = z.strictObject({
  image: z.string().regex(/^(holoholo|[\w/]+:[\w.-]+)$/),
  build: z.strictObject({ context: z.literal('..') }).optional(),
  init: z.boolean().optional(),
  profiles: z.array(z.string()).optional(),
  restart: z.literal('on-failure'),
  stop_grace_period: z.string().optional(),
  volumes: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({ test: z.array(z.string()), interval: z.string(), retries: z.number() }),
    ])
    .optional(),
});
const compose = z
  .strictObject({
    'x-holoholo': z.unknown(),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read('deploy/compose.yaml'), { merge: true }));
const filled = {
  ...{ PUBLIC_URL: 'https://guide.example', SECRET_KEY: 'k'.repeat(32), WEB_PASSWORD: 'w', OWNER_PASSWORD: 'o' },
  ...{ OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret', POSTGRES_PASSWORD: 'p' },
  SMTP_URL: 'smtp://mail:1025',
};
/** A value with what the environment has, as Docker fills it in. */
const fillIn = (value: string) =>
  value.replace(/\$\{(\w+):(\?|-)([^}]*)\}/g, (_all, name: keyof typeof filled, kind: string, fallback: string) => {
    if (kind === '?' && filled[name] === undefined) throw new Error(`${name} is asked for and not told of`);
    return filled[name] ?? fallback;
  });

test('the image runs what there is, as nobody in particular, and says how it is', () => {
  expect(only('USER')).toBe('node');
  expect(JSON.parse(only('CMD'))).toEqual(['node', 'scripts/start.mjs']);
  expect(existsSync(join(root, 'scripts/start.mjs'))).toBe(true);
  const { name, rest } = last.find((step) => step.name === 'HEALTHCHECK')!;
  const command = JSON.parse(/CMD (\[.*\])$/.exec(rest)![1]!) as string[];
  expect([name, command[0]]).toEqual(['HEALTHCHECK', 'node']);
  expect(() => new Function(command[2]!)).not.toThrow();
  expect(command[2]).toContain(`:${environmentOfImage().PORT}/healthz`);
  expect(only('VOLUME')).toBe(environmentOfImage().DATA_DIR);
  const scripts = JSON.parse(read('package.json')).scripts;
  for (const [, script = ''] of read('Dockerfile').matchAll(/npm run (\w+)/g)) expect(scripts).toHaveProperty(script);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.env', 'node_modules', 'data']));
});

test.each(['web', 'worker'])('%s has settings that there are, with which the product starts', (role) => {
  const { image, environment = {}, volumes = [] } = compose.services[role]!;
  expect(image).toBe('holoholo');
  expect(
    [...Object.keys(environment), ...Object.keys(environmentOfImage())].filter((name) => !settingNames.includes(name)),
  ).toEqual([]);
  const told = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillIn(value)]));
  const settings = readSettings({ ...environmentOfImage(), ...told });
  expect(settings).toMatchObject({ production: true, role, trustProxy: 1, dataDir: '/var/lib/holoholo' });
  expect(settings.migrationUrl).not.toBe(settings.databaseUrl);
  expect(settings.backups?.folder).toBe(role === 'worker' ? '/var/lib/holoholo/backups' : undefined);
  expect(volumes).toEqual([`data:${settings.dataDir}`]);
});

test('each service leads to what there is', () => {
  const { services, volumes } = compose;
  expect(Object.keys(services)).toEqual(['web', 'worker', 'postgres', 'mail']);
  // The catcher of mails is to try it with alone.
  expect(Object.entries(services).flatMap(([name, { profiles }]) => (profiles ? [[name, ...profiles]] : []))).toEqual([
    ['mail', 'try'],
  ]);
  const used = Object.values(services)
    .flatMap((one) => one.volumes ?? [])
    .map((one) => one.split(':')[0]!);
  for (const one of used)
    expect(one.startsWith('./') ? existsSync(join(root, 'deploy', one)) : one in volumes, one).toBe(true);
  for (const { depends_on = {} } of Object.values(services))
    for (const name of Object.keys(depends_on)) expect(services[name]?.healthcheck).toHaveProperty('test');
});

test('the roles, and what is closed in the database, are those of docs/operating.md', () => {
  const [section = ''] = /^## Database\n.*?(?=^## )/ms.exec(operating) ?? [];
  const [roles, ...closing] = [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, statements]) => statements);
  expect([roles, closing.length]).toEqual([expect.stringContaining('create database holoholo '), 2]);
  const [, made = ''] = /<<'SQL'\n(.*?)SQL\n/s.exec(read('deploy/postgres/roles.sh')) ?? [];
  const [server, database] = made.split('\\connect holoholo\n');
  expect(server!.replace(/:'(web|owner)'/g, "'...'")).toBe(roles);
  expect(database).toBe(closing.join(''));
});

test('the steps of a restore close the new database as the first one was, and make logins of tools anew', () => {
  const [step = ''] = /^2\. Make an empty database as above .*$/m.exec(operating) ?? [];
  for (const word of ['large objects', 'locks', 'superuser']) expect(step).toContain(word);
  expect(operating).toMatch(/^5\. `npm run db -- restore FILE`.*`npm run db -- reader NAME`/m);
});

test("a timer's backup is named by a moment that `erased` takes", () => {
  const [, format = ''] = /\$\$\(date ([^)]+)\)/.exec(operating) ?? [];
  const words = format.replaceAll('%%', '%').split(' ');
  const name = execFileSync('date', words, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TZ: 'Pacific/Honolulu' },
  });
  const moment = readMoment(name.trim());
  expect(Math.abs(Date.now() - Number(moment)), name).toBeLessThan(60_000);
});

test.each(['holoholo', 'holoholo-log'])(
  'the unit %s of systemd is that of docs/operating.md, and runs what there is',
  (name) => {
    const unit = read(`deploy/${name}.service`);
    // But for what an operator may take in.
    const told = unit.replaceAll(/^# A (?:BACKUP|LOG_ARCHIVE)_DIR .*\n#\w+=.*\n/gm, '');
    expect(told.length).toBeLessThan(unit.length);
    expect(unit).toMatch(/^#RequiresMountsFor=\/\S+( \/\S+)*$/m);
    expect(operating).toContain(`\`\`\`ini\n${told}\`\`\``);
    // The signal goes to the process that hands it on, and not to its own once more.
    expect(told).toMatch(/^KillMode=mixed$/m);
    const [, ...scripts] = /^ExecStart=\/usr\/bin\/node (\S+)(?: (\S+\.ts) ship-log)?$/m.exec(unit) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) if (script) expect(existsSync(join(root, script)), script).toBe(true);
  },
);

test.each(['holoholo', 'holoholo-log'])(
  'the unit %s may change nothing but what is its own, and /tmp, where the socket of the embedded database lies',
  (name) => {
    const lines = read(`deploy/${name}.service`).split('\n');
    const kept = ['StateDirectory=holoholo', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes'];
    expect(lines).toEqual(expect.arrayContaining([...kept, 'ReadWritePaths=/tmp']));
  },
);

test.each([
  ['holoholo', ['BACKUP_DIR', 'TRIAL_DIR']],
  ['holoholo-log', ['LOG_ARCHIVE_DIR', 'TRIAL_DIR']],
] as const)('folders that may lie elsewhere are named where the unit %s lets them be written', (name, folders) => {
  const lines = read(`deploy/${name}.service`).split('\n');
  for (const line of ['ReadWritePaths', 'RequiresMountsFor']) {
    const words = lines[lines.findIndex((one) => one.startsWith(`#${line}=`)) - 1];
    for (const folder of folders) {
      expect(words).toContain(folder);
      expect(operating).toMatch(new RegExp(`deploy/${name}\\.service\`[^\n]*\`${folder}\``));
    }
  }
});
