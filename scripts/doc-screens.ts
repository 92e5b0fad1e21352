/** What ARCHITECTURE's words on the folders of screens have wrong: it names each that holds several of the table of screens, and no other. */
export function findWrongFolders(text: string, routes: string): string[] {
  const [, told] = /one folder per screen, but one for all those of ([^:]+):/.exec(text) ?? [];
  if (!told) return ['it does not tell which screens share a folder'];
  const named = told.split(/, | and /).map((name) => name.replace(/\/$/, ''));
  const modules = new Set(routes.match(/(?<=import\('\.\/screens\/)[\w-]+\/[\w.-]+(?='\))/g));
  const folders = [...modules].map((module) => module.slice(0, module.indexOf('/')));
  const shared = [...new Set(folders.filter((folder, at) => folders.indexOf(folder) !== at))];
  return [
    ...shared
      .filter((folder) => !named.includes(folder))
      .map((folder) => `it does not say that screens share screens/${folder}/`),
    ...named
      .filter((folder) => !shared.includes(folder))
      .map((folder) => `it says that screens share screens/${folder}/, and none do`),
  ];
}

/**
 * What the tables of screens in docs/operating.md have wrong: each screen that a tool of the knowledge base is about has one row, which
 * says what it is for, and no row is of a screen that is not there.
 */
export function findUntoldScreens(
  text: string,
  ofTools: readonly string[],
  isScreen: (address: string) => boolean,
): string[] {
  const tables = text.split('\n\n').filter((part) => part.startsWith('| screen |'));
  const rows = tables.flatMap((table) => [...table.matchAll(/^\| `([^`]+)` \| *(.*?) *\|$/gm)]);
  const told = rows.map(([, address]) => address!);
  return [
    ...ofTools.filter((address) => !told.includes(address)).map((address) => `no table of screens has ${address}`),
    ...told.filter((address) => !isScreen(address)).map((address) => `its table has ${address}, which is no screen`),
    ...told.filter((address, at) => told.indexOf(address) !== at).map((address) => `its tables have ${address} twice`),
    ...rows.filter(([, , words]) => !words).map(([, address]) => `it does not say what ${address} is for`),
  ];
}
