import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { type FloorBrowser, floor } from './browser-floor.ts';

/** An entry of MDN's data: what it says of something, and entries of what that has. */
export interface Entry {
  __compat?: CompatStatement;
}

/** The entries inside another, by their keys. */
export function inside(entry: Entry | undefined): Record<string, Entry> {
  const { __compat, ...entries } = entry ?? {};
  return entries as Record<string, Entry>;
}

/** Something that scripts can ask of a browser. */
export interface Feature {
  /** The constructor, namespace or interface that has it; null for a global. */
  owner: string | null;
  name: string;
  /** Whether it stands on the owner itself, not on what the owner makes. */
  isStatic: boolean;
  /** Of JavaScript itself, not of the web. */
  ofLanguage: boolean;
  /** Whose floor version does not have it. */
  lackedBy: FloorBrowser[];
}

/** Which version of which browser brought what. Read anew by each call: it is 20 MB that nobody else needs. */
export function readCompatData(): Entry {
  const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Whose floor version lacks something. With a prefix, under another name or behind a flag counts as lacking. */
export function lackedBy({ __compat }: Entry): FloorBrowser[] {
  return floor
    .filter(({ keys, version }) => keys.some((key) => !isIn([__compat?.support[key] ?? []].flat(), version)))
    .map(({ name }) => name);
}

const isIn = (statements: readonly SimpleSupportStatement[], version: string): boolean =>
  statements.some((one) => {
    const { version_added: added, version_removed: removed } = one;
    if (!added || one.flags || one.prefix || one.alternative_name) return false;
    return isUpTo(added, version) && !(removed && isUpTo(removed, version));
  });

/** Whether one version is another or came before it. `preview` is after all. */
function isUpTo(one: string, other: string): boolean {
  const [a = [], b = []] = [one, other].map((text) => text.replace('≤', '').split('.').map(Number));
  if (Number.isNaN(a[0])) return false;
  return (a[0]! - b[0]! || (a[1] ?? 0) - (b[1] ?? 0)) <= 0;
}

/** Objects that only hold others: all their members are on themselves. */
const namespaces = new Set(['Atomics', 'Intl', 'JSON', 'Math', 'Reflect', 'Temporal', 'WebAssembly']);

/** All that scripts can ask for by a name: globals, and members of JavaScript's objects and of the web's interfaces. */
export function readFeatures(data: Entry): Feature[] {
  const { javascript, api, webassembly } = inside(data);
  const language: Record<string, Entry> = {
    ...inside(inside(javascript).builtins),
    WebAssembly: inside(webassembly).api!,
  };
  // What Temporal makes is reached through Temporal alone, which is found itself.
  const nested = ['Intl', 'WebAssembly'].flatMap((namespace) => Object.entries(inside(language[namespace])));
  return [
    ...featuresOf(Object.entries(language), { ofLanguage: true, areGlobal: true }),
    ...featuresOf(nested, { ofLanguage: true, areGlobal: false }),
    ...featuresOf(Object.entries(inside(api)), { ofLanguage: false, areGlobal: true }),
  ];
}

/** Members have JavaScript names; other entries tell of details, in words with `_` between. */
const isName = (key: string) => /^[A-Za-z$][A-Za-z0-9$]*$/.test(key);

function featuresOf(owners: [string, Entry][], of: { ofLanguage: boolean; areGlobal: boolean }): Feature[] {
  const { ofLanguage, areGlobal } = of;
  return owners.flatMap(([owner, entry]) => {
    if (!isName(owner)) return [];
    const members = Object.entries(inside(entry)).flatMap(([key, member]): Feature[] => {
      const name = key.replace(/_static$/, '');
      if (!member.__compat || !isName(name) || name === owner) return [];
      const found = { name, ofLanguage, lackedBy: lackedBy(member) };
      if (/^Window$|GlobalScope$/.test(owner)) return [{ ...found, owner: null, isStatic: false }];
      const isStatic = namespaces.has(owner) || key !== name || isStaticByItsSpecification(owner, member);
      return [{ ...found, owner, isStatic }];
    });
    if (!areGlobal) return members;
    return [{ owner: null, name: owner, isStatic: false, ofLanguage, lackedBy: lackedBy(entry) }, ...members];
  });
}

/** Of JavaScript's own objects the data does not say it, but the address of the specification's section does. */
function isStaticByItsSpecification(owner: string, { __compat }: Entry): boolean {
  const [address = ''] = [__compat?.spec_url ?? []].flat();
  return address.toLowerCase().includes(`#sec-${owner.toLowerCase()}.`) && !address.includes('.prototype.');
}
