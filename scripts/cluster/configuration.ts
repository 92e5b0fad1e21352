import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the files are that an operator takes and we start from. */
const templates = join(import.meta.dirname, '../../deploy/cluster');

/** The files that ask for names to be filled in. */
export const templateNames = ['etcd.yaml', 'patroni.yaml', 'haproxy.cfg', 'pgbouncer.ini', 'users.txt'] as const;
export type TemplateName = (typeof templateNames)[number];

export const templateOf = (name: TemplateName) => readFileSync(join(templates, name), 'utf8');

/** A file of deploy/cluster with its names filled in, as `envsubst` does it. @throws Error for a name that has no value. */
export function fillIn(name: TemplateName, values: Readonly<Record<string, string | number>>): string {
  return templateOf(name).replace(/\$\{(\w+)\}/g, (_all, asked: string) => {
    const value = values[asked];
    if (value === undefined) throw new Error(`${name} asks for ${asked}, which has no value`);
    return String(value);
  });
}
