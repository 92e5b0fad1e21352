import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './service.ts';

/** A PostgreSQL and the Patroni that runs it. */
export interface DatabaseNode {
  name: string;
  patroni: Service;
  /** Of PostgreSQL itself, past HAProxy. */
  port: number;
  /** Where Patroni says what it is. */
  restUrl: string;
  /** Of PostgreSQL. */
  dataDir: string;
}

/** What Patroni can be asked about its node; each is a path that answers 200 or not. */
export type Standing = 'primary' | 'sync' | 'replica';

/** Whether a node is that just now; a Patroni that does not answer is nothing. */
export async function isNode(node: DatabaseNode, standing: Standing): Promise<boolean> {
  try {
    const reply = await fetch(`${node.restUrl}/${standing}`, { signal: AbortSignal.timeout(2_000) });
    await reply.arrayBuffer();
    return reply.status === 200;
  } catch {
    return false;
  }
}

/** The first node that is that just now. */
export async function findNode(nodes: readonly DatabaseNode[], standing: Standing): Promise<DatabaseNode | undefined> {
  const are = await Promise.all(nodes.map((node) => isNode(node, standing)));
  return nodes[are.indexOf(true)];
}

/** The process of PostgreSQL that began all others of a node, by its lock file; undefined when there is none. */
export function postmasterOf({ dataDir }: DatabaseNode): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}
