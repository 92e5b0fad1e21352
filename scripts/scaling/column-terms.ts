/** What a value of a statement is known to equal: columns, parameters and constants that were found equal share a term. */
export interface Term {
  same?: Term;
  /** Whether a parameter, a constant or a new row's own value is among them: then one value, known before it is run. */
  isFixed: boolean;
}

/** Which terms are equal to each other, as the conditions of one statement say. */
export const newTerm = (isFixed = false): Term => ({ isFixed });

export function termOf(term: Term): Term {
  let at = term;
  while (at.same) at = at.same;
  return at;
}

/** Says that two are equal. */
export function equate(one: Term | undefined, other: Term | undefined): void {
  if (!one || !other) return;
  const [a, b] = [termOf(one), termOf(other)];
  if (a === b) return;
  a.isFixed ||= b.isFixed;
  b.same = a;
}

/** Something that a statement takes columns of: a table, a common table expression, a subquery. */
export interface Source {
  names: readonly string[];
  /** Undefined of a column that it does not have. */
  column(name: string): Term | undefined;
}

export interface Output {
  name: string;
  term: Term;
}

/** What a subquery gives, under other names where these are told. */
export function sourceOf(outputs: readonly Output[], renamed: readonly string[] = []): Source {
  const named = outputs.map(({ name, term }, at): [string, Term] => [renamed[at] ?? name, term]);
  const terms = new Map(named);
  return { names: named.map(([name]) => name), column: (name) => terms.get(name) };
}

/** The names that a part of a statement can use: its own, then those of what it stands in. */
export class Scope {
  readonly sources = new Map<string, Source>();
  readonly expressions = new Map<string, Source>();
  readonly #outer: Scope | undefined;
  constructor(outer?: Scope) {
    this.#outer = outer;
  }

  /** A common table expression of this name. */
  expression(name: string): Source | undefined {
    return this.expressions.get(name) ?? this.#outer?.expression(name);
  }

  column(name: string, source?: string): Term | undefined {
    const among = source === undefined ? [...this.sources.values()] : [this.sources.get(source)];
    for (const one of among) {
      const found = one?.column(name);
      if (found) return found;
    }
    return this.#outer?.column(name, source);
  }
}
