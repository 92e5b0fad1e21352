import { parseSync } from 'vite';
import type { Feature } from './compat-data.ts';
import { isNode, type Node, namesDeclaredIn, usesOfMade, walk } from './syntax-tree.ts';

/** What a built file asks for that the floor lacks: `URL.parse`, `.isWellFormed()` of something, `@scope`, `:open`. */
export interface Finding {
  what: string;
  /** The words around it. */
  where: string;
}

/** Globals that are made by an interface of another name. */
const interfaceOf: Record<string, string> = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  indexedDB: 'IDBFactory',
  localStorage: 'Storage',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  screen: 'Screen',
  sessionStorage: 'Storage',
};
const itself = new Set(['self', 'window', 'globalThis']);

/** Whether everything that has a name is lacked by some browser of the floor. */
const lacks = (features: Feature[] | undefined): boolean => features?.every((one) => one.lackedBy.length > 0) ?? false;

/**
 * Judges scripts by what the floor lacks: globals, members of objects that are known by their name or made where they are used, and calls of methods whose
 * name nothing of the floor has. Of the web's own methods only names of several words count there (`checkVisibility`), as our own
 * are often called `run` or `added`. What cannot be told from the floor's is left to the browser tests, which take it away.
 */
export class ScriptJudge {
  readonly #globals: Map<string, Feature[]>;
  readonly #ofKnown: Map<string, Feature[]>;
  readonly #methods: Map<string, Feature[]>;

  constructor(features: readonly Feature[]) {
    const members = features.filter(({ owner }) => owner !== null);
    const globals = features.filter(({ owner }) => owner === null);
    this.#globals = Map.groupBy(globals, ({ name }) => name);
    this.#ofKnown = Map.groupBy(members, ({ owner, name, isStatic }) => `${owner}${isStatic ? '.' : '#'}${name}`);
    const methods = members.filter(({ isStatic }) => !isStatic);
    this.#methods = Map.groupBy(methods, ({ name }) => name);
  }

  /** @throws Error where the script cannot be read. */
  judge(file: string, source: string): Finding[] {
    const { program, errors } = parseSync(file, source);
    if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`);
    const own = namesDeclaredIn(program);
    const found: Finding[] = [];
    const say = (what: string, { start, end }: Node) =>
      found.push({ what, where: source.slice(Math.max(0, start - 60), Math.min(end, start + 60) + 40) });
    walk(program, (node, parent, key) => {
      const what = this.#judgeNode(node, parent, key, own);
      if (what) say(what, node);
    });
    for (const { maker, use } of usesOfMade(program)) {
      const name = memberName(use);
      if (!own.has(maker) && name && lacks(this.#ofKnown.get(`${maker}#${name}`))) say(`${maker}#${name}`, use);
    }
    return found;
  }

  #judgeNode(node: Node, parent: Node | null, key: string, own: Set<string>): string | null {
    if (node.type === 'Identifier') {
      const isUse = !(parent && isNameOnly(parent, key)) && !own.has(node.name);
      return isUse && lacks(this.#globals.get(node.name)) ? node.name : null;
    }
    if (node.type === 'MemberExpression') return this.#judgeMember(node.object, memberName(node), own);
    if (node.type === 'CallExpression') return this.#judgeCall(node.callee, own);
    // { share } = navigator
    if (node.type === 'Property' && parent?.type === 'VariableDeclarator' && isNode(parent.init) && !node.computed)
      return this.#judgeMember(parent.init, node.key.name, own);
    if (node.type === 'Literal' && node.regex) return newInPattern(node.regex);
    return null;
  }

  #judgeMember(object: Node, name: string | null, own: Set<string>): string | null {
    if (!name || object.type !== 'Identifier' || own.has(object.name)) return null;
    if (itself.has(object.name)) return lacks(this.#globals.get(name)) ? name : null;
    const maker = Object.hasOwn(interfaceOf, object.name) ? interfaceOf[object.name] : undefined;
    const known = this.#ofKnown.get(maker ? `${maker}#${name}` : `${object.name}.${name}`);
    return lacks(known) ? `${object.name}.${name}` : null;
  }

  /** Whether an object is one that its members were asked for by name. */
  #isKnown(object: Node, own: Set<string>): boolean {
    return object.type === 'Identifier' && !own.has(object.name) && this.#globals.has(object.name);
  }

  #judgeCall(callee: Node, own: Set<string>): string | null {
    const name = callee.type === 'MemberExpression' ? memberName(callee) : null;
    if (!name || this.#isKnown(callee.object, own)) return null;
    const features = this.#methods.get(name);
    const isTelling = /[A-Z]/.test(name) || features?.some(({ ofLanguage }) => ofLanguage);
    return isTelling && lacks(features) ? `.${name}()` : null;
  }
}

/** Whether an identifier only names a member there. */
const isNameOnly = (parent: Node, key: string): boolean =>
  !parent.computed &&
  ((parent.type === 'MemberExpression' && key === 'property') ||
    (key === 'key' && !parent.shorthand) ||
    /^(Labeled|Break|Continue)Statement$/.test(parent.type) ||
    key === 'imported' ||
    key === 'exported');

function memberName({ property, computed }: Node): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null;
}

/** What patterns have learned since the floor: the build cannot write it down to older ones. */
function newInPattern({ pattern, flags }: { pattern: string; flags: string }): string | null {
  if (flags.includes('v')) return '/v of a pattern';
  return /\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/.test(pattern) ? '(?i:) in a pattern' : null;
}
