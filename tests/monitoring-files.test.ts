import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { securityAlertWords } from '../contract/security-alert-words.ts';
import { hasPromtool } from '../scripts/verdict/machine.mjs';
import { alertRules } from '../server/features/security-desk/alert-rules.ts';
import { noteFailure, noteSuccess, type UpkeepTask } from '../server/platform/upkeep.store.ts';
import { ownerOf } from './attack/owner.ts';
import { createWorld, type World } from './world.ts';

const upkeepTasks: readonly UpkeepTask[] = [
  'audit-check',
  'backup',
  'backup-check',
  'base-copy',
  'log-check',
  'log-shipping',
];
const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

const rulesFile = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        rules: z
          .array(
            z.strictObject({
              alert: z.string().regex(/^Holoholo([A-Z][a-z]+)+$/),
              expr: z.string().min(1),
              for: z
                .string()
                .regex(/^\d+[smhd]$/)
                .optional(),
              labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
              annotations: z.strictObject({ summary: z.string().min(10), runbook: z.string() }),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
});
const dashboardFile = z.object({
  uid: z.literal('holoholo'),
  title: z.string(),
  schemaVersion: z.number(),
  panels: z
    .array(
      z.object({
        id: z.number(),
        title: z.string().min(1),
        type: z.enum(['timeseries', 'stat']),
        gridPos: z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
        targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1) })).min(1),
      }),
    )
    .min(1),
});

const rules = rulesFile
  .parse(parse(read('deploy/prometheus/holoholo.rules.yaml')))
  .groups.flatMap((group) => group.rules);
const dashboard = dashboardFile.parse(JSON.parse(read('deploy/grafana/holoholo.json')));

/** What PromQL has of its own, as far as the files use it. */
const functions = ['sum', 'min', 'max', 'rate', 'time', 'topk', 'histogram_quantile'];

