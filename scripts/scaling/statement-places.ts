import { loadModule, parseSync } from 'libpg-query';
import { equate, newTerm, type Output, Scope, type Source, sourceOf, type Term, termOf } from './column-terms.ts';
import type { Place } from './distribution.ts';

// biome-ignore lint/suspicious/noExplicitAny: PostgreSQL's own tree, of which a few kinds of nodes are read
type Node = any;

/**
 * What a statement asks of a distributed database: nothing of distributed tables; one shard; every shard or several, each for itself;
 * or rows of one shard together with those of another, or with those of tables that lie on one machine.
 */
export type Reach = 'none' | 'one shard' | 'every shard' | 'across';

/** The tables of a database: their columns, and where their rows lie. */
export interface Layout {
  columns: ReadonlyMap<string, ReadonlySet<string>>;
  places: Readonly<Record<string, Place>>;
}

await loadModule();

/** Reads a statement as PostgreSQL does. @throws Error where it is none. */
export function reachOf(text: string, layout: Layout): Reach {
  const walk = new StatementWalk(layout);
  for (const { stmt } of parseSync(text).stmts ?? []) walk.statement(stmt, new Scope());
  return walk.reach();
}

const typeOf = (node: Node): string => Object.keys(node)[0]!;
const nameOf = (fields: Node[]): string[] => fields.map((one) => one.String?.sval ?? '*');
const isEquals = (names: Node[] | undefined): boolean => names?.at(-1)?.String?.sval === '=';

class StatementWalk {
  readonly #layout: Layout;
  readonly #keys: { group: string; term: Term }[] = [];
  readonly #parameters = new Map<number, Term>();
  #readsLocal = false;
  constructor(layout: Layout) {
    this.#layout = layout;
  }

