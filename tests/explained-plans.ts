import type { KyselyPlugin, OperationNode, RawNode } from 'kysely';

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Filter?: string;
  /** Of one loop, where the statement was run. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  /** Blocks of tables and indexes, with those of all that it consists of. */
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Plan[];
}

/** Asks for the plans of raw statements in place of their rows. */
export class Explaining implements KyselyPlugin {
  readonly plans: { statement: string; plan: Plan }[] = [];
  readonly #analyze: boolean;
  #statement = '';

  /** @param given.analyze whether the statements are run, so that the plans say how many rows were read. */
  constructor(given: { analyze?: boolean } = {}) {
    this.#analyze = given.analyze ?? false;
  }

  transformQuery({ node }: { node: OperationNode }) {
    const raw = node as RawNode;
    const [first = '', ...rest] = raw.sqlFragments;
    this.#statement = raw.sqlFragments.join('?');
    const explain = this.#analyze ? 'explain (analyze, format json)' : 'explain (format json)';
    return { ...raw, sqlFragments: [`${explain} ${first}`, ...rest] } as never;
  }

  async transformResult({ result }: { result: { rows: unknown[] } }) {
    const [row] = result.rows as { 'QUERY PLAN': [{ Plan: Plan }] }[];
    this.plans.push({ statement: this.#statement, plan: row!['QUERY PLAN'][0].Plan });
    return { rows: [] };
  }
}

/** A plan with all that it consists of. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** How many rows of each table were read, by plans that were analyzed. */
export function rowsReadBy(plans: readonly Plan[]): Record<string, number> {
  const read: Record<string, number> = {};
  for (const node of plans.flatMap(nodesOf)) {
    const { 'Relation Name': table, 'Actual Rows': rows = 0, 'Rows Removed by Filter': removed = 0 } = node;
    if (table) read[table] = (read[table] ?? 0) + Math.round((rows + removed) * (node['Actual Loops'] ?? 0));
  }
  return read;
}