interface Selector {
  metric: string;
  labels: string[];
}
/** The metrics that an expression asks for, with the labels that it knows of each. @throws Error where it is none */
function selectorsOf(expr: string): { selectors: Selector[]; grouped: string[] } {
  const grouped: string[] = [];
  const rest = expr.replace(/\b(or|unless)\b/g, '+').replace(/\bby\s*\(([^)]*)\)/g, (_all, names: string) => {
    grouped.push(...names.split(',').map((name) => name.trim()));
    return '';
  });
  const selectors: Selector[] = [];
  const left = rest
    .replace(/([a-z_][a-z0-9_]*)(\{[^}]*\})?(\[\d+[smhd]\])?(?!\w|\s*\()/g, (_all, metric: string, labels = '') => {
      selectors.push({ metric, labels: [...labels.matchAll(/([a-z_]+)(?:=~|!~|!=|=)"/g)].map(([, name]) => name!) });
      return '1';
    })
    .replace(/\b([a-z_]+)(?=\s*\()/g, (name) => {
      if (!functions.includes(name)) throw new Error(`no function: ${name}`);
      return '';
    });
  // What is left is arithmetic.
  if (!/^[\d\s.()+*/<>=,e-]+$/.test(left) || left.split('(').length !== left.split(')').length)
    throw new Error(`cannot be read: ${expr}`);
  return { selectors, grouped };
}

/** Those that Prometheus adds to each sample, and the metric that it makes itself. */
const added = ['job', 'instance'];

let world: World;
let other: World;
let given: Map<string, Set<string>>;
beforeAll(async () => {
  other = await createWorld();
  // A replica that cannot be read is told of all the same.
  world = await createWorld({ replica: await ownerOf(other) });
  for (const task of upkeepTasks) {
    await noteSuccess(world.db, task, world.clock.now(), { bytes: 1_000 });
    await noteFailure(world.db, task, world.clock.now(), 'no room');
  }
  // Of work that is done again and again.
  await noteFailure(world.db, 'turn-tidy', world.clock.now(), '55P03');
  await world.call('GET /healthz');
  const { raw } = await world.call('GET /metrics');
  given = new Map([['up', new Set(added)]]);
  for (const [, metric = '', labels = ''] of raw.matchAll(/^([a-z_][a-z0-9_]*)(?:\{(.*)\})? \S+$/gm)) {
    const names = given.get(metric) ?? new Set(added);
    for (const [, name = ''] of labels.matchAll(/([a-z_]+)="/g)) names.add(name);
    given.set(metric, names);
  }
});
afterAll(async () => {
  await world.close();
  await other.close();
});

/** What an expression asks for that `/metrics` does not give. */
function unknownIn(expr: string): string[] {
  const { selectors, grouped } = selectorsOf(expr);
  return [
    ...selectors.flatMap(({ metric, labels }) =>
      given.has(metric)
        ? labels.filter((name) => !given.get(metric)!.has(name)).map((name) => `${metric}{${name}}`)
        : [metric],
    ),
    ...grouped.filter((name) => !selectors.some(({ metric }) => given.get(metric)?.has(name))),
  ];
}

test('an expression that asks for what is not there is found', () => {
  expect(unknownIn('sum by (queue) (holoholo_jobs{state="due"}) > 0')).toEqual([]);
  expect(unknownIn('max(holoholo_nothing) > 1')).toEqual(['holoholo_nothing']);
  expect(unknownIn('holoholo_jobs{colour="red"} > 1')).toEqual(['holoholo_jobs{colour}']);
  expect(unknownIn('max by (place) (holoholo_jobs) > 1')).toEqual(['place']);
  expect(() => unknownIn('max(holoholo_jobs) > > (')).toThrow('cannot be read');
  expect(() => unknownIn('maximum(holoholo_jobs)')).toThrow('no function');
});

test.each(rules.map((rule) => [rule.alert, rule] as const))('%s asks for what there is', (_name, { expr }) => {
  expect(unknownIn(expr)).toEqual([]);
});

test('each alert has a name of its own, and its section in the runbook', () => {
  const names = rules.map(({ alert }) => alert);
  expect(names).toEqual([...new Set(names)]);
  const headings = read('docs/runbook.md').match(/^### (Holoholo\w+)$/gm);
  expect(headings).toEqual(names.map((name) => `### ${name}`));
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
});

test('each task of upkeep that can fail has an alert for that, and one for its age', () => {
  for (const task of upkeepTasks) {
    const about = rules
      .filter(({ expr }) => new RegExp(`task=~?"[^"]*\\b${task}(?!-)`).test(expr))
      .map(({ expr }) => expr);
    expect(
      about.some((expr) => expr.includes('holoholo_upkeep_ok')),
      task,
    ).toBe(true);
    expect(
      about.some((expr) => expr.startsWith('time() - ')),
      task,
    ).toBe(true);
  }
});

test('recurring work calls somebody once it failed as often in a row as the desk waits for', () => {
  const { expr } = rules.find(({ alert }) => alert === 'HoloholoRecurringWorkFailed')!;
  expect(expr).toBe(`max by (task) (holoholo_upkeep_failures) >= ${alertRules.recurring_work.threshold}`);
});

/** What a rule of age says after twenty days, by what was done when; nothing is known of that where the database is away. */
const [fresh, old] = [1_720_000, 700_000];
const ages: [alert: string, done: Partial<Record<UpkeepTask, number>> | 'away', fires: boolean][] = [
  ['HoloholoBackupUnchecked', { backup: fresh }, true],
  ['HoloholoBackupUnchecked', { backup: fresh, 'backup-check': old }, true],
  ['HoloholoBackupUnchecked', { backup: fresh, 'backup-check': fresh }, false],
  // That there is none is another alert.
  ['HoloholoBackupUnchecked', {}, false],
  ['HoloholoBackupOld', {}, true],
  ['HoloholoBackupOld', { backup: old }, true],
  ['HoloholoBaseCopyOld', { 'log-shipping': fresh }, true],
  ['HoloholoBaseCopyOld', { 'log-shipping': fresh, 'base-copy': old }, true],
  ['HoloholoBaseCopyOld', { 'log-shipping': fresh, 'base-copy': fresh }, false],
  // Nobody ships a log here.
  ['HoloholoBaseCopyOld', { backup: fresh }, false],
  ['HoloholoLogUnchecked', { 'log-shipping': fresh }, true],
  ['HoloholoLogUnchecked', { 'log-shipping': fresh, 'log-check': old }, true],
  ['HoloholoLogUnchecked', { 'log-shipping': fresh, 'log-check': fresh }, false],
  ['HoloholoLogUnchecked', {}, false],
  ['HoloholoAuditUnchecked', {}, true],
  ['HoloholoAuditUnchecked', { 'audit-check': old }, true],
  ['HoloholoAuditUnchecked', { 'audit-check': fresh }, false],
  ['HoloholoBackupOld', 'away', false],
  ['HoloholoAuditUnchecked', 'away', false],
];

test.runIf(hasPromtool())(
  'what is done in time calls somebody also where it never was, and only where it is to be',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'holoholo-rules-'));
    const steady = (series: string, value: number) => ({ series, values: `${value}+0x240` });
    const tests = ages.map(([alertname, done, fires], at) => {
      const { labels, annotations } = rules.find(({ alert }) => alert === alertname)!;
      const isAway = done === 'away';
      const known = Object.entries(isAway ? {} : done).map(([task, seconds]) =>
        steady(`holoholo_upkeep_success_timestamp_seconds{task="${task}"}`, seconds),
      );
      if (!isAway) known.push(steady('holoholo_backup_interval_seconds', 86_400));
      const alert = { exp_labels: labels, exp_annotations: annotations };
      return {
        name: `${at} ${alertname} ${JSON.stringify(done)}`,
        interval: '2h',
        input_series: [steady('holoholo_database_up{kind="embedded"}', isAway ? 0 : 1), ...known],
        alert_rule_test: [{ alertname, eval_time: '20d', exp_alerts: fires ? [alert] : [] }],
      };
    });
    try {
      const file = join(folder, 'tries.yaml');
      const rule_files = [join(import.meta.dirname, '../deploy/prometheus/holoholo.rules.yaml')];
      writeFileSync(file, stringify({ rule_files, evaluation_interval: '2h', tests }));
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('each alert of security calls somebody, but for those of codes, which are for their partners', () => {
  const { expr } = rules.find(({ alert }) => alert === 'HoloholoSecurityAlert')!;
  const [, left = ''] = /holoholo_security_alerts\{rule!~"([^"]*)"\}/.exec(expr)!;
  const isLeft = ([rule]: [string, unknown]) => left.split('|').includes(rule);
  const titles = Object.entries(securityAlertWords).filter(isLeft);
  expect(titles.map(([, { title }]) => title)).toEqual([
    'A QR code has gone quiet',
    'A place has gone quiet',
    'A QR code is scanned far from its place',
  ]);
});

test.each(dashboard.panels.map((panel) => [panel.title, panel] as const))(
  'the panel "%s" shows what there is',
  (_title, { targets }) => {
    for (const { expr } of targets) expect(unknownIn(expr)).toEqual([]);
  },
);

test('what waits or is not read that somebody is called for has a panel, and so have all alerts of security', () => {
  const shown = new Set(
    dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => selectorsOf(expr).selectors.map(({ metric }) => metric)),
    ),
  );
  const ofAlerts = ['HoloholoErasureWaits', 'HoloholoReplicaUnread', 'HoloholoSecurityAlert'].map((name) => {
    const { expr } = rules.find(({ alert }) => alert === name)!;
    return selectorsOf(expr).selectors.map(({ metric }) => metric);
  });
  expect(ofAlerts.flat().filter((metric) => !shown.has(metric))).toEqual([]);
});

test('Prometheus reads processes under the job name that the rules ask for', () => {
  const scrape = z
    .strictObject({
      rule_files: z.tuple([z.literal('holoholo.rules.yaml')]),
      scrape_configs: z.tuple([
        z.strictObject({
          job_name: z.string(),
          scrape_interval: z.string(),
          authorization: z.strictObject({ type: z.literal('Bearer'), credentials_file: z.string() }),
          static_configs: z.tuple([z.strictObject({ targets: z.array(z.string().regex(/^[a-z]+:\d+$/)).min(2) })]),
        }),
      ]),
    })
    .parse(parse(read('deploy/prometheus/scrape.yaml')));
  const names = rules.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]*)"/g)].map(([, name]) => name));
  expect(new Set(names)).toEqual(new Set([scrape.scrape_configs[0].job_name]));
});

test('panels have ids and places of their own', () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBeLessThanOrEqual(24);
});
