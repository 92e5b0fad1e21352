/** A server feature that imports another. */
export type FeatureUse = readonly [from: string, to: string];

const written = /^import (?!type\b).*? from '\.\.\/([\w-]+)\/|^\} from '\.\.\/([\w-]+)\//gm;

/** Which server features use which, by their sources without tests. */
export function listFeatureUses(sources: ReadonlyMap<string, string>): FeatureUse[] {
  return [...sources].flatMap(([path, text]) => {
    const [, from] = /^server\/features\/([\w-]+)\/[\w.-]+(?<!\.test)\.ts$/.exec(path) ?? [];
    return from ? [...text.matchAll(written)].map(([, one, other]): FeatureUse => [from, (one ?? other)!]) : [];
  });
}

/** What ARCHITECTURE's sentence about the order of the server's features has wrong: none uses one that is told after it. */
export function findWrongOrder(text: string, uses: readonly FeatureUse[]): string[] {
  const [, told] = /Server features have an order without cycles: ([^.]+)\./.exec(text) ?? [];
  if (!told) return ['it does not tell the order of the server features'];
  const order = told.split(/, | and /).map((name) => name.replace(/^(?:then|and|the) /g, '').replace(/^the /, ''));
  return [
    ...order
      .filter((name) => !uses.some((use) => use.includes(name)))
      .map((name) => `it tells of the order of ${name}, which is no feature or uses none`),
    ...uses
      .filter(([from, to]) => order.indexOf(from) >= 0 && order.indexOf(to) > order.indexOf(from))
      .map(([from, to]) => `it tells ${from} before ${to}, which it uses`),
  ];
}
