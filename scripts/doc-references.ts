interface There {
  fileExists(path: string): boolean;
  scriptExists(name: string): boolean;
  /** Of an address of the product, as texts that it shows link to them. */
  screenExists(address: string): boolean;
}

/** Files, screens and npm scripts that a Markdown text names and that are not there. Folders made at run time (dist, data) are left out. */
export function findDeadReferences(text: string, { fileExists, scriptExists, screenExists }: There): string[] {
  const named = [...text.matchAll(/`([\w./*<>-]+\/[\w./*<>-]*|[\w-]+\.(?:ts|tsx|mjs|md|json|sql|css))`/g)].map(
    (found) => found[1]!,
  );
  const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((found) => found[1]!);
  const paths = [...named, ...linked].filter((path) => !/[*<>{]|^(dist|data|node_modules|\/)/.test(path));
  const deadPaths = paths.filter((path) => !fileExists(path.replace(/\/$/, ''))).map((path) => `${path} is not there`);
  const screens = linked.filter((path) => path.startsWith('/') && !screenExists(path));
  const deadScreens = screens.map((path) => `${path} is no screen`);
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map((found) => found[1]!);
  return [
    ...deadPaths,
    ...deadScreens,
    ...scripts.filter((name) => !scriptExists(name)).map((name) => `npm run ${name} is no script`),
  ];
}

/** Files of decisions whose names are not words of their titles, in their order. */
export function findMisnamedDecisions(paths: readonly string[], read: (path: string) => string): string[] {
  return paths
    .filter((path) => path.startsWith('docs/decisions/'))
    .filter((path) => {
      const [heading = ''] = read(path).toLowerCase().replace(/['’]/g, '').split('\n');
      const title: readonly string[] = heading.match(/\w+/g) ?? [];
      const name = path.replace(/^.*\/|\.md$/g, '').split('-');
      const after = name.reduce((left, word) => (left.includes(word) ? left.slice(left.indexOf(word)) : []), title);
      return after.length === 0;
    })
    .map((path) => `${path}: its name is not that of its title`);
}