  reach(): Reach {
    if (this.#keys.length === 0) return 'none';
    const groups = new Set(this.#keys.map(({ group }) => group));
    const terms = new Set(this.#keys.map(({ term }) => termOf(term)));
    if (this.#readsLocal || groups.size > 1 || terms.size > 1) return 'across';
    return [...terms][0]!.isFixed ? 'one shard' : 'every shard';
  }

  statement(node: Node, outer: Scope): Output[] {
    const kind = typeOf(node);
    const body = node[kind];
    const scope = new Scope(outer);
    for (const { CommonTableExpr: one } of body.withClause?.ctes ?? []) this.#expression(one, scope, body.withClause);
    if (kind === 'SelectStmt') return this.#select(body, scope);
    if (!body.relation) return [];
    const target = this.#table(body.relation);
    const alias = body.relation.alias?.aliasname ?? body.relation.relname;
    const given = kind === 'InsertStmt' && body.selectStmt ? this.statement(body.selectStmt, scope) : [];
    scope.sources.set(alias, target);
    if (kind === 'InsertStmt') this.#fill(body, target, given, scope);
    for (const one of [body.sourceRelation, ...(body.usingClause ?? []), ...(body.fromClause ?? [])])
      if (one) this.#from(one, scope);
    this.#holds(body.joinCondition, scope);
    this.#holds(body.whereClause, scope);
    this.#visit([body.targetList, body.mergeWhenClauses], scope);
    return this.#outputs(body.returningClause?.exprs ?? body.returningList ?? [], scope);
  }

  /** Of a new row each column is what is given; a key that is not given is the row's own. */
  #fill(body: Node, target: Source, given: Output[], scope: Scope): void {
    const columns: string[] = (body.cols ?? []).map((one: Node) => one.ResTarget.name);
    for (const [at, column] of columns.entries()) equate(target.column(column), given[at]?.term);
    const place = this.#layout.places[body.relation.relname];
    if (typeof place === 'object' && !columns.includes(place.key)) equate(target.column(place.key), newTerm(true));
    scope.sources.set('excluded', target);
    const conflict = body.onConflictClause;
    if (conflict) this.#visit([conflict.targetList, conflict.whereClause], scope);
  }

  #expression(one: Node, scope: Scope, { recursive }: { recursive?: boolean }): void {
    const renamed = (one.aliascolnames ?? []).map((name: Node) => name.String.sval);
    // What it takes of itself is of rows that are known no better.
    if (recursive) scope.expressions.set(one.ctename, { names: renamed, column: () => newTerm() });
    scope.expressions.set(one.ctename, sourceOf(this.statement(one.ctequery, scope), renamed));
  }

  #select(body: Node, scope: Scope): Output[] {
    if (body.larg) {
      const first = this.statement({ SelectStmt: body.larg }, scope);
      this.statement({ SelectStmt: body.rarg }, scope);
      return first.map(({ name }) => ({ name, term: newTerm() }));
    }
    if (body.valuesLists) {
      const rows: Output[][] = body.valuesLists.map((row: Node) =>
        row.List.items.map((item: Node, at: number) => ({ name: `column${at + 1}`, term: this.#term(item, scope) })),
      );
      return rows.length === 1 ? rows[0]! : rows[0]!.map(({ name }) => ({ name, term: newTerm() }));
    }
    for (const one of body.fromClause ?? []) this.#from(one, scope);
    this.#holds(body.whereClause, scope);
    const outputs = this.#outputs(body.targetList ?? [], scope);
    this.#visit([body.groupClause, body.havingClause, body.sortClause, body.windowClause, body.limitCount], scope);
    return outputs;
  }

  #outputs(list: Node[], scope: Scope): Output[] {
    return list.flatMap(({ ResTarget: { name, val } }) => {
      const fields = val.ColumnRef ? nameOf(val.ColumnRef.fields) : [];
      if (fields.at(-1) !== '*') return [{ name: name ?? fields.at(-1) ?? '', term: this.#term(val, scope) }];
      const [alias] = fields.length > 1 ? fields : [];
      const sources = alias ? [scope.sources.get(alias)] : [...scope.sources.values()];
      return sources.flatMap((one) =>
        (one?.names ?? []).map((column) => ({ name: column, term: one!.column(column)! })),
      );
    });
  }

  #from(node: Node, scope: Scope): void {
    const kind = typeOf(node);
    const body = node[kind];
    const alias: string = body.alias?.aliasname ?? body.relname ?? `unnamed ${scope.sources.size}`;
    const renamed = (body.alias?.colnames ?? []).map((name: Node) => name.String.sval);
    if (kind === 'RangeVar')
      scope.sources.set(alias, (!body.schemaname && scope.expression(body.relname)) || this.#table(body));
    else if (kind === 'RangeSubselect')
      scope.sources.set(alias, sourceOf(this.statement(body.subquery, scope), renamed));
    else if (kind === 'JoinExpr') this.#join(body, scope);
    else this.#visit(body, scope);
  }

  #join(body: Node, scope: Scope): void {
    this.#from(body.larg, scope);
    const left = [...scope.sources.values()];
    this.#from(body.rarg, scope);
    const right = [...scope.sources.values()].slice(left.length);
    for (const { String: column } of body.usingClause ?? [])
      for (const one of left) for (const other of right) equate(one.column(column.sval), other.column(column.sval));
    this.#holds(body.quals, scope);
  }

  #table({ relname, schemaname }: { relname: string; schemaname?: string }): Source {
    const isOurs = !schemaname || schemaname === 'public';
    const columns = (isOurs && this.#layout.columns.get(relname)) || new Set<string>();
    const terms = new Map<string, Term>([...columns].map((name) => [name, newTerm()]));
    const place = isOurs ? this.#layout.places[relname] : 'local';
    if (place === 'local') this.#readsLocal = true;
    if (typeof place === 'object') this.#keys.push({ group: place.group, term: terms.get(place.key)! });
    return { names: [...columns], column: (name) => terms.get(name) };
  }

  /** What has to be true of every row: which values are therefore equal. */
  #holds(node: Node | undefined, scope: Scope): void {
    if (!node) return;
    if (node.BoolExpr?.boolop === 'AND_EXPR') for (const one of node.BoolExpr.args) this.#holds(one, scope);
    else if (
      node.A_Expr &&
      ['AEXPR_OP', 'AEXPR_NOT_DISTINCT'].includes(node.A_Expr.kind) &&
      isEquals(node.A_Expr.name)
    ) {
      const [left, right] = [this.#row(node.A_Expr.lexpr, scope), this.#row(node.A_Expr.rexpr, scope)];
      for (const [at, term] of left.entries()) equate(term, right[at]);
    } else if (node.SubLink?.subLinkType === 'ANY_SUBLINK' && !node.SubLink.operName) {
      const given = this.statement(node.SubLink.subselect, scope);
      for (const [at, term] of this.#row(node.SubLink.testexpr, scope).entries()) equate(term, given[at]?.term);
    } else this.#visit(node, scope);
  }

  #row(node: Node, scope: Scope): Term[] {
    return node.RowExpr ? node.RowExpr.args.map((one: Node) => this.#term(one, scope)) : [this.#term(node, scope)];
  }

  #term(node: Node, scope: Scope): Term {
    if (node.TypeCast) return this.#term(node.TypeCast.arg, scope);
    if (node.A_Const) return newTerm(true);
    if (node.ParamRef) return this.#parameter(node.ParamRef.number);
    if (node.ColumnRef) {
      const [column, source] = nameOf(node.ColumnRef.fields).reverse();
      return scope.column(column!, source) ?? newTerm();
    }
    if (node.SubLink?.subLinkType === 'EXPR_SUBLINK')
      return this.statement(node.SubLink.subselect, scope)[0]?.term ?? newTerm();
    this.#visit(node, scope);
    // What is made of nothing but parameters is as known as they are; unnest and the like make many of one.
    return newTerm(!/"(ColumnRef|SubLink|FuncCall)"/.test(JSON.stringify(node)));
  }

  #parameter(number: number): Term {
    const known = this.#parameters.get(number) ?? newTerm(true);
    this.#parameters.set(number, known);
    return known;
  }

  /** Subqueries anywhere in what is not looked at otherwise. */
  #visit(node: Node, scope: Scope): void {
    if (!node || typeof node !== 'object') return;
    if (node.SelectStmt) this.statement(node, scope);
    else for (const one of Object.values(node)) this.#visit(one, scope);
  }
}
