import type { ESTree } from 'vite';

/** A node of a script's syntax tree; which fields it has depends on its type. */
export interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: a reader of nodes asks for the type first
  [field: string]: any;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Visits each node with what contains it and as what. The pattern of a declaration is passed over: its parts are the declaration's. */
export function walk(root: ESTree.Program, visit: (node: Node, parent: Node | null, key: string) => void): void {
  const step = (node: Node, parent: Node | null, key: string) => {
    visit(node, parent, key);
    const inside = node.type === 'ObjectPattern' && parent?.type === 'VariableDeclarator' ? parent : node;
    for (const [field, value] of Object.entries(node)) {
      if (Array.isArray(value)) for (const one of value) isNode(one) && step(one, inside, field);
      else if (isNode(value)) step(value, inside, field);
    }
  };
  step(root as unknown as Node, null, '');
}

/** Every name that a script gives to something of its own, wherever it does. */
export function namesDeclaredIn(program: ESTree.Program): Set<string> {
  const own = new Set<string>();
  const take = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') own.add(pattern.name);
    else if (pattern.type === 'ObjectPattern') for (const one of pattern.properties) take(one.value ?? one.argument);
    else if (pattern.type === 'ArrayPattern') for (const one of pattern.elements) take(one);
    else take(pattern.left ?? pattern.argument);
  };
  walk(program, (node) => {
    if (/^(Function|Class|ArrowFunction)/.test(node.type)) {
      take(node.id);
      for (const one of node.params ?? []) take(one);
    } else if (node.type === 'VariableDeclarator') take(node.id);
    else if (node.type === 'CatchClause') take(node.param);
    else if (/^Import\w*Specifier$/.test(node.type)) take(node.local);
  });
  return own;
}

const isFunction = ({ type }: Node) => /^(Function|ArrowFunction)/.test(type);

/**
 * Members that are asked of something made by `new` in the same function or around it, as `size` in
 * `const query = new URLSearchParams(); if (query.size)`. Of a name that is given anew further inside it sees the outer one.
 */
export function usesOfMade(program: ESTree.Program): { maker: string; use: Node }[] {
  const found: { maker: string; use: Node }[] = [];
  const step = (node: Node, outer: ReadonlyMap<string, string>) => {
    const made = isFunction(node) || node.type === 'Program' ? new Map([...outer, ...madeIn(node)]) : outer;
    if (node.type === 'MemberExpression') {
      const { object } = node;
      const maker = object.type === 'NewExpression' ? object.callee.name : made.get(object.name);
      if (maker) found.push({ maker, use: node });
    }
    for (const one of Object.values(node).flat()) if (isNode(one)) step(one, made);
  };
  step(program as unknown as Node, new Map());
  return found;
}

/** What a function names, itself and not those inside it, and what made that; empty for what nothing known has made. */
function madeIn(root: Node): Map<string, string> {
  const made = new Map<string, string>();
  const step = (node: Node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier')
      made.set(node.id.name, node.init?.type === 'NewExpression' ? (node.init.callee.name ?? '') : '');
    for (const one of Object.values(node).flat()) if (isNode(one) && !isFunction(one)) step(one);
  };
  for (const one of root.params ?? []) if (one.type === 'Identifier') made.set(one.name, '');
  step(root);
  return made;
}
